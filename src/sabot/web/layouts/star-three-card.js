import { PLAYER, TIE } from "./names.js";

const TOTALS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const total = (points) => `point-total-${points}`;

export default {
  title: "三公百家樂",
  hands: ["banker"],
  rows: [
    [{ on: "three-pictures", shape: "oval" }],
    TOTALS.map((points) => ({ on: total(points), shape: "number" })),
  ],
  box: [
    { on: "tie", shape: "circle" },
    { on: "player", shape: "circle" },
  ],
  names: {
    player: PLAYER,
    tie: TIE,
    "three-pictures": { en: "Three Picture Cards", tone: "banker" },
    ...Object.fromEntries(
      TOTALS.map((points) => [
        total(points),
        {
          en: `Banker ${points}`,
          print: String(points),
          over: "莊 Banker",
          tone: "banker",
        },
      ]),
    ),
  },
  when: {
    player: {
      "19:20": "閒大於莊，抽佣 5%",
      "1:1": "閒大於莊",
      "1:2": "閒以 6 點贏",
      standoff: "同級退回注碼",
    },
    tie: { "21:1": "閒莊同級" },
    "three-pictures": { "70:1": "莊家三張公仔牌" },
    ...Object.fromEntries(TOTALS.map((points) => [total(points), { "8:1": `莊家 ${points} 點` }])),
  },
};
