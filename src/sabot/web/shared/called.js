/** What people call tables and streams; the id stands behind the name. */
import { get } from "./api.js";
import { el } from "./dom.js";
import { has, t, wordOr } from "./words.js";

const known = new Map();

/** A table's own name, else its id. What begins with the name of its game has that in the language
 * of the page. */
export function calledOf({ called, id, rulebook, title }) {
  if (!called || !title || !called.startsWith(title)) return called || id;
  return `${wordOr(`title.${rulebook}`, title)}${called.slice(title.length)}`;
}

/** Have the tables' names ready for a page that has only their ids. */
export async function learnTables(tables = null) {
  for (const table of tables ?? (await get("/api/tables"))) known.set(table.id, table);
}

/** All of them as [id, name]. */
export const tablesKnown = () => [...known.keys()].map((id) => [id, tableName(id)]);

/** A table's name by its id; one that nobody has open goes by its id. */
export const tableName = (id) => calledOf(known.get(id) ?? { id });

/** The same with the id behind it. */
export const tableNode = (id) => el("span", { title: id }, tableName(id));

/** "table:baccarat" as people say it; what is neither a table's nor a person's stands as it is. */
export function streamName(stream) {
  const [kind, ...rest] = stream.split(":");
  const name = rest.join(":");
  if (kind === "table" && known.get(name)?.called) return tableName(name);
  return name && has(`stream.${kind}`) ? t(`stream.${kind}`, { name }) : name || stream;
}
