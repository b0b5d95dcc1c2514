/** What if a line paid otherwise, or the shoe had other decks: sliders, and the edges at once. */
import { post } from "../../shared/api.js";
import { el, fill } from "../../shared/dom.js";
import { titleOf } from "../../shared/said/titles.js";
import { t, wordOr } from "../../shared/words.js";
import { choice, field, worded } from "../../shared/said/worded.js";
import { barChart, legend } from "../charts.js";
import { oddsText, percent, wagerName } from "../figures.js";

const PAUSE = 120;
const MOST_DECKS = 12;

export class WhatIfPart {
  constructor(shoe) {
    this.shoe = shoe;
    this.changes = {};
    this.decks = null;
    this.sliders = el("div", { class: "column sliders" });
    this.chosen = el("div", { class: "panel chosen", role: "status" });
    this.chart = el("div", { class: "panel" });
    const reset = worded("button", "lab.reset", { type: "button", class: "button", onclick: () => this.reset() });
    this.head = el("div", { class: "row ends" });
    this.node = el(
      "div",
      { class: "lab-sides" },
      el("section", { class: "panel" }, worded("h2", "lab.what-if"), this.head, this.sliders, reset),
      el("div", { class: "column" }, this.chosen, this.chart),
    );
  }

  shown(open) {
    this.isOpen = open;
    if (open) this.reset();
  }

  changed() {
    if (this.isOpen) this.reset();
  }

  reset() {
    const { book } = this.shoe;
    this.changes = {};
    this.decks = null;
    this.wager = book.wagers.some((each) => each.id === this.wager) ? this.wager : book.wagers[0].id;
    fill(this.chosen, worded("p", "loading", { class: "muted" }));
    fill(this.chart);
    fill(
      this.head,
      field(
        "wager",
        choice(book.wagers.map((each) => [each.id, wagerName(each)]), this.wager, (wager) => this.turnTo(wager)),
      ),
    );
    this.turnTo(this.wager);
  }

  turnTo(wager) {
    this.wager = wager;
    const { book, scheme } = this.shoe;
    const lines = book.wagers.find((each) => each.id === wager).lines.filter((line) =>
      line.pays !== "standoff" && [undefined, null, scheme].includes(line.scheme)
    );
    fill(this.sliders, lines.map((line) => this.slider(line)), this.deckSlider());
    this.ask();
  }

  slider(line) {
    const [pays, per] = line.pays.split(":").map(Number);
    const now = (this.changes[line.name] ?? line.pays).split(":").map(Number);
    const most = Math.max(2 * pays, pays + 5);
    const input = el("input", { type: "range", min: 1, max: most, step: 1, value: now[0] });
    const output = el("output", { class: "odds" }, oddsText(`${now[0]}:${per}`));
    input.addEventListener("input", () => {
      const odds = `${input.value}:${per}`;
      if (Number(input.value) === pays) delete this.changes[line.name];
      else this.changes[line.name] = odds;
      output.textContent = oddsText(odds);
      input.setAttribute("aria-valuetext", output.textContent);
      this.later();
    });
    input.setAttribute("aria-valuetext", output.textContent);
    const said = el(
      "label",
      {},
      el(
        "span",
        { class: "row apart" },
        el("span", {}, t("lab.line", { clause: line.clause, odds: oddsText(line.pays) })),
        output,
      ),
    );
    input.id = said.htmlFor = `slide-${line.name.replace("/", "-")}`;
    return el(
      "div",
      { class: "slider" },
      said,
      input,
      el("p", { class: "muted small" }, wordOr(`when.${this.shoe.book.id}.${this.wager}.${line.pays}`, line.when)),
    );
  }

  deckSlider() {
    const { book } = this.shoe;
    const now = this.decks ?? this.shoe.decks;
    const input = el("input", { type: "range", id: "slide-decks", min: 1, max: MOST_DECKS, step: 1, value: now });
    const output = el("output", { class: "odds" });
    const show = () => {
      const decks = Number(input.value);
      output.textContent = book.decks.includes(decks)
        ? t("lab.decks-of", { decks })
        : t("lab.decks-forbidden", { decks });
      input.setAttribute("aria-valuetext", output.textContent);
    };
    input.addEventListener("input", () => {
      this.decks = Number(input.value);
      show();
      this.later();
    });
    show();
    return el(
      "div",
      { class: "slider" },
      el("label", { for: "slide-decks" }, el("span", { class: "row apart" }, worded("span", "lab.decks"), output)),
      input,
    );
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), PAUSE);
  }

  async ask() {
    const asked = (this.asked = {});
    const { rulebook, scheme, decks } = this.shoe;
    await this.shoe.guard(async () => {
      const body = {
        rulebook,
        scheme,
        changes: this.changes,
        decks: this.decks ?? decks,
        any_decks: this.decks !== null,
      };
      const { sheet, approved } = await post("/api/what-if", body);
      if (asked === this.asked) this.show(sheet, approved);
    });
  }

  show(sheet, approved) {
    const one = sheet.wagers.find((each) => each.wager === this.wager);
    const before = approved[this.wager];
    fill(
      this.chosen,
      el("h2", {}, one ? wagerName(one) : this.wager),
      one
        ? el(
          "p",
          { class: "edges" },
          el("span", { class: "muted" }, t("lab.approved")),
          el("b", {}, before === undefined ? "–" : percent(before, 4)),
          el("span", { "aria-hidden": "true" }, "→"),
          el("span", { class: "muted" }, t("lab.if-so")),
          el("b", { class: "edge-now", data: { edge: one.edge } }, percent(one.edge, 4)),
        )
        : worded("p", "lab.not-offered"),
    );
    const items = sheet.wagers.map((each) => ({
      label: wagerName(each),
      value: each.edge,
      mark: approved[each.wager],
      shown: percent(each.edge, 2),
    }));
    fill(
      this.chart,
      barChart({
        title: t("lab.what-if-title", { title: titleOf(sheet) }),
        about: t("lab.what-if-about"),
        items,
        head: ["wager", "lab.edge", "lab.approved-edge"].map((key) => t(key)),
        rows: sheet.wagers.map((
          each,
        ) => [
          wagerName(each),
          percent(each.edge),
          approved[each.wager] === undefined ? "–" : percent(approved[each.wager]),
        ]),
      }),
      legend(["solid", "lab.if-so"], ["mark", "lab.approved"]),
    );
  }
}
