/** The float, and payments that were wrong. */
import { cash } from "../../shared/said/money.js";
import { t } from "../../shared/words.js";
import { centsOf, chipsOrAmount, shaped, startOf } from "../../staff/chips.js";
import { debtMeans, players, wagers } from "../../staff/names.js";
import { amountAct, field, must, named, typed } from "./fields.js";

export const FLOAT = {
  "open-float": {
    at: ["float"],
    confirmed: "if-closed-otherwise",
    shape: (said) => shaped(said),
    fields: ({ staff }) => [chipsOrAmount(staff)],
    names: amountAct("open-float"),
  },
  fill: {
    at: ["float"],
    confirmed: "always",
    confirmer: "cashier",
    shape: (said) => shaped(said),
    fields: ({ staff }) => [
      chipsOrAmount(staff, { start: startOf(staff.fill_asked?.chips ?? []) }),
      field("slip", "text", must),
    ],
    names: amountAct("fill"),
  },
  credit: {
    at: ["float"],
    confirmed: "always",
    confirmer: "cashier",
    shape: (said) => shaped(said),
    fields: ({ staff }) => [chipsOrAmount(staff), field("slip", "text", must)],
    names: amountAct("credit"),
  },
  "count-float": {
    at: ["float"],
    when: ({ staff }) => staff.tray.length > 0,
    confirmed: "if-differs",
    shape: ({ chips = {}, ...said }) => ({ ...said, chips }),
    fields: ({ staff }) => [chipsOrAmount(staff)],
  },
  "close-float": {
    at: ["float"],
    confirmed: "if-differs",
    shape: (
      said,
      { staff },
    ) => (staff.tray.length && !said.chips ? { ...said, counted: "0" } : shaped(said, "counted")),
    fields: ({ staff }) => [chipsOrAmount(staff, { name: "counted" })],
    names: ({ counted, chips }, { table, staff }) =>
      (counted || chips) &&
      t("act.close-float", {
        counted: chips ? cash(centsOf(chips), table.money) : typed(counted, table.money),
        books: cash(staff.float, table.money),
      }),
  },
  "cancel-fill-request": { at: ["float"], when: ({ staff }) => staff.fill_asked !== null },
  "collect-drop": {
    at: ["float"],
    fields: () => [field("seal", "text", { ...must, hint: t("hint.seal") })],
    names: (said, { staff }) => t("act.collect-drop", { amount: cash(staff.drop) }),
  },
  "remove-drop-box": {
    at: ["float"],
    when: ({ choices }) => choices.opening.cashless,
    fields: ({ staff }) => (staff.drop ? [field("seal", "text", { ...must, hint: t("hint.seal") })] : []),
  },
  "fit-drop-box": { at: ["float"], when: ({ choices }) => choices.opening.cashless },
};

export const MONEY = {
  "pay-debt": {
    at: ["debt"],
    fields: () => [
      field("amount", "money", { hint: t("hint.in-part") }),
      field("means", "select", { ...must, options: debtMeans() }),
    ],
  },
  "write-off-debt": {
    at: ["debt"],
    confirmed: "always",
    reason: "reason",
    fields: () => [field("amount", "money", { hint: t("hint.in-part") })],
  },
  "pay-kept": { at: ["kept"], confirmed: "always" },
  "find-mispayment": {
    at: ["payments"],
    when: ({ choices }) => choices.payments.length > 0,
    confirmed: "always",
    reason: "note",
    fields: ({ table, staff, choices }) => [
      field("of", "select", { ...must, options: named(choices.payments, "paid") }),
      field("coup", "number", { ...must, min: 1, value: Math.max(1, table.coup.number - 1) }),
      field("amount", "money", must),
      field("over", "yes-no", must),
      field("player", "select", { options: players(staff) }),
      field("on", "select", { options: wagers(table) }),
      field("intended", "yes-no"),
      field("in_books", "bool"),
      field("cards", "cards"),
    ],
  },
  "record-inquiry": { at: ["mispayment"], reason: "note", fields: () => [field("intended", "yes-no", must)] },
  "rectify-payment": {
    at: ["mispayment"],
    confirmed: "always",
    reason: "note",
    fields: () => [field("amount", "money", { hint: t("hint.in-part") })],
  },
  "record-attempt": {
    at: ["mispayment"],
    reason: "note",
    fields: ({ choices, staff }) => [
      field("step", "select", { ...must, options: named(choices.attempts, "attempt") }),
      field("player", "select", { options: players(staff) }),
    ],
  },
  "raise-payment": { at: ["mispayment"], reason: "note", fields: () => [field("channel", "text", must)] },
};
