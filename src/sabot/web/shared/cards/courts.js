/** The upper half of a jack, queen or king, from simple shapes; the lower half is the same turned. */
import { svg } from "../dom.js";

const GOLD = "#d5ab4a",
  BRASS = "#8a6414",
  SKIN = "#f4dcc0",
  LINE = "#2b2320";
const ROBES = {
  S: ["#24345c", "#8e9cc4"],
  C: ["#1f4a3c", "#93bda9"],
  H: ["#a3202c", "#e3a59b"],
  D: ["#b0552a", "#ebc29b"],
};

const path = (d, fill, more = {}) =>
  svg("path", { d, fill, stroke: LINE, "stroke-width": 0.8, "stroke-linejoin": "round", ...more });
const dot = (cx, cy, r, fill) => svg("circle", { cx, cy, r, fill, stroke: LINE, "stroke-width": 0.5 });

function robe([dark, light]) {
  return [
    path("M22 70V62C27 53 37 49.5 50 49.5S73 53 78 62V70Z", dark),
    path("M41 50.5 50 62 59 50.5 64.5 52 53 70H47L35.5 52Z", light),
    path("M50 62 53 70H47Z", GOLD),
    svg("path", {
      d: "M25 66 35 55M31 69 40 57M75 66 65 55M69 69 60 57",
      stroke: GOLD,
      "stroke-width": 1.3,
      fill: "none",
    }),
  ];
}

function face() {
  return [
    path(
      "M42.5 33C42.5 29 57.5 29 57.5 33V41C57.5 46.5 54 49.8 50 49.8S42.5 46.5 42.5 41Z",
      SKIN,
    ),
    svg("path", {
      d: "M45 37.2H48M52 37.2H55M50 38.5V42.2L48.9 42.7M47.7 45.4Q50 46.6 52.3 45.4",
      stroke: LINE,
      "stroke-width": 0.9,
      fill: "none",
      "stroke-linecap": "round",
    }),
  ];
}

function king([dark]) {
  return [
    path(
      "M41 35C38 43 40 48.5 41.5 50L43.5 43ZM59 35C62 43 60 48.5 58.5 50L56.5 43Z",
      "#6b4a2f",
    ),
    face(),
    path(
      "M43 42.8C43.5 52 47.5 56.5 50 58 52.5 56.5 56.5 52 57 42.8 54.5 45.2 52.5 44 50 44S45.5 45.2 43 42.8Z",
      "#6b4a2f",
    ),
    svg("path", {
      d: "M47.8 47Q50 48.2 52.2 47",
      stroke: SKIN,
      "stroke-width": 1.1,
      fill: "none",
    }),
    path("M39 33 37.5 19 44 26 50 16.5 56 26 62.5 19 61 33Z", GOLD),
    path("M39 33H61V29.5H39Z", dark),
    [dot(37.5, 18.5, 1.6, dark), dot(50, 16.2, 1.8, dark), dot(62.5, 18.5, 1.6, dark)],
  ];
}

function queen([dark, light]) {
  return [
    path(
      "M50 27C38 27 37 39 38.5 50L44 49 43 37H57L56 49 61.5 50C63 39 62 27 50 27Z",
      "#8a4b21",
    ),
    face(),
    path("M40 30Q50 17 60 30Q50 25.5 40 30Z", GOLD),
    [dot(43.5, 24.8, 1.5, light), dot(50, 21.8, 2.1, dark), dot(56.5, 24.8, 1.5, light)],
    svg("path", {
      d: "M42 51.5Q50 57.5 58 51.5",
      stroke: GOLD,
      "stroke-width": 1.4,
      fill: "none",
      "stroke-dasharray": "1.6 1",
    }),
    dot(50, 55.6, 1.5, dark),
  ];
}

function jack([dark, light]) {
  return [
    path(
      "M42 34C38.5 38 39 44 41 46.5L43 40ZM58 34C61.5 38 61 44 59 46.5L57 40Z",
      "#c08a3e",
    ),
    face(),
    path("M38.5 33C39 23 46 20 52 20.5 58.5 21 61 26 61.5 33Q50 28 38.5 33Z", dark),
    path("M38.5 33Q50 27.5 61.5 33L61 29.8Q50 24.5 39 29.8Z", GOLD),
    path("M58 25C61 18 66 16 71 17.5 69 22 64.5 25.5 59 27Z", light),
    svg("path", { d: "M59 26.5Q64 21 70 18", stroke: BRASS, "stroke-width": 0.8, fill: "none" }),
  ];
}

const FIGURES = { K: king, Q: queen, J: jack };

export function courtHalf(rank, suit) {
  const colours = ROBES[suit];
  return [robe(colours), FIGURES[rank](colours)];
}
