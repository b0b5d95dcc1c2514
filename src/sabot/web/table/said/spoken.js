/** Names of hands, wagers and odds in the language of the page. */
import { has, language, t, wordOr } from "../../shared/words.js";

/** "player", "banker", "dealer" or "box 3". */
export function handName(hand) {
  const box = /^box (\d+)$/.exec(hand ?? "");
  return box ? t("hand.box", { box: box[1] }) : t(`hand.${hand}`);
}

/** "coup" or "round", as this game calls it. */
export function coupWord(table) {
  const word = t(table.coup.word ?? "coup");
  return word.toLocaleLowerCase(language());
}

/** "Coup 7", or "Round 7". */
export function coupName(table, number) {
  return t("coup-name", { word: t(table.coup.word ?? "coup"), number });
}

export function titleOf(table) {
  return wordOr(`title.${table.rulebook}`, table.title);
}

export function wagerName(layout, wager) {
  return wordOr(`wager.${wager.id}`, layout.names[wager.id]?.en ?? wager.name);
}

function size(pays) {
  const [wins, per] = pays.split(":").map(Number);
  return wins / per;
}

/** The odds that a wager pays, least first, the standoff apart: "1:1", or "4:1  25:1  100:1". */
export function oddsText(wager) {
  const paying = wager.lines.map((line) => line.pays).filter((pays) => pays.includes(":"));
  return [...new Set(paying)].sort((one, other) => size(one) - size(other)).join("  ");
}

const FEW = 2; // so many odds of one spot stand on it one by one

/** Odds where there is little room: "1:1", "1:2  1:1", or from the least to the most, "1:1 – 30:1". */
export function oddsShort(wager) {
  const all = oddsText(wager).split("  ");
  return all.length > FEW ? `${all[0]} – ${all.at(-1)}` : all.join("  ");
}

/** The odds of a wager one by one, each with its condition; none where words for a condition are missing. */
export function oddsWhen(rulebook, wager) {
  const key = ({ pays }) => `odds.${rulebook}.${wager.id}.${pays}`;
  const paying = wager.lines.filter((line) => line.pays.includes(":"));
  return paying.every((line) => has(key(line))) ? paying.map((line) => ({ pays: line.pays, when: t(key(line)) })) : [];
}

/** Odds for a screen reader. */
export function oddsSpoken(wager) {
  return oddsText(wager)
    .split("  ")
    .map((pays) => pays.replace(":", t("odds-to")))
    .join(t("comma"));
}

/** When a line of the pay table pays. */
export function whenText(rulebook, wager, line) {
  return wordOr(`when.${rulebook}.${wager.id}.${line.pays}`, line.when);
}

/** Totals of hands: "Player 7, Banker 5". */
export function countsText(counts) {
  const between = (hand) => (hand.startsWith("box ") ? t("colon") : " ");
  return Object.entries(counts)
    .map(([hand, total]) => `${handName(hand)}${between(hand)}${t("points", { total })}`)
    .join(t("comma"));
}
