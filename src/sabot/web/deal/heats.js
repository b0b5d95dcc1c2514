/** What staff of a table do in a session of a tournament, beside the steps that come by themselves. */
import { t } from "../shared/words.js";
import { peopleOptions } from "../staff/names.js";

const field = (name, kind, more = {}) => ({ name, kind, label: t(`field.${name}`), required: true, ...more });
const inPlay = ({ heat }) => heat.entrants.filter(({ state = "in" }) => state === "in");
const named = (entrants) => peopleOptions(entrants.map(({ name }) => name));
const one = (entrants) => [field("player", "select", { options: named(entrants) })];
const states = (...wanted) => ({ heat }) => Boolean(heat) && wanted.includes(heat.state);
const isOn = states("on");
const betting = (table) => isOn(table) && table.coup.bets_open;
const withForm = (table) => inPlay(table).filter(({ laid }) => laid === "form");

/** The order in which players' numbers stand, those without one left out. */
const inOrder = (said) => Object.entries(said).sort(([, one], [, other]) => one - other).map(([name]) => name);

/** As the actions of a table: fields, `when` they are of use, and the `shape` of the command. */
export const HEAT_ACTIONS = {
  "note-away": {
    when: betting,
    fields: (table) => one(inPlay(table).filter(({ away }) => !away)),
  },
  "note-back": {
    when: (table) => Boolean(table.heat) && inPlay(table).some(({ away }) => away),
    fields: (table) => one(inPlay(table).filter(({ away }) => away)),
  },
  "excuse-wager": {
    when: betting,
    fields: (table) => [...one(inPlay(table)), field("reason", "long")],
  },
  "return-form": {
    when: (table) => betting(table) && withForm(table).length > 0,
    fields: (table) => one(withForm(table)),
  },
  "ask-form": {
    when: ({ heat }) => Boolean(heat) && (heat.forms ?? []).length > 0,
    shape: ({ form_of: of, ...said }) => ({ ...said, of }),
    fields: (table) => [
      ...one(inPlay(table)),
      field("form_of", "select", { options: peopleOptions(table.heat.forms.map(({ player }) => player)) }),
    ],
  },
  "note-taken": {
    when: (table) => isOn(table) && table.feed !== "virtual",
    shape: (said) => ({ players: inOrder(said) }),
    fields: (table) =>
      named(inPlay(table)).map(({ value, label }) => ({
        name: value,
        kind: "number",
        min: 1,
        label: t("field.order-of", { name: label }),
      })),
  },
  "count-chips": {
    when: states("on", "over"),
    shape: (said) => ({ counts: said }),
    fields: (table) =>
      named(inPlay(table)).map(({ value, label }) => ({
        name: value,
        kind: "money",
        required: true,
        label: t("field.chips-of", { name: label }),
      })),
  },
  "end-heat": { when: isOn, fields: () => [] },
};
