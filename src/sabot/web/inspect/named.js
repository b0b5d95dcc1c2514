/** A coup's game, its wagers and its events as the page names them. */
import { layoutOf } from "../layouts/index.js";
import { get } from "../shared/api.js";
import { learnTitles, titleOf } from "../shared/titles.js";
import { language, t } from "../shared/words.js";
import { comma } from "./shown.js";

const books = new Map();

/** Have the names of a rulebook's edition and of its wagers ready. */
export async function learnBook({ rulebook, edition }) {
  if (!rulebook || books.get(rulebook)?.edition === edition) return;
  const { title, wagers } = await get(`/api/rulebooks/${encodeURIComponent(rulebook)}?edition=${encodeURIComponent(edition)}`);
  const game = { rulebook, title, wagers };
  const [layout] = await Promise.all([layoutOf(game), learnTitles([game])]);
  books.set(rulebook, { ...game, edition, names: layout.names ?? {} });
}

export function bookName(rulebook) {
  return titleOf(books.get(rulebook) ?? { rulebook, title: rulebook });
}

/** A wager as the layout prints it in Chinese, else as the rulebook names it. */
export function wagerName(rulebook, id) {
  const book = books.get(rulebook);
  const printed = language() === "zh" ? book?.names[id]?.zh : null;
  return printed ?? book?.wagers.find((wager) => wager.id === id)?.name ?? id;
}

/** "Tie", or "Tie, Box 2". */
export function stakeName(rulebook, { on, box, area }) {
  const place = box ? t("hand.box", { box }) : area ? t("told.area", { area }) : null;
  return [wagerName(rulebook, on), place].filter(Boolean).join(comma());
}

/** An event in words, as the server tells it in each language. */
export function told({ text, zh }) {
  return (language() === "zh" && zh) || text;
}
