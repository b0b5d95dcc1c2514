/** A coup's game, its wagers and its events as the page names them. */
import { layoutOf } from "../layouts/index.js";
import { get } from "../shared/api.js";
import { dollars } from "../shared/money.js";
import { learnTitles, titleOf } from "../shared/titles.js";
import { has, language, t } from "../shared/words.js";
import { comma, countsText } from "./shown.js";

const books = new Map();

/** Have the names of a rulebook and of its wagers ready. */
export async function learnBook(rulebook) {
  if (!rulebook || books.has(rulebook)) return;
  const { title, wagers } = await get(`/api/rulebooks/${encodeURIComponent(rulebook)}`);
  const game = { rulebook, title, wagers };
  const [layout] = await Promise.all([layoutOf(game), learnTitles([game])]);
  books.set(rulebook, { ...game, names: layout.names ?? {} });
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

function laid(rulebook, stake) {
  return t("told.wager", { player: stake.player, amount: dollars(stake.staked), wager: stakeName(rulebook, stake) });
}

function called(rulebook, { result, counts }) {
  const said = countsText(counts);
  return result ? t("told.result", { result: t(`wins.${result}`), counts: said }) : t("told.counts", { counts: said });
}

function decided(rulebook, { box, decision, stake }) {
  const key = `told.${decision}`;
  const said = t("told.decided", { hand: t("hand.box", { box }), decision: has(key) ? t(key) : decision });
  return stake ? [said, laid(rulebook, stake)].join(comma()) : said;
}

const TOLD = {
  "wager-placed": (rulebook, event) => laid(rulebook, event.stake),
  "counts-announced": called,
  "result-announced": called,
  "hand-decided": decided,
};

/** An entry in words: by the names of its line where it names wagers or hands, else as it is told. */
export function entryText(rulebook, entry, event) {
  const tell = TOLD[entry.what.split("/")[0]];
  return tell && event ? tell(rulebook, event) : entry.text;
}
