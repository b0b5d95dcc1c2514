/**
 * What supervisors do, as data: the fields of each command, made for the table, and the field in
 * which its reason goes ("why" where the command has none of its own). `confirmed` says when
 * somebody else has to confirm it. Whether it may be done is the table's to say.
 */
import { CARDS, COUP } from "./coup.js";
import { FLOAT, MONEY } from "./money.js";
import { DISPUTES, HOUSEKEEPING, PEOPLE } from "./people.js";
import { LIMITS } from "./sign.js";

export const ACTIONS = { ...FLOAT, ...HOUSEKEEPING, ...LIMITS, ...COUP, ...CARDS, ...PEOPLE, ...MONEY, ...DISPUTES };
export const FLOAT_ACTIONS = Object.keys(FLOAT);

/** The command that was said in the form of an action. `fixed` are fields that the page knows. */
export function commandOf(name, said, given, fixed = {}) {
  const { reason, ...rest } = said;
  const { reason: where = "why", shape = (same) => same } = ACTIONS[name];
  return { do: name, ...fixed, ...shape(rest, given), [where]: reason };
}
