/** What moved on a person's word, how often and how much by whom, and improbable luck. */
import { get } from "../shared/api.js";
import {
  calledOf,
  learnPeople,
  learnTables,
  naming,
  personName,
  personNode,
  tableNode,
} from "../shared/said/called.js";
import { announce, el, fill, refusalText, toast } from "../shared/dom.js";
import { findsPeople } from "../shared/said/finding.js";
import { cash } from "../shared/said/money.js";
import { exact } from "../shared/said/times.js";
import { own, t } from "../shared/words.js";
import { choice, columns, field, scroller, worded } from "../shared/said/worded.js";

const BY = ["table", "dealer", "cashier", "confirmer", "player", "pair"];
const PILLS = { confirmed: "ok", refused: "danger", pending: "gold", alone: "gold", record: "" };
const whole = new Intl.NumberFormat("en-AU", { maximumFractionDigits: 0 });

/** An amount that may be below nothing: -2000 is "−$20.00". */
const net = (cents) => `${Math.round(cents) < 0 ? "−" : ""}${cash(Math.abs(Math.round(cents)))}`;

/** As people say how likely a thing is: "27.3%", or "1 in 15,152". */
function likely({ chance, error }) {
  const said = chance >= 0.01
    ? `${(100 * chance).toFixed(1)}%`
    : chance > 0
    ? t("exceptions.one-in", { count: whole.format(1 / chance) })
    : "0";
  return error === null ? t("exceptions.at-most", { chance: said }) : said;
}

export class ExceptionsPart {
  /** `show(table, coup)` plays a coup again, where the page can; `cite` makes a link of a clause. */
  constructor(tables, { show = null, cite = (_, clause) => clause } = {}) {
    this.show = show;
    this.cite = cite;
    this.table = choice([
      ["", worded("span", "exceptions.all-tables")],
      ...tables.map((table) => [table.id, calledOf(table)]),
    ], "");
    learnTables(tables);
    this.signs = new Map(tables.map(({ id, money }) => [id, money]));
    this.person = findsPeople(el("input", { maxlength: 100, autocomplete: "off" }));
    this.day = el("input", { type: "date" });
    this.status = el("p", { role: "status", class: "muted" });
    this.rows = el("tbody");
    this.more = worded("button", "exceptions.more", {
      type: "button",
      class: "button",
      hidden: true,
      onclick: () => this.page(),
    });
    this.totals = el("div", { class: "grid exceptions-totals" });
    this.luck = el("tbody");
    this.node = el(
      "div",
      { class: "column" },
      this.form(),
      this.status,
      this.list(),
      this.more,
      worded("h2", "exceptions.totals"),
      this.totals,
      ...this.lucky(),
    );
    document.addEventListener("language", () => this.isOpen && this.load());
  }

  form() {
    const fields = [
      field("exceptions.table", this.table),
      field("exceptions.person", this.person),
      field("exceptions.day", this.day),
    ];
    const submit = (event) => {
      event.preventDefault();
      this.load();
    };
    return el(
      "form",
      { class: "panel", onsubmit: submit },
      el("div", { class: "grid narrow" }, fields, worded("button", "exceptions.filter", { class: "button primary" })),
    );
  }

  list() {
    const head = columns([
      "exceptions.time",
      "exceptions.table",
      "exceptions.coup",
      "exceptions.word",
      "exceptions.what",
      "exceptions.clause",
      "exceptions.moved",
    ], [2, 6]);
    return scroller("exceptions.title", el("table", { class: "data exceptions-list" }, head, this.rows));
  }

  lucky() {
    const head = columns([
      "exceptions.who",
      "exceptions.coups",
      "exceptions.staked",
      "exceptions.net",
      "exceptions.expected",
      "exceptions.deviation",
      "exceptions.chance",
    ], [1, 2, 3, 4, 5, 6]);
    return [
      worded("h2", "exceptions.luck"),
      worded("p", "exceptions.luck-text", { class: "muted" }),
      scroller("exceptions.luck", el("table", { class: "data exceptions-luck" }, head, this.luck)),
    ];
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
    this.asked = { table: this.table.value, person: this.person.value.trim(), day: this.day.value };
    this.before = 0;
    await this.page();
    await this.fortunes();
  }

  /** Ask until the server has read the log to its end; null once something else is asked for. */
  async whole(path, query) {
    const asked = this.asked;
    for (;;) {
      const page = await get(`${path}?${new URLSearchParams(query)}`);
      if (asked !== this.asked) return null;
      if (!page.behind) return page;
      this.status.textContent = t("exceptions.behind");
    }
  }

  async page() {
    this.more.hidden = true;
    this.status.textContent = t("loading");
    try {
      const page = await this.whole("/api/exceptions", { ...this.asked, before: this.before });
      if (!page) return;
      await learnPeople([
        ...page.rows.flatMap((row) => [row.stated_by, row.decided_by]),
        ...page.totals.flatMap((each) => [each.by !== "table" && each.name, each.other]),
      ]);
      if (!this.before) fill(this.rows);
      const rows = [...page.rows].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
      this.rows.append(...rows.map((row) => this.row(row)));
      this.before = page.before;
      this.more.hidden = page.before === null;
      fill(this.totals, BY.map((by) => this.total(by, page.totals.filter((each) => each.by === by))));
      const { times, cents } = page;
      this.status.textContent = t(times === 1 ? "exceptions.found-one" : "exceptions.found", {
        times: whole.format(times),
        cents: cash(cents),
      });
      announce(this.status.textContent);
    } catch (refused) {
      this.status.textContent = "";
      toast(refusalText(refused), "error");
    }
  }

  async fortunes() {
    try {
      const page = await this.whole("/api/exceptions/luck", { person: this.asked.person });
      if (page) {
        fill(
          this.luck,
          page.rows.length
            ? page.rows.map((row) => this.fortune(row))
            : el("tr", {}, el("td", { colspan: 7, class: "muted" }, t("exceptions.no-luck"))),
        );
      }
    } catch (refused) {
      toast(refusalText(refused), "error");
    }
  }

  row(row) {
    const replay = this.show && row.table && row.coup
      ? el(
        "button",
        { type: "button", class: "button", onclick: () => this.show(row.table, row.coup) },
        whole.format(row.coup),
      )
      : row.coup;
    const who = [
      row.stated_by && t("exceptions.stated-by", { name: personName(row.stated_by) }),
      row.decided_by && t("exceptions.decided-by", { name: personName(row.decided_by) }),
    ].filter(Boolean);
    const effects = row.effects.map((each) => t(`exceptions.effect.${each}`)).join(t("list-comma"));
    return el(
      "tr",
      {},
      el("td", {}, el("time", { datetime: row.at }, exact(row.at))),
      el("td", {}, row.table ? tableNode(row.table) : ""),
      el("td", { class: "number" }, replay ?? ""),
      el(
        "td",
        {},
        worded("span", `exceptions.rests.${row.rests}`, { class: `pill ${PILLS[row.rests]}` }),
        who.map((each) => el("div", { class: "small" }, each)),
      ),
      el(
        "td",
        { class: "exceptions-text" },
        el("strong", {}, effects),
        el("div", { class: "small" }, ...shortened(own(row.text, row.words))),
      ),
      el("td", {}, row.clause ? this.cite(row.table, row.clause) : ""),
      el(
        "td",
        { class: "number" },
        row.cents || row.asked ? cash(row.cents, this.signs.get(row.table)) : "",
        row.asked
          ? el(
            "div",
            { class: "muted small" },
            t("exceptions.asked", { amount: cash(row.asked, this.signs.get(row.table)) }),
          )
          : null,
      ),
    );
  }

  total(by, rows) {
    if (!rows.length) return null;
    const cells = (each) =>
      el(
        "tr",
        {},
        el(
          "th",
          { scope: "row" },
          by === "table" ? tableNode(each.name) : personNode(each.name),
          each.other ? [" → ", personNode(each.other)] : null,
          each.day ? `, ${each.day}` : null,
        ),
        el("td", { class: "number" }, whole.format(each.times)),
        el("td", { class: "number" }, cash(each.cents)),
      );
    const head = columns([`exceptions.by.${by}`, "exceptions.times", "exceptions.moved"], [1, 2]);
    return scroller(
      `exceptions.by.${by}`,
      el("table", { class: "data", data: { by } }, head, el("tbody", {}, rows.map(cells))),
    );
  }

  fortune(row) {
    const name = naming(
      [row.name],
      () => (row.of === "dealer" ? t("exceptions.dealer-luck", { name: personName(row.name) }) : personName(row.name)),
      { title: row.name },
    );
    const flag = row.flagged ? worded("span", "exceptions.improbable", { class: "pill danger" }) : null;
    const left = row.left_out
      ? el("div", { class: "muted small" }, t("exceptions.left-out", { count: whole.format(row.left_out) }))
      : null;
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, name, " ", flag),
      el("td", { class: "number" }, whole.format(row.coups), left),
      ...[row.staked, row.net, row.expected, row.deviation].map((cents) => el("td", { class: "number" }, net(cents))),
      el("td", { class: "number" }, likely(row)),
    );
  }
}

/** A sentence with each digest cut to its first letters; the whole of it is the title. */
function shortened(text) {
  return text.split(/\b([0-9a-f]{32,})\b/).map((part, index) =>
    index % 2 ? el("code", { title: part }, `${part.slice(0, 8)}…`) : part
  );
}
