/**
 * <sabot-history>: the results of a shoe where every box has its own, one column a coup, the
 * newest on the right.
 *
 *   history.show(view.past, view.coup.word);
 *
 * It shows as many coups as fit; with the attribute `fill` it grows with the room it has. A void or
 * corrected coup stays, crossed out, with its clause.
 */
import { el, fill } from "../dom.js";
import { corrections, fateWords } from "./roads.js";
import { t } from "../words.js";

const BOX = /^box (\d+)$/;
const CELL = 54; // how wide a coup is, at least
const HEAD = 92;
const ROW = 42;
const BELOW = 84; // what stands under the table
/** The colours of the felt: a box plays against the Banker's or the dealer's hand. */
const SIDES = { win: "player", lose: "banker", standoff: "tie", void: "void" };

function boxNumber(name) {
  const match = BOX.exec(name);
  return match ? Number(match[1]) : null;
}

/** {boxes: {3: outcome}, totals: {3: 7}, house: ["dealer", 4]} of one coup. */
function sorted(past) {
  const boxes = {};
  const totals = {};
  let house = null;
  for (const [name, outcome] of Object.entries(past.boxes ?? {})) boxes[boxNumber(name)] = outcome;
  for (const [name, total] of Object.entries(past.totals ?? {})) {
    const box = boxNumber(name);
    if (box === null) house = [name, total];
    else totals[box] = total;
  }
  return { past, boxes, totals, house };
}

class History extends HTMLElement {
  #past = [];
  #word = "coup";
  #again = () => this.#show();
  #observer = new ResizeObserver(() => this.#show());

  connectedCallback() {
    document.addEventListener("language", this.#again);
    this.#observer.observe(this);
    this.#show();
  }

  disconnectedCallback() {
    document.removeEventListener("language", this.#again);
    this.#observer.disconnect();
  }

  /** `word`: what the game calls a coup, "coup" or "round". */
  show(past, word = "coup") {
    if (past === this.#past && word === this.#word) return;
    this.#past = past ?? [];
    this.#word = word;
    this.#show();
  }

  #show() {
    if (!this.isConnected) return;
    if (!this.#past.length) return void fill(this, el("p", { class: "empty" }, t("history-empty")));
    const all = this.#past.map(sorted);
    const numbers = new Set(
      all.flatMap(({ boxes, totals }) => [...Object.keys(boxes), ...Object.keys(totals)].map(Number)),
    );
    const boxes = [...numbers].sort((one, other) => one - other);
    const scale = this.#scale(boxes.length + 2);
    this.style.setProperty("--history-scale", scale.toFixed(2));
    const room = Math.max(3, Math.floor((this.clientWidth - HEAD * scale) / (CELL * scale)));
    const coups = all.slice(-room);
    fill(
      this,
      this.#table(coups, boxes, room - coups.length),
      el("p", { class: "history-legend muted" }, t("history-legend")),
      corrections(this.#past),
    );
  }

  #scale(rows) {
    if (!this.hasAttribute("fill")) return 1;
    const room = Math.min((this.clientHeight - BELOW) / (rows * ROW), this.clientWidth / 700);
    return Math.min(2, Math.max(1, room));
  }

  /** `free`: how many more coups there is room for. */
  #table(coups, boxes, free) {
    const blank = () => Array.from({ length: free }, () => el("td", { class: "free" }));
    const head = el(
      "tr",
      {},
      el("th", { scope: "col" }, t(this.#word)),
      coups.map(({ past }) =>
        el(
          "th",
          { scope: "col", class: past.void ? "void" : past.corrected ? "corrected" : null },
          past.void ? el("s", {}, past.coup) : past.coup,
          fateWords(past) && el("span", { class: "visually-hidden" }, ` ${fateWords(past)}`),
        )
      ),
      blank(),
    );
    const rows = boxes.map((box) =>
      el(
        "tr",
        {},
        el("th", { scope: "row" }, t("hand.box", { box })),
        coups.map((coup) => this.#cell(coup, box)),
        blank(),
      )
    );
    return el(
      "table",
      { class: "history" },
      el("caption", { class: "visually-hidden" }, t("history-summary", { coups: coups.length })),
      el("thead", {}, head),
      el("tbody", {}, rows, this.#house(coups, blank)),
    );
  }

  #cell({ past, boxes, totals }, box) {
    const end = boxes[box];
    const side = SIDES[end];
    const total = totals[box];
    const crossed = past.void ? " crossed" : "";
    if (!side && total === undefined) {
      return el("td", { class: `none${crossed}` }, el("span", { class: "visually-hidden" }, t("no-box")));
    }
    return el(
      "td",
      { class: `${side ?? ""}${crossed}` },
      el("b", {}, total ?? "–"),
      end && el("span", { class: "sign", "aria-hidden": "true" }, t(`end-${end}-sign`)),
      end && el("span", { class: "visually-hidden" }, ` ${t(`end-${end}`)}`),
    );
  }

  #house(coups, blank) {
    const named = coups.find(({ house }) => house);
    if (!named) return null;
    return el(
      "tr",
      { class: "house" },
      el("th", { scope: "row" }, t(`hand.${named.house[0]}`)),
      coups.map(({ past, house }) => el("td", { class: past.void ? "crossed" : null }, el("b", {}, house?.[1] ?? "–"))),
      blank(),
    );
  }
}

customElements.define("sabot-history", History);
