/**
 * Charts as our own SVG. Each is a figure with a title, a description for those who do not see
 * it, and its data as a table. They are drawn anew for the width they have.
 */
import { el, fill, svg } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { scroller, worded } from "../shared/said/worded.js";

const ROW = 30;
const HIGH = 240;
let numbered = 0;

/**
 * A figure: `draw(width)` gives {height, nodes}; `title` and `about` are texts, `table` is {head,
 * rows} of texts.
 */
export function chart({ title, about, draw, table, kind }) {
  const id = `chart-${(numbered += 1)}`;
  const place = el("div", { class: "chart-place" });
  const node = el("figure", { class: `chart ${kind}` }, el("figcaption", {}, title), place, dataTable(title, table));
  const show = () => {
    const width = Math.round(place.clientWidth);
    if (!width || width === show.width) return;
    show.width = width;
    const { height, nodes } = draw(width);
    fill(
      place,
      svg(
        "svg",
        { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-labelledby": `${id}-t ${id}-d` },
        svg("title", { id: `${id}-t` }, title),
        svg("desc", { id: `${id}-d` }, about),
        nodes,
      ),
    );
  };
  new ResizeObserver(show).observe(place);
  return node;
}

function dataTable(title, { head, rows }) {
  const body = rows.map(([first, ...rest]) =>
    el("tr", {}, el("th", { scope: "row" }, first), rest.map((cell) => el("td", { class: "number" }, cell)))
  );
  const table = el(
    "table",
    { class: "data" },
    el("caption", { class: "visually-hidden" }, title),
    el(
      "thead",
      {},
      el("tr", {}, head.map((each, place) => el("th", { scope: "col", class: place ? "number" : null }, each))),
    ),
    el("tbody", {}, body),
  );
  return el("details", {}, worded("summary", "lab.data"), scroller("lab.data", table));
}

const text = (x, y, said, props = {}) => svg("text", { x, y, ...props }, said);

/** How many narrow letters a text takes: a Chinese one is as wide as two. */
function breadth(text) {
  return [...text].reduce((sum, letter) => sum + (letter > "\u2e7f" ? 2 : 1), 0);
}

function labelWidth(width, items) {
  const longest = Math.max(...items.map((item) => breadth(item.label)));
  return Math.min(longest * 8 + 10, width * 0.42);
}

/** A name that is too long loses its middle: it is the end that tells one total from another. */
function shortened(label, room) {
  const most = Math.floor(room / 7.6);
  return breadth(label) > most ? `${label.slice(0, most - 4)}…${label.slice(-3)}` : label;
}

/**
 * Bars to the right of their names. Items are {label, value, shown, mark}: `mark` is a second
 * value, drawn as a line across the bar. Values below nothing go to the left of the zero line.
 */
export function barChart({ title, about, items, head, rows }) {
  const low = Math.min(0, ...items.flatMap(({ value, mark }) => [value, mark ?? 0]));
  const high = Math.max(1e-9, ...items.flatMap(({ value, mark }) => [value, mark ?? 0]));
  const draw = (width) => {
    const names = labelWidth(width, items);
    const room = width - names - 84;
    const x = (value) => names + ((value - low) / (high - low)) * room;
    const nodes = items.map(({ label, value, shown, mark }, place) => {
      const y = place * ROW;
      const [from, to] = [Math.min(x(0), x(value)), Math.max(x(0), x(value))];
      return svg(
        "g",
        { class: value < 0 ? "below" : null },
        text(names - 10, y + 20, shortened(label, names - 10), { "text-anchor": "end", class: "name" }),
        svg("rect", { x: from, y: y + 6, width: Math.max(1, to - from), height: ROW - 12, rx: 2 }),
        mark === undefined || mark === null
          ? null
          : svg("line", { class: "mark", x1: x(mark), x2: x(mark), y1: y + 2, y2: y + ROW - 2 }),
        text(Math.max(to, mark == null ? to : x(mark)) + 6, y + 20, shown, { class: "value" }),
      );
    });
    nodes.push(svg("line", { class: "axis", x1: x(0), x2: x(0), y1: 0, y2: items.length * ROW }));
    return { height: items.length * ROW + 2, nodes };
  };
  return chart({ title, about, draw, table: { head, rows }, kind: "bars" });
}

/** A distribution of results that lie `step` apart. Bars are {low, high, chance}, of the first to
 * the last result in each; those at or above nothing have another colour. */
export function histogram({ title, about, bars, step, mean, form, head, rows }) {
  const top = Math.max(...bars.map((bar) => bar.chance));
  const begin = (bar) => bar.low - step / 2;
  const end = (bar) => bar.high + step / 2;
  const [from, to] = [begin(bars[0]), end(bars.at(-1))];
  const draw = (width) => {
    const x = (value) => 8 + ((value - from) / (to - from)) * (width - 16);
    const y = (chance) => HIGH - (chance / top) * (HIGH - 10);
    const nodes = bars.map((bar) =>
      svg("rect", {
        class: bar.low >= 0 ? "won" : "lost",
        x: x(begin(bar)),
        y: y(bar.chance),
        width: Math.max(0.5, x(end(bar)) - x(begin(bar)) - 1),
        height: HIGH - y(bar.chance),
      })
    );
    nodes.push(svg("line", { class: "axis", x1: 8, x2: width - 8, y1: HIGH, y2: HIGH }));
    if (from < 0 && to > 0) nodes.push(svg("line", { class: "axis dashed", x1: x(0), x2: x(0), y1: 0, y2: HIGH }));
    nodes.push(svg("line", { class: "mark", x1: x(mean), x2: x(mean), y1: 0, y2: HIGH }));
    const ticks = width < 500 ? [from, to] : [from, (from + to) / 2, to];
    nodes.push(
      ...ticks.map((value, place) =>
        text(x(value), HIGH + 20, form(value), {
          "text-anchor": place === 0 ? "start" : place === ticks.length - 1 ? "end" : "middle",
          class: "value",
        })
      ),
    );
    return { height: HIGH + 30, nodes };
  };
  return chart({ title, about, draw, table: { head, rows }, kind: "histogram" });
}

/** What was found, with twice its error to either side, and what is exact. Items are {label, value,
 * error, exact, shown}. */
export function intervals({ title, about, items, head, rows }) {
  const reach = ({ value, error, exact }) => [value - 2 * (error ?? 0), value + 2 * (error ?? 0), exact ?? value];
  const every = items.flatMap(reach);
  const [low, high] = [Math.min(...every), Math.max(...every)];
  const draw = (width) => {
    const names = labelWidth(width, items);
    const room = width - names - 96;
    const x = (value) => names + 8 + ((value - low) / (high - low || 1)) * room;
    const nodes = items.map((item, place) => {
      const y = place * ROW + ROW / 2;
      const [from, to] = reach(item);
      return svg(
        "g",
        { class: "interval" },
        text(names - 10, y + 5, shortened(item.label, names - 10), { "text-anchor": "end", class: "name" }),
        svg("line", { class: "error-bar", x1: x(from), x2: x(to), y1: y, y2: y }),
        item.exact == null
          ? null
          : svg("line", { class: "mark", x1: x(item.exact), x2: x(item.exact), y1: y - 9, y2: y + 9 }),
        svg("circle", { cx: x(item.value), cy: y, r: 4 }),
        text(width - 2, y + 5, item.shown, { "text-anchor": "end", class: "value" }),
      );
    });
    return { height: items.length * ROW + 4, nodes };
  };
  return chart({ title, about, draw, table: { head, rows }, kind: "intervals" });
}

/** What the marks of a chart mean. */
export function legend(...keys) {
  return el(
    "p",
    { class: "legend small" },
    keys.map(([kind, key]) =>
      el("span", { class: "key" }, el("span", { class: `swatch ${kind}`, "aria-hidden": "true" }), t(key))
    ),
  );
}
