/** Who must be told of what, by when; and the log as files to take away. */
import { get } from "../shared/api.js";
import { tableNode } from "../shared/said/called.js";
import { el, fill, refusalText, toast } from "../shared/dom.js";
import { own, t } from "../shared/words.js";
import { columns, scroller, worded } from "../shared/said/worded.js";
import { clauseLink, said } from "./shown.js";

export class NoticesPart {
  constructor(floor) {
    this.floor = floor;
    this.given = el("input", { type: "checkbox", id: "notices-given", onchange: () => this.load() });
    this.rows = el("tbody");
    this.none = worded("p", "inspect.no-notices", { class: "empty", hidden: true });
    this.node = el(
      "div",
      { class: "panel" },
      el("div", { class: "row" }, this.given, worded("label", "inspect.given-too", { for: "notices-given" })),
      scroller(
        "inspect.part-notices",
        el(
          "table",
          { class: "data" },
          columns(["inspect.state", "inspect.due", "inspect.to", "inspect.about", "table", "replay.clause"]),
          this.rows,
        ),
      ),
      this.none,
    );
    document.addEventListener("language", () => this.isOpen && this.load());
  }

  shown(open) {
    this.isOpen = open;
    if (open) this.load();
  }

  /** Another table was chosen: its notices come first. */
  changed() {
    if (this.isOpen) this.load();
  }

  async load() {
    try {
      const notices = await get(`/api/notices?given=${this.given.checked}`);
      const here = (each) => Number(each.table !== this.floor.table);
      fill(this.rows, notices.sort((one, other) => here(one) - here(other)).map((each) => this.row(each)));
      this.none.hidden = notices.length > 0;
    } catch (refused) {
      toast(refusalText(refused), "error");
    }
  }

  row(notice) {
    const book = this.floor.tables.find((table) => table.id === notice.table)?.rulebook;
    const state = notice.given
      ? ["ok", "inspect.told"]
      : notice.late
      ? ["danger", "inspect.late"]
      : ["gold", "inspect.waiting"];
    return el(
      "tr",
      {},
      el("td", {}, worded("span", state[1], { class: `pill ${state[0]}` })),
      el(
        "td",
        {},
        own(notice.deadline, notice.deadline_words),
        notice.due ? el("div", { class: "muted small" }, said(notice.due)) : null,
        notice.given ? el("div", { class: "muted small" }, t("inspect.given-at", { at: said(notice.given) })) : null,
      ),
      el("td", {}, own(notice.to, notice.to_words)),
      el("td", {}, own(notice.about, notice.about_words)),
      el("td", {}, tableNode(notice.table)),
      el("td", {}, clauseLink(book, notice.clause)),
    );
  }
}

const FILES = ["events.jsonl", "events.csv", "settlements.csv", "coups.csv"];

export class ExportsPart {
  constructor(floor) {
    this.floor = floor;
    this.list = el("div", { class: "grid" });
    this.node = el("div", { class: "column" }, worded("p", "inspect.exports-text", { class: "muted" }), this.list);
    document.addEventListener("language", () => this.changed());
    this.changed();
  }

  changed() {
    const table = encodeURIComponent(this.floor.table);
    const each = FILES.map((file) =>
      card(`/api/export/${table}/${file}`, `table-${this.floor.table}-${file}`, `export.${file}`)
    );
    fill(this.list, each, card("/api/export/log.jsonl", "log.jsonl", "export.log.jsonl"));
  }
}

function card(href, file, key) {
  return el(
    "a",
    { class: "card export", href, download: file },
    el("strong", { class: "mono" }, file),
    el("span", {}, t(key)),
  );
}
