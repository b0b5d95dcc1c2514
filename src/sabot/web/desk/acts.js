/** What those who run a tournament do at a table of it: each act with its fields and its moment. */
import { t } from "../shared/words.js";
import { peopleOptions } from "../staff/names.js";

const field = (name, kind, more = {}) => ({ name, kind, label: t(`desk.field-${name}`), required: true, ...more });
const inPlay = ({ heat }) => heat.entrants.filter(({ state = "in" }) => state === "in");
const who = (entrants) => field("player", "select", { options: peopleOptions(entrants.map(({ name }) => name)) });
const reason = () => field("reason", "long");
const isOn = ({ heat }) => heat.state === "on";
const undecided = ({ disputes }) => disputes.filter(({ decision = null }) => decision === null);
const inDoubt = ({ entrants }) =>
  entrants.filter(({ difference }) => difference && (difference.stands ?? null) === null);
const struck = ({ entrants }) => entrants.filter(({ state = "in" }) => state === "disqualified");
const GROUNDS = ["no wager", "absent", "added chips", "hidden chips", "breach"];

export const HEAT_ACTS = {
  "start-heat": { when: ({ heat }) => heat.state === "seated", fields: () => [] },
  "deduct-absence": {
    when: (table) => isOn(table) && inPlay(table).some(({ missed = 0, deducted = 0 }) => missed > deducted),
    fields: (table) => [who(inPlay(table).filter(({ missed = 0, deducted = 0 }) => missed > deducted))],
  },
  "void-out-of-turn": {
    when: (table) => isOn(table) && table.bets_open && inPlay(table).some(({ warned = 0 }) => warned > 1),
    fields: (table) => [who(inPlay(table).filter(({ warned = 0 }) => warned > 1))],
  },
  "set-pace": {
    when: ({ heat }) => ["seated", "on"].includes(heat.state),
    fields: () => [
      field("seconds", "number", { min: 1 }),
      field("since", "time", { required: false, hint: t("desk.since-hint") }),
      field("direction", "long", { required: false }),
    ],
  },
  "offer-break": {
    when: (table) => isOn(table) && !table.bets_open,
    fields: () => [field("minutes", "number", { min: 1 })],
  },
  "finish-early": {
    when: isOn,
    fields: (table) => [
      field("agreed", "checks", {
        required: false,
        hint: t("desk.agreed-hint"),
        options: peopleOptions(inPlay(table).map(({ name }) => name)),
      }),
    ],
  },
  "decide-difference": {
    when: ({ heat }) => heat.state === "over" && inDoubt(heat).length > 0,
    shape: ({ stands = false, ...said }) => ({ ...said, stands }),
    fields: ({ heat }) => [who(inDoubt(heat)), field("stands", "bool", { required: false }), reason()],
  },
  "decide-dispute": {
    when: (table) => undecided(table).length > 0,
    shape: (said) => ({ ...said, number: Number(said.number) }),
    fields: (table) => [
      field("number", "select", {
        options: undecided(table).map(({ number, player, about }) => ({
          value: String(number),
          label: t("desk.dispute", { number, player, about }),
        })),
      }),
      field("decision", "text"),
      reason(),
    ],
  },
  "restore-entrant": {
    when: ({ heat }) => heat.state === "on" && struck(heat).length > 0,
    fields: ({ heat }) => [who(struck(heat)), reason()],
  },
  "disqualify-entrant": {
    danger: true,
    when: ({ heat }) => heat.state === "on",
    fields: (table) => [
      who(inPlay(table)),
      field("grounds", "select", {
        options: GROUNDS.map((each) => ({ value: each, label: t(`desk.grounds-${each}`) })),
      }),
      reason(),
    ],
  },
};

/** The acts that these commands allow at a table now. */
export function actsAt(table, may) {
  const fits = ([name, { when }]) => may.has(name) && table.heat && when(table);
  return Object.entries(HEAT_ACTS).filter(fits);
}
