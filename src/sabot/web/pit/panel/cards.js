/** The cards in use, the float, and payments that were wrong. */
import { personName } from "../../shared/called.js";
import { el } from "../../shared/dom.js";
import { cash } from "../../shared/money.js";
import { t } from "../../shared/words.js";
import { FLOAT_ACTIONS } from "../actions/actions.js";
import { acts, clause, fact, facts, list } from "../parts.js";

export function cardsTab({ table, staff, act }) {
  const { shoe } = table;
  const dealt = { dealt: staff.cards_dealt, cards: staff.cards };
  const digest =
    shoe.digest &&
    el("div", {}, el("dt", {}, t("pit.digest")), el("dd", { class: "mono digest" }, shoe.digest));
  return [
    facts(
      fact("shoe", `${shoe.number} · ${t(`source.${shoe.source}`)}`),
      shoe.stage && fact("pit.stage", t(`stage.${shoe.stage}`)),
      fact("pit.dealt", t("status.cards", dealt)),
      table.method && fact("field.method", table.method),
      shoe.last_coups != null && fact("pit.last-coups", shoe.last_coups),
      digest,
    ),
    acts(["bring-cards", "check-cards", "order-shuffle", "shuffle", "shuffle-by-hand"], act),
  ];
}

export function moneyTab({ table, staff, choices, act }) {
  const wrong = staff.mispayments.map((paid) => mispaid(paid, act, table.money));
  return [
    facts(fact("pit.float", cash(staff.float, table.money)), fact("pit.drop", cash(staff.drop))),
    acts(FLOAT_ACTIONS, act),
    choices.payments.length
      ? [
          el("h3", {}, t("pit.mispayments")),
          list(wrong, "pit.no-mispayments"),
          acts(["find-mispayment"], act),
        ]
      : null,
  ];
}

function mispaid(paid, act, sign) {
  const left = paid.amount - (paid.rectified ?? 0);
  const told = { amount: cash(paid.amount, sign), who: paid.player ? personName(paid.player) : t("pit.unknown"), coup: paid.coup };
  const steps = ["record-inquiry", "rectify-payment", "record-attempt", "raise-payment"];
  const due = paid.to_do?.length ? [" ", t("pit.to-do"), " ", clause(paid.to_do.join(", "))] : null;
  return el(
    "li",
    { class: "item" },
    el(
      "p",
      {},
      el("b", {}, `${paid.number}. `),
      t(paid.over ? "pit.overpaid" : "pit.underpaid", told),
      el("span", { class: "muted" }, ` ${paid.note}`),
    ),
    el(
      "p",
      { class: "small muted" },
      left > 0 ? t("pit.left", { amount: cash(left, sign) }) : t("pit.rectified"),
      due,
    ),
    acts(steps, act, { number: paid.number }),
  );
}
