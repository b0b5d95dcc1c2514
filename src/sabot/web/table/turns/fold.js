/** The geometry of a peeled card: a sheet of 100 by 140 folded over along a line. */
export const WIDTH = 100;
export const HEIGHT = 140;
const CORNER = 28; // nearer than this to a corner, the corner is what is lifted

const SHEET = [
  [0, 0],
  [WIDTH, 0],
  [WIDTH, HEIGHT],
  [0, HEIGHT],
];

/** Where a finger lifts the card: the corner near it, else the nearest point of an edge. */
export function gripOf(x, y) {
  const corner = SHEET.find(([cx, cy]) => Math.hypot(x - cx, y - cy) < CORNER);
  if (corner) return corner;
  const edges = [
    [0, y],
    [WIDTH, y],
    [x, 0],
    [x, HEIGHT],
  ];
  const far = ([ex, ey]) => Math.hypot(x - ex, y - ey);
  return edges.reduce((best, edge) => (far(edge) < far(best) ? edge : best));
}

/** The part of the sheet on one side of a line through `m` with the normal `n`. */
function side(polygon, [mx, my], [nx, ny], sign) {
  const height = ([x, y]) => sign * ((x - mx) * nx + (y - my) * ny);
  const kept = [];
  polygon.forEach((here, index) => {
    const next = polygon[(index + 1) % polygon.length];
    const a = height(here),
      b = height(next);
    if (a >= 0) kept.push(here);
    if (a >= 0 !== b >= 0) {
      const part = a / (a - b);
      kept.push([here[0] + (next[0] - here[0]) * part, here[1] + (next[1] - here[1]) * part]);
    }
  });
  return kept;
}

function areaOf(polygon) {
  return (
    Math.abs(
      polygon.reduce((sum, [x, y], index) => {
        const [nx, ny] = polygon[(index + 1) % polygon.length];
        return sum + x * ny - nx * y;
      }, 0),
    ) / 2
  );
}

/**
 * The card whose point `grip` has been pulled to `pull`: `kept` still shows its back; `lifted`
 * shows its face, in the face's own coordinates, and lies as `matrix` says; `part` is how much of
 * the card is lifted; the fold runs through `middle` across `normal`. Null while nothing is lifted.
 */
export function foldOf(grip, pull) {
  const dx = pull[0] - grip[0],
    dy = pull[1] - grip[1];
  const far = Math.hypot(dx, dy);
  if (far < 0.5) return null;
  const normal = [dx / far, dy / far];
  const middle = [(grip[0] + pull[0]) / 2, (grip[1] + pull[1]) / 2];
  const lifted = side(SHEET, middle, normal, -1);
  if (lifted.length < 3) return null;
  const [nx, ny] = normal;
  const along = 2 * (middle[0] * nx + middle[1] * ny);
  const a = 1 - 2 * nx * nx,
    b = -2 * nx * ny,
    d = 1 - 2 * ny * ny;
  return {
    kept: side(SHEET, middle, normal, 1),
    lifted: lifted.map(([x, y]) => [WIDTH - x, y]),
    flap: lifted.map(([x, y]) => [a * x + b * y + along * nx, b * x + d * y + along * ny]),
    // The face is the back's mirror image; folding mirrors it once more.
    matrix: [-a, -b, b, d, a * WIDTH + along * nx, b * WIDTH + along * ny],
    part: areaOf(lifted) / (WIDTH * HEIGHT),
    middle,
    normal,
  };
}

/** A polygon as the value of a `points` attribute. */
export function points(polygon) {
  return polygon.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(" ");
}
