/** What a table is called. */
import { wordOr } from "../words.js";

/** A table's own name, else its id. What begins with the name of its game has that in the language
 * of the page. */
export function calledOf({ called, id, rulebook, title }) {
  if (!called || !title || !called.startsWith(title)) return called || id;
  return `${wordOr(`title.${rulebook}`, title)}${called.slice(title.length)}`;
}
