/** The schedule as a form: a row for each session, the final last, and what holds for all of them. */
import { get } from "../shared/api.js";
import { el, fill } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { inField } from "../shared/said/times.js";
import { fieldOf, readAll } from "../staff/forms/form.js";
import { stage } from "./said.js";

const HOUR = 3600e3;
const amount = (cents) => (cents === undefined ? undefined : String(cents / 100));

/** Limits as lines: from which coup or minute, least, most. */
const stepsOf = (limits) =>
  limits.map(({ since, minimum, maximum }) => [since, amount(minimum), amount(maximum)].join(", ")).join("\n");

function stepsRead(text, first) {
  return text.split("\n").map((line) => line.split(",").map((each) => each.trim())).filter(([one]) => one)
    .map((parts) => (parts.length === 2 ? [first, ...parts] : parts))
    .map(([since, minimum, maximum = ""]) => ({ since: Number(since), minimum, maximum }));
}

function legFields(view, old, place, last) {
  const announced = view.conditions.limits ?? [];
  const { minimum, maximum } = announced[Math.min(place, announced.length - 1)] ?? {};
  const lasts = old?.minutes ? "minutes" : "coups";
  const first = lasts === "minutes" ? 0 : 1;
  const limits = old ? stepsOf(old.limits) : minimum ? `${first}, ${minimum}, ${maximum}` : "";
  const field = (name, kind, value, more = {}) =>
    fieldOf({ name, kind, value, label: t(`field.${name}`), required: true, min: 1, ...more });
  return [
    field("stage", "select", old?.stage ?? (last ? "final" : "session"), {
      options: ["session", "repechage", "final"].map((each) => ({ value: each, label: stage(each) })),
    }),
    field("starts", "time", inField(old ? old.starts : Date.now() + HOUR * (place + 1))),
    field("seats", "number", old?.seats ?? 7),
    field("advance", "number", old?.advance ?? (last ? 3 : 1)),
    field("lasts", "number", old?.minutes ?? old?.coups ?? 20),
    field("of", "select", lasts, {
      options: ["coups", "minutes"].map((each) => ({ value: each, label: t(`field.${each}`) })),
    }),
    field("limits", "long", limits, { hint: t("field.limits-hint") }),
  ];
}

function legOf(parts) {
  const { limits, lasts, of, ...said } = readAll(parts);
  return { ...said, [of]: lasts, limits: stepsRead(limits ?? "", of === "minutes" ? 0 : 1) };
}

/** All of it, as parts of a form; an earlier tournament or a template can be taken over. */
export async function scheduleFields(view) {
  const templates = await get(`/api/tournaments/${encodeURIComponent(view.card.id)}/templates`);
  const sessions = Number.isInteger(view.conditions.sessions) ? view.conditions.sessions : 2;
  const node = el("div", { class: "legs" });
  let legs = [];
  const put = (old) => {
    const count = old.length || sessions;
    legs = Array.from({ length: count }, (_, place) => legFields(view, old[place], place, place === count - 1));
    fill(
      node,
      legs.map((parts, place) =>
        el(
          "fieldset",
          { class: "leg" },
          el("legend", {}, t("tournaments.session", { number: place + 1 })),
          parts.map((part) => part.node),
        )
      ),
    );
  };
  put(view.schedule?.legs ?? []);
  const name = ({ name: each, earlier }) => earlier || t(`template.${each}`);
  const fit = templates.filter(({ legs: { length } }) => length === sessions);
  const select = el(
    "select",
    { name: "begin-with" },
    el("option", { value: "" }, t("tournaments.as-it-is")),
    fit.map((each, at) => el("option", { value: at }, name(each))),
  );
  select.addEventListener("change", () => select.value !== "" && put(fit[Number(select.value)].legs));
  const begin = el("label", { class: "field" }, t("tournaments.begin-with"), select);
  const seconds = fieldOf({
    name: "seconds",
    kind: "number",
    label: t("field.seconds"),
    hint: t("field.seconds-hint"),
    value: view.schedule?.seconds ?? "",
    min: 1,
  });
  const chip = fieldOf({ name: "chip", kind: "money", label: t("field.chip"), value: "1", required: true });
  const whole = el("div", { class: "whole" }, fit.length > 0 && begin, node);
  return [{ name: "sessions", node: whole, read: () => legs.map(legOf) }, chip, seconds];
}
