/** The last result, announced large. */
import { el, fill } from "../shared/dom.js";
import { fateWords, roadName } from "../shared/roads/roads.js";
import { NAMES } from "../shared/roads/names.js";
import { language, t } from "../shared/words.js";

/** The coup to announce: the one whose result was just called, or the newest of this shoe. */
export function newest(table) {
  const { coup, past } = table;
  const last = past.at(-1);
  if (coup.result && last?.coup !== coup.number) {
    return { coup: coup.number, result: coup.result, totals: coup.totals ?? {}, void: Boolean(coup.void) };
  }
  return last ?? null;
}

const WINS = { player: "閒贏", banker: "莊贏", tie: "和" };

function both(key) {
  const other = language() === "en" ? "zh" : "en";
  return [roadName(key), NAMES[key][other], other === "zh" ? "zh-Hant" : "en"];
}

function points(name, total) {
  if (total === undefined) return null;
  const [own, other, lang] = both(name);
  return el(
    "div",
    { class: `points ${name}` },
    el("span", { class: "of" }, own, " ", el("span", { lang }, other)),
    el("b", {}, total),
  );
}

function extras(past) {
  const shown = ["natural", "player_pair", "banker_pair"].filter((key) => past[key]);
  return el(
    "p",
    { class: "extras" },
    shown.map((key) => el("span", { class: key }, both(key)[0], " ", el("span", { lang: both(key)[2] }, both(key)[1]))),
  );
}

function fate(past) {
  const words = fateWords(past);
  return words && el("p", { class: "fate" }, words);
}

/** What the dealer calls: "Banker wins", crossed out if it was voided since. */
function called(past) {
  if (!past.result) return t(past.void ? "display.void" : "display.again", past);
  const words = t(`wins.${past.result}`);
  if (past.void) return el("s", {}, words);
  const zh = language() === "en" && el("span", { class: "zh", lang: "zh-Hant" }, WINS[past.result]);
  return [words, zh];
}

function said(past, words) {
  return el(
    "div",
    { class: "said" },
    el("p", { class: "which" }, t("display.last", { coup: past.coup })),
    el("p", { class: "words" }, words),
    fate(past),
  );
}

/** Player, Banker or Tie, with both point counts. */
function ofHands(past) {
  const totals = past.totals ?? {};
  return [
    said(past, called(past)),
    extras(past),
    el("div", { class: "totals" }, points("player", totals.player), points("banker", totals.banker)),
  ];
}

const KINDS = { won: "win", lost: "lose", stood: "standoff", voided: "void" };

/** Every box by how it ended, and the house's point count. */
function ofBoxes(past) {
  const ended = Object.entries(past.boxes ?? {}).map(([box, end]) => [box.replace("box ", ""), end]);
  const house = Object.entries(past.totals ?? {}).find(([hand]) => !/\d/.test(hand));
  const words = house ? t("display.standing", { hand: t(`hand.${house[0]}`), total: house[1] }) : "";
  return [
    said(past, past.void ? t("display.void", past) : words),
    el(
      "div",
      { class: "ended" },
      Object.entries(KINDS).map(([kind, outcome]) => {
        const boxes = ended.filter(([, end]) => end === outcome).map(([box]) => box);
        return boxes.length
          ? el("p", { class: kind }, t(`display.${kind}`, { boxes: boxes.join(t("list-comma")) }))
          : null;
      }),
    ),
  ];
}

export function showLast(place, table) {
  const past = newest(table);
  const side = past ? (past.void ? "void" : past.result ?? "boxes") : "none";
  place.className = `last ${side}`;
  if (!past) {
    return fill(
      place,
      el(
        "div",
        { class: "said" },
        el("p", { class: "words" }, t("display.welcome")),
        el("p", { class: "which" }, t("display.no-result")),
      ),
    );
  }
  return fill(place, past.boxes && Object.keys(past.boxes).length ? ofBoxes(past) : ofHands(past));
}
