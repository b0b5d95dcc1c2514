export default {
  title: "幸運補牌百家樂",
  hands: ["dealer"],
  rows: [],
  box: [
    { on: "draw", shape: "circle" },
    { on: "enter", shape: "circle" },
  ],
  names: {
    enter: { en: "ENTER", tone: "player" },
    draw: { en: "DRAW", tone: "gold" },
  },
  when: {
    enter: { "1:1": "玩家點數較高", standoff: "同點退回注碼" },
    draw: {
      "1:1": "補牌後以 7 點以下贏",
      "3:2": "幸運 7：補牌後以 7 點贏",
      "2:1": "幸運 8：補牌後以 8 點贏",
      "3:1": "幸運 9：補牌後以 9 點贏",
      "9:1": "三張 3，不同花色",
      "30:1": "三張 3，同花色",
      standoff: "同點退回注碼",
    },
  },
};
