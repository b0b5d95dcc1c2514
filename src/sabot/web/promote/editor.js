/** Terms written field by field, with the clause that asks for each, and as the form itself. */
import { post } from "../shared/api.js";
import { el, fill, refusalText } from "../shared/dom.js";
import { decimal } from "../shared/said/money.js";
import { has, own, t } from "../shared/words.js";
import { worded } from "../shared/said/worded.js";
import { inField, instantOf } from "../shared/said/times.js";
import { bookWords, choiceWords, TERMS } from "./told.js";
import { written } from "./toml.js";

const HEAD = ["name", "name_zh", "starts"];
const PRIZE = ["kind", "description", "description_zh", "value", "conditions", "money_instead", "litres"];
const EARNS = ["on", "wager", "outcome", "odds", "minimum", "days", "tables", "tickets", "most_a_day"];
const TIMES = ["starts", "when", "entries_close"];
const FLAGS = ["attendance", "marketing"];
const MONEY = ["value", "minimum"];
const LISTS = ["days", "tables"];
const WAYS = ["none", "cheque", "transfer", "cash"];

export class Editor {
  /** `asks` is what the server says of the form; `submit(text)` hands it in. */
  constructor(asks, submit) {
    this.asks = asks;
    this.books = el("div", { class: "row books" });
    this.boxes = Object.keys(asks.clauses).map((book) =>
      el("input", { type: "checkbox", value: book, onchange: () => this.clauses() })
    );
    fill(
      this.books,
      this.boxes.map((box) => el("label", { class: "check" }, box, el("span", {}, bookWords(box.value, asks.called)))),
    );
    this.fields = {};
    this.prizes = el("div", { class: "column" });
    this.earns = el("div", { class: "column" });
    this.text = el("textarea", { class: "mono", rows: 24, spellcheck: false, "aria-label": t("promote.form") });
    this.found = el("ul", { class: "found", "aria-live": "polite" });
    const button = (key, act, style = "") =>
      worded("button", key, { type: "button", class: `button ${style}`, onclick: act });
    this.node = el(
      "div",
      { class: "editor" },
      el(
        "form",
        { class: "column", onsubmit: (event) => event.preventDefault() },
        el("fieldset", {}, worded("legend", "promote.rulebooks"), this.books),
        el("div", { class: "fields" }, [...HEAD, ...TERMS].map((key) => this.field(key, this.fields))),
        worded("h3", "promote.prizes"),
        this.prizes,
        button("promote.add-prize", () => this.add(this.prizes, PRIZE)),
        worded("h3", "promote.earns"),
        this.earns,
        button("promote.add-way", () => this.add(this.earns, EARNS)),
      ),
      el(
        "div",
        { class: "column" },
        el(
          "div",
          { class: "row" },
          button("promote.write", () => this.write()),
          button("promote.read", () => this.check(true)),
          button("promote.check", () => this.check(false)),
          button("promote.submit", () => submit(this.text.value), "primary"),
        ),
        worded("p", "promote.form-hint", { class: "muted small" }),
        this.text,
        this.found,
      ),
    );
    this.add(this.prizes, PRIZE);
    this.add(this.earns, EARNS);
    this.clauses();
  }

  chosen() {
    return this.boxes.filter((box) => box.checked).map((box) => box.value);
  }

  /** The clause of a key in each document that is touched. */
  clauses() {
    const books = this.chosen();
    for (const said of this.node.querySelectorAll("[data-key]")) {
      const { key, kind } = said.dataset;
      const found = books.map((book) => this.asks.clauses[book][key] ?? this.asks.details[book][kind]?.[key]).filter(
        Boolean,
      );
      said.textContent = found.join(" · ");
    }
  }

  field(key, into, kind = "") {
    const label = has(`promote.key-${key}`) ? t(`promote.key-${key}`) : key;
    const id = `term-${key}-${crypto.randomUUID().slice(0, 8)}`;
    const input = this.control(key, id);
    into[key] = input;
    return el(
      "div",
      { class: "field" },
      el("label", { for: id }, label, " ", el("span", { class: "clause small", data: { key, kind } })),
      input,
    );
  }

  control(key, id) {
    const options = {
      kind: this.asks.kinds,
      money_instead: WAYS,
      on: this.asks.occasions,
      outcome: ["", ...this.asks.outcomes],
    }[key];
    if (options) {
      return el("select", {
        id,
        onchange: (event) => key === "kind" && this.details(event.target),
      }, options.map((each) => el("option", { value: each }, choiceWords(key, each))));
    }
    if (TIMES.includes(key)) return el("input", { id, type: "datetime-local" });
    if (FLAGS.includes(key)) return el("input", { id, type: "checkbox", checked: key === "marketing" });
    return el("input", { id, type: "text", maxlength: 500, autocomplete: "off" });
  }

  add(place, keys, said = {}) {
    const into = {};
    const more = el("div", { class: "fields" });
    const remove = worded("button", "promote.remove", {
      type: "button",
      class: "button quiet",
      onclick: () => row.remove(),
    });
    const row = el(
      "fieldset",
      { class: "item" },
      el("div", { class: "fields" }, keys.map((key) => this.field(key, into))),
      more,
      remove,
    );
    row.into = into;
    row.more = more;
    place.append(row);
    set(into, said);
    if (into.kind) this.details(into.kind, said);
    this.clauses();
  }

  /** What a kind of prize has to say beside. */
  details(select, said = {}) {
    const row = select.closest("fieldset.item");
    const keys = new Set(Object.values(this.asks.details).flatMap((kinds) => Object.keys(kinds[select.value] ?? {})));
    for (const key of Object.keys(row.into)) if (!PRIZE.includes(key)) delete row.into[key];
    fill(row.more, [...keys].map((key) => this.field(key, row.into, select.value)));
    set(row.into, said);
    this.clauses();
  }

  write() {
    const items = (place) => [...place.querySelectorAll("fieldset.item")].map((row) => read(row.into));
    const { name, name_zh, starts, ...terms } = read(this.fields);
    this.text.value = written({
      rulebooks: this.chosen(),
      name,
      name_zh,
      starts,
      terms,
      prizes: items(this.prizes),
      earns: items(this.earns),
    });
    this.check(false);
  }

  /** Held to every document; `fields`: they are filled from the form. */
  async check(fields) {
    try {
      const { lines, terms } = await post("/api/promotions/check", { form: this.text.value });
      fill(
        this.found,
        lines.length
          ? lines.map((each) =>
            el(
              "li",
              { class: "error" },
              t("with-clause", {
                text: own(each.message, each.words),
                clause: `${bookWords(each.rulebook, this.asks.called)} ${each.clause}`,
              }),
            )
          )
          : worded("li", "promote.complete", { class: "ok" }),
      );
      if (fields) this.show(terms);
    } catch (refused) {
      fill(this.found, el("li", { class: "error" }, refusalText(refused)));
    }
  }

  show(terms) {
    for (const box of this.boxes) box.checked = terms.rulebooks.includes(box.value);
    set(this.fields, { ...terms, ...terms.terms });
    fill(this.prizes);
    fill(this.earns);
    for (const each of terms.prizes ?? []) this.add(this.prizes, PRIZE, each);
    for (const each of terms.earns ?? []) this.add(this.earns, EARNS, each);
    this.clauses();
  }

  /** The terms of one that runs, to be changed. */
  open(form) {
    this.text.value = form;
    this.check(true);
  }
}

function read(into) {
  const said = {};
  for (const [key, input] of Object.entries(into)) {
    if (input.type === "checkbox") said[key] = input.checked;
    else if (!input.value.trim()) continue;
    else if (TIMES.includes(key)) said[key] = instantOf(input.value);
    else if (LISTS.includes(key)) said[key] = input.value.split(",").map((each) => each.trim()).filter(Boolean);
    else if (key !== "money_instead" || input.value !== "none") said[key] = input.value.trim();
  }
  return said;
}

function set(into, said) {
  for (const [key, input] of Object.entries(into)) {
    const value = said[key];
    if (value === undefined || value === null) continue;
    if (input.type === "checkbox") input.checked = value;
    else if (TIMES.includes(key)) input.value = inField(value);
    else if (MONEY.includes(key)) input.value = decimal(value);
    else input.value = Array.isArray(value) ? value.join(", ") : value;
  }
}
