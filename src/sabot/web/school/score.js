/** How far a learner is in a course; kept by the browser, so that it can be gone on with. */
const START = { asked: 0, right: 0, row: 0, best: 0, seconds: 0 };

const key = ({ game, subject, seed }) => `school ${game} ${subject} ${seed}`;

export function scoreOf(course) {
  try {
    return { ...START, ...JSON.parse(localStorage.getItem(key(course)) ?? "{}") };
  } catch {
    return { ...START };
  }
}

export function after(course, score, right, seconds) {
  const row = right ? score.row + 1 : 0;
  const next = {
    asked: score.asked + 1,
    right: score.right + (right ? 1 : 0),
    row,
    best: Math.max(score.best, row),
    seconds: score.seconds + seconds,
  };
  localStorage.setItem(key(course), JSON.stringify(next));
  return next;
}

export function begin(course) {
  localStorage.removeItem(key(course));
  return { ...START };
}
