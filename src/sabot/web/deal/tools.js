/** The buttons that are always there: a supervisor, the guide, and whatever is done now and then. */
import { el, fill } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { ACTIONS, CALLS } from "./more.js";

const button = (label, act, style = "") =>
  el("button", { type: "button", class: `button ${style}`, on: { click: act } }, label);

export function showTools(place, { call, guide }) {
  fill(place, button(t("call.button"), call, "big"), button(t("guide.button"), guide, "big danger"));
}

/** `say(name)` makes a call, `form(name)` asks for what an action needs. */
export function showMore(place, { say, form }) {
  const rowOf = (names, act) => el("div", { class: "row" }, names.map((name) => button(t(`do.${name}`), () => act(name))));
  fill(
    place,
    el(
      "details",
      {},
      el("summary", {}, t("more.title")),
      el("h3", {}, t("more.calls")),
      rowOf(CALLS, say),
      el("h3", {}, t("more.players")),
      rowOf(Object.keys(ACTIONS), form),
    ),
  );
}
