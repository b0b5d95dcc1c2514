/** Questions that no clause answers: a supervisor says the outcome, what it needs, and why. */
import { el, toast } from "../../shared/dom.js";
import { own, t } from "../../shared/words.js";
import { ruleAct } from "../../staff/guide/acts.js";
import { openForm } from "../../staff/forms/form.js";
import { matrixOf } from "../../staff/guide/rule.js";
import { needField } from "../../staff/guide/need.js";
import { outcomeWords, prepareRules } from "../../staff/guide/rule-words.js";

/** Ask for the decision of a question at a live table, and send it. */
export async function decide(question, live) {
  const { table, staff } = live.state;
  const [matrix] = await Promise.all([matrixOf(table), prepareRules()]);
  const outcome = await chooseOutcome(question, matrix.outcomes);
  if (!outcome) return;
  const virtual = table.feed === "virtual";
  const needs = outcome.needs.filter((need) => !(virtual && ["card", "cards"].includes(need.field)));
  const done = await decision({
    question,
    outcome,
    table,
    fields: needs.map((need) => needField(need, table, staff)),
    send: (command) => live.send(command),
  });
  if (done) toast(t("pit.done", { what: t("do.decide-report") }), "ok");
}

function chooseOutcome(question, outcomes) {
  return openForm({
    title: t("pit.decide-title", { number: question.number }),
    intro: el("p", {}, own(question.about, question.about_words)),
    fields: [
      {
        name: "outcome",
        kind: "select",
        label: t("pit.outcome"),
        required: true,
        value: "CONTINUE",
        options: outcomes.map((each) => ({ value: each.name, label: outcomeWords(each) })),
      },
    ],
    label: t("pit.go-on"),
    submit: async (said) => outcomes.find((each) => each.name === said.outcome),
  });
}

/** The last step of a decision: what the outcome needs, and the reason. */
function decision({ question, outcome, table, fields, send }) {
  return openForm({
    title: outcomeWords(outcome),
    intro: el("p", {}, own(question.about, question.about_words)),
    made: fields,
    reason: true,
    danger: true,
    label: ruleAct(outcome, table),
    submit: ({ reason, ...report }) =>
      send({
        do: "decide-report",
        number: question.number,
        outcome: outcome.name,
        reason,
        ...(Object.keys(report).length
          ? {
            report: {
              do: "report-irregularity",
              id: "decision",
              actor: "-",
              role: "-",
              situation: "",
              ...report,
            },
          }
          : {}),
      }),
  });
}
