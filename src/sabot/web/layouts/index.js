/** The layout of a rulebook: data of its own where we drew one, else one from its wagers. */
import { genericLayout } from "./generic.js";

const known = new Map();
let chinese = null;

/** What the wagers of all games are called in Chinese; the log's sentences name them so too. */
function chineseNames() {
  chinese ??= fetch("/web/layouts/wagers-zh.json").then((answer) => answer.json());
  return chinese;
}

async function load(rulebook) {
  if (!/^[a-z0-9-]+$/.test(rulebook)) return null;
  try {
    const [{ default: layout }, zh] = await Promise.all([import(`./${rulebook}.js`), chineseNames()]);
    const named = ([id, name]) => [id, { ...name, zh: zh[id] }];
    return { ...layout, names: Object.fromEntries(Object.entries(layout.names).map(named)) };
  } catch {
    return null;
  }
}

/** The layout for a table's view. */
export async function layoutOf(table) {
  const rulebook = table.rulebook ?? "";
  if (!known.has(rulebook)) known.set(rulebook, await load(rulebook));
  return known.get(rulebook) ?? genericLayout(table);
}
