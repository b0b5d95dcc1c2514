/** Statements that another person must confirm: shown to staff, and answered. */
import { naming, personName } from "../../shared/said/called.js";
import { el, toast } from "../../shared/dom.js";
import { clockOf } from "../../shared/said/times.js";
import { own, t } from "../../shared/words.js";
import { openForm } from "./form.js";
import { roleWords } from "../guide/rule-words.js";

const confirmed = (said) => ({ do: "confirm-statement", ...said });
const refused = (said) => ({ do: "refuse-statement", ...said });
const ANSWERS = { confirm: confirmed, refuse: refused, "take-back": refused };

/** A role within a sentence. */
export const roleInside = (role) => roleWords(role).toLowerCase();

/** What the server says of a statement, in the page's language. */
const said = (statement, name) => own(statement[name], statement[`${name}_words`]);

/** Return the answers to a statement: for its author, and for others of the roles that may. */
function answersOf({ by, may_confirm: may }, who) {
  if (by === who.name) return ["take-back"];
  return may.includes(who.role) ? ["refuse", "confirm"] : [];
}

/** What to say once the table has taken a command: that it is done, or who has to confirm it. */
export function takenWords(answer, done) {
  const made = answer.events?.find((event) => event.what.startsWith("statement-made/"));
  return made ? t("statement.waits", { who: roleInside(made.confirmer) }) : done;
}

/** One statement that waits; `send(command)` brings the answer to the table, `ask` opens a form. */
export function statementCard(statement, who, send, ask = openForm) {
  const { number, by, role, at, clause, why, holds, confirmer } = statement;
  const then = said(statement, "then");
  const answers = answersOf(statement, who);
  const waits = statement.may_confirm.includes(who.role) ? "statement.another" : "statement.by-role";
  return el(
    "article",
    { class: `statement ${holds ? "holds" : ""}`, data: { statement: number } },
    el(
      "p",
      { class: "small" },
      naming([by], () => t("statement.said", { number, by: personName(by), role: roleInside(role), at: clockOf(at) })),
      " ",
      holds && el("span", { class: "pill danger" }, t("statement.holds")),
    ),
    el(
      "p",
      { class: "about" },
      said(statement, "about"),
      " ",
      clause && el("span", { class: "clause" }, t("clause", { clause })),
    ),
    then && el("p", {}, t("statement.then", { then })),
    why && el("p", {}, t("statement.why", { why })),
    el(
      "div",
      { class: "row apart" },
      el("span", { class: "muted small" }, answers.includes("confirm") ? "" : t(waits, { who: roleInside(confirmer) })),
      el(
        "span",
        { class: "row" },
        answers.map((each) => answerButton(each, () => answerStatement(each, statement, send, ask))),
      ),
    ),
  );
}

function answerButton(each, act) {
  const style = each === "confirm" ? "primary" : "";
  return el("button", { type: "button", class: `button ${style}`, on: { click: act } }, t(`statement.${each}`));
}

/** Ask for the reason; then the table decides. */
async function answerStatement(each, statement, send, ask) {
  const done = await ask({
    title: t(`statement.${each}-title`, { number: statement.number }),
    intro: [
      el(
        "p",
        {},
        naming([statement.by], () => t("statement.reports", { by: personName(statement.by) })),
        " ",
        said(statement, "about"),
      ),
      each === "confirm" && statement.then ? el("p", {}, t("statement.then", { then: said(statement, "then") })) : null,
      el("p", {}, t(`statement.${each}-means`)),
    ],
    reason: true,
    danger: each !== "confirm",
    label: t(`statement.${each}`),
    submit: ({ reason }) => send(ANSWERS[each]({ number: statement.number, reason })),
  });
  if (done) toast(t(`statement.${each}-done`), "ok");
}
