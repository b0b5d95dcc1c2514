/** The float, and payments that were wrong. */
import { cash } from "../../shared/said/money.js";
import { t } from "../../shared/words.js";
import { players } from "../../staff/names.js";
import { amountAct, field, must, named, typed } from "./fields.js";

export const FLOAT = {
  "open-float": { fields: () => [field("amount", "money", must)], names: amountAct("open-float") },
  fill: { fields: () => [field("amount", "money", must), field("slip", "text")], names: amountAct("fill") },
  credit: {
    fields: () => [field("amount", "money", must), field("slip", "text")],
    names: amountAct("credit"),
  },
  "close-float": {
    confirmed: "if-differs",
    fields: () => [field("counted", "money", must)],
    names: ({ counted }, { table, staff }) =>
      counted && t("act.close-float", { counted: typed(counted, table.money), books: cash(staff.float, table.money) }),
  },
  "collect-drop": { names: (said, { staff }) => t("act.collect-drop", { amount: cash(staff.drop) }) },
};

export const MONEY = {
  "find-mispayment": {
    confirmed: "always",
    reason: "note",
    fields: ({ table, staff, choices }) => [
      field("of", "select", { ...must, options: named(choices.payments, "paid") }),
      field("coup", "number", { ...must, min: 1, value: Math.max(1, table.coup.number - 1) }),
      field("amount", "money", must),
      field("over", "yes-no", must),
      field("player", "select", { options: players(staff) }),
      field("intended", "yes-no"),
      field("in_books", "bool"),
    ],
  },
  "record-inquiry": { reason: "note", fields: () => [field("intended", "yes-no", must)] },
  "rectify-payment": {
    reason: "note",
    fields: () => [field("amount", "money", { hint: t("hint.in-part") })],
  },
  "record-attempt": {
    reason: "note",
    fields: ({ choices, staff }) => [
      field("step", "select", { ...must, options: named(choices.attempts, "attempt") }),
      field("player", "select", { options: players(staff) }),
    ],
  },
  "raise-payment": { reason: "note", fields: () => [field("channel", "text", must)] },
};
