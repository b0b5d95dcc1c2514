/** Roles for signing in, in the order of rank. */
import { t } from "../shared/words.js";
import { choice } from "../shared/said/worded.js";

export const ROLES = [
  "player",
  "dealer",
  "cashier",
  "gaming supervisor",
  "casino supervisor",
  "assistant gaming manager",
  "gaming manager",
  "duty manager",
  "tournament manager",
  "tournament director",
  "surveillance",
  "inspector",
  "scrutineer",
  "administrator",
];

/** A choice of role, which changes its words with the language. */
export function roleChoice(role) {
  const select = choice(ROLES.map((each) => [each, t(`role.${each}`)]), role);
  for (const option of select.options) option.dataset.t = `role.${option.value}`;
  return select;
}
