/** Buttons that are always there: call a supervisor, the guide, and occasional actions. */
import { el, fill } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { HEAT_ACTIONS } from "./heats.js";
import { ACTIONS, CALLS } from "./more.js";

const button = (label, act, style = "") =>
  el("button", { type: "button", class: `button ${style}`, on: { click: act } }, label);

export function showTools(place, { call, guide, late }) {
  fill(
    place,
    button(t("call.button"), call, "big"),
    late && button(t("late.button"), late, "big"),
    button(t("guide.button"), () => guide(), "big danger"),
  );
}

/** Return the calls and actions at this table for a user who may send these commands. */
export function offered(table, may) {
  const fits = ([name, { when }]) => may.has(name) && (!when || when(table));
  const names = (all) => Object.entries(all).filter(fits).map(([name]) => name);
  return { calls: names(CALLS), actions: names(ACTIONS) };
}

/** `say(name)` makes a call, `form(name)` asks for what an action needs. */
export function showMore(place, { calls, actions }, { say, form }) {
  const label = (name) => t(ACTIONS[name]?.label ?? `do.${name}`);
  const rowOf = (names, act) => el("div", { class: "row" }, names.map((name) => button(label(name), () => act(name))));
  const heat = actions.filter((name) => HEAT_ACTIONS[name]);
  fill(
    place,
    el(
      "details",
      {},
      el("summary", {}, t("more.title")),
      el("h3", {}, t("more.calls")),
      rowOf(calls, say),
      el("h3", {}, t("more.players")),
      rowOf(actions.filter((name) => !HEAT_ACTIONS[name]), form),
      heat.length > 0 && [el("h3", {}, t("more.heat")), rowOf(heat, form)],
    ),
  );
}
