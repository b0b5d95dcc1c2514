/** What the five layouts have in common: the three main areas as every baccarat table prints them. */
export const PLAYER = { en: "Player", tone: "player" };
export const BANKER = { en: "Banker", tone: "banker" };
export const TIE = { en: "Tie", tone: "tie" };

export const MAIN_WHEN = {
  player: { "1:1": "閒贏", standoff: "和局退回注碼" },
  banker: {
    "1:1": "莊贏",
    "19:20": "莊贏，抽佣 5%",
    "1:2": "莊以 6 點贏",
    standoff: "和局退回注碼",
  },
  tie: { "8:1": "和局" },
};
