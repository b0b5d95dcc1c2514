/** What else a dealer does: calls out of turn, and what players ask for by word or hand. */
import { t } from "../shared/words.js";
import { boxes, hands, players, wagers } from "../staff/names.js";

const field = (name, kind, more = {}) => ({ name, kind, label: t(`field.${name}`), ...more });
const must = { required: true };

/** The calls that are one word and nothing to fill in. */
export const CALLS = [
  "place-your-bets",
  "no-more-bets",
  "announce-counts",
  "announce-result",
  "settle-wagers",
  "clear-cards",
  "mark-point-total",
  "resume-play",
];

/**
 * Every other action: its fields, made for this table. Numbers that a select gives are text, so
 * `numbers` names those to turn. `confirmed` says when somebody else has to confirm it.
 */
export const ACTIONS = {
  "join-table": {
    fields: () => [
      field("player", "text", must),
      field("chips", "money"),
      field("place", "number", { min: 1 }),
      field("card", "text"),
    ],
  },
  "buy-chips": {
    fields: (table, staff) => [
      field("player", "select", { ...must, options: players(staff) }),
      field("amount", "money", must),
    ],
  },
  "declare-chips": {
    confirmed: "always",
    fields: (table, staff) => [
      field("player", "select", { ...must, options: players(staff) }),
      field("amount", "money", must),
    ],
  },
  "exchange-voucher": {
    confirmed: "always",
    shape: ({ voucher, ...said }) => ({ ...said, number: voucher }),
    fields: (table, staff) => [
      field("player", "select", { ...must, options: players(staff) }),
      field("voucher", "text", must),
      field("amount", "money", must),
      field("conditions", "long", must),
    ],
  },
  "place-wager": {
    numbers: ["box"],
    fields: (table, staff) => [
      field("player", "select", { ...must, options: players(staff) }),
      field("on", "select", { ...must, options: wagers(table) }),
      field("amount", "money", must),
      field("box", "select", { options: boxes(table) }),
    ],
  },
  "withdraw-wager": {
    numbers: ["box"],
    fields: (table, staff) => [
      field("player", "select", { ...must, options: players(staff) }),
      field("on", "select", { ...must, options: wagers(table) }),
      field("box", "select", { options: boxes(table) }),
    ],
  },
  "take-down": {
    numbers: ["box"],
    fields: (table, staff) => [
      field("player", "select", { ...must, options: players(staff) }),
      field("on", "select", { options: wagers(table) }),
      field("box", "select", { options: boxes(table) }),
    ],
  },
  "leave-table": {
    confirmed: "if-differs",
    fields: (table, staff) => [
      field("player", "select", { ...must, options: players(staff) }),
      field("declared", "money"),
    ],
  },
  "pass-hand": {
    fields: (table, staff) => [
      field("hand", "select", { ...must, options: hands(table) }),
      field("player", "select", { ...must, options: players(staff) }),
    ],
  },
  "refuse-cards": {
    fields: (table, staff) => [
      field("hand", "select", { ...must, options: hands(table) }),
      field("player", "select", { ...must, options: players(staff) }),
    ],
  },
  "return-hand": { fields: (table) => [field("hand", "select", { ...must, options: hands(table) })] },
  "forfeit-cards": {
    fields: (table, staff) => [
      field("hand", "select", { ...must, options: hands(table) }),
      field("player", "select", { ...must, options: players(staff) }),
      field("reason", "long", must),
    ],
  },
  "raise-dispute": {
    fields: (table, staff) => [
      field("player", "select", { ...must, options: players(staff) }),
      field("about", "long", must),
      field("coup", "number", { min: 1, value: table.coup.number }),
    ],
  },
  "remind-player": {
    fields: (table, staff) => [
      field("player", "select", { ...must, options: players(staff) }),
      field("note", "long"),
    ],
  },
  "show-rules": { fields: () => [field("to", "text", must)] },
  "show-odds": { fields: () => [field("note", "text")] },
};

/** The command that was said in a form. */
export function commandOf(name, said) {
  const { numbers: turned = [], shape = (same) => same } = ACTIONS[name];
  const numbers = Object.fromEntries(
    turned
      .filter((key) => said[key] !== undefined)
      .map((key) => [key, Number(said[key])]),
  );
  return { do: name, ...shape(said), ...numbers };
}
