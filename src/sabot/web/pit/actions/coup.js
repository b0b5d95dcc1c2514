/** The coup that runs, and the cards that it is dealt from. */
import { personName } from "../../shared/said/called.js";
import { cash } from "../../shared/said/money.js";
import { calledOf } from "../../shared/said/titles.js";
import { t } from "../../shared/words.js";
import { atStake, counted } from "../../staff/guide/acts.js";
import { players, wagers, wagerWords } from "../../staff/names.js";
import { box, field, listed, must, named, numbers, player, withClause } from "./fields.js";

export const COUP = {
  "call-no-bet-coup": {
    at: ["now"],
    fields: ({ staff }) => [
      field("coups", "number", { value: 1, min: 1 }),
      field("agreed", "checks", { options: players(staff) }),
      field("asked_by", "select", { options: players(staff) }),
      field("marker", "bool"),
      field("told", "checks", { options: named(["surveillance"], "role") }),
    ],
    shape: (said) => ({ ...said, coups: said.coups ?? 1 }),
  },
  "invalidate-outcome": {
    at: ["now"],
    danger: true,
    reason: "reason",
    names: ({ refund, forfeit }, { table }) =>
      counted(`act.invalidate${forfeit ? "-forfeit" : refund ? "-refund" : ""}`, atStake(table)),
    fields: ({ choices, staff }) => [
      field("cause", "select", { ...must, options: choices.causes.map((each) => withClause(each, "cause")) }),
      field("by_player", "select", { options: players(staff) }),
      field("refund", "yes-no"),
      field("forfeit", "yes-no"),
    ],
  },
  "refuse-wager": {
    at: ["now", "player"],
    danger: true,
    reason: "reason",
    names: ({ player: who, on }, { table }) =>
      who && on && t("act.refuse-wager", { player: personName(who), wager: wagerWords(table, on) }),
    fields: (given) => [
      player(given),
      field("on", "select", { ...must, options: wagers(given.table) }),
      box(given),
    ],
    shape: numbers("box"),
  },
  "settle-wagers": {
    at: ["step"],
    reason: "reason",
    fields: ({ table }) =>
      table.stakes
        .filter((stake) => !stake.settled)
        .map((stake) => ({
          name: `pays ${stake.sequence}`,
          kind: "money",
          label: `${personName(stake.player)}: ${wagerWords(table, stake.on)}`,
          hint: t("hint.pays"),
        })),
    shape: (said) => ({
      pays: Object.fromEntries(
        Object.entries(said).map(([key, amount]) => [key.slice("pays ".length), amount]),
      ),
    }),
  },
  "resume-play": { at: ["now"] },
  "answer-call": { at: ["call"], reason: "note" },
  "close-table": {
    at: ["now"],
    danger: true,
    intro: ({ table, staff }) =>
      staff.shift?.is_open ? t("pit.float-open", { amount: cash(staff.float, table.money) }) : null,
    names: (said, { table, staff }) =>
      counted("act.close-table", { table: calledOf(table), players: staff.patrons.length }),
  },
};

export const CARDS = {
  "bring-cards": {
    at: ["cards"],
    fields: ({ choices }) => [
      field("back", "select", { ...must, options: named(["red", "blue"], "back") }),
      field("occasion", "select", {
        options: choices.replacements.map((each) => withClause(each)),
        empty: t("hint.no-occasion"),
      }),
      ...(choices.pre_shuffled.length
        ? [field("pre_shuffled", "select", { options: named(choices.pre_shuffled) })]
        : []),
      field("secured", "bool"),
    ],
  },
  "check-cards": {
    at: ["cards"],
    fields: ({ preset, people }) => [
      field("by_device", "bool"),
      field("dealer", "select", {
        value: preset.dealer,
        hint: t("hint.dealer"),
        options: listed(people.dealers, preset.dealer),
      }),
      field("missing", "number", { value: 0 }),
      field("foreign", "number", { value: 0 }),
    ],
  },
  "order-shuffle": { at: ["now", "cards"], reason: "reason" },
  shuffle: { at: ["cards"], reason: "reason" },
  "shuffle-by-hand": { at: ["cards"] },
};
