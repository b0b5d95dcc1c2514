/** Clause numbers at the table: there for those who ask for them, and remembered. */
import { el } from "../../shared/dom.js";
import { own, t } from "../../shared/words.js";

const KEPT = "sabot.clauses";

/** Whether this browser's player has asked for clause numbers. */
export const wanted = () => localStorage.getItem(KEPT) === "on";

/** Show clause numbers from now on, or no more. */
export function want(on) {
  localStorage.setItem(KEPT, on ? "on" : "off");
}

/** A sentence, with its clause where clauses are asked for. */
export function saidWith(text, clause) {
  return clause && wanted() ? t("with-clause", { text, clause }) : text;
}

/** What a refusal says to a player. */
export const refusedText = (refused) => saidWith(own(refused.message, refused.words), refused.clause);

/** The switch with which a player asks for them; `again()` draws what has changed by it. */
export function clauseSwitch(again) {
  const box = el("input", { type: "checkbox", id: "clauses-wanted", checked: wanted() });
  box.addEventListener("change", () => {
    want(box.checked);
    again();
  });
  return el("p", { class: "clause-switch" }, box, " ", el("label", { for: box.id }, t("clauses-show")));
}
