/** Chips and stacks of them, drawn by us. */
import { breakdown, chipOf } from "./chip-values.js";
import { svg } from "../dom.js";
import { short } from "../said/money.js";

const STEP = 5; // how much of each chip of a stack shows below the next
const TALLEST = 8; // chips in a drawn stack; the label has the amount

/** What is written on a chip: 2500 -> "25", 250000 -> "2.5K". */
export function chipText(cents) {
  if (cents < 100000) return short(cents);
  const thousands = cents / 100000;
  return thousands < 1000 ? `${+thousands.toFixed(1)}K` : `${+(thousands / 1000).toFixed(1)}M`;
}

function disc(cents, text) {
  const { face, spot, ink } = chipOf(cents);
  const ring = 2 * Math.PI * 27.5;
  const dash = `${ring / 24} ${(ring * 3) / 24}`;
  return [
    svg("circle", {
      cx: 32,
      cy: 32,
      r: 31,
      fill: face,
      stroke: "rgb(0 0 0 / 55%)",
      "stroke-width": 1,
    }),
    svg("circle", {
      cx: 32,
      cy: 32,
      r: 27.5,
      fill: "none",
      stroke: spot,
      "stroke-width": 6.4,
      "stroke-dasharray": dash,
      "stroke-dashoffset": ring / 48,
    }),
    svg("circle", { cx: 32, cy: 32, r: 22, fill: face, stroke: spot, "stroke-width": 1.4 }),
    svg("circle", {
      cx: 32,
      cy: 32,
      r: 19.6,
      fill: "none",
      stroke: spot,
      "stroke-width": 0.7,
      "stroke-dasharray": "1.6 1.6",
    }),
    text &&
    svg(
      "text",
      {
        x: 32,
        y: 32,
        "text-anchor": "middle",
        "dominant-baseline": "central",
        "font-size": text.length > 3 ? 13 : text.length > 2 ? 15.5 : 19,
        "font-weight": 800,
        "font-family": "system-ui, Arial, sans-serif",
        fill: ink,
      },
      text,
    ),
  ];
}

/** One chip of a value in cents. */
export function chip(cents) {
  return svg(
    "svg",
    {
      class: "chip",
      viewBox: "0 0 64 64",
      role: "img",
      "aria-label": short(cents),
      focusable: "false",
    },
    disc(cents, chipText(cents)),
  );
}

/** So many chips of one value on top of each other, with their value on the top one. */
export function pile(value, count) {
  const shown = Math.min(count, TALLEST);
  const layers = Array.from(
    { length: shown },
    (_, level) =>
      svg(
        "g",
        { transform: `translate(0 ${(shown - 1 - level) * STEP})` },
        disc(value, level === shown - 1 ? chipText(value) : ""),
      ),
  );
  const box = `0 0 64 ${64 + STEP * (shown - 1)}`;
  return svg("svg", {
    class: "chip-stack",
    viewBox: box,
    role: "img",
    "aria-label": `${count} × ${short(value)}`,
    focusable: "false",
  }, layers);
}

/** A stack worth `cents`: the larger chips below, the whole amount on the top one. */
export function stack(cents) {
  const chips = breakdown(cents)
    .flatMap(({ value, count }) => Array(count).fill(value))
    .slice(0, TALLEST);
  const height = 64 + STEP * (chips.length - 1);
  const layers = chips.map((value, level) =>
    svg(
      "g",
      { transform: `translate(0 ${(chips.length - 1 - level) * STEP})` },
      disc(value, level === chips.length - 1 ? chipText(cents) : ""),
    )
  );
  const shadow = svg("circle", { cx: 32, cy: height - 28, r: 32, fill: "rgb(0 0 0 / 32%)" });
  return svg(
    "svg",
    {
      class: "chip-stack",
      viewBox: `0 0 64 ${height}`,
      role: "img",
      "aria-label": short(cents),
      focusable: "false",
    },
    shadow,
    layers,
  );
}
