/** The same thing at many tables at once: each table decides for itself, and answers for itself. */
import { post } from "../../shared/api.js";
import { el, fill, refusalText } from "../../shared/dom.js";
import { calledOf } from "../../shared/said/titles.js";
import { t } from "../../shared/words.js";
import { inDialog, openForm } from "../../staff/forms/form.js";
import { button } from "../parts.js";

const money = (name, required = true) => ({ name, kind: "money", label: t(`field.${name}`), required });
const wholeSign = ({ minimum, maximum }) => ({ sign: { minimum, maximum } });

/** What can be done so: its fields, the command that is made of them, and at which tables. */
const ACTS = {
  "post-sign": { fields: signFields, shape: postedSign },
  "change-limits": { fields: () => [money("minimum"), money("maximum")], shape: wholeSign },
  "raise-minimum": { fields: () => [money("minimum")], shape: ({ minimum }) => ({ minimum }) },
  "open-float": { fields: () => [money("amount")], shape: ({ amount }) => ({ amount }) },
  "order-shuffle": { reason: "reason" },
  "close-table": { danger: true },
};

function signFields() {
  const kinds = ["minimum", "close"].map((kind) => ({ value: kind, label: t(`sign.${kind}`) }));
  return [
    { name: "kind", kind: "select", label: t("field.kind"), required: true, options: kinds },
    money("amount", false),
    { name: "minutes", kind: "number", label: t("many.minutes"), required: true, value: 20, min: 0 },
  ];
}

/** A sign that takes effect when it has stood so many minutes. */
function postedSign({ minutes, kind, amount }, now) {
  const takesEffect = new Date(now() + minutes * 60000 + 1000).toISOString();
  return { kind, amount: kind === "close" ? undefined : amount, takes_effect: takesEffect };
}

const send = (id, command) =>
  post(`/api/tables/${encodeURIComponent(id)}/commands`, { id: crypto.randomUUID(), ...command });

/** Choose the tables and what to do, then do it and show what each table said. `now` is the clock. */
export async function openMany(tables, now) {
  const open = tables.filter((card) => card.phase !== "closed");
  const first = await openForm({
    title: t("many.title"),
    fields: [
      {
        name: "act",
        kind: "select",
        label: t("many.act"),
        required: true,
        options: Object.keys(ACTS).map((name) => ({ value: name, label: t(`do.${name}`) })),
      },
      {
        name: "tables",
        kind: "checks",
        label: t("pit.tables"),
        options: open.map((card) => ({ value: card.id, label: calledOf(card) })),
      },
    ],
    label: t("pit.go-on"),
    submit: async ({ act, tables: chosen }) => {
      if (!chosen) throw new Error(t("many.none"));
      return { act, chosen: open.filter((card) => chosen.includes(card.id)) };
    },
  });
  if (first) await ask(first.act, first.chosen, now);
}

async function ask(name, chosen, now) {
  const { fields = () => [], shape = () => ({}), danger = false, reason: where = "why" } = ACTS[name];
  const answers = await openForm({
    title: t(`do.${name}`),
    intro: el("p", {}, chosen.map(calledOf).join(t("act.and"))),
    fields: fields(),
    reason: true,
    danger,
    label: t("many.do", { what: t(`do.${name}`), tables: chosen.length }),
    submit: ({ reason, ...said }) =>
      Promise.all(chosen.map((card) => answerOf(card, { do: name, ...shape(said, now), [where]: reason }))),
  });
  if (answers) await showAnswers(t(`do.${name}`), answers);
}

async function answerOf(card, command) {
  try {
    await send(card.id, command);
    return { card, no: null };
  } catch (refused) {
    return { card, no: refusalText(refused) };
  }
}

/** Show every table's answer, with the reason of a refusal. */
async function showAnswers(title, answers) {
  const leave = button(t("close"), () => {});
  const lines = answers.map(({ card, no }) =>
    el(
      "li",
      { class: "item row apart" },
      el("b", {}, calledOf(card)),
      el("span", { class: no ? "error" : "pill ok" }, no ?? t("many.done")),
    )
  );
  const body = el("div", { class: "column" });
  fill(body, el("ul", { class: "items" }, lines), el("div", { class: "actions" }, leave));
  await inDialog(title, body, (close) => leave.addEventListener("click", () => close(null)));
}
