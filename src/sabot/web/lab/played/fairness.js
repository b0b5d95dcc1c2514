/** The last coups of a session: what stacks and the order of wagering are worth to each player. */
import { post } from "../../shared/api.js";
import { el, fill } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { choice, columns, field, scroller, worded } from "../../shared/said/worded.js";
import { barChart, legend } from "../charts.js";
import { count, percent } from "../figures.js";

const MOST = 7;

export class FairnessPart {
  constructor(shoe) {
    this.shoe = shoe;
    this.stacks = ["10", "10"];
    this.rows = el("ol", { class: "stacks" });
    this.minimum = el("input", { inputmode: "decimal", autocomplete: "off", required: true, value: "1" });
    this.maximum = el("input", { inputmode: "decimal", autocomplete: "off" });
    this.coups = choice([1, 2, 3].map((each) => [each, each]), 1);
    this.advance = el("input", { type: "number", min: 1, max: MOST - 1, value: 1, required: true });
    this.place = el("div", { class: "column" });
    this.form = el(
      "form",
      { class: "panel column", onsubmit: (event) => this.asked(event) },
      worded("p", "lab.fair-text", { class: "muted" }),
      this.rows,
      el(
        "div",
        { class: "row ends" },
        field("lab.fair-minimum", this.minimum),
        field("lab.fair-maximum", this.maximum, "lab.fair-maximum-hint"),
        field("lab.fair-coups", this.coups),
        field("lab.fair-advance", this.advance),
      ),
      el("div", { class: "row" }, worded("button", "lab.reckon", { class: "button primary" })),
    );
    this.node = el("div", { class: "column" }, this.form, this.place);
  }

  shown(open) {
    this.isOpen = open;
    if (open) this.changed();
  }

  changed() {
    if (!this.isOpen) return;
    this.draw();
    this.load();
  }

  /** A row for each player, in the order of wagering. */
  draw() {
    const button = (key, act, off, said) =>
      el("button", {
        type: "button",
        class: "button small",
        disabled: off,
        "aria-label": said,
        onclick: () => (act(), this.draw()),
      }, key);
    fill(
      this.rows,
      this.stacks.map((chips, place) => {
        const input = el("input", {
          inputmode: "decimal",
          autocomplete: "off",
          required: true,
          value: chips,
          id: `stack-${place}`,
          oninput: () => (this.stacks[place] = input.value),
        });
        const swap =
          () => ([this.stacks[place - 1], this.stacks[place]] = [this.stacks[place], this.stacks[place - 1]]);
        return el(
          "li",
          { class: "row" },
          el("label", { for: input.id }, t("lab.fair-player", { number: place + 1 })),
          input,
          button("↑", swap, place === 0, t("lab.fair-earlier", { number: place + 1 })),
          button(
            "×",
            () => this.stacks.splice(place, 1),
            this.stacks.length <= 2,
            t("lab.fair-remove", { number: place + 1 }),
          ),
        );
      }),
      el(
        "li",
        { class: "row plain" },
        button(t("lab.fair-add"), () => this.stacks.push(this.stacks.at(-1)), this.stacks.length >= MOST),
      ),
    );
  }

  asked(event) {
    event.preventDefault();
    this.load();
  }

  async load() {
    const asked = (this.question = {});
    fill(this.place, worded("p", "loading", { class: "muted" }));
    await this.shoe.guard(async () => {
      const question = {
        rulebook: this.shoe.rulebook,
        decks: this.shoe.decks,
        scheme: this.shoe.scheme,
        minimum: this.minimum.value.trim(),
        maximum: this.maximum.value.trim() || null,
        coups: Number(this.coups.value),
        advance: Number(this.advance.value),
        players: this.stacks.map((chips, place) => ({ name: String(place + 1), chips: chips.trim() })),
      };
      const answer = await post("/api/fairness", question);
      if (asked === this.question) this.show(answer, question);
    }, this.place);
  }

  show({ players, simulated }, { advance, coups }) {
    const named = players.map((each) => ({ ...each, label: t("lab.fair-player", { number: each.name }) }));
    const even = advance / players.length;
    const head = ["lab.fair-turn", "lab.fair-chance", simulated ? "lab.error" : "lab.fair-exact", "lab.fair-lays"];
    const told = (each) => (simulated ? percent(each.error, 2) : each.exact);
    const lays = ({ bet }) =>
      bet.map(({ on, amount }) => `${this.shoe.nameOf(on)} ${Number(amount)}`).join(", ") || "–";
    const rows = named.map((each) => [each.label, percent(each.chance, 2), told(each), lays(each)]);
    const title = t("lab.fair-title", { coups, players: players.length });
    const shown = (
      { chance, error },
    ) => (simulated ? `${percent(chance, 2)} ± ${(200 * error).toFixed(2)}` : percent(chance, 2));
    const items = named.map((each) => ({ label: each.label, value: each.chance, mark: even, shown: shown(each) }));
    const chart = barChart({ title, about: t("lab.fair-about"), items, head: head.map((key) => t(key)), rows });
    const cells = (row) =>
      row.map((cell, place) =>
        el(place ? "td" : "th", {
          class: place === 1 || (place === 2 && simulated) ? "number" : null,
          scope: place ? null : "row",
        }, cell)
      );
    fill(
      this.place,
      el(
        "section",
        { class: "panel" },
        chart,
        legend(["solid", simulated ? "lab.fair-with-errors" : "lab.fair-chance"], ["mark", "lab.fair-even"]),
        el(
          "p",
          { class: "muted", id: "fair-how" },
          simulated
            ? t("lab.fair-simulated", { trials: count(simulated.trials), seed: simulated.seed })
            : t("lab.fair-counted"),
        ),
      ),
      el(
        "section",
        { class: "panel" },
        scroller(
          "lab.fair-title-table",
          el(
            "table",
            { class: "data fairness" },
            columns(head, simulated ? [1, 2] : [1]),
            el("tbody", {}, rows.map((row) => el("tr", {}, cells(row)))),
          ),
        ),
      ),
    );
  }
}
