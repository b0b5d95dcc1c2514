/** The name of a table's game in the language of the page. */
import { layoutOf } from "../layouts/index.js";
import { language } from "./words.js";

const titles = new Map();

/** Have the names of these tables' games ready; afterwards `titleOf` knows them. Answers whether
 * one of them is new. */
export async function learnTitles(tables) {
  const unknown = tables.filter((table) => table.rulebook && !titles.has(table.rulebook));
  await Promise.all(unknown.map(async (table) => {
    titles.set(table.rulebook, (await layoutOf({ wagers: [], ...table })).title ?? null);
  }));
  return unknown.length > 0;
}

export function titleOf(table) {
  return (language() === "zh" && titles.get(table.rulebook)) || table.title;
}
