/** The name of a table's game in the language of the page, and what the table itself is called. */
import { t, wordOr } from "../words.js";

export { calledOf } from "./called.js";

export function titleOf(table) {
  return wordOr(`title.${table.rulebook}`, table.title);
}

/** "version 4" as people say it; what is called otherwise goes by that. */
export function versionOf(edition) {
  const number = /^version (\d+)$/.exec(edition)?.[1];
  return number ? t("version", { number }) : edition;
}
