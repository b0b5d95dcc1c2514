/** The roads where there is no room beside the felt: the newest of them in one line, which unfolds. */
import { el, fill } from "../../shared/dom.js";
import { roadSvg } from "../../shared/roads/marks.js";
import { language, t } from "../../shared/words.js";

const COLUMNS = 44;
const COUPS = 16;

export class ShoeStrip {
  constructor(panel, button) {
    Object.assign(this, { panel, button });
    button.addEventListener("click", () => this.fold(!panel.classList.contains("open")));
    this.fold(false);
  }

  fold(open) {
    this.panel.classList.toggle("open", open);
    this.button.setAttribute("aria-expanded", String(open));
  }

  update({ roads, past }) {
    if (roads === this.roads && past === this.past && language() === this.spoken) return;
    Object.assign(this, { roads, past, spoken: language() });
    this.button.setAttribute("aria-label", t("results-of-shoe"));
    fill(
      this.button,
      roads ? el("span", { class: "mini-road" }, roadSvg("big", roads.big, COLUMNS)) : this.totals(past),
    );
  }

  /** Where every box has a hand: what the house had, coup by coup. */
  totals(past) {
    const house = (totals) => Object.entries(totals ?? {}).find(([hand]) => !hand.startsWith("box "))?.[1];
    const newest = past.slice(-COUPS).map((coup) =>
      el("span", { class: coup.void ? "crossed" : "" }, house(coup.totals) ?? "–")
    );
    return el("span", { class: "totals" }, newest.length ? newest : t("results-of-shoe"));
  }
}
