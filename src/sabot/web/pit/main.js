/** The pit: all tables, those that need attention, and one table's panel. */
import "../shared/frame/header.js";
import { get, mayDo, me } from "../shared/api.js";
import { announce, el, fill, refusalText, toast } from "../shared/dom.js";
import { Live } from "../shared/live.js";
import { dayOf } from "../shared/said/times.js";
import { t } from "../shared/words.js";
import { tick } from "../staff/clock.js";
import { steady } from "../staff/steady.js";
import { aloud, showAttention, showFloor } from "./floor/floor.js";
import { totals } from "./floor/figures.js";
import { openMany } from "./floor/many.js";
import { openTable } from "./floor/opening.js";
import { Panel } from "./panel/panel.js";
import { openRatings } from "./floor/ratings.js";
import { doing, offering } from "./parts.js";

const floor = new Live("/api/floor/live");
const COUNT_EVERY = 20000;
const LOOK_EVERY = 5000;

class Pit {
  constructor(main, who) {
    this.who = who;
    this.calls = new Set();
    this.head = el("header", { class: "row apart" });
    this.totals = el("div");
    this.trends = new Map();
    this.attention = el("section", { class: "panel" });
    this.tables = el("section", { class: "floor", "aria-label": "" });
    this.panelPlace = el("section", { class: "panel table-panel", hidden: true });
    fill(
      main,
      this.head,
      el(
        "div",
        { class: "pit-columns" },
        el("div", { class: "column" }, this.totals, this.attention, this.tables),
        this.panelPlace,
      ),
    );
    this.show = steady(main, () => this.draw());
    tick(main.querySelector(".pit-columns > .column"), () => floor.now());
  }

  draw() {
    const tables = floor.state.tables;
    fill(
      this.head,
      el("h1", {}, t("page.pit")),
      el(
        "span",
        { class: "row" },
        el(
          "span",
          { class: `pill ${floor.status === "online" ? "ok" : "danger"}`, role: "status" },
          t(floor.status),
        ),
        this.dutiesLink(),
        this.exceptionsLink(),
        el("a", { class: "button", href: "/cases" }, t("page.cases")),
        el("button", { type: "button", class: "button", on: { click: openRatings } }, t("rating.title")),
        doing(t("many.title"), () => openMany(floor.state.tables ?? [], () => floor.now())),
        doing(t("do.open-table"), () => this.openTable(), "primary"),
      ),
    );
    if (!tables) return;
    fill(this.totals, totals(tables));
    this.tables.setAttribute("aria-label", t("pit.tables"));
    this.keepFocus(
      this.attention,
      () => showAttention(this.attention, tables, floor.now(), (id, tab) => this.open(id, tab), this.duties),
    );
    this.keepFocus(
      this.tables,
      () => showFloor(this.tables, tables, this.panel?.id, floor.now(), (id) => this.open(id), this.trends),
    );
    this.callOut(tables);
  }

  /** To the calendar, with how many duties are late, in red, or due. */
  dutiesLink() {
    const { late = 0, today = 0 } = this.duties ?? {};
    const pill = (count, style, words) => count > 0 && el("span", { class: `pill ${style}` }, t(words, { count }));
    return el(
      "a",
      { class: "button duties", href: late ? "/duties#late" : "/duties" },
      t("page.duties"),
      pill(late, "danger", "pit.duties-late"),
      pill(today - late, "gold", "pit.duties-due"),
    );
  }

  /** To the report, with how many exceptions today moved money or wait. */
  exceptionsLink() {
    if (this.exceptions === undefined) return null;
    const count = this.exceptions;
    return el(
      "a",
      { class: "button exceptions", href: "/exceptions" },
      t("page.exceptions"),
      count > 0 && el("span", { class: "pill gold" }, String(count)),
    );
  }

  /** How many exceptions there are today; those who may not read them see no link. */
  async countExceptions() {
    if (this.who.role === "gaming supervisor") return;
    const { times } = await get(`/api/exceptions?day=${dayOf(floor.now())}&limit=1`).catch(() => ({}));
    if (times === undefined) return;
    this.exceptions = times;
    this.show();
  }

  /** How many duties wait; asked now and then, and quietly. */
  async countDuties() {
    const { counts } = await get("/api/duties/count").catch(() => ({}));
    if (!counts) return;
    const before = this.duties?.late ?? 0;
    this.duties = counts;
    if (counts.late > before) announce(t("pit.duties-late", { count: counts.late }), true);
    this.show();
  }

  /** How the tables' wins came about; asked now and then, as the duties are. */
  async askTrends() {
    const rows = await get("/api/pit").catch(() => []);
    for (const row of rows) this.trends.set(row.table, row.trend);
    this.show();
  }

  /** The list is drawn anew; the focus stays on the same line. */
  keepFocus(place, draw) {
    const label = place.contains(document.activeElement) ? document.activeElement.textContent : null;
    const table = document.activeElement?.dataset?.table;
    draw();
    if (label === null) return;
    const buttons = [...place.querySelectorAll("button")];
    (
      buttons.find((each) => table && each.dataset.table === table) ??
        buttons.find((each) => each.textContent === label)
    )?.focus();
  }

  /** A table that begins to call, or a statement that waits there, is said aloud once. */
  callOut(tables) {
    const heard = tables.flatMap((card) => aloud(card, floor.now()));
    for (const call of heard) if (!this.calls.has(call)) announce(call, true);
    this.calls = new Set(heard);
  }

  open(id, tab = "now") {
    if (this.panel?.id === id) return this.panel.choose(tab);
    this.panel?.close();
    this.panelPlace.hidden = false;
    this.panel = new Panel(this.panelPlace, {
      id,
      tab,
      who: this.who,
      leave: () => this.leave(),
      open: (name, rulebook, called) => this.openTable(name, rulebook, called),
    });
    history.replaceState(null, "", `#${encodeURIComponent(id)}`);
    this.show();
    this.panelPlace.scrollIntoView({ block: "nearest" });
  }

  leave() {
    this.panel?.close();
    this.panel = null;
    this.panelPlace.hidden = true;
    history.replaceState(null, "", location.pathname);
    this.show();
  }

  async openTable(name, rulebook, called) {
    try {
      const open = (floor.state.tables ?? []).filter((card) => card.phase !== "closed");
      const opened = await openTable({ name, called, rulebook, cards: open });
      if (opened) this.open(opened);
    } catch (refused) {
      toast(refusalText(refused), "error");
    }
  }
}

async function start() {
  const main = document.getElementById("main");
  const [who, may] = await Promise.all([me(), mayDo("table")]);
  offering(may);
  const pit = new Pit(main, who);
  floor.addEventListener("change", () => pit.show());
  floor.addEventListener(
    "status",
    ({ detail }) =>
      detail === "forbidden" ? fill(main, el("p", { class: "empty", role: "alert" }, t("forbidden"))) : pit.show(),
  );
  document.addEventListener("language", () => {
    pit.show();
    pit.panel?.show();
  });
  floor.connect();
  const count = () => Promise.all([pit.countDuties(), pit.countExceptions(), pit.askTrends()]);
  count();
  setInterval(() => document.hidden || count(), COUNT_EVERY);
  setInterval(() => document.hidden || pit.show(), LOOK_EVERY); // a stalled table sends nothing
  const wanted = decodeURIComponent(location.hash.slice(1));
  if (wanted) pit.open(wanted);
}

start();
