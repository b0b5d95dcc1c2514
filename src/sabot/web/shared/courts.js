/** The upper half of a jack, queen or king, from simple shapes; the lower half is the same turned. */
import { svg } from "./dom.js";

const GOLD = "#d5ab4a", BRASS = "#8a6414", SKIN = "#f4dcc0", LINE = "#2b2320";
const ROBES = {
  S: ["#24345c", "#8e9cc4"], C: ["#1f4a3c", "#93bda9"], H: ["#a3202c", "#e3a59b"], D: ["#b0552a", "#ebc29b"],
};

const path = (d, fill, more = {}) => svg("path", { d, fill, stroke: LINE, "stroke-width": 0.8, "stroke-linejoin": "round", ...more });
const dot = (cx, cy, r, fill) => svg("circle", { cx, cy, r, fill, stroke: LINE, "stroke-width": 0.5 });

function robe([dark, light]) {
  return [
    path("M22 70V62C27 53 37 49.500 50 49.500S73 53 78 62V70Z", dark),
    path("M41 50.500 50 62 59 50.500 64.500 52 53 70H47L35.500 52Z", light),
    path("M50 62 53 70H47Z", GOLD),
    svg("path", { d: "M25 66 35 55M31 69 40 57M75 66 65 55M69 69 60 57", stroke: GOLD, "stroke-width": 1.3, fill: "none" }),
  ];
}

function face() {
  return [
    path("M42.500 33C42.500 29 57.500 29 57.500 33V41C57.500 46.500 54 49.800 50 49.800S42.500 46.500 42.500 41Z", SKIN),
    svg("path", { d: "M45 37.200H48M52 37.200H55M50 38.500V42.200L48.900 42.700M47.700 45.400Q50 46.600 52.300 45.400", stroke: LINE, "stroke-width": 0.9, fill: "none", "stroke-linecap": "round" }),
  ];
}

function king([dark]) {
  return [
    path("M41 35C38 43 40 48.500 41.500 50L43.500 43ZM59 35C62 43 60 48.500 58.500 50L56.500 43Z", "#6b4a2f"),
    face(),
    path("M43 42.800C43.500 52 47.500 56.500 50 58 52.500 56.500 56.500 52 57 42.800 54.500 45.200 52.500 44 50 44S45.500 45.200 43 42.800Z", "#6b4a2f"),
    svg("path", { d: "M47.800 47Q50 48.200 52.200 47", stroke: SKIN, "stroke-width": 1.1, fill: "none" }),
    path("M39 33 37.500 19 44 26 50 16.500 56 26 62.500 19 61 33Z", GOLD),
    path("M39 33H61V29.500H39Z", dark),
    [dot(37.500, 18.500, 1.6, dark), dot(50, 16.200, 1.8, dark), dot(62.500, 18.500, 1.6, dark)],
  ];
}

function queen([dark, light]) {
  return [
    path("M50 27C38 27 37 39 38.500 50L44 49 43 37H57L56 49 61.500 50C63 39 62 27 50 27Z", "#8a4b21"),
    face(),
    path("M40 30Q50 17 60 30Q50 25.500 40 30Z", GOLD),
    [dot(43.500, 24.800, 1.5, light), dot(50, 21.800, 2.1, dark), dot(56.500, 24.800, 1.5, light)],
    svg("path", { d: "M42 51.500Q50 57.500 58 51.500", stroke: GOLD, "stroke-width": 1.4, fill: "none", "stroke-dasharray": "1.6 1" }),
    dot(50, 55.600, 1.5, dark),
  ];
}

function jack([dark, light]) {
  return [
    path("M42 34C38.500 38 39 44 41 46.500L43 40ZM58 34C61.500 38 61 44 59 46.500L57 40Z", "#c08a3e"),
    face(),
    path("M38.500 33C39 23 46 20 52 20.500 58.500 21 61 26 61.500 33Q50 28 38.500 33Z", dark),
    path("M38.500 33Q50 27.500 61.500 33L61 29.800Q50 24.500 39 29.800Z", GOLD),
    path("M58 25C61 18 66 16 71 17.500 69 22 64.500 25.500 59 27Z", light),
    svg("path", { d: "M59 26.500Q64 21 70 18", stroke: BRASS, "stroke-width": 0.8, fill: "none" }),
  ];
}

const FIGURES = { K: king, Q: queen, J: jack };

export function courtHalf(rank, suit) {
  const colours = ROBES[suit];
  return [robe(colours), FIGURES[rank](colours)];
}
