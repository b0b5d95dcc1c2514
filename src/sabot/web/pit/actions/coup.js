/** The coup that runs, and the cards that it is dealt from. */
import { personName } from "../../shared/said/called.js";
import { calledOf } from "../../shared/said/titles.js";
import { t } from "../../shared/words.js";
import { atStake, counted } from "../../staff/guide/acts.js";
import { hands, players, wagerWords, wagers } from "../../staff/names.js";
import { box, field, listed, must, named, numbers, player, withClause } from "./fields.js";

export const COUP = {
  "call-no-bet-coup": {
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
  "forfeit-cards": {
    danger: true,
    reason: "reason",
    fields: (given) => [field("hand", "select", { ...must, options: hands(given.table) }), player(given)],
  },
  "settle-wagers": {
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
  "resume-play": {},
  "answer-call": { reason: "note" },
  "close-table": {
    danger: true,
    names: (said, { table, staff }) =>
      counted("act.close-table", { table: calledOf(table), players: staff.patrons.length }),
  },
};

export const CARDS = {
  "bring-cards": {
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
  "order-shuffle": { reason: "reason" },
  shuffle: { reason: "reason" },
  "shuffle-by-hand": {},
};
