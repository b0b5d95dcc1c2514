/** What a player sees before paying, and the receipts for what was paid and paid out. */
import { ownTitle } from "../../shared/said/own-title.js";
import { el } from "../../shared/dom.js";
import { cash } from "../../shared/said/money.js";
import { told } from "../../shared/said/times.js";
import { has, t } from "../../shared/words.js";
import { conditionList } from "../parts.js";
import { entrant, game } from "../said.js";

/** The fee, and the conditions in full: who goes on has had them before their eyes. */
export function beforePaying({ card, conditions, conditions_version: version, free_until: until }) {
  return [
    el("p", { class: "fee" }, card.fee ? t("entering.fee", { fee: cash(card.fee) }) : t("entering.free")),
    until && el("p", {}, t("entering.free-until", { time: told(until) })),
    el("p", { class: "muted" }, t("entering.conditions", { version })),
    el("div", { class: "conditions-read", tabindex: 0 }, conditionList(conditions)),
  ];
}

/** The button says what it does with whose money. */
export const payingLabel = (
  { card },
) => (card.fee ? t("entering.pay", { fee: cash(card.fee) }) : t("act.enter-tournament"));

const method = (name) => (has(`method.${name}`) ? t(`method.${name}`) : name);

function card(view, receipt) {
  const { number, at, player, what, amount, reference, by } = receipt;
  const line = (key, value) => value && [el("dt", {}, t(`receipt.${key}`)), el("dd", {}, value)];
  return el(
    "section",
    { class: "seat-card receipt" },
    el("h2", {}, ownTitle(view.card)),
    el("p", {}, t("receipt.number", { number: `${view.card.id}-${number}` })),
    el("p", { class: "who" }, entrant(player)),
    el("p", { class: "amount" }, t(`receipt.what-${what}`), " ", el("b", {}, cash(amount))),
    el(
      "dl",
      { class: "said-conditions" },
      line("game", game(view.card.rulebook)),
      line("when", told(at)),
      line("method", method(receipt.method)),
      line("reference", reference),
      line("by", by),
    ),
  );
}

export function receiptCards(view, receipts) {
  if (!receipts.length) return el("p", { class: "empty" }, t("papers.no-receipts"));
  return el("div", { class: "seat-cards" }, receipts.map((each) => card(view, each)));
}
