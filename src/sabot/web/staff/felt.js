/** The felt as the dealer sees it: the hands with their counts, and the stakes on the layout. */
import { personNode } from "../shared/said/called.js";
import { cardBack, cardFace, printedCard } from "../shared/cards/cards.js";
import { el, fill } from "../shared/dom.js";
import { cash } from "../shared/said/money.js";
import { t } from "../shared/words.js";
import { handWords, wagerWords } from "./names.js";

/** The hands: `due` is the one that the next card goes to. */
export function showHands(place, table, due) {
  const hands = table.hands.length ? table.hands : [];
  fill(
    place,
    hands.length
      ? el(
        "div",
        { class: "hands" },
        hands.map((hand) => handView(hand, hand.hand === due)),
      )
      : el("p", { class: "empty" }, t("felt.no-cards")),
    resultLine(table.coup),
  );
}

function handView(hand, due) {
  const side = ["player", "banker"].includes(hand.hand) ? hand.hand : "box";
  const cards = [
    ...hand.printed.map((rank) => printedCard(rank)),
    ...hand.cards.map((card) => (card.up && card.card ? cardFace(card.card) : cardBack())),
  ];
  const total = hand.total === null ? "–" : String(hand.total);
  return el(
    "section",
    {
      class: `hand ${side} ${due ? "due" : ""} ${hand.void ? "voided" : ""}`,
      "aria-label": handWords(hand.hand),
    },
    el(
      "header",
      {},
      el("h3", {}, handWords(hand.hand)),
      el("span", { class: "count", "aria-label": t("felt.count", { total }) }, total),
    ),
    el("div", { class: "cards" }, cards),
    el(
      "p",
      { class: "marks" },
      hand.natural && el("span", { class: "pill gold" }, t("natural")),
      hand.void && el("span", { class: "pill danger" }, `${t("void")} ${hand.void}`),
      hand.holder && el("span", { class: "pill" }, t("felt.held", { player: hand.holder })),
      due && el("span", { class: "pill gold" }, t("felt.due")),
    ),
  );
}

function resultLine(coup) {
  if (coup.void) {
    return el("p", { class: "outcome" }, el("span", { class: "pill danger" }, `${t("void")} · ${coup.void}`));
  }
  if (!coup.result) return null;
  const side = ["player", "banker", "tie"].includes(coup.result) ? coup.result : "gold";
  return el("p", { class: "outcome" }, el("span", { class: `pill ${side}` }, t(`wins.${coup.result}`)));
}

/** The stakes, one line each; what is live less than staked says why. */
export function showStakes(place, table) {
  const stakes = table.stakes;
  if (!stakes.length) {
    return void fill(place, el("h2", {}, t("felt.stakes")), el("p", { class: "muted" }, t("felt.no-stakes")));
  }
  const sum = stakes.reduce((total, stake) => total + stake.live, 0);
  fill(
    place,
    el("h2", {}, t("felt.stakes"), " ", el("span", { class: "pill" }, cash(sum, table.money))),
    el(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": t("felt.stakes") },
      el(
        "table",
        { class: "data" },
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            ["felt.player", "felt.on", "felt.amount"].map((key) =>
              el("th", { scope: "col", class: key === "felt.amount" ? "money" : null }, t(key))
            ),
          ),
        ),
        el(
          "tbody",
          {},
          stakes.map((stake) => stakeRow(stake, table)),
        ),
      ),
    ),
  );
}

function stakeRow(stake, table) {
  const box = stake.box ? ` · ${t("hand.box", { box: stake.box })}` : "";
  const less = stake.live !== stake.staked || stake.clause || stake.invalid;
  return el(
    "tr",
    {},
    el("td", {}, personNode(stake.player)),
    el("td", {}, wagerWords(table, stake.on), box),
    el(
      "td",
      { class: "money" },
      cash(stake.live, table.money),
      less &&
        el(
          "small",
          { class: "muted" },
          ` / ${cash(stake.staked, table.money)} `,
          el("span", { class: "clause" }, stake.invalid ?? stake.clause ?? ""),
        ),
    ),
  );
}

/** The first card of a hand that lies face down. */
export function faceDown(table, hand) {
  const hands = hand ? table.hands.filter((each) => each.hand === hand) : table.hands;
  return Math.min(
    ...hands
      .flatMap((each) => each.cards)
      .filter((card) => !card.up)
      .map((card) => card.slot),
  );
}
