/** Stakes on the layout: where each lies, and what a player has there. */

/** Where a stake lies: its wager, and its box where it is about one. */
export const keyOf = (on, box = null) => (box === null || box === undefined ? on : `${on}@${box}`);

/** Add a stake to a map of {on, box, amount} by where it lies. */
export function add(map, on, box, amount) {
  const key = keyOf(on, box);
  const before = map.get(key)?.amount ?? 0;
  map.set(key, { on, box: box ?? null, amount: before + amount });
}

/**
 * What a player has on the layout: [{on, box, amount}], in the order in which it came; with
 * `settledToo` also what was won or lost already.
 */
export function ownStakes(table, name, settledToo = false) {
  const map = new Map();
  for (const stake of table.stakes) {
    if (stake.player === name && (settledToo || !stake.settled)) {
      add(map, stake.on, stake.box, stake.staked - (stake.returned ?? 0));
    }
  }
  return [...map.values()];
}
