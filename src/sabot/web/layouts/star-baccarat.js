import { BANKER, PLAYER, TIE } from "./names.js";

export default {
  hands: ["player", "banker"],
  rows: [
    [
      { on: "small-tiger", shape: "tile" },
      { on: "tiger", shape: "tile" },
      { on: "big-tiger", shape: "tile" },
      { on: "tiger-tie", shape: "tile" },
      { on: "tiger-pair", shape: "tile" },
    ],
    [
      { on: "pairs-player", shape: "tile" },
      { on: "super-six", shape: "oval" },
      { on: "pairs-banker", shape: "tile" },
    ],
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
    "pairs-player": { en: "Pairs Player", tone: "player" },
    "pairs-banker": { en: "Pairs Banker", tone: "banker" },
    "super-six": { en: "Super Six", tone: "gold" },
    "tiger-tie": { en: "Tiger Tie", tone: "tie" },
    "tiger-pair": { en: "Tiger Pair", tone: "gold" },
    tiger: { en: "Tiger", tone: "gold" },
    "big-tiger": { en: "Big Tiger", tone: "gold" },
    "small-tiger": { en: "Small Tiger", tone: "gold" },
  },
};
