import { BANKER, MAIN_WHEN, PLAYER, TIE } from "./names.js";

const PERFECT = { "5:1": "雜色對子", "12:1": "同色對子", "25:1": "完美對子" };

export default {
  title: "迷你百家樂",
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
  when: {
    ...MAIN_WHEN,
    "perfect-pairs-player": PERFECT,
    "perfect-pairs-banker": PERFECT,
    "canberra-pairs-player": { "11:1": "閒家首兩張牌成對" },
    "canberra-pairs-banker": { "11:1": "莊家首兩張牌成對" },
  },
};
