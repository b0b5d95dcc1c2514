/** One question as it lies on the board. */
import { cardFace } from "../shared/cards/cards.js";
import { el } from "../shared/dom.js";
import { cashShort } from "../shared/said/money.js";
import { has, t } from "../shared/words.js";
import { handWords, wagerWords } from "../staff/names.js";
import { circumstanceWords, outcomeWords, situationWords } from "../staff/guide/rule-words.js";

const hand = ([name, cards]) =>
  el("div", { class: "hand" }, el("span", {}, handWords(name)), el("div", { class: "cards" }, cards.map(cardFace)));

function stake(question, table) {
  if (!question.wager) return null;
  const said = { stake: cashShort(question.stake), wager: wagerWords(table, question.wager_named), box: question.box };
  const scheme = question.scheme && has(`scheme.${question.scheme}`)
    ? `${t("comma")}${t(`scheme.${question.scheme}`)}`
    : "";
  return el("p", { class: "stake" }, t(question.box ? "school.stake-box" : "school.stake", said) + scheme);
}

function circumstances(question) {
  const named = Object.entries(question.circumstances_named);
  if (!named.length) return null;
  const words = named.map(([name, value], place) =>
    question.subject === "draws"
      ? t(`school.${value}`, { box: handWords(name) })
      : circumstanceWords(name, { value, words: question.circumstances[place] })
  );
  return el("ul", {}, words.map((each) => el("li", {}, each)));
}

/** What lies on the felt, or what has happened. */
export function layout(question, table) {
  const situation = question.situation
    ? el("p", { class: "case" }, situationWords({ name: question.situation_named, title: question.situation }))
    : null;
  return el(
    "div",
    { class: "layout" },
    Object.entries(question.hands).map(hand),
    stake(question, table),
    situation || Object.keys(question.circumstances_named).length
      ? el("div", {}, situation, circumstances(question))
      : null,
  );
}

/** A choice in words. */
export function choiceWords(question, place) {
  const name = question.choices_named[place];
  if (question.subject === "happens") return outcomeWords({ name, words: question.choices[place] });
  return name === "nobody" ? t("school.nobody") : handWords(name);
}
