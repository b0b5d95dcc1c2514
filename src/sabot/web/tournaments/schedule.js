/** The schedule as a form: a row for each session, the final last, and what holds for all of them. */
import { el } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { inField } from "../shared/said/times.js";
import { fieldOf, readAll } from "../staff/forms/form.js";
import { stage } from "./said.js";

const HOUR = 3600e3;

function legFields(view, place, last) {
  const old = view.schedule?.legs[place];
  const limits = view.conditions.limits ?? [];
  const announced = limits[Math.min(place, limits.length - 1)] ?? {};
  const amount = (cents) => (cents === undefined ? undefined : String(cents / 100));
  const field = (name, kind, value, more = {}) =>
    fieldOf({ name, kind, value, label: t(`field.${name}`), required: true, min: 1, ...more });
  return [
    field("stage", "select", old?.stage ?? (last ? "final" : "session"), {
      options: ["session", "repechage", "final"].map((each) => ({ value: each, label: stage(each) })),
    }),
    field("starts", "time", inField(old ? old.starts : Date.now() + HOUR * (place + 1))),
    field("seats", "number", old?.seats ?? 7),
    field("advance", "number", old?.advance ?? (last ? 3 : 1)),
    field("coups", "number", old?.coups ?? 20),
    field("minimum", "money", amount(old?.limits[0].minimum) ?? announced.minimum ?? ""),
    field("maximum", "money", amount(old?.limits[0].maximum) ?? announced.maximum ?? ""),
  ];
}

function legOf(parts) {
  const { minimum, maximum, ...said } = readAll(parts);
  return { ...said, limits: [{ since: 1, minimum, maximum }] };
}

/** All of it, as parts of a form. */
export function scheduleFields(view) {
  const sessions = Number.isInteger(view.conditions.sessions) ? view.conditions.sessions : 2;
  const legs = Array.from({ length: sessions }, (_, place) => legFields(view, place, place === sessions - 1));
  const node = el(
    "div",
    { class: "legs" },
    legs.map((parts, place) =>
      el(
        "fieldset",
        { class: "leg" },
        el("legend", {}, t("tournaments.session", { number: place + 1 })),
        parts.map((part) => part.node),
      )
    ),
  );
  const seconds = fieldOf({
    name: "seconds",
    kind: "number",
    label: t("field.seconds"),
    hint: t("field.seconds-hint"),
    value: view.schedule?.seconds ?? "",
    min: 1,
  });
  const chip = fieldOf({ name: "chip", kind: "money", label: t("field.chip"), value: "1", required: true });
  return [{ name: "sessions", node, read: () => legs.map(legOf) }, chip, seconds];
}
