import { BANKER, PLAYER, TIE } from "./names.js";

export default {
  hands: ["player", "banker"],
  printed: { player: ["7"] },
  rows: [
    [{ on: "super-sevens", shape: "oval" }],
    [{ on: "tie", shape: "band" }],
    [
      { on: "player", shape: "wing-left", grow: 3 },
      { on: "banker", shape: "wing-right", grow: 3 },
    ],
  ],
  names: {
    player: PLAYER,
    banker: BANKER,
    tie: TIE,
    "super-sevens": { en: "Super 7’s", tone: "gold" },
  },
};
