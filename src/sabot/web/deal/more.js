/** What else a dealer does: calls out of turn, and what players ask for by word or hand. */
import { t } from "../shared/words.js";
import { readCard } from "../staff/forms/cards-typed.js";
import { holderFields } from "./holder.js";
import { HEAT_ACTIONS } from "./heats.js";
import { chipsOrAmount, kinds, shaped } from "../staff/chips.js";
import { boxes, debtMeans, debtors, hands, players, wagers } from "../staff/names.js";

const field = (name, kind, more = {}) => ({ name, kind, label: t(`field.${name}`), ...more });
const must = { required: true };

/** The calls that are one word and nothing to fill in, each with its button. */
export const CALLS = {
  "place-your-bets": {},
  "no-more-bets": {},
  "announce-counts": {},
  "announce-result": {},
  "settle-wagers": {},
  "clear-cards": {},
  "mark-point-total": {},
  "resume-play": {},
  "shuffle-by-hand": {},
};

/** A field for chips that are counted: by kind where the table has a chip set. */
function chipsTyped(name, staff) {
  const chips = kinds(staff);
  return chips.length ? field(name, "chips", { chips }) : field(name, "text", { ...must, hint: t("hint.chips") });
}

/** "4 x 25, 1 x 100" as the number of chips of each value; a count of a field is one already. */
function counted(text = {}) {
  if (typeof text !== "string") return text;
  const parts = text.split(/[,，;]/).map((each) => /^\s*(\d+)\s*[x×*]\s*([\d.]+)\s*$/i.exec(each));
  if (parts.includes(null)) throw new Error(t("form.bad-chips"));
  return Object.fromEntries(parts.map(([, count, value]) => [value, Number(count)]));
}

/** The card that was typed into a form, as commands name it; none where nothing was typed. */
function typed(text) {
  if (!text?.trim()) return {};
  const card = readCard(text);
  if (!card) throw new Error(t("entry.no-card", { text: text.trim() }));
  return { card };
}

/** What can be left out before a first card: each is a word of `deal-card`. */
const LEFT_OUT = ["unshuffled", "uncut", "unburned"];

const device = (staff) =>
  field("device", "select", {
    ...must,
    options: staff.devices
      .filter((each) => each.relied || each.state !== "revoked")
      .map((each) => ({ value: each.name, label: each.name })),
  });
const one = (staff) => field("player", "select", { ...must, options: players(staff) });
const hasAreas = (table) => table.wagers.some((wager) => wager.per_box);
const onFelt = (table) => table.feed !== "virtual";
const inHeat = (table) => Boolean(table.heat);

/**
 * Every other action, each with its button: its fields, made for this table, and `when` a table has
 * any use for it: a virtual table has no chips to see. `label` is its button's key where the command
 * has a button of its own in the usual case. Numbers that a select gives are text, so
 * `numbers` names those to turn. `confirmed` says when another person must confirm it. `made` makes
 * fields that belong together, which come first.
 */
export const ACTIONS = {
  "join-table": {
    when: onFelt,
    made: holderFields,
    fields: () => [field("chips", "money"), field("place", "number", { min: 1 })],
  },
  "buy-chips": {
    when: onFelt,
    fields: (table, staff) => [
      one(staff),
      field("amount", "money", must),
      ...(kinds(staff).length ? [field("chips", "chips", { chips: kinds(staff), hint: t("hint.largest") })] : []),
    ],
  },
  "pay-debt": {
    when: onFelt,
    fields: (table, staff) => [
      field("player", "select", { ...must, options: debtors(staff) }),
      field("amount", "money"),
      field("means", "select", { ...must, options: debtMeans() }),
    ],
  },
  "declare-chips": {
    when: onFelt,
    confirmed: "always",
    fields: (table, staff) => [
      one(staff),
      field("amount", "money", must),
    ],
  },
  "exchange-voucher": {
    confirmed: "always",
    shape: ({ voucher, ...said }) => ({ ...said, number: voucher }),
    fields: (table, staff) => [
      one(staff),
      field("voucher", "text", must),
      field("amount", "money", must),
      field("conditions", "long", must),
    ],
  },
  "colour-change": {
    shape: ({ gives, takes, ...said }) => ({ ...said, gives: counted(gives), takes: counted(takes) }),
    fields: (table, staff) => [one(staff), chipsTyped("gives", staff), chipsTyped("takes", staff)],
  },
  "colour-up": {
    when: onFelt,
    shape: ({ gives = {}, ...said }) => ({ ...said, gives }),
    fields: (table, staff) => [one(staff), chipsTyped("gives", staff)],
  },
  "request-fill": { when: onFelt, shape: shaped, fields: (table, staff) => [chipsOrAmount(staff)] },
  "cancel-fill-request": { when: onFelt, fields: () => [] },
  "use-keys": {
    when: onFelt,
    confirmed: "always",
    fields: (table, staff) => [device(staff), field("reason", "long", must)],
  },
  "rely-on-device": { when: onFelt, fields: (table, staff) => [device(staff)] },
  "take-box": {
    when: hasAreas,
    numbers: ["box"],
    fields: (table, staff) => [one(staff), field("box", "select", { ...must, options: boxes(table) })],
  },
  "give-up-box": {
    when: hasAreas,
    numbers: ["box"],
    fields: (table, staff) => [one(staff), field("box", "select", { ...must, options: boxes(table) })],
  },
  "ask-for-box": { when: hasAreas, fields: (table, staff) => [one(staff)] },
  "end-turn": { when: inHeat, fields: (table, staff) => [one(staff)] },
  "lay-pass-card": { when: inHeat, fields: (table, staff) => [one(staff)] },
  "take-pass-card": { when: inHeat, fields: (table, staff) => [one(staff)] },
  "sit-out": { fields: (table, staff) => [one(staff)] },
  "place-wager": {
    numbers: ["box"],
    fields: (table, staff) => [
      one(staff),
      field("on", "select", { ...must, options: wagers(table) }),
      field("amount", "money", must),
      field("box", "select", { options: boxes(table) }),
    ],
  },
  "withdraw-wager": {
    numbers: ["box"],
    fields: (table, staff) => [
      one(staff),
      field("on", "select", { ...must, options: wagers(table) }),
      field("box", "select", { options: boxes(table) }),
    ],
  },
  "take-down": {
    numbers: ["box"],
    fields: (table, staff) => [
      one(staff),
      field("on", "select", { options: wagers(table) }),
      field("box", "select", { options: boxes(table) }),
    ],
  },
  "keep-wagers": { fields: (table, staff) => [one(staff)] },
  "reduce-wagers": {
    fields: () => [
      field("side", "select", {
        ...must,
        options: ["player", "banker"].map((side) => ({ value: side, label: t(`hand.${side}`) })),
      }),
    ],
  },
  "vacate-seat": { fields: (table, staff) => [one(staff)] },
  "leave-table": {
    confirmed: "if-differs",
    fields: (table, staff) => [
      one(staff),
      field("declared", "money"),
    ],
  },
  "pass-hand": {
    fields: (table, staff) => [
      field("hand", "select", { ...must, options: hands(table) }),
      one(staff),
    ],
  },
  "refuse-cards": {
    fields: (table, staff) => [
      field("hand", "select", { ...must, options: hands(table) }),
      one(staff),
    ],
  },
  "nominate-players": {
    fields: (table, staff) => [
      field("hand", "select", { ...must, options: hands(table) }),
      one(staff),
      field("nominees", "checks", { options: players(staff) }),
    ],
  },
  "return-hand": { fields: (table) => [field("hand", "select", { ...must, options: hands(table) })] },
  "forfeit-cards": {
    fields: (table, staff) => [
      field("hand", "select", { ...must, options: hands(table) }),
      one(staff),
      field("reason", "long", must),
    ],
  },
  "show-difference": {
    when: (table) => onFelt(table) && inHeat(table),
    shape: ({ missing, ...said }) => ({ ...said, missing: counted(missing) }),
    fields: (table, staff) => [
      one(staff),
      field("found", "money", must),
      field("missing", "text", { ...must, hint: t("hint.chips") }),
    ],
  },
  "answer-difference": {
    when: (table) => onFelt(table) && inHeat(table),
    shape: ({ agrees, ...said }) => ({ ...said, agrees: agrees === true }),
    fields: (table, staff) => [one(staff), field("agrees", "bool"), field("note", "long")],
  },
  "raise-dispute": {
    fields: (table, staff) => [
      one(staff),
      field("about", "long", must),
      field("coup", "number", { min: 1, value: table.coup.number }),
    ],
  },
  "remind-player": {
    fields: (table, staff) => [
      one(staff),
      field("note", "long"),
    ],
  },
  riffle: {
    fields: (table, staff) => [
      field("asked_by", "select", {
        ...must,
        options: ["player", "dealer", "casino supervisor"].map((role) => ({ value: role, label: t(`role.${role}`) })),
      }),
      field("player", "select", { options: players(staff) }),
    ],
  },
  "deal-card": {
    when: onFelt,
    label: "more.deal-card",
    shape: ({ turned, left_out }) => ({ ...typed(turned), [left_out]: true }),
    fields: () => [
      field("left_out", "select", {
        ...must,
        options: LEFT_OUT.map((word) => ({ value: word, label: t(`left-out.${word}`) })),
      }),
      field("turned", "text", { hint: t("hint.turned") }),
    ],
  },
  "burn-cards": {
    when: onFelt,
    label: "more.burn-cards",
    shape: ({ turned, burned }) => ({ ...typed(turned), burned }),
    fields: () => [
      field("turned", "text", must),
      field("burned", "number", { ...must, min: 1 }),
    ],
  },
  "show-rules": { fields: () => [field("to", "text", must)] },
  "show-odds": { fields: () => [field("note", "text")] },
  ...HEAT_ACTIONS,
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
