/** A layout for a game that has none of its own, made from what the table offers. */
const TONES = ["player", "banker", "tie"];
const ACROSS = 4;

/** Lay side bets above, main bets below, and bets on one box inside the boxes. */
export function genericLayout(table) {
  const common = table.wagers.filter((wager) => !wager.per_box);
  const sides = common
    .filter((wager) => wager.side)
    .map((wager) => ({ on: wager.id, shape: "tile" }));
  const mains = common
    .filter((wager) => !wager.side)
    .map((wager) => ({ on: wager.id, shape: "band" }));
  const rows = [];
  for (const areas of [sides, mains]) {
    for (let from = 0; from < areas.length; from += ACROSS) {
      rows.push(areas.slice(from, from + ACROSS));
    }
  }
  const box = table.wagers
    .filter((wager) => wager.per_box)
    .map((wager) => ({ on: wager.id, shape: "circle" }));
  return {
    hands: box.length ? [] : ["player", "banker"],
    rows,
    box: box.length ? box : null,
    names: Object.fromEntries(
      table.wagers.map((wager) => [
        wager.id,
        { en: wager.name, zh: null, tone: TONES.includes(wager.id) ? wager.id : "gold" },
      ]),
    ),
  };
}
