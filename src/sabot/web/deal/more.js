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
 * `numbers` names those to turn.
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
};

/** The command that was said in a form. */
export function commandOf(name, said) {
  const numbers = Object.fromEntries(
    (ACTIONS[name].numbers ?? [])
      .filter((key) => said[key] !== undefined)
      .map((key) => [key, Number(said[key])]),
  );
  return { do: name, ...said, ...numbers };
}
