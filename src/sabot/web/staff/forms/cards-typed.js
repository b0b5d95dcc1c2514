/** Cards as people and scanners write them: "7h", "TD", "10♦". */

const SUITS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" };
const CARD = /^([A2-9TJQK])([SHDC])$/;

export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];
export const SUIT_ORDER = ["S", "H", "D", "C"];
export const SUIT_SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };

/** "7h" -> "7H"; null for what is no card. */
export function readCard(text) {
  const plain = text
    .trim()
    .toUpperCase()
    .replace(/[♠♥♦♣]/g, (sign) => SUITS[sign])
    .replace(/^10/, "T");
  return CARD.test(plain) ? plain : null;
}

/** "7h ? td" -> ["7H", null, "TD"]; null when one of them is no card. A question mark is a an unseen card. */
export function readCards(text) {
  const words = text.split(/[\s,]+/).filter(Boolean);
  const cards = words.map((word) => (word === "?" ? null : (readCard(word) ?? false)));
  return cards.includes(false) ? null : cards;
}

/** "TD" -> "10♦" */
export function shownCard(card) {
  return `${card[0] === "T" ? "10" : card[0]}${SUIT_SIGNS[card[1]]}`;
}
