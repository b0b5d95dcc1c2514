/** A coup's protocol as steps to look at one after the other. */
import { cardName } from "../shared/cards/cards.js";
import { own, t } from "../shared/words.js";
import { handName } from "./list.js";

function kindOf(entry) {
  return entry.what.split("/")[0];
}

/** The words for one step, in the language of the page where we have them. */
export function stepWords(protocol, entry) {
  const kind = kindOf(entry);
  if (kind === "card-dealt") {
    const dealt = protocol.cards.find((card) => card.seq === entry.seq);
    if (!dealt) return entry.text;
    const hand = handName(dealt.hand);
    const shown = dealt.card && dealt.turned === entry.seq;
    return shown ? t("step.card-dealt", { hand, card: cardName(dealt.card) }) : t("step.face-down", { hand });
  }
  if (kind === "cards-exposed") {
    const cards = protocol.cards.filter((card) => card.turned === entry.seq && card.card);
    if (cards.length) {
      return t("step.cards-exposed", { cards: cards.map((card) => cardName(card.card)).join(t("list-comma")) });
    }
  }
  return own(entry.text, entry.words);
}

/** Hands in the order in which they got cards, each card face up or down as at this event. */
export function handsAt(protocol, seq) {
  const hands = new Map();
  for (const dealt of protocol.cards) {
    if (!hands.has(dealt.hand)) hands.set(dealt.hand, []);
    if (dealt.seq <= seq) {
      hands.get(dealt.hand).push({
        card: dealt.card,
        up: Boolean(dealt.card) && dealt.turned !== null && dealt.turned <= seq,
        fresh: dealt.seq === seq || dealt.turned === seq,
      });
    }
  }
  return [...hands];
}

/** Whether the coup has lost its result by this event. */
export function isVoidAt(protocol, seq) {
  const voided = (entry) => ["coup-voided", "coup-reversed"].includes(kindOf(entry));
  return protocol.void !== null && protocol.entries.some((entry) => voided(entry) && entry.seq <= seq);
}

/** The result, once it has been called; a void coup has none. */
export function resultAt(protocol, seq) {
  const called = protocol.entries.findLast((entry) => kindOf(entry) === "result-announced");
  return called && called.seq <= seq ? protocol.result : null;
}

export function countsAt(protocol, seq, totals) {
  const called = protocol.entries.find((entry) => ["counts-announced", "result-announced"].includes(kindOf(entry)));
  return called && called.seq <= seq ? totals : {};
}

export function settledAt(protocol, seq) {
  return protocol.settlement.filter((line) => line.seq <= seq);
}
