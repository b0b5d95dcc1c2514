/** What the five layouts have in common: the three main areas as every baccarat table prints them. */
export const PLAYER = { en: "Player", tone: "player" };
export const BANKER = { en: "Banker", tone: "banker" };
export const TIE = { en: "Tie", tone: "tie" };
