/** When to draw and when to stand, total against up card, and what it is worth. */
import { get } from "../../shared/api.js";
import { el, fill } from "../../shared/dom.js";
import { titleOf } from "../../shared/said/titles.js";
import { t } from "../../shared/words.js";
import { choice, field, scroller, worded } from "../../shared/said/worded.js";
import { barChart } from "../charts.js";
import { percent, signedNumber } from "../figures.js";

const NAMES = ["optimal", "total", "draw-0-5", "always", "never"];

export class StrategyPart {
  constructor(shoe) {
    this.shoe = shoe;
    this.name = NAMES[0];
    this.head = el("div", { class: "row ends" });
    this.place = el("div", { class: "lab-sides even" });
    this.node = el("div", { class: "column" }, this.head, this.place);
  }

  shown(open) {
    this.isOpen = open;
    if (open) this.changed();
  }

  changed() {
    if (!this.isOpen) return;
    if (!this.shoe.book.decides) {
      fill(this.head);
      fill(
        this.place,
        el(
          "p",
          { class: "empty" },
          t("lab.no-strategy", { title: titleOf({ rulebook: this.shoe.rulebook, title: this.shoe.book.title }) }),
        ),
      );
      return;
    }
    fill(
      this.head,
      field(
        "lab.strategy",
        choice(NAMES.map((name) => [name, t(`strategy.${name}`)]), this.name, (name) => {
          this.name = name;
          this.load();
        }),
      ),
    );
    this.load();
  }

  async load() {
    await this.shoe.guard(async () => {
      const query = new URLSearchParams({ decks: this.shoe.decks, strategy: this.name });
      this.show(await get(`/api/strategy/${encodeURIComponent(this.shoe.rulebook)}?${query}`));
    }, this.place);
  }

  show(grid) {
    const head = el(
      "tr",
      {},
      worded("th", "lab.total-up", { scope: "col" }),
      grid.draws[0].map((_, up) => el("th", { scope: "col" }, up)),
    );
    const rows = grid.draws.map((row, total) =>
      el("tr", {}, el("th", { scope: "row" }, total), row.map((share, up) => cell(share, grid.values[total][up])))
    );
    const items = Object.entries(grid.worth).map(([name, worth]) => ({
      label: t(`strategy.${name}`),
      value: -worth,
      shown: percent(-worth, 2),
    }));
    fill(
      this.place,
      el(
        "section",
        { class: "panel" },
        scroller(
          "lab.grid",
          el(
            "table",
            { class: "strategy-grid" },
            worded("caption", "lab.grid"),
            el("thead", {}, head),
            el("tbody", {}, rows),
          ),
        ),
        worded("p", "lab.grid-text", { class: "muted small" }),
      ),
      el(
        "section",
        { class: "panel" },
        barChart({
          title: t("lab.worth-title"),
          about: t("lab.worth-about"),
          items,
          head: [t("lab.strategy"), t("lab.cost")],
          rows: items.map((item) => [item.label, percent(item.value)]),
        }),
      ),
    );
  }
}

function cell(share, { stand, draw }) {
  const [kind, letter] = share === 1
    ? ["draw", "D"]
    : share === 0
    ? ["stand", "S"]
    : ["cards", `${Math.round(share * 100)}%`];
  const said = t("lab.cell", {
    decision: t(`lab.${kind}`),
    stand: signedNumber(stand, 4),
    draw: signedNumber(draw, 4),
  });
  return el(
    "td",
    { class: kind, title: said },
    el("span", { "aria-hidden": "true" }, letter),
    el("span", { class: "visually-hidden" }, said),
  );
}
