/** Disputes, decisions and exclusions of any time, looked for by table, person and day. */
import { get } from "../shared/api.js";
import { calledOf, learnPeople, learnTables, personName, streamName } from "../shared/said/called.js";
import { announce, el, fill, refusalText, toast } from "../shared/dom.js";
import { findsPeople } from "../shared/said/finding.js";
import { exact, told } from "../shared/said/times.js";
import { own, t } from "../shared/words.js";
import { choice, field, worded } from "../shared/said/worded.js";

const KINDS = ["dispute", "decision", "exclusion"];
const PILLS = { dispute: "gold", decision: "", exclusion: "danger" };

export class CasesPart {
  /** `cite` makes a link of a table's clause; `link` one to the event, where the page can show it. */
  constructor(tables, { cite = (_, clause) => clause, link = null } = {}) {
    Object.assign(this, { cite, link });
    learnTables(tables);
    this.kind = choice([
      ["", worded("span", "cases.all")],
      ...KINDS.map((kind) => [kind, worded("span", `cases.kind-${kind}`)]),
    ], "");
    this.table = choice([
      ["", worded("span", "cases.all-tables")],
      ...tables.map((table) => [table.id, calledOf(table)]),
    ], "");
    this.person = findsPeople(el("input", { maxlength: 100, autocomplete: "off" }));
    this.first = el("input", { type: "date" });
    this.last = el("input", { type: "date" });
    this.status = el("p", { role: "status", class: "muted" });
    this.rows = el("ol", { class: "case-list" });
    this.more = worded("button", "cases.more", {
      type: "button",
      class: "button",
      hidden: true,
      onclick: () => this.page(),
    });
    this.node = el("div", { class: "column" }, this.form(), this.status, this.rows, this.more);
    document.addEventListener("language", () => this.isOpen && this.load());
  }

  form() {
    const fields = { kind: this.kind, table: this.table, person: this.person, first: this.first, last: this.last };
    const submit = (event) => {
      event.preventDefault();
      this.load();
    };
    return el(
      "form",
      { class: "panel case-search", onsubmit: submit },
      el(
        "div",
        { class: "grid narrow" },
        Object.entries(fields).map(([name, control]) => field(`cases.${name}`, control)),
      ),
      worded("button", "cases.search", { class: "button primary" }),
    );
  }

  shown(open) {
    this.isOpen = open;
    if (open) this.load();
  }

  /** Another table was chosen on the page. */
  changed(table) {
    this.table.value = table;
    if (this.isOpen) this.load();
  }

  async load() {
    this.asked = {
      kind: this.kind.value,
      table: this.table.value,
      person: this.person.value.trim(),
      first: this.first.value,
      last: this.last.value,
    };
    this.before = 0;
    this.count = 0;
    fill(this.rows);
    await this.page();
  }

  async page() {
    const asked = this.asked;
    this.more.hidden = true;
    this.status.textContent = t("loading");
    try {
      const { rows, before } = await get(`/api/cases?${new URLSearchParams({ ...asked, before: this.before })}`);
      await learnPeople(rows.flatMap(({ by, dispute }) => [by, dispute?.player, dispute?.decider, dispute?.reviewer]));
      if (asked !== this.asked) return;
      this.before = before;
      this.count += rows.length;
      this.rows.append(...rows.map((row) => this.row(row)));
      this.more.hidden = before === null;
      this.status.textContent = t(before === null ? (this.count ? "cases.found" : "cases.none") : "cases.found-more", {
        count: this.count,
      });
      announce(this.status.textContent);
    } catch (refused) {
      this.status.textContent = "";
      toast(refusalText(refused), "error");
    }
  }

  row(row) {
    const { kind, stream, seq, at, by, clause, dispute } = row;
    const table = stream.startsWith("table:") ? stream.slice(6) : null;
    const where = el("span", { title: `${stream}#${seq}` }, streamName(stream));
    const state = dispute &&
      worded("span", dispute.open ? "cases.open" : "cases.filed", { class: `pill ${dispute.open ? "danger" : "ok"}` });
    return el(
      "li",
      { class: "card", data: { kind } },
      el(
        "div",
        { class: "row apart" },
        el("span", { class: "row" }, worded("span", `cases.kind-${kind}`, { class: `pill ${PILLS[kind]}` }), state),
        clause && this.cite(table, clause),
      ),
      dispute ? disputeLines(dispute) : el("p", {}, own(row.text, row.words)),
      el(
        "p",
        { class: "muted small" },
        this.link ? el("a", { href: this.link(stream, seq) }, where) : where,
        " · ",
        el("span", { title: by }, personName(by)),
        " · ",
        el("time", { datetime: at }, exact(at)),
      ),
    );
  }
}

/** Who disputed what; what was decided by whom, and what a review came to. */
function disputeLines({ number, player, about, coup, decision, decider, decided, review, reviewer, reviewed }) {
  const line = (key, who, at, text) =>
    text && el("p", {}, t(key, { who: personName(who), at: told(at), decision: text }));
  return [
    el(
      "p",
      {},
      el("b", {}, t(coup ? "cases.dispute-of-coup" : "cases.dispute", { number, player: personName(player), coup })),
      ` ${about}`,
    ),
    line("cases.decided", decider, decided, decision),
    line("cases.reviewed", reviewer, reviewed, review),
  ];
}
