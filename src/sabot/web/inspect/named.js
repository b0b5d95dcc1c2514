/** A coup's game, its wagers and its events as the page names them. */
import { get } from "../shared/api.js";
import { titleOf } from "../shared/said/titles.js";
import { own, t, wordOr } from "../shared/words.js";
import { comma } from "./shown.js";

const books = new Map();

/** Have the names of a rulebook's edition and of its wagers ready. */
export async function learnBook({ rulebook, edition }) {
  if (!rulebook || books.get(rulebook)?.edition === edition) return;
  const { title, wagers } = await get(
    `/api/rulebooks/${encodeURIComponent(rulebook)}?edition=${encodeURIComponent(edition)}`,
  );
  books.set(rulebook, { rulebook, title, wagers, edition });
}

export function bookName(rulebook) {
  return titleOf(books.get(rulebook) ?? { rulebook, title: rulebook });
}

/** A wager in the language of the page, else as the rulebook names it. */
export function wagerName(rulebook, id) {
  return wordOr(`wager.${id}`, books.get(rulebook)?.wagers.find((wager) => wager.id === id)?.name ?? id);
}

/** "Tie", or "Tie, Box 2". */
export function stakeName(rulebook, { on, box, area }) {
  const place = box ? t("hand.box", { box }) : area ? t("told.area", { area }) : null;
  return [wagerName(rulebook, on), place].filter(Boolean).join(comma());
}

/** An event in words, as the server tells it in each language. */
export function told({ text, words }) {
  return own(text, words);
}
