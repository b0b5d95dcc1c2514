/** The matrix of irregularities: every situation, and what this document makes of it. */
import { get } from "../shared/api.js";
import { el, fill, refusalText, toast } from "../shared/dom.js";
import { language, t } from "../shared/words.js";
import { field } from "../shared/said/worded.js";

export class IrregularitiesPart {
  constructor(book) {
    this.book = book;
    this.situations = [];
    this.search = el("input", { type: "search", maxlength: 80, autocomplete: "off", oninput: () => this.show() });
    this.list = el("div", { class: "column" });
    this.node = el(
      "div",
      { class: "column" },
      el("div", { class: "panel" }, field("rules.search-situation", this.search)),
      this.list,
    );
    document.addEventListener("language", () => this.spoken && this.load());
  }

  async load() {
    if (this.spoken === language()) return;
    this.spoken = language();
    try {
      ({ situations: this.situations } = await get(
        `/api/rulebooks/${encodeURIComponent(this.book.id)}/irregularities?edition=${
          encodeURIComponent(this.book.version)
        }&language=${language()}`,
      ));
      this.show();
    } catch (refused) {
      toast(refusalText(refused), "error");
    }
  }

  show() {
    const words = this.search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const groups = new Map();
    for (const each of this.situations) {
      const text = `${each.number} ${each.title} ${each.cells.map((cell) => `${cell.clause} ${cell.words}`).join(" ")}`
        .toLowerCase();
      if (words.every((word) => text.includes(word))) groups.set(each.group, [...(groups.get(each.group) ?? []), each]);
    }
    fill(
      this.list,
      [...groups].map(([group, situations]) =>
        el("section", { class: "panel" }, el("h2", {}, group), situations.map(situation))
      ),
    );
  }
}

function situation(each) {
  return el(
    "article",
    { class: "situation" },
    el("h3", {}, `${each.number}. ${each.title}`),
    el("ul", {}, each.cells.map(cell)),
  );
}

function cell(rule) {
  const by = [rule.by, rule.or_by].filter(Boolean).map((role) => t(`role.${role}`)).join(` ${t("rules.or")} `);
  return el(
    "li",
    {},
    rule.circumstances && el("em", {}, `${rule.circumstances}: `),
    el("strong", {}, rule.words),
    " ",
    rule.clause && el("a", { class: "clause", href: `#clause-${rule.clause.split("(")[0]}` }, rule.clause),
    by && el("span", { class: "muted small" }, ` ${t("rules.by", { by })}`),
    rule.note && el("div", { class: "muted small" }, rule.note),
    rule.duties.map((duty) =>
      el("div", { class: "small" }, t("rules.tell", { to: duty.to, by: duty.by, clause: duty.clause }))
    ),
  );
}
