import { BANKER, PLAYER, TIE } from "./names.js";

const PERFECT = { "5:1": "雜色對子", "12:1": "同色對子", "25:1": "完美對子" };

export default {
  hands: ["player", "banker"],
  rows: [
    [
      { on: "perfect-pairs-player", shape: "tile" },
      { on: "perfect-pairs-banker", shape: "tile" },
      { on: "canberra-pairs-player", shape: "tile" },
      { on: "canberra-pairs-banker", shape: "tile" },
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
    "perfect-pairs-player": { en: "Perfect Pairs Player", tone: "player" },
    "perfect-pairs-banker": { en: "Perfect Pairs Banker", tone: "banker" },
    "canberra-pairs-player": { en: "Canberra Pairs Player", tone: "player" },
    "canberra-pairs-banker": { en: "Canberra Pairs Banker", tone: "banker" },
  },
};
