import { PLAYER, TIE } from "./names.js";

const TOTALS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const total = (points) => `point-total-${points}`;

export default {
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
};
