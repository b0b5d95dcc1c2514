/**
 * What supervisors do, as data. `at`: the places of the panel that have its button; `when`: whether
 * this table has any use for it. `fields` are made for the table, `intro` stands above them, and
 * `reason` names the field in which the reason goes ("why" where the command has none of its own).
 * `confirmed` says when another person must confirm it, `confirmer` who that is unless it is a casino
 * supervisor. The table says whether it may be done.
 */
import { CARDS, COUP } from "./coup.js";
import { DEVICES } from "./devices.js";
import { FLOAT, MONEY } from "./money.js";
import { DISPUTES, HOUSEKEEPING, PEOPLE } from "./people.js";
import { LIMITS } from "./sign.js";

export const ACTIONS = {
  ...FLOAT,
  ...HOUSEKEEPING,
  ...LIMITS,
  ...COUP,
  ...CARDS,
  ...PEOPLE,
  ...MONEY,
  ...DISPUTES,
  ...DEVICES,
};

/** The actions whose buttons stand at a place of the panel, such as the row of the cards. */
export function actionsAt(place, given) {
  const fits = ([, { at, when }]) => at.includes(place) && (!when || when(given));
  return Object.entries(ACTIONS).filter(fits).map(([name]) => name);
}

/** The command that was said in the form of an action, or in that of a step of the server's which is
 * none. `fixed` are fields that the page knows. */
export function commandOf(name, said, given, fixed = {}) {
  const { reason, ...rest } = said;
  const { reason: where = "why", shape = (same) => same } = ACTIONS[name] ?? {};
  return { do: name, ...fixed, ...shape(rest, given), [where]: reason };
}
