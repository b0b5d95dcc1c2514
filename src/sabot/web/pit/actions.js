/**
 * What supervisors do, as data: the fields of each command, made for the table, and the field in
 * which its reason goes ("why" where the command has none of its own). `confirmed` says when
 * somebody else has to confirm it. Whether it may be done is the table's to say.
 */
import { personName } from "../shared/called.js";
import { cash, decimal, parse } from "../shared/money.js";
import { calledOf } from "../shared/titles.js";
import { inField } from "../shared/times.js";
import { has, t } from "../shared/words.js";
import { atStake, counted } from "../staff/acts.js";
import { boxes, hands, peopleOptions, players, wagers, wagerWords } from "../staff/names.js";

const field = (name, kind, more = {}) => ({ name, kind, label: t(`field.${name}`), ...more });
const must = { required: true };
const named = (names, prefix) =>
  names.map((name) => ({ value: name, label: prefix ? t(`${prefix}.${name}`) : name }));
const withClause = (choice, prefix) => ({
  value: choice.name,
  label: `${prefix ? t(`${prefix}.${choice.name}`) : choice.name}${choice.clause ? ` (${choice.clause})` : ""}`,
});
/** People to choose from; whoever is meant already is among them. */
const listed = (names, meant) => peopleOptions([...new Set([...(meant ? [meant] : []), ...names])]);
const player = ({ staff, preset }) =>
  field("player", "select", { ...must, options: players(staff), value: preset.player });
const box = ({ table }) => field("box", "select", { options: boxes(table) });
const numbers =
  (...keys) =>
  (said) => ({
    ...said,
    ...Object.fromEntries(
      keys.filter((key) => said[key] !== undefined).map((key) => [key, Number(said[key])]),
    ),
  });

/** An amount that was typed, as people read it. */
const typed = (amount, sign) => cash(parse(amount) ?? 0, sign);

/** What is done with so much money, once an amount is there. */
function amountAct(name) {
  return ({ amount }, { table }) => amount && t(`act.${name}`, { amount: typed(amount, table.money) });
}

/** What has to be at a table, in the reader's words. */
export const thing = (name) => (has(`thing.${name}`) ? t(`thing.${name}`) : name);

/** A way to burn cards; whoever is named otherwise is a player. */
export const wayWords = (way) => (has(`way.${way}`) ? t(`way.${way}`) : way);

/** The time at which a sign of this kind may take effect if it is posted now. */
function effect({ choices, now, preset }) {
  const sign = choices.signs.find((each) => each.name === preset.kind) ?? choices.signs[0];
  return inField(now + (sign?.minutes ?? 0) * 60000 + 1000);
}

const FLOAT = {
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

const HOUSEKEEPING = {
  "inspect-table": {
    fields: ({ staff, choices }) => [
      field("missing", "checks", {
        label: t("field.not-there"),
        hint: t("hint.not-there"),
        options: Object.entries(staff.look_over).map(([name, by]) => ({
          value: name,
          label: `${thing(name)}${name.includes(by) ? "" : ` (${by})`}`,
        })),
      }),
      ...(choices.opening.layouts.some((each) => each.approved)
        ? [field("approval", "text", { label: t("field.regulators-approval") })]
        : []),
    ],
  },
  "warn-person": {
    reason: "note",
    fields: ({ choices, preset, people }) => [
      field("to", "select", { ...must, value: preset.player, options: listed([...people.players, ...people.dealers], preset.player) }),
      field("clause", "select", {
        ...must,
        label: t("field.breach"),
        options: choices.forbidden.map((each) => ({
          value: each.clause,
          label: `${t(`breach.${each.name}`)} (${each.clause})`,
        })),
      }),
    ],
  },
};

const LIMITS = {
  "post-sign": {
    fields: (given) => [
      field("kind", "select", {
        ...must,
        value: given.preset.kind,
        options: given.choices.signs.map((sign) => ({
          value: sign.name,
          label: t("sign.choice", {
            sign: t(`sign.${sign.name}`),
            minutes: sign.minutes ?? 0,
            clause: sign.clause ?? "",
          }),
        })),
      }),
      field("takes_effect", "time", { ...must, value: effect(given) }),
      field("amount", "money", { value: given.preset.amount, hint: t("hint.sign-amount") }),
      field("text", "text", { hint: t("hint.sign-text") }),
    ],
  },
  "raise-minimum": {
    fields: ({ table }) => [
      field("minimum", "money", { ...must, hint: t("hint.raise", { least: cash(table.sign.least, table.money) }) }),
    ],
  },
  "end-protection": {},
  "set-personal-limits": {
    fields: (given) => [
      player(given),
      field("minimum", "money", { ...must, value: decimal(given.table.sign.least) }),
      field("maximum", "money", {
        ...must,
        hint: t("hint.personal", { most: cash(given.table.sign.most, given.table.money) }),
      }),
    ],
  },
  "limit-players": {
    fields: () => [field("table", "number", { hint: t("hint.limit-players") }), field("area", "number")],
  },
  "restrict-side-bet": {
    fields: ({ choices, table }) => [
      field("wager", "select", {
        ...must,
        options: choices.restrictions.map((each) => ({
          ...withClause(each),
          label: `${wagerWords(table, each.name)} (${each.clause})`,
        })),
      }),
      field("told", "checks", {
        options: named(
          [...new Set(choices.restrictions.flatMap((each) => (each.words ? each.words.split(", ") : [])))],
          "role",
        ),
      }),
      field("sign", "bool"),
    ],
  },
  "lift-restriction": {
    fields: ({ staff, table }) => [
      field("wager", "select", {
        ...must,
        options: Object.keys(staff.restricted).map((id) => ({ value: id, label: wagerWords(table, id) })),
      }),
    ],
  },
  "switch-scheme": {
    fields: ({ choices, staff }) => [
      field("scheme", "select", {
        ...must,
        options: choices.opening.schemes.map((each) => withClause(each, "scheme")),
      }),
      field("consent", "checks", { options: players(staff) }),
    ],
  },
  "choose-method": {
    fields: ({ choices }) => [
      field("method", "select", {
        ...must,
        options: choices.opening.methods.map((each) => withClause(each)),
      }),
      field("face", "select", { options: named(["up", "down"], "face") }),
    ],
  },
};

const COUP = {
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
      who && on && t("act.refuse-wager", { player: who, wager: wagerWords(table, on) }),
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

const CARDS = {
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

const PEOPLE = {
  approve: {
    fields: ({ choices, staff, preset }) => [
      field("approval", "select", {
        ...must,
        options: choices.approvals.map((each, index) => ({
          value: index,
          label: `${t(`approval.${each.what}`)}${each.way ? `: ${wayWords(each.way)}` : ""} (${each.clause})`,
        })),
      }),
      field("player", "select", { options: players(staff), value: preset.player }),
    ],
    shape: ({ approval, player: name, ...said }, { choices }) => {
      const { what, way, player: personal } = choices.approvals[Number(approval)];
      return { ...said, what, ...(way ? { way } : {}), ...(personal && name ? { player: name } : {}) };
    },
  },
  "withdraw-approval": {},
  "pause-player": { reason: "reason", fields: (given) => [player(given)] },
  "resume-player": { fields: (given) => [player(given)] },
  "remind-player": { reason: "note", fields: (given) => [player(given)] },
  "vacate-seat": { fields: (given) => [player(given)] },
  "sanction-player": {
    danger: true,
    reason: "reason",
    names: ({ player: who, measures = [] }) =>
      who &&
      t("act.sanction", {
        player: who,
        measures: measures.length
          ? measures.map((each) => t(`measure.${each}`)).join(t("act.and"))
          : t("do.sanction-player"),
      }),
    fields: ({ choices, preset, people }) => [
      field("player", "select", { ...must, value: preset.player, options: listed(people.players, preset.player) }),
      field("measures", "checks", { options: choices.measures.map((each) => withClause(each, "measure")) }),
      ...(choices.any_breach ? [field("offence", "text", { ...must, hint: t("hint.offence") })] : []),
    ],
    shape: (said) => ({ measures: [], ...said }),
  },
};

const MONEY = {
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

const DISPUTES = {
  "raise-dispute": {
    fields: ({ table, people }) => [
      field("player", "select", { ...must, options: listed(people.players) }),
      field("about", "long", must),
      field("coup", "number", { min: 1, value: table.coup.number }),
    ],
  },
  "decide-dispute": { reason: "reason", fields: () => [field("decision", "long", must)] },
  "ask-review": { fields: () => [field("number", "number", { ...must, min: 1 })] },
  "review-dispute": { reason: "reason", fields: () => [field("decision", "long", must)] },
  "advise-complaint": { fields: () => [field("number", "number", { ...must, min: 1 })] },
  "give-notice": {
    reason: "note",
    fields: () => [field("channel", "text", { ...must, hint: t("hint.channel") })],
  },
};

export const ACTIONS = { ...FLOAT, ...HOUSEKEEPING, ...LIMITS, ...COUP, ...CARDS, ...PEOPLE, ...MONEY, ...DISPUTES };
export const FLOAT_ACTIONS = Object.keys(FLOAT);

/** The command that was said in the form of an action. `fixed` are fields that the page knows. */
export function commandOf(name, said, given, fixed = {}) {
  const { reason, ...rest } = said;
  const { reason: where = "why", shape = (same) => same } = ACTIONS[name];
  return { do: name, ...fixed, ...shape(rest, given), [where]: reason };
}
