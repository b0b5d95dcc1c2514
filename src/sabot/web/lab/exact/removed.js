/** Cards gone from the shoe: what the wagers are worth without them, and what each rank does. */
import { get } from "../../shared/api.js";
import { el, fill } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { field, scroller, worded } from "../../shared/said/worded.js";
import { barChart, legend } from "../charts.js";
import { count, percent, wagerName } from "../figures.js";

const MILLION = 1e6;

export class RemovedPart {
  constructor(shoe) {
    this.shoe = shoe;
    this.cards = el("input", { maxlength: 1000, autocomplete: "off", placeholder: "AS, KD, 7H" });
    this.place = el("div", { class: "panel" });
    this.effects = el("div", { class: "panel" });
    const form = el(
      "form",
      { class: "panel row ends", onsubmit: (event) => this.asked(event) },
      field("lab.removed", this.cards, "lab.removed-hint"),
      worded("button", "lab.reckon", { class: "button primary" }),
    );
    this.node = el("div", { class: "column" }, form, this.place, this.effects);
  }

  shown(open) {
    this.isOpen = open;
    if (open) this.changed();
  }

  changed() {
    if (!this.isOpen) return;
    this.load();
    fill(this.effects, worded("p", "loading", { class: "muted" }));
    this.shoe.guard(() => this.each(), this.effects);
  }

  asked(event) {
    event.preventDefault();
    this.load();
  }

  async load() {
    const request = (this.request = {});
    await this.shoe.guard(async () => {
      const path = `/api/odds/${encodeURIComponent(this.shoe.rulebook)}?${this.shoe.query()}`;
      const removed = this.cards.value.trim().split(/[\s,]+/).filter(Boolean).join(",").toUpperCase();
      const [full, left] = await Promise.all([get(path), get(`${path}&${new URLSearchParams({ removed })}`)]);
      if (request === this.request) this.show(full, left);
    }, this.place);
  }

  show(full, left) {
    const before = Object.fromEntries(full.wagers.map((each) => [each.wager, each.edge]));
    const items = left.wagers.map((each) => ({
      label: wagerName(each),
      value: each.edge,
      mark: before[each.wager],
      shown: percent(each.edge, 2),
    }));
    fill(
      this.place,
      barChart({
        title: t("lab.removed-title", { cards: count(left.cards) }),
        about: t("lab.removed-about"),
        items,
        head: ["wager", "lab.edge", "lab.full-edge"].map((key) => t(key)),
        rows: left.wagers.map((each) => [wagerName(each), percent(each.edge), percent(before[each.wager])]),
      }),
      legend(["solid", "lab.without"], ["mark", "lab.full-shoe"]),
    );
  }

  /** One card of each rank gone, in millionths of a stake. */
  async each() {
    const shoe = `${this.shoe.rulebook} ${this.shoe.query()}`;
    const { effects } = await get(`/api/removal/${encodeURIComponent(this.shoe.rulebook)}?${this.shoe.query()}`);
    if (shoe !== `${this.shoe.rulebook} ${this.shoe.query()}`) return;
    const ranks = Object.keys(Object.values(effects)[0]);
    const largest = (row) => Math.max(...Object.values(row).map(Math.abs), 1e-12);
    const rows = Object.entries(effects).map(([wager, row]) =>
      el(
        "tr",
        {},
        el("th", { scope: "row" }, this.shoe.nameOf(wager)),
        ranks.map((rank) => {
          const worth = row[rank];
          return el("td", {
            class: worth >= 0 ? "number for" : "number against",
            vars: { "--heat": `${Math.round((Math.abs(worth) / largest(row)) * 60)}%` },
          }, `${worth < 0 ? "−" : "+"}${Math.abs(worth * MILLION).toFixed(0)}`);
        }),
      )
    );
    const head = el(
      "thead",
      {},
      el(
        "tr",
        {},
        worded("th", "wager", { scope: "col" }),
        ranks.map((rank) => el("th", { scope: "col", class: "number" }, rank)),
      ),
    );
    fill(
      this.effects,
      worded("h2", "lab.effects"),
      worded("p", "lab.effects-text", { class: "muted small" }),
      scroller("lab.effects", el("table", { class: "data heat" }, head, el("tbody", {}, rows))),
    );
  }
}
