/** Small pieces that the tabs of a panel are made of. */
import { el } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { actionsAt } from "./actions/actions.js";

let may = new Set();

/** Return the actions of this page: those who watch read everything and get no buttons. */
export function offering(commands) {
  may = commands;
}

export const isWatched = () => !may.has("open-table");

export const button = (label, act, style = "") =>
  el("button", { type: "button", class: `button ${style}`, on: { click: act } }, label);

/** A button that does something at the table. */
export const doing = (...given) => (isWatched() ? null : button(...given));

/** Such buttons side by side. */
export const row = (...children) => (isWatched() ? null : el("div", { class: "row acts" }, children));
export const clause = (text) => (text ? el("span", { class: "clause" }, text) : null);
export const none = (key) => el("p", { class: "muted" }, t(key));

/** A button for each action that stands at a place of the panel; `fixed` are fields that the page knows. */
export const acts = (place, given, fixed = {}) => row(buttonsAt(place, given, fixed));

export const buttonsAt = (place, given, fixed = {}) =>
  actionsAt(place, given)
    .filter((name) => may.has(name))
    .map((name) => doing(t(`do.${name}`), () => given.act(name, fixed)));

/** One line of a list of facts, with the clause behind it. */
export const fact = (key, text, by = null) => el("div", {}, el("dt", {}, t(key)), el("dd", {}, text, " ", clause(by)));

export const facts = (...lines) => el("dl", { class: "facts" }, lines);

/** A list of items, or a sentence when there is none. */
export const list = (items, otherwise, style = "items") =>
  items.length ? el("ul", { class: style }, items) : none(otherwise);

/** A pending item and the buttons that answer it. */
export const banner = (words, ...answers) => el("p", { class: "banner" }, el("span", {}, words), answers);

/** A table of data that scrolls by itself when the screen is narrow; an empty head is for actions. */
export function dataTable(label, heads, rows) {
  const named = (head) => head || el("span", { class: "visually-hidden" }, t("pit.acts"));
  const top = el(
    "tr",
    {},
    heads.map((head) => el("th", { scope: "col" }, named(head))),
  );
  const table = el("table", { class: "data" }, el("thead", {}, top), el("tbody", {}, rows));
  return el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, table);
}
