/** The layout of a rulebook: data of its own where we drew one, else one from its wagers. */
import { fetchMore } from "../shared/words.js";
import { genericLayout } from "./generic.js";

const known = new Map();

async function load(rulebook) {
  if (!/^[a-z0-9-]+$/.test(rulebook)) return null;
  try {
    const [{ default: layout }, printed] = await Promise.all([import(`./${rulebook}.js`), fetchMore("layouts", "zh")]);
    const named = ([id, name]) => [id, { ...name, zh: printed[`wager.${id}`] }];
    return { ...layout, names: Object.fromEntries(Object.entries(layout.names).map(named)) };
  } catch {
    return null;
  }
}

/** Return the layout for a table's view. Its cloth has every name in English and in Chinese, in any page language. */
export async function layoutOf(table) {
  const rulebook = table.rulebook ?? "";
  if (!known.has(rulebook)) known.set(rulebook, await load(rulebook));
  return known.get(rulebook) ?? genericLayout(table);
}
