/** The name of a table's game in the language of the page, and what the table itself is called. */
import { wordOr } from "./words.js";

export function titleOf(table) {
  return wordOr(`title.${table.rulebook}`, table.title);
}

/** What people call the table: its own name where it was given one. */
export function calledOf({ called, id }) {
  return called || id;
}
