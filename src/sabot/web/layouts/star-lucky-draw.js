export default {
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
};
