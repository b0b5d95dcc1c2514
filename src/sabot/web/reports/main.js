/** Reports: chosen, shown with the events of every figure, printed, and kept as files. */
import { get, me } from "../shared/api.js";
import { learnTables, learnTitles, tablesKnown } from "../shared/said/called.js";
import { findsPeople } from "../shared/said/finding.js";
import { announce, el, fill, refusalText, toast } from "../shared/dom.js";
import "../shared/frame/header.js";
import { language, own, t, translate } from "../shared/words.js";
import { choice, field, worded } from "../shared/said/worded.js";
import { sheetNode } from "./sheet.js";

const main = document.getElementById("main");
const FORMS = ["html", "csv", "json"];

class Desk {
  constructor(reports, who) {
    this.reports = reports;
    this.who = who;
    this.report = choice(
      reports.map(({ report }) => [report, this.titleOf(report)]),
      this.wanted("report") || reports[0].report,
      () => this.turned(),
    );
    this.time = choice([["", ""], ["day", ""], ["month", ""], ["first", ""]], "", () => this.turned());
    this.day = el("input", { type: "date" });
    this.month = el("input", { type: "month", placeholder: "2026-03", pattern: "\\d{4}-\\d{2}" });
    this.first = el("input", { type: "date" });
    this.last = el("input", { type: "date" });
    this.table = el("select", {});
    this.person = findsPeople(el("input", { maxlength: 100, autocomplete: "off", value: this.wanted("of") }), "player");
    this.sheet = el("div", { class: "report-sheet" });
    this.files = el("div", { class: "row report-files" });
    this.fields = {
      day: field("reports.day", this.day),
      month: field("reports.month", this.month),
      first: field("reports.first", this.first),
      last: field("reports.last", this.last),
      table: field("reports.of", this.table),
      person: field("reports.of-player", this.person, "reports.of-player-hint"),
    };
    const submit = (event) => {
      event.preventDefault();
      this.load();
    };
    const form = el(
      "form",
      { class: "panel report-form", onsubmit: submit },
      el(
        "div",
        { class: "grid narrow" },
        field("reports.report", this.report),
        field("reports.time", this.time),
        Object.values(this.fields),
        worded("button", "reports.show", { class: "button primary" }),
      ),
    );
    this.node = el("div", { class: "column" }, worded("h1", "reports.title"), form, this.files, this.sheet);
    document.addEventListener("language", () => this.spoken());
    this.spoken();
  }

  wanted(name) {
    return new URLSearchParams(location.search).get(name) ?? "";
  }

  titleOf(name) {
    const found = this.reports.find(({ report }) => report === name);
    return own(found.title, found.words);
  }

  /** All words that no key fills by itself. */
  spoken() {
    for (const option of this.report.options) option.textContent = this.titleOf(option.value);
    this.turned();
    if (this.shown) this.put(this.shown);
  }

  /** Another report, or another kind of time, asks for other things. */
  turned() {
    const { period, of } = this.reports.find(({ report }) => report === this.report.value);
    for (const option of this.time.options) option.textContent = t(`reports.time-${option.value || period}`);
    this.kind = of.startsWith("table") ? "table" : of ? "person" : "";
    for (const [name, node] of Object.entries(this.fields)) {
      const range = name === "last" ? "first" : name;
      node.hidden = name === "table" || name === "person" ? name !== this.kind : this.time.value !== range;
    }
    const chosen = this.table.value || this.wanted("of");
    const optional = of.endsWith("?");
    const options = tablesKnown().map(([id, name]) => [id, name]);
    if (chosen && !options.some(([id]) => id === chosen)) options.push([chosen, chosen]);
    fill(
      this.table,
      (optional ? [["", t("reports.all-tables")], ...options] : options).map(([value, words]) =>
        el("option", { value, selected: value === chosen }, words)
      ),
    );
    this.person.setAttribute("list", of.startsWith("player") ? "people-found" : "");
    this.person.required = this.kind === "person" && !optional;
    const say = (node, key) => {
      const label = node.querySelector("label");
      label.dataset.t = key;
      label.textContent = t(key);
    };
    say(this.fields.table, optional ? "reports.of-table" : "reports.table");
    say(this.fields.person, `reports.of-${of.replace("?", "") || "player"}`);
  }

  /** Who or what the report is about. */
  get about() {
    return this.kind ? this[this.kind].value.trim() : "";
  }

  query() {
    const asked = new URLSearchParams();
    const names = { "": [], day: ["day"], month: ["month"], first: ["first", "last"] }[this.time.value];
    for (const name of names) if (this[name].value.trim()) asked.set(name, this[name].value.trim());
    if (this.about) asked.set("of", this.about);
    return asked;
  }

  async load() {
    const asked = this.query();
    try {
      this.asked = { report: this.report.value, asked };
      const sheet = await get(`/api/reports/${this.report.value}?${asked}`);
      this.put(sheet);
      announce(own(sheet.title, sheet.words));
      history.replaceState(
        null,
        "",
        `?${new URLSearchParams({ report: sheet.report, ...(sheet.about ? { of: sheet.about } : {}) })}`,
      );
    } catch (refused) {
      toast(refusalText(refused), "error");
    }
  }

  put(sheet) {
    this.shown = sheet;
    fill(this.sheet, sheetNode(sheet, this.who.role));
    const print = worded("button", "reports.print", { type: "button", class: "button", onclick: () => window.print() });
    fill(this.files, print, FORMS.map((form) => this.file(form)));
  }

  file(form) {
    const { report, asked } = this.asked;
    const query = new URLSearchParams({ ...Object.fromEntries(asked), form, language: language() });
    return worded("a", `reports.file-${form}`, {
      class: "button",
      href: `/api/reports/${report}?${query}`,
      download: `${report}.${form}`,
    });
  }
}

async function open() {
  const [reports, who] = await Promise.all([get("/api/reports"), me(), learnTables(), learnTitles()]);
  const desk = new Desk(reports, who);
  fill(main, desk.node);
  translate(main);
  if (!desk.person.required || desk.about) await desk.load();
}

open().catch((refused) => fill(main, el("p", { class: "empty error", role: "alert" }, refusalText(refused))));
