/** How a table does in this shift: win against what exact odds expect, as a line and in words. */
import { el, svg } from "../../shared/dom.js";
import { cashShort, gain } from "../../shared/said/money.js";
import { t } from "../../shared/words.js";

const WIDE = 240;
const HIGH = 56;
const LIKELY = 1.96;

const sign = (cents) => (cents > 0 ? "won" : cents < 0 ? "lost" : "");
const rounded = (cents) => Math.round(cents / 100) * 100;

/** Money won or lost, without cents. */
export const won = (cents) => gain(rounded(cents)).replace(/\.00$/, "");

/** Hundredths of a percent: 1234 -> "12.34%". */
export const percent = (parts) => `${parts < 0 ? "−" : ""}${(Math.abs(parts) / 100).toFixed(2)}%`;

/** Whether the win by play lies where it does in 19 of 20 shifts: "ok", "high" or "low". */
export function standing({ played, low, high, coups }) {
  if (!coups || low === high) return "ok";
  return played > high ? "high" : played < low ? "low" : "ok";
}

/** Where the win lies in the band of chance, as a bar: the band shaded, what is expected a mark. */
export function bandBar(figures) {
  const { played, expected, low, high } = figures;
  const reach = Math.max(high - low, 1);
  const from = Math.min(low, played) - reach / 8;
  const to = Math.max(high, played) + reach / 8;
  const at = (cents) => ((cents - from) / (to - from)) * WIDE;
  return svg(
    "svg",
    { class: "band", viewBox: `0 0 ${WIDE} 18`, role: "img", "aria-label": bandWords(figures) },
    svg("rect", { class: "range", x: at(low), y: 5, width: at(high) - at(low), height: 8, rx: 4 }),
    svg("line", { class: "expected", x1: at(expected), x2: at(expected), y1: 2, y2: 16 }),
    svg("circle", { class: `now ${standing(figures)}`, cx: at(played), cy: 9, r: 5 }),
  );
}

export function bandWords({ played, expected, low, high }) {
  return t("pit.band", { win: won(played), expected: won(expected), low: won(low), high: won(high) });
}

/** The win coup by coup, with the band of chance behind it; nothing with fewer than two points. */
export function trendLine(points, wide = WIDE, high = HIGH) {
  if (!points || points.length < 2) return null;
  const all = [{ coups: 0, win: 0, expected: 0, deviation: 0 }, ...points];
  const above = all.map((each) => each.expected + LIKELY * each.deviation);
  const below = all.map((each) => each.expected - LIKELY * each.deviation);
  const top = Math.max(...above, ...all.map((each) => each.win));
  const bottom = Math.min(...below, ...all.map((each) => each.win));
  const x = (index) => (all[index].coups / all.at(-1).coups) * wide;
  const y = (cents) => high - 3 - ((cents - bottom) / Math.max(top - bottom, 1)) * (high - 6);
  const path = (values) => values.map((cents, index) => `${x(index).toFixed(1)},${y(cents).toFixed(1)}`);
  const last = all.length - 1;
  return svg(
    "svg",
    {
      class: "trend",
      viewBox: `0 0 ${wide} ${high}`,
      role: "img",
      "aria-label": t("pit.trend", { coups: all[last].coups, win: won(all[last].win) }),
    },
    svg("polygon", { class: "range", points: [...path(above), ...path(below).reverse()].join(" ") }),
    svg("line", { class: "nothing", x1: 0, x2: wide, y1: y(0), y2: y(0) }),
    svg("polyline", { class: "expected", points: path(all.map((each) => each.expected)).join(" ") }),
    svg("polyline", { class: "win", points: path(all.map((each) => each.win)).join(" ") }),
    svg("circle", { class: "now", cx: x(last), cy: y(all[last].win), r: 3 }),
  );
}

const part = (label, value, style = "") =>
  el("span", { class: "figure" }, el("small", {}, label), el("b", { class: style }, value));

/** The figures of a card: the win first, then what it rests on. */
export function figuresView(figures, points) {
  if (!figures) return null;
  const { win, drop, hold, average_bet: bet, pace, coups } = figures;
  return el(
    "span",
    { class: "figures" },
    el(
      "span",
      { class: "row figures-row" },
      part(t("pit.win"), won(win), `big ${sign(win)}`),
      drop > 0 && part(t("pit.drop"), cashShort(rounded(drop))),
      part(t("pit.hold"), hold == null ? "—" : percent(hold)),
      bet != null && part(t("pit.average-bet"), cashShort(rounded(bet))),
      pace != null && part(t("pit.pace"), String(pace)),
    ),
    coups > 0 && bandBar(figures),
    trendLine(points),
    standing(figures) !== "ok" &&
      el("span", { class: "pill gold" }, t(`pit.standing-${standing(figures)}`)),
  );
}

/** All tables together. */
export function totals(tables) {
  const known = tables.map((card) => card.figures).filter(Boolean);
  if (!known.length) return null;
  const sum = (key) => known.reduce((whole, each) => whole + (each[key] ?? 0), 0);
  return el(
    "section",
    { class: "panel totals", "aria-label": t("pit.all-tables") },
    part(t("pit.win"), won(sum("win")), `big ${sign(sum("win"))}`),
    part(t("pit.expected"), won(sum("expected"))),
    part(t("pit.drop"), cashShort(rounded(sum("drop")))),
    sum("drop") > 0 && part(t("pit.hold"), percent(Math.round((sum("win") * 10000) / sum("drop")))),
    part(t("pit.coups"), String(sum("coups"))),
    part(
      t("pit.at-tables"),
      String(tables.reduce((whole, card) => whole + card.players, 0)),
    ),
  );
}
