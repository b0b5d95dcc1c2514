/** The name of a table's game in the language of the page. */
import { wordOr } from "./words.js";

export function titleOf(table) {
  return wordOr(`title.${table.rulebook}`, table.title);
}
