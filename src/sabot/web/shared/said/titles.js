/** The name of a table's game in the language of the page, and what the table itself is called. */
import { wordOr } from "../words.js";

export { calledOf } from "./called.js";

export function titleOf(table) {
  return wordOr(`title.${table.rulebook}`, table.title);
}
