/** Playing cards, drawn by us: 100 by 140 units. */
import { courtHalf } from "./courts.js";
import { svg } from "../dom.js";
import { t, wordOr } from "../words.js";

export const RED = "#b3202b";
export const BLACK = "#1b1b22";
const IVORY = "#fffdf6";

/** Suits in a square from -10 to 10. */
const SHAPES = {
  S: "M0-9.6C2.6-5.6 8.6-2 8.6 3.2 8.6 6 6.6 7.6 4.6 7.6 3 7.6 1.7 6.8 1 5.6 1.2 7.4 2 8.9 3.4" +
    " 9.8H-3.4C-2 8.9-1.2 7.4-1 5.6-1.7 6.8-3 7.6-4.6 7.6-6.6 7.6-8.6 6-8.6 3.2-8.6-2-2.6-5.6 0-9.6Z",
  H: "M0 9.4C-2.4 5.4-9.2 1.6-9.2-4-9.2-7-7.1-9-4.6-9-2.6-9-.9-7.8 0-5.9 .9-7.8 2.6-9 4.6-9 7.1-9 9.2-7" +
    " 9.2-4 9.2 1.6 2.4 5.4 0 9.4Z",
  D: "M0-9.8C1.9-6.2 4.6-2.8 7.6 0 4.6 2.8 1.9 6.2 0 9.8-1.9 6.2-4.6 2.8-7.6 0-4.6-2.8-1.9-6.2 0-9.8Z",
  C: "M0-9.6A4.5 4.5 0 0 1 3.4-2.1 4.5 4.5 0 1 1 1 4.6C1.2 6.9 2 8.8 3.4 9.8H-3.4C-2 8.8-1.2 6.9-1" +
    " 4.6A4.5 4.5 0 1 1-3.4-2.1 4.5 4.5 0 0 1 0-9.6Z",
};

const LEFT = 31,
  MIDDLE = 50,
  RIGHT = 69;
const TOP = 31,
  BOTTOM = 109,
  CENTRE = 70,
  UPPER = 57,
  LOWER = 83;
const four = [
  [LEFT, TOP],
  [RIGHT, TOP],
  [LEFT, BOTTOM],
  [RIGHT, BOTTOM],
];
const six = [...four, [LEFT, CENTRE], [RIGHT, CENTRE]];
const eight = [...four, [LEFT, UPPER], [RIGHT, UPPER], [LEFT, LOWER], [RIGHT, LOWER]];
const PIPS = {
  2: [
    [MIDDLE, TOP],
    [MIDDLE, BOTTOM],
  ],
  3: [
    [MIDDLE, TOP],
    [MIDDLE, CENTRE],
    [MIDDLE, BOTTOM],
  ],
  4: four,
  5: [...four, [MIDDLE, CENTRE]],
  6: six,
  7: [...six, [MIDDLE, 50.5]],
  8: [...six, [MIDDLE, 50.5], [MIDDLE, 89.5]],
  9: [...eight, [MIDDLE, CENTRE]],
  T: [...eight, [MIDDLE, 44], [MIDDLE, 96]],
};

/** "4S" in words: "Four of Spades". */
export function cardName(name) {
  const rank = wordOr(`rank.${name[0]}`, null),
    suit = wordOr(`suit.${name[1]}`, null);
  if (!rank) return name;
  return suit ? t("card-of", { rank, suit }) : rank;
}

/** A suit's shape, centred on x, y. */
export function suitShape(suit, x, y, size, turned = false) {
  const scale = size / 20;
  return svg("path", {
    d: SHAPES[suit],
    fill: suit === "H" || suit === "D" ? RED : BLACK,
    transform: `translate(${x} ${y})${turned ? " rotate(180)" : ""} scale(${scale})`,
  });
}

function index(rank, suit, colour) {
  const wide = rank === "10";
  return [
    svg(
      "text",
      {
        x: 11,
        y: 20,
        "text-anchor": "middle",
        "font-size": wide ? 16 : 18,
        "font-weight": 700,
        "font-family": "Georgia, 'Times New Roman', serif",
        "letter-spacing": wide ? -1.5 : 0,
        fill: colour,
      },
      rank,
    ),
    suitShape(suit, 11, 30, 12),
  ];
}

function middle(rank, suit) {
  if (rank === "A") {
    return [
      svg("circle", {
        cx: 50,
        cy: 70,
        r: 27,
        fill: "none",
        stroke: "#c8a34e",
        "stroke-width": 0.8,
      }),
      suitShape(suit, 50, 70, 40),
    ];
  }
  if (rank in PIPS) return PIPS[rank].map(([x, y]) => suitShape(suit, x, y, 18, y > CENTRE));
  return [
    svg("rect", {
      x: 21,
      y: 14,
      width: 58,
      height: 112,
      rx: 3,
      fill: "#fff8e6",
      stroke: "#c8a34e",
      "stroke-width": 1,
    }),
    svg("g", {}, courtHalf(rank, suit)),
    svg("g", { transform: "rotate(180 50 70)" }, courtHalf(rank, suit)),
    suitShape(suit, 29, 24, 12),
    suitShape(suit, 71, 116, 12, true),
  ];
}

function sheet(label, ...inside) {
  return svg(
    "svg",
    {
      class: "playing-card",
      viewBox: "0 0 100 140",
      role: "img",
      "aria-label": label,
      focusable: "false",
    },
    svg("rect", {
      x: 0.6,
      y: 0.6,
      width: 98.8,
      height: 138.8,
      rx: 7,
      fill: IVORY,
      stroke: "#b9ad93",
      "stroke-width": 1.2,
    }),
    inside,
  );
}

/** The face of "4S", "TH", "KD"; a rank alone ("7") is a card printed on the layout. */
export function cardFace(name) {
  const rank = name[0],
    suit = name[1];
  if (!suit) return printedCard(rank);
  const shown = rank === "T" ? "10" : rank;
  const colour = suit === "H" || suit === "D" ? RED : BLACK;
  return sheet(
    cardName(name),
    middle(rank, suit),
    index(shown, suit, colour),
    svg("g", { transform: "rotate(180 50 70)" }, index(shown, suit, colour)),
  );
}

/** A card that is printed on the felt. */
export function printedCard(rank) {
  const brass = "#e6c878";
  return svg(
    "svg",
    {
      class: "playing-card printed",
      viewBox: "0 0 100 140",
      role: "img",
      "aria-label": wordOr(`rank.${rank}`, rank),
      focusable: "false",
    },
    svg("rect", {
      x: 2,
      y: 2,
      width: 96,
      height: 136,
      rx: 7,
      fill: "none",
      stroke: brass,
      "stroke-width": 2.4,
      "stroke-dasharray": "7 4",
    }),
    svg("rect", {
      x: 10,
      y: 10,
      width: 80,
      height: 120,
      rx: 4,
      fill: "none",
      stroke: brass,
      "stroke-width": 0.9,
    }),
    svg(
      "text",
      {
        x: 50,
        y: 97,
        "text-anchor": "middle",
        "font-size": 78,
        "font-weight": 700,
        "font-family": "Georgia, 'Times New Roman', serif",
        fill: brass,
      },
      rank,
    ),
  );
}

const BACKS = {
  red: { ground: "#8f1f2b", line: "#d9a6a0", deep: "#6d141f" },
  blue: { ground: "#1d3f7a", line: "#a7bbdf", deep: "#142c58" },
};

function lattice() {
  let path = "";
  for (let start = -126; start <= 84; start += 10.5) {
    path += `M${start} 0l126 126M${start + 126} 0l-126 126`;
  }
  return path;
}

const LATTICE = lattice();

const woven = new Map(); // a back of each colour, drawn once and copied

/** The back: a woven lattice round a shoe's mouth. `colour` is "red" or "blue". */
export function cardBack(colour = "red", label = "") {
  if (!woven.has(colour)) woven.set(colour, weave(BACKS[colour] ?? BACKS.red));
  const back = woven.get(colour).cloneNode(true);
  back.setAttribute("aria-label", label || t("card-back"));
  return back;
}

function weave({ ground, line, deep }) {
  const back = sheet(
    "",
    svg(
      "svg",
      { x: 7, y: 7, width: 86, height: 126, viewBox: "0 0 86 126" },
      svg("rect", { width: 86, height: 126, fill: ground }),
      svg("path", { d: LATTICE, stroke: line, "stroke-width": 0.9, fill: "none", opacity: 0.75 }),
      svg("path", {
        d: "M43 33 64 63 43 93 22 63Z",
        fill: deep,
        stroke: line,
        "stroke-width": 1.6,
      }),
      svg("path", {
        d: "M43 44 56 63 43 82 30 63Z",
        fill: "none",
        stroke: "#e0bd6a",
        "stroke-width": 1.2,
      }),
      svg("path", {
        d: "M49 55.5C46 51 38 52 38 57.5 38 63.5 49 62 49 69 49 75 39.5 75 36.5 70.5",
        fill: "none",
        stroke: "#e0bd6a",
        "stroke-width": 2.6,
        "stroke-linecap": "round",
      }),
    ),
    svg("rect", {
      x: 7,
      y: 7,
      width: 86,
      height: 126,
      rx: 3,
      fill: "none",
      stroke: ground,
      "stroke-width": 2,
    }),
  );
  back.classList.add("back");
  return back;
}
