import { BANKER, MAIN_WHEN, PLAYER, TIE } from "./names.js";

export default {
  title: "7-Up 百家樂",
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
  when: {
    player: { ...MAIN_WHEN.player, "1:2": "閒以 7 點贏" },
    banker: { ...MAIN_WHEN.banker, "9:5": "莊以 7 點贏" },
    tie: { "9:1": "雙方 7 點和局", "7:1": "其他和局" },
    "super-sevens": {
      "2:1": "兩張 7",
      "5:1": "三張 7",
      "17:1": "四張 7",
      "70:1": "五張 7",
      "700:1": "六張 7",
    },
  },
};
