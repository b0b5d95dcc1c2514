/**
 * The marks of the roads, drawn in cells of ten by ten. Colour is never all that tells them apart:
 * beads bear letters, and on the other roads a blue ring has a dot in it and any other blue mark
 * is broken, where a red one is plain and whole.
 */
import { svg } from "../dom.js";
import { wordOr } from "../words.js";

export const ROWS = 6;
const CELL = 10;
const DOT = 0.32; // of a ring's radius

/** The letter of a result in the language of the page. */
export function letter(result) {
  return wordOr(`letter.${result}`, "");
}

function disc(x, y, r, attrs) {
  return svg("circle", { cx: x, cy: y, r, ...attrs });
}

function centred(x, y, text, name) {
  return svg("text", { x, y, class: name }, text);
}

/** The outline of a whole circle. */
function round(x, y, r) {
  return `M${x - r} ${y}A${r} ${r} 0 1 1 ${x + r} ${y}A${r} ${r} 0 1 1 ${x - r} ${y}Z`;
}

/** A plain ring for red, one with a dot for blue; where a number takes the dot's place, one with gaps. */
function ring(x, y, r, colour, name, numbered = false) {
  if (colour !== "blue") return disc(x, y, r, { class: `${name} ${colour}` });
  if (!numbered) {
    return [svg("path", { d: round(x, y, r), class: `${name} blue` }), disc(x, y, DOT * r, { class: "solid blue" })];
  }
  const [dx, dy] = [r * 0.975, r * 0.22];
  const half = (side) => `M${x - dx} ${y + side * dy}A${r} ${r} 0 0 ${side < 0 ? 1 : 0} ${x + dx} ${y + side * dy}`;
  return svg("path", { d: half(-1) + half(1), class: `${name} blue` });
}

function pairs(x, y, mark) {
  return [
    mark.banker_pair && disc(x - 3.4, y - 3.4, 1.35, { class: "pair red" }),
    mark.player_pair && disc(x + 3.4, y + 3.4, 1.35, { class: "pair blue" }),
  ];
}

/** A solid bead with its letter. */
function bead(x, y, mark) {
  return [
    disc(x, y, 4.25, { class: `bead ${mark.colour}` }),
    centred(x, y, letter(mark.colour), "letter"),
    pairs(x, y, mark),
  ];
}

function tieSlash(x, y, ties) {
  if (!ties) return [];
  const slash = svg("line", { x1: x - 3.9, y1: y + 3.9, x2: x + 3.9, y2: y - 3.9, class: "tie-slash" });
  return ties > 1 ? [slash, centred(x, y, ties, "tie-number")] : [slash];
}

const SIDES = { player: "blue", banker: "red" };

function big(x, y, mark) {
  return [ring(x, y, 3.7, SIDES[mark.colour], "ring", mark.ties > 1), tieSlash(x, y, mark.ties), pairs(x, y, mark)];
}

function eye(x, y, mark) {
  return ring(x, y, 3.4, mark.colour, "eye");
}

function small(x, y, mark) {
  if (mark.colour === "red") return disc(x, y, 4, { class: "solid red" });
  const half = (side) => `M${x - 3.95} ${y + side * 0.6}A4 4 0 0 ${side < 0 ? 1 : 0} ${x + 3.95} ${y + side * 0.6}Z`;
  return svg("path", { d: half(-1) + half(1), class: "solid blue" });
}

function roach(x, y, mark) {
  const d = mark.colour === "red"
    ? `M${x - 3.4} ${y + 3.4}L${x + 3.4} ${y - 3.4}`
    : `M${x - 3.4} ${y + 3.4}L${x - 1.3} ${y + 1.3}M${x + 1.3} ${y - 1.3}L${x + 3.4} ${y - 3.4}`;
  return svg("path", { d, class: `slash ${mark.colour}` });
}

const MARKS = { bead, big, big_eye: eye, small, cockroach: roach };

/** One mark by itself, for the ask cells and the legend. */
export function markSvg(kind, mark) {
  const drawn = svg("svg", { viewBox: `0 0 ${CELL} ${CELL}`, class: "road-mark", "aria-hidden": "true" });
  drawn.append(...[MARKS[kind](CELL / 2, CELL / 2, mark)].flat(Infinity).filter(Boolean));
  return drawn;
}

function lines(columns, pitch) {
  const [width, height] = [columns * pitch, ROWS * CELL];
  let d = "";
  for (let row = 0; row <= ROWS; row += 1) d += `M0 ${row * CELL}H${width}`;
  for (let column = 0; column <= columns; column += 1) d += `M${column * pitch} 0V${height}`;
  return svg("path", { d, class: "lines" });
}

function frame(x, y) {
  return svg("rect", { x: x - 4.7, y: y - 4.7, width: 9.4, height: 9.4, rx: 1.4, class: "corrected" });
}

/** How many columns to leave out on the left so that the newest fit. */
function gone(marks, columns) {
  return Math.max(0, Math.max(-1, ...marks.map((mark) => mark.column)) + 1 - columns);
}

/**
 * A road as a picture of so many columns, the newest kept in sight. `pitch` is how wide a column
 * is, at least ten. `corrected` are the numbers of coups whose marks get a frame.
 */
export function roadSvg(kind, marks, columns, { pitch = CELL, corrected = new Set() } = {}) {
  const away = gone(marks, columns);
  const picture = svg("svg", {
    viewBox: `-0.3 -0.3 ${columns * pitch + 0.6} ${ROWS * CELL + 0.6}`,
    class: `road-picture ${kind}`,
    preserveAspectRatio: "xMinYMin meet",
    "aria-hidden": "true",
    focusable: "false",
  });
  picture.append(lines(columns, pitch));
  marks.forEach((mark, index) => {
    if (mark.column < away) return;
    const x = (mark.column - away + 0.5) * pitch;
    const y = (mark.row + 0.5) * CELL;
    const newest = index === marks.length - 1 ? " newest" : "";
    const framed = mark.coup !== undefined && corrected.has(mark.coup);
    const group = svg("g", { class: `mark${newest}` });
    group.append(...[MARKS[kind](x, y, mark), framed && frame(x, y)].flat(Infinity).filter(Boolean));
    picture.append(group);
  });
  return picture;
}
