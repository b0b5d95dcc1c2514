/** What people call tables and streams; the id stands behind the name. */
import { get } from "../api.js";
import { el } from "../dom.js";
import { has, t } from "../words.js";
import { ownTitle } from "./own-title.js";
import { calledOf } from "./table-name.js";

export { calledOf } from "./table-name.js";

const known = new Map();

/** Have the tables' names ready for a page that has only their ids. */
export async function learnTables(tables = null) {
  for (const table of tables ?? (await get("/api/tables"))) known.set(table.id, table);
}

/** All of them as [id, name]. */
export const tablesKnown = () => [...known.keys()].map((id) => [id, tableName(id)]);

/** Return a table's name by its id; for a table that is not open, its id. */
export const tableName = (id) => calledOf(known.get(id) ?? { id });

/** The same with the id behind it. */
export const tableNode = (id) => el("span", { title: id }, tableName(id));

const titles = new Map();

/** Have the titles of tournaments and promotions ready for a page that has only their streams; one
 * that is long over goes by its id. */
export async function learnTitles() {
  const list = (path) => get(path).catch(() => []);
  const [contests, promotions] = await Promise.all([list("/api/tournaments"), list("/api/promotions")]);
  for (const each of contests) titles.set(`tournament:${each.id}`, ownTitle(each));
  for (const each of promotions) titles.set(`promotion:${each.name}`, ownTitle(each));
}

/** "table:baccarat" as people say it; what has no name or title stands as it is. */
export function streamName(stream) {
  if (titles.has(stream)) return titles.get(stream);
  const [kind, ...rest] = stream.split(":");
  const name = rest.join(":");
  if (kind === "table" && known.get(name)?.called) return tableName(name);
  return name && has(`stream.${kind}`) ? t(`stream.${kind}`, { name }) : name || stream;
}

// People, for staff's pages: players read no more of one another than their sign-in names.

const AT_ONCE = 100;
const people = new Map();
const waiting = new Set();
let queue = [];
let asking = Promise.resolve();

/** Have people's names ready; null when all of them are. Those that a page asks for at the same time
 * are asked for together, and each once. */
export function learnPeople(names) {
  const unknown = names.filter((name) => name && !people.has(name));
  if (!unknown.length) return null;
  const fresh = [...new Set(unknown)].filter((name) => !waiting.has(name));
  if (fresh.length && !queue.length) asking = asking.then(askPeople).catch(() => null);
  for (const name of fresh) waiting.add(name);
  queue.push(...fresh);
  return asking;
}

async function askPeople() {
  const names = queue;
  queue = [];
  try {
    for (let first = 0; first < names.length; first += AT_ONCE) {
      const some = names.slice(first, first + AT_ONCE);
      const found = await get(`/api/people/called?names=${encodeURIComponent(some.join(","))}`);
      for (const name of some) people.set(name, found[name] ?? name);
    }
  } finally {
    for (const name of names) waiting.delete(name);
  }
}

/** Return a person's display name if the page knows it yet; else the sign-in name. */
export const personName = (name) => people.get(name) ?? name;

/** Return the same with the sign-in name behind it, to tell people apart. */
export const personBoth = (name) => (personName(name) === name ? name : `${personName(name)} (${name})`);

const TELL_APART = ["surveillance", "inspector", "administrator"];

/** Return a person's name as people in that role read it; players' pages have sign-in names. */
export const personTo =
  (role) => (name) => (role === "player" ? name : TELL_APART.includes(role) ? personBoth(name) : personName(name));

/** Words in which people are named, said again once the page knows what they are called. */
export function naming(names, say, props = {}) {
  const node = el("span", props, say());
  learnPeople(names)?.then(() => (node.textContent = say()));
  return node;
}

/** Return an element with a display name; the sign-in name is its title. */
export const personNode = (name) => naming([name], () => personName(name), { title: name });
