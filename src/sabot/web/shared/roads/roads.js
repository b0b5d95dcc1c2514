/**
 * <sabot-roads>: the five roads of a shoe, the ask cells and the counts.
 *
 *   roads.show(view.roads, view.past);      // RoadsView and the coups of this shoe
 *
 * With the attribute `fill` it takes all the height it is given, else its cells are as tall as
 * --road-cell says. What was voided or corrected stays visible, crossed out, with its clause.
 */
import { el } from "../dom.js";
import { letter, markSvg, roadSvg, ROWS } from "./marks.js";
import { NAMES } from "./names.js";
import { linkStyle } from "./style.js";
import { language, t, wordOr } from "../words.js";

linkStyle();

const ROADS = ["bead", "big", "big_eye", "small", "cockroach"];
const DERIVED = ["big_eye", "small", "cockroach"];
const COUNTS = ["player", "banker", "tie", "natural", "player_pair", "banker_pair"];
const EMPTY_ASK = { big_eye: null, small: null, cockroach: null };
const EMPTY = {
  bead: [],
  big: [],
  big_eye: [],
  small: [],
  cockroach: [],
  if_player: EMPTY_ASK,
  if_banker: EMPTY_ASK,
  waiting_ties: 0,
  counts: {},
};

/** A board, a result or a pair in the language of the page. */
export function roadName(key) {
  return wordOr(`road.${key}`, NAMES[key]?.en ?? key);
}

/** A name in the language of the page, and beside it, smaller, in the other one. */
export function bothNames(key) {
  const other = language() === "en" ? "zh" : "en";
  return [
    el("span", { class: "own" }, roadName(key)),
    " ",
    el("span", { class: "other", lang: other === "zh" ? "zh-Hant" : "en" }, NAMES[key][other]),
  ];
}

/** What one coup says of itself, as a sentence without a stop. */
export function pastWords(past) {
  const said = [t("coup-n", { coup: past.coup })];
  if (past.result) said.push(roadName(past.result));
  for (const extra of ["natural", "player_pair", "banker_pair"]) {
    if (past[extra]) said.push(roadName(extra));
  }
  const fate = fateWords(past);
  if (fate) said.push(fate);
  return said.join(t("comma"));
}

/** "void, 13.2.1", "corrected, 13.4", or nothing. */
export function fateWords(past) {
  const fate = past.void ? "coup-void" : past.corrected ? "coup-corrected" : null;
  if (!fate) return "";
  return past.corrected ? t(`${fate}-under`, { clause: past.corrected }) : t(fate);
}

/** The coups that were voided or corrected, the newest first, with clauses; null without any. */
export function corrections(past) {
  const changed = past.filter((coup) => coup.void || coup.corrected).reverse();
  if (!changed.length) return null;
  return el(
    "div",
    { class: "road-corrections" },
    el("h3", {}, t("corrections")),
    el(
      "ul",
      {},
      changed.map((coup) =>
        el(
          "li",
          { class: coup.void ? "void" : "corrected" },
          el(
            coup.void ? "s" : "span",
            { class: "was" },
            t("coup-n", { coup: coup.coup }),
            coup.result && ` ${letter(coup.result)}`,
          ),
          " ",
          el("span", { class: "clause" }, fateWords(coup)),
        )
      ),
    ),
  );
}

class Roads extends HTMLElement {
  #roads = EMPTY;
  #past = [];
  #rooms = new Map(); // how wide and high each plot is, so that drawing measures nothing
  #observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      this.#rooms.set(target.dataset.road, [target.clientWidth, target.clientHeight]);
      this.#draw(target.dataset.road);
    }
  });
  #again = () => this.#show();

  connectedCallback() {
    this.setAttribute("role", "group");
    document.addEventListener("language", this.#again);
    this.#build();
    this.#show();
  }

  disconnectedCallback() {
    this.#observer.disconnect();
    document.removeEventListener("language", this.#again);
  }

  /** Show these roads; `past` are the coups of the shoe, for the list and the corrections. */
  show(roads, past = []) {
    if (roads === this.#roads && past === this.#past) return;
    this.#roads = roads ?? EMPTY;
    this.#past = past ?? [];
    if (this.plots) this.#show();
  }

  #build() {
    this.plots = {};
    this.titles = {};
    const road = (kind) => {
      this.titles[kind] = el("h3", {});
      this.plots[kind] = el("div", { class: "plot", data: { road: kind } });
      this.#observer.observe(this.plots[kind]);
      return el("section", { class: `road ${kind}` }, this.titles[kind], this.plots[kind]);
    };
    this.asks = el("div", { class: "road-asks" });
    this.counts = el("ul", { class: "road-counts" });
    this.changed = el("div", { class: "road-changed" });
    this.list = el("ol", { class: "visually-hidden" });
    const info = el("div", { class: "road-info" }, this.asks, this.counts, this.changed);
    this.replaceChildren(...ROADS.map(road), info, this.list);
  }

  #show() {
    const { counts } = this.#roads;
    const numbers = { player: 0, banker: 0, tie: 0, ...counts };
    this.setAttribute("aria-label", t("roads-summary", { ...numbers, coups: this.#roads.bead.length }));
    for (const kind of ROADS) {
      this.titles[kind].replaceChildren(...bothNames(kind));
      this.#draw(kind);
    }
    this.asks.replaceChildren(this.#ask("if_banker", "banker"), this.#ask("if_player", "player"));
    this.counts.setAttribute("aria-label", t("roads-counts"));
    this.counts.replaceChildren(...COUNTS.filter((key) => key in counts).map((key) => this.#count(key)));
    const changed = corrections(this.#past);
    this.changed.replaceChildren(...(changed ? [changed] : []), this.#waiting());
    this.list.setAttribute("aria-label", t("roads-results"));
    this.list.replaceChildren(...this.#told().map((coup) => el("li", {}, pastWords(coup))));
  }

  #told() {
    if (this.#past.length) return this.#past;
    return this.#roads.bead.map((mark, index) => ({ ...mark, coup: mark.coup ?? index + 1, result: mark.colour }));
  }

  #draw(kind) {
    const plot = this.plots[kind];
    const [width, height] = this.#rooms.get(kind) ?? [0, 0];
    if (!width || !height) return;
    const columns = Math.max(1, Math.floor((width * ROWS) / height));
    const pitch = Math.max(10, (width * ROWS * 10) / height / columns);
    const corrected = new Set(this.#past.filter((coup) => coup.corrected).map((coup) => coup.coup));
    plot.replaceChildren(roadSvg(kind, this.#roads[kind], columns, { pitch, corrected }));
  }

  #ask(key, side) {
    const marks = this.#roads[key];
    const said = DERIVED.map((road) =>
      t("roads-ask", {
        road: roadName(road),
        colour: t(marks[road] ? `roads-${marks[road]}` : "roads-none"),
      })
    );
    return el(
      "div",
      { class: `road-ask ${side}` },
      el("h3", {}, ...bothNames(key)),
      el("p", { class: "visually-hidden" }, said.join(", ")),
      el(
        "div",
        { class: "cells" },
        DERIVED.map((road) =>
          el(
            "span",
            { class: "cell" },
            marks[road] && markSvg(road, { colour: marks[road] }),
          )
        ),
      ),
    );
  }

  #count(key) {
    const sign = key.endsWith("_pair")
      ? markSvg("bead", { colour: key.startsWith("player") ? "player" : "banker", [key]: true })
      : key === "natural"
      ? null
      : markSvg("bead", { colour: key });
    return el(
      "li",
      { class: key },
      sign ?? el("span", { class: "road-mark natural", "aria-hidden": "true" }, t("letter.natural")),
      el("span", { class: "name" }, ...bothNames(key)),
      el("b", {}, this.#roads.counts[key]),
    );
  }

  /** Ties that have no ring yet to be written on. */
  #waiting() {
    const ties = this.#roads.waiting_ties;
    return ties ? el("p", { class: "muted" }, t("waiting-ties", { ties })) : "";
  }
}

customElements.define("sabot-roads", Roads);
