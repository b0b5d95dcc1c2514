/** Finding a situation: by its number, its words and what dealers call it, the likeliest first. */
import { has, t } from "../../shared/words.js";
import { groupWords, situationWords } from "./rule-words.js";

/** Situations that a dealer meets most in each phase of a coup, the likeliest first. */
const LIKELY = {
  betting: ["first-card-exposed", "misplaced-wager", "wager-refused", "cards-dropped"],
  dealing: ["change-of-wagers", "surplus-to-player-banker-stands", "face-up-card", "wrong-deal"],
  settled: ["mispayment", "wrong-call-or-settlement", "wrong-deal"],
};
const OTHERWISE = ["cards-dropped", "not-cut", "burn-forgotten", "missing-or-foreign-card"];

/** The likeliest of these situations at a table as it stands. */
export function likeliest(situations, { phase, coup }) {
  const called = phase === "dealing" && coup.result ? "settled" : phase;
  const names = LIKELY[called] ?? OTHERWISE;
  return names.map((name) => situations.find((each) => each.name === name)).filter(Boolean);
}

/** Whether every word that is wanted is found in what the situation is called. */
export function finds(situation, wanted) {
  const also = `also.${situation.name}`;
  const called = [
    situation.number,
    situation.title,
    situationWords(situation),
    groupWords(situation.group),
    has(also) ? t(also) : "",
  ].join(" ").toLowerCase();
  return wanted.toLowerCase().split(/\s+/).filter(Boolean).every((word) => called.includes(word));
}
