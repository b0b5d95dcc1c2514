/** The wagers and what they pay, and the tables that the document prints. */
import { el, fill } from "../shared/dom.js";
import { t, wordOr } from "../shared/words.js";
import { columns, scroller } from "../shared/said/worded.js";

export class PayPart {
  constructor(book) {
    this.book = book;
    this.node = el("div", { class: "column" });
    document.addEventListener("language", () => this.show());
    this.show();
  }

  /** In the language of the page, else in the rulebook's own words. */
  said(kind, wager, line) {
    if (kind === "name") return wordOr(`wager.${wager.id}`, wager.name);
    return wordOr(`when.${this.book.id}.${wager.id}.${line.pays}`, line.when);
  }

  show() {
    const { wagers, tables } = this.book;
    fill(
      this.node,
      el("div", { class: "grid pay-grid" }, wagers.map((wager) => this.wager(wager))),
      Object.entries(tables).map(([clause, rows]) => printed(clause, rows)),
    );
  }

  wager(wager) {
    const scheme = (line) => (line.scheme ? wordOr(`scheme.${line.scheme}`, line.scheme) : "");
    const rows = wager.lines.map((line) =>
      el(
        "tr",
        {},
        el("th", { scope: "row" }, pays(line.pays)),
        el(
          "td",
          {},
          this.said("when", wager, line),
          scheme(line) && el("span", { class: "muted small" }, ` (${scheme(line)})`),
        ),
        el("td", {}, link(line.clause)),
      )
    );
    return el(
      "section",
      { class: "panel" },
      el("h2", {}, this.said("name", wager), " ", link(wager.clause)),
      wager.decks ? el("p", { class: "muted small" }, t("rules.decks-only", { decks: wager.decks.join(", ") })) : null,
      scroller(
        "rules.part-pay",
        el(
          "table",
          { class: "data" },
          columns(["pays", "rules.when", "rules.clause"]),
          el(
            "tbody",
            {},
            rows,
            el(
              "tr",
              {},
              el("th", { scope: "row" }, t("rules.loses")),
              el("td", {}, t("rules.otherwise")),
              el("td", {}, link(wager.loses)),
            ),
          ),
        ),
      ),
    );
  }
}

function pays(odds) {
  if (odds === "standoff") return t("rules.standoff");
  const [pay, per] = odds.split(":");
  return t("rules.to", { pay, per });
}

function link(clause) {
  return el("a", { class: "clause", href: `#clause-${clause.split("(")[0]}` }, clause);
}

function printed(clause, [head, ...rows]) {
  const letters = rows.flat().includes("D") && el("p", { class: "muted small" }, t("rules.letters"));
  return el(
    "section",
    { class: "panel" },
    el("h2", {}, t("rules.printed"), " ", link(clause)),
    scroller(
      "rules.printed",
      el(
        "table",
        { class: "data printed" },
        el(
          "thead",
          {},
          el("tr", {}, head.map((cell) => el("th", { scope: "col" }, wordOr(`rules.head-${cell}`, cell)))),
        ),
        el(
          "tbody",
          {},
          rows.map((row) =>
            el("tr", {}, row.map((cell, place) => el(place ? "td" : "th", place ? {} : { scope: "row" }, cell)))
          ),
        ),
      ),
    ),
    letters,
  );
}
