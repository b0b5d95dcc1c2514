import { BANKER, MAIN_WHEN, PLAYER, TIE } from "./names.js";

export default {
  title: "百家樂",
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
  when: {
    ...MAIN_WHEN,
    "pairs-player": { "11:1": "閒家首兩張牌成對" },
    "pairs-banker": { "11:1": "莊家首兩張牌成對" },
    "super-six": { "15:1": "莊以 6 點贏" },
    "tiger-tie": { "45:1": "雙方 6 點和局" },
    "tiger-pair": {
      "4:1": "一方成對",
      "25:1": "雙方成對，點數不同",
      "100:1": "雙方成對，點數相同",
    },
    tiger: { "12:1": "莊以兩張牌 6 點贏", "22:1": "莊以三張牌 6 點贏" },
    "big-tiger": { "55:1": "莊以三張牌 6 點贏" },
    "small-tiger": { "22:1": "莊以兩張牌 6 點贏" },
  },
};
