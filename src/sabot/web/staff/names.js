/** Names of hands, wagers and tables in the page's language, and choices made of them. */
import { learnPeople, personName } from "../shared/said/called.js";
import { t, wordOr } from "../shared/words.js";

/** "player" and "box 3" are hands. */
export function handWords(hand) {
  const box = /^box (\d+)$/.exec(hand);
  return box ? t("hand.box", { box: box[1] }) : t(`hand.${hand}`);
}

/** A wager in the language of the page, else as the table names it. */
export function wagerWords(table, id) {
  return wordOr(`wager.${id}`, table.wagers.find((wager) => wager.id === id)?.name ?? id);
}

/** People to choose from, by what they are called. */
export function peopleOptions(names) {
  learnPeople(names);
  return names.map((name) => ({ value: name, label: personName(name) }));
}

export const players = (staff) => peopleOptions(staff.patrons.map(({ player }) => player));
/** Players who owe the table something, and how a debt is paid. */
export const debtors = (staff) => peopleOptions(staff.debts.filter(({ owes }) => owes).map(({ player }) => player));
export const debtMeans = () => ["chips", "cash", "kept"].map((means) => ({ value: means, label: t(`means.${means}`) }));
export const hands = (table) => table.hands.map(({ hand }) => ({ value: hand, label: handWords(hand) }));
export const wagers = (table) => table.wagers.map(({ id }) => ({ value: id, label: wagerWords(table, id) }));

export function boxes(table) {
  const numbers = Array.from({ length: table.places }, (_, index) => index + 1);
  return numbers.map((box) => ({ value: box, label: t("hand.box", { box }) }));
}
