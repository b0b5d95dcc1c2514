/** The filter over the tables: by the pattern of their newest results, by limits, roads alone. */
import { el } from "../shared/dom.js";
import { cashShort } from "../shared/said/money.js";
import { t } from "../shared/words.js";

const STREAK = 3;
const CHOP = 4;
const NEWEST = 10;
const TIES = 2;
const KEPT = "sabot.lobby";

/** The newest results, without ties: how many alike, or how many by turns. */
function runs(past) {
  const results = past.filter(({ result, void: gone }) => !gone && (result === "player" || result === "banker"))
    .map(({ result }) => result).reverse();
  const until = (differs) => {
    const end = results.findIndex((result, index) => index > 0 && (result !== results[index - 1]) !== differs);
    return end < 0 ? results.length : end;
  };
  return results.length ? { alike: until(false), turns: until(true), side: results[0] } : null;
}

/** The pattern at a table's newest results: {name, …} or null. */
export function patternOf({ past = [] }) {
  const found = runs(past);
  if (!found) return null;
  if (found.alike >= STREAK) return { name: "streak", side: found.side, count: found.alike };
  if (found.turns >= CHOP) return { name: "chop", count: found.turns };
  const ties = past.slice(-NEWEST).filter(({ result }) => result === "tie").length;
  return ties >= TIES ? { name: "ties", count: ties } : null;
}

/** The same in words. */
export function patternWords(pattern) {
  if (!pattern) return "";
  return t(`lobby.pattern-${pattern.name}`, { count: pattern.count, side: t(`hand.${pattern.side ?? "player"}`) });
}

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {};
  }
}

/** What is chosen, and whether a table fits it. */
export class Filter {
  /** `changed()` draws the tables anew. */
  constructor(place, changed) {
    Object.assign(this, { place, changed });
    this.chosen = { pattern: "", least: "", view: "", ...kept() };
  }

  get isOn() {
    return Boolean(this.chosen.pattern || this.chosen.least);
  }

  fits(card) {
    const { pattern, least } = this.chosen;
    return (!pattern || patternOf(card)?.name === pattern) && (!least || card.least === Number(least));
  }

  choose(name, value) {
    this.chosen[name] = value;
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.chosen));
    } catch {
      // A browser that keeps nothing still filters this page.
    }
    this.shown = null;
    this.changed();
  }

  clear() {
    this.chosen = { ...this.chosen, pattern: "" };
    this.choose("least", "");
  }

  /** Draw the choices for these tables; again only when they are others. */
  show(cards) {
    const minima = [...new Set(cards.map(({ least }) => least).filter((least) => least != null))].sort((a, b) => a - b);
    const shown = JSON.stringify([minima, document.documentElement.lang, this.chosen]);
    if (shown === this.shown) return;
    this.shown = shown;
    this.place.hidden = cards.length < 2;
    const patterns = ["streak", "chop", "ties"].map((name) => [name, t(`lobby.with-${name}`)]);
    const limits = minima.map((least) => [String(least), t("lobby.from", { least: cashShort(least) })]);
    const focused = this.place.contains(document.activeElement) ? document.activeElement.id : null;
    this.place.replaceChildren(
      this.select("pattern", t("lobby.pattern"), [["", t("lobby.any-pattern")], ...patterns]),
      this.select("least", t("lobby.limits"), [["", t("lobby.any-limits")], ...limits]),
      el(
        "button",
        {
          type: "button",
          id: "filter-view",
          class: "button",
          "aria-pressed": String(this.chosen.view === "roads"),
          on: { click: () => this.choose("view", this.chosen.view === "roads" ? "" : "roads") },
        },
        t("lobby.roads-only"),
      ),
    );
    if (focused) document.getElementById(focused)?.focus();
  }

  select(name, label, options) {
    return el(
      "label",
      { class: "choice" },
      el("span", { class: "visually-hidden" }, label),
      el(
        "select",
        { id: `filter-${name}`, on: { change: ({ target }) => this.choose(name, target.value) } },
        options.map(([value, words]) => el("option", { value, selected: value === String(this.chosen[name]) }, words)),
      ),
    );
  }
}
