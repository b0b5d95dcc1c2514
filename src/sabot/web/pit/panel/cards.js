/** The cards in use, the float, and payments that were wrong. */
import { personName } from "../../shared/said/called.js";
import { el } from "../../shared/dom.js";
import { cash } from "../../shared/said/money.js";
import { t } from "../../shared/words.js";
import { acts, clause, fact, facts, list } from "../parts.js";

export function cardsTab(given) {
  const { table, staff } = given;
  const { shoe } = table;
  const dealt = { dealt: staff.cards_dealt, cards: staff.cards };
  const digest = shoe.digest &&
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
    acts("cards", given),
  ];
}

export function moneyTab(given) {
  const { table, staff, choices } = given;
  const wrong = staff.mispayments.map((paid) => mispaid(paid, given));
  return [
    facts(fact("pit.float", cash(staff.float, table.money)), fact("pit.drop", cash(staff.drop))),
    acts("float", given),
    staff.debts.length
      ? [el("h3", {}, t("pit.debts")), el("ul", { class: "items" }, staff.debts.map((each) => debt(each, given)))]
      : null,
    choices.payments.length
      ? [
        el("h3", {}, t("pit.mispayments")),
        list(wrong, "pit.no-mispayments"),
        acts("payments", given),
      ]
      : null,
  ];
}

/** What a player owes at the table, or what is kept for one who left, and what is done about it. */
function debt({ player, owes, kept, clause: by }, given) {
  const sign = given.table.money;
  const told = (amount) => ({ player: personName(player), amount: cash(amount, sign) });
  return el(
    "li",
    { class: "item" },
    owes ? el("p", {}, t("pit.owes", told(owes)), " ", clause(by)) : null,
    kept ? el("p", {}, t("pit.kept", told(kept))) : null,
    owes ? acts("debt", given, { player }) : null,
    kept ? acts("kept", given, { player }) : null,
  );
}

function mispaid(paid, given) {
  const sign = given.table.money;
  const left = paid.amount - (paid.rectified ?? 0);
  const told = {
    amount: cash(paid.amount, sign),
    who: paid.player ? personName(paid.player) : t("pit.unknown"),
    coup: paid.coup,
  };
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
    acts("mispayment", given, { number: paid.number }),
  );
}
