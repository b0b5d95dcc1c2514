/** The layout of a rulebook: data of its own where we drew one, else one from its wagers. */
import { genericLayout } from "./generic.js";

const known = new Map();

function load(rulebook) {
  if (!/^[a-z0-9-]+$/.test(rulebook)) return Promise.resolve(null);
  return import(`./${rulebook}.js`).then(
    (module) => module.default,
    () => null,
  );
}

/** The layout for a table's view. */
export async function layoutOf(table) {
  const rulebook = table.rulebook ?? "";
  if (!known.has(rulebook)) known.set(rulebook, await load(rulebook));
  return known.get(rulebook) ?? genericLayout(table);
}
