/** Every clause in our words: what it says, how far the house enforces it, and where. */
import { get } from "../shared/api.js";
import { announce, el, fill, refusalText, toast } from "../shared/dom.js";
import { language, t } from "../shared/words.js";
import { field, worded } from "../shared/said/worded.js";

const KINDS = ["enforced", "recorded", "informative", "planned"];
const MARKS = { enforced: "ok", recorded: "player", informative: "", planned: "gold" };

export class ClausesPart {
  constructor(book, isPlayer) {
    this.book = book;
    this.isPlayer = isPlayer;
    this.path = `/api/rulebooks/${encodeURIComponent(book.id)}/clauses`;
    this.edition = `edition=${encodeURIComponent(book.version)}`;
    this.clauses = [];
    this.wanted = new Set(KINDS);
    this.search = el("input", { type: "search", maxlength: 80, autocomplete: "off", oninput: () => this.show() });
    this.kinds = el(
      "div",
      { class: "row", role: "group", data: { tLabel: "rules.kinds" } },
      KINDS.map((kind) => this.kindButton(kind)),
    );
    this.count = el("p", { class: "muted", role: "status" });
    this.contents = el("nav", { class: "panel contents", data: { tLabel: "rules.sections" } });
    this.list = el("div", { class: "column" });
    this.node = el(
      "div",
      { class: "column" },
      isPlayer ? null : this.coverage(),
      el("div", { class: "panel" }, field("rules.search", this.search, "rules.search-hint"), this.kinds, this.count),
      el("div", { class: "clause-sides" }, this.contents, this.list),
    );
    this.ready = new Promise((resolve) => (this.isReady = resolve));
    document.addEventListener("language", () => this.spoken && this.load());
  }

  kindButton(kind) {
    const button = worded("button", `kind.${kind}`, { type: "button", class: "button", "aria-pressed": "true" });
    button.addEventListener("click", () => {
      const on = !this.wanted.has(kind);
      if (on) this.wanted.add(kind);
      else this.wanted.delete(kind);
      button.setAttribute("aria-pressed", String(on));
      this.show();
    });
    return button;
  }

  /** How many clauses are of each kind, as one bar. */
  coverage() {
    const counts = { ...this.book.counts, planned: this.book.counts.missing };
    const parts = KINDS.filter((kind) => counts[kind]);
    return el(
      "div",
      { class: "coverage" },
      el(
        "div",
        { class: "coverage-bar", "aria-hidden": "true" },
        parts.map((kind) => el("span", { class: kind, vars: { "--share": counts[kind] } })),
      ),
      el(
        "ul",
        { class: "row" },
        parts.map((kind) => el("li", { class: kind }, el("b", {}, counts[kind]), " ", worded("span", `kind.${kind}`))),
      ),
    );
  }

  async load() {
    if (this.spoken === language()) return;
    this.spoken = language();
    try {
      const book = `/api/rulebooks/${encodeURIComponent(this.book.id)}?${this.edition}&language=${language()}`;
      const [clauses, { sections }] = await Promise.all([
        get(`${this.path}?tests=false&${this.edition}&language=${language()}`),
        get(book),
      ]);
      this.clauses = clauses;
      this.sections = sections;
      this.show();
      this.isReady();
    } catch (refused) {
      toast(refusalText(refused), "error");
    }
  }

  found() {
    const words = this.search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    return this.clauses.filter((each) => {
      const text = `${each.clause} ${each.summary} ${each.where}`.toLowerCase();
      return this.wanted.has(each.kind) && words.every((word) => text.includes(word) || each.clause === word);
    });
  }

  show() {
    if (!this.clauses.length) return;
    const found = this.found();
    const bySection = new Map();
    for (const clause of found) {
      const section = clause.clause.split(".")[0];
      bySection.set(section, [...(bySection.get(section) ?? []), clause]);
    }
    this.count.textContent = t("rules.count", { shown: found.length, all: this.clauses.length });
    fill(
      this.contents,
      worded("h2", "rules.sections"),
      el(
        "ol",
        {},
        [...bySection].map(([section, clauses]) =>
          el(
            "li",
            {},
            el("a", { href: `#section-${section}` }, `${section}. ${this.sections[section] ?? ""}`),
            " ",
            el("span", { class: "muted" }, clauses.length),
          )
        ),
      ),
    );
    fill(
      this.list,
      [...bySection].map(([section, clauses]) =>
        el(
          "section",
          { class: "panel", id: `section-${section}`, tabindex: -1 },
          el("h2", {}, `${section}. ${this.sections[section] ?? ""}`),
          clauses.map((clause) => this.clause(clause)),
        )
      ),
    );
  }

  /** Clear the search and show every clause. */
  showAll() {
    this.search.value = "";
    this.wanted = new Set(KINDS);
    for (const button of this.kinds.children) button.setAttribute("aria-pressed", "true");
    this.show();
  }

  clause(clause) {
    const node = el(
      "details",
      { class: "clause-row", id: `clause-${clause.clause}` },
      el(
        "summary",
        {},
        el("span", { class: "number" }, clause.clause),
        el("span", { class: "says" }, clause.summary),
        worded("span", `kind.${clause.kind}`, { class: `pill ${MARKS[clause.kind]}` }),
      ),
    );
    node.addEventListener("toggle", () => node.open && this.more(node, clause), { once: true });
    return node;
  }

  /** What else is known of a clause: where it lives, its tests, its odds, and how it was read. */
  async more(node, clause) {
    const body = el("div", { class: "clause-body" }, worded("p", "loading", { class: "muted" }));
    node.append(body);
    try {
      const whole = await get(
        `${this.path}/${encodeURIComponent(clause.clause)}?${this.edition}&language=${language()}`,
      );
      fill(
        body,
        el(
          "p",
          {},
          worded("strong", `where.${whole.kind}`),
          " ",
          el(whole.kind === "informative" || whole.kind === "planned" ? "span" : "code", {}, whole.where),
        ),
        list("rules.pays", whole.pays),
        (whole.rulings ?? []).map((ruling) =>
          el(
            "div",
            { class: "card ruling" },
            el("p", {}, worded("strong", "rules.unclear"), " ", ruling.question),
            el("p", {}, worded("strong", "rules.taken"), " ", ruling.taken),
            el("p", { class: "muted" }, worded("strong", "rules.rejected"), " ", ruling.rejected),
          )
        ),
        list("rules.tests", whole.tests, "code"),
      );
    } catch (refused) {
      fill(body, el("p", { class: "error" }, refusalText(refused)));
    }
  }

  /** Show one clause, or the section whose place the address names. */
  turnTo(anchor) {
    if (anchor && !document.getElementById(anchor)) this.showAll();
    const node = anchor && document.getElementById(anchor);
    if (!node || !this.list.contains(node)) return;
    if (node.tagName === "DETAILS") node.open = true;
    node.scrollIntoView({ block: "start" });
    const target = node.querySelector("summary") ?? node;
    target.focus({ preventScroll: true });
    announce(target.textContent);
  }
}

function list(key, items = [], tag = "span") {
  if (!items.length) return null;
  return el("div", {}, worded("strong", key), el("ul", {}, items.map((item) => el("li", {}, el(tag, {}, item)))));
}
