/** How a tournament's figures and states are told. */
import { learnPeople, personTo } from "../shared/said/called.js";
import { has, t } from "../shared/words.js";

export const game = (id) => (has(`game.${id}`) ? t(`game.${id}`) : id);
export const phase = (name) => (has(`phase.${name}`) ? t(`phase.${name}`) : name);
export const stage = (name) => (has(`stage.${name}`) ? t(`stage.${name}`) : name);
export const status = (name) => (has(`status.${name}`) ? t(`status.${name}`) : name);
export const act = (name) => (has(`act.${name}`) ? t(`act.${name}`) : name);
export const item = (name) => (has(`item.${name}`) ? t(`item.${name}`) : name);
export const roleName = (name) => (has(`role.${name}`) ? t(`role.${name}`) : name);

export { told as moment } from "../shared/said/times.js";

let named = (name) => name;

/** Have all names ready for a reader in that role; a player reads sign-in names. */
export async function learnEntrants(role, { books, entries, sitting }) {
  named = personTo(role);
  if (role === "player") return;
  const seats = sitting?.tables.flatMap((each) => Object.values(each.seats)) ?? [];
  await learnPeople([
    ...entries.map(({ player }) => player),
    ...(sitting?.players ?? []),
    ...seats,
    ...(books?.reserves ?? []),
  ]);
}

/** Return an entrant's name as the reader of this page knows it. */
export const entrant = (name) => named(name);

/** A session that has begun is not the next one. */
export const isAhead = (starts) => Boolean(starts) && new Date(starts) > Date.now();

/** Tournament chips have no cash value: no dollar sign. */
export function chips(cents) {
  const whole = Math.floor(cents / 100).toLocaleString("en-AU");
  const rest = cents % 100;
  return rest ? `${whole}.${String(rest).padStart(2, "0")}` : whole;
}
