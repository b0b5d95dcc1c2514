/** Names of hands, wagers and tables in the page's language, and choices made of them. */
import { layoutOf } from "../layouts/index.js";
import { learnTitles } from "../shared/titles.js";
import { language, t } from "../shared/words.js";

const layouts = new Map();

/** Have the names of a table's wagers ready; true if they were not yet. */
export async function learnNames(table) {
  if (!table.rulebook || layouts.has(table.rulebook)) return false;
  layouts.set(table.rulebook, null);
  const [layout] = await Promise.all([layoutOf(table), learnTitles([table])]);
  layouts.set(table.rulebook, layout);
  return true;
}

/** "player" and "box 3" are hands. */
export function handWords(hand) {
  const box = /^box (\d+)$/.exec(hand);
  return box ? t("hand.box", { box: box[1] }) : t(`hand.${hand}`);
}

/** A wager as the layout prints it, else as the table names it. */
export function wagerWords(table, id) {
  const printed = language() === "zh" ? layouts.get(table.rulebook)?.names?.[id]?.zh : null;
  return printed ?? table.wagers.find((wager) => wager.id === id)?.name ?? id;
}

export const players = (staff) => staff.patrons.map(({ player }) => ({ value: player, label: player }));
export const hands = (table) => table.hands.map(({ hand }) => ({ value: hand, label: handWords(hand) }));
export const wagers = (table) => table.wagers.map(({ id }) => ({ value: id, label: wagerWords(table, id) }));

export function boxes(table) {
  const numbers = Array.from({ length: table.places }, (_, index) => index + 1);
  return numbers.map((box) => ({ value: box, label: t("hand.box", { box }) }));
}
