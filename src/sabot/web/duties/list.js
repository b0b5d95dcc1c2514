/** One list of duties, the most pressing first; a notice can be given here. */
import { get, post } from "../shared/api.js";
import { naming, personTo, streamName } from "../shared/said/called.js";
import { announce, ask, el, fill, refusalText, toast } from "../shared/dom.js";
import { told } from "../shared/said/times.js";
import { own, t, wordOr } from "../shared/words.js";
import { choice, columns, field, scroller, worded } from "../shared/said/worded.js";

const PILLS = { late: "danger", due: "gold", open: "", done: "ok" };
const WATCHERS = ["surveillance", "inspector"];
/** What has no minutes is shown as pressing all the same. */
const AT_ONCE = ["at once", "as soon as possible", "as soon as practicable", "beforehand"];

/** An assessment of a player ends in one of these. */
const ASSESSMENT = "play-assessment";
const OUTCOMES = ["may play on", "takes a break", "was asked to leave", "has left already"];

const moment = (iso) => told(iso, "weekday");

export class DutyList {
  /** `heard(page)` is told of every answer. */
  constructor(show, who, heard) {
    this.show = show;
    this.who = who;
    this.heard = heard;
    this.rows = el("tbody");
    this.none = worded("p", `duties.none-${show}`, { class: "empty", hidden: true });
    this.status = el("p", { class: "muted", role: "status" });
    const head = columns([
      "duties.state",
      "duties.until",
      "duties.duty",
      "duties.who",
      "duties.clause",
      "duties.event",
      "duties.how",
    ]);
    this.table = scroller("duties.title", el("table", { class: "data duty-list" }, head, this.rows));
    this.node = el("div", { class: "column" }, this.status, this.table, this.none);
    document.addEventListener("language", () => this.isOpen && this.load({ quiet: true }));
  }

  shown(open) {
    this.isOpen = open;
    if (open) this.load();
  }

  async load({ quiet = false } = {}) {
    if (!quiet) this.status.textContent = t("loading");
    try {
      for (;;) {
        const page = await get(`/api/duties?${new URLSearchParams({ show: this.show })}`);
        if (!this.isOpen) return;
        this.put(page);
        if (!page.behind) return;
        this.status.textContent = t("duties.behind");
      }
    } catch (refused) {
      if (!quiet) this.status.textContent = "";
      toast(refusalText(refused), "error");
    }
  }

  put(page) {
    fill(this.rows, page.rows.map((row) => this.row(row)));
    this.none.hidden = page.rows.length > 0;
    this.table.hidden = !page.rows.length;
    this.status.textContent = page.more ? t("duties.more", { count: page.more }) : "";
    this.heard(page);
  }

  row(row) {
    const red = row.status === "late" || (row.status !== "done" && AT_ONCE.includes(row.until));
    const style = red ? "danger" : PILLS[row.status];
    return el(
      "tr",
      { data: { status: row.status, duty: row.duty } },
      el(
        "td",
        {},
        worded("span", `duties.status-${row.status}`, { class: `pill ${style}` }),
        row.done?.late ? el("div", {}, worded("span", "duties.done-late", { class: "pill danger" })) : null,
      ),
      el(
        "td",
        {},
        row.due ? el("time", { datetime: row.due }, moment(row.due)) : null,
        el("div", { class: row.due ? "muted small" : null }, untilWords(row.until)),
      ),
      el(
        "td",
        { class: "duty-text" },
        el("strong", {}, own(row.name, row.words)),
        el("div", { class: "small" }, own(row.about, row.about_words)),
      ),
      el("td", {}, row.who ? roleWords(row.who) : "", " → ", roleWords(row.to)),
      el("td", {}, clauseLink(row)),
      el("td", {}, this.place(row), el("div", { class: "muted small" }, moment(row.opened))),
      el("td", {}, row.done ? doneWords(row.done, this.who.role) : this.giver(row)),
    );
  }

  /** Link to the origin: the event for readers of the log, the table for the floor staff. */
  place({ stream, seq }) {
    const words = el("span", { title: stream }, t("duties.place", { stream: streamName(stream), seq }));
    if (WATCHERS.includes(this.who.role)) {
      return el("a", { href: `/inspect?${new URLSearchParams({ stream, seq })}#log` }, words);
    }
    return stream.startsWith("table:")
      ? el("a", { href: `/pit#${encodeURIComponent(stream.slice(6))}` }, words)
      : words;
  }

  giver(row) {
    if (row.number === null || WATCHERS.includes(this.who.role)) return "";
    return worded("button", "duties.give", { type: "button", class: "button primary", onclick: () => this.give(row) });
  }

  async give(row) {
    const outcomes = row.duty === ASSESSMENT;
    const channel = outcomes
      ? choice(OUTCOMES.map((each) => [each, t(`duties.outcome.${each}`)]))
      : el("input", { required: true, maxlength: 200, autocomplete: "off" });
    const note = el("input", { maxlength: 500, autocomplete: "off" });
    const body = el(
      "div",
      { class: "column" },
      el("p", {}, own(row.about, row.about_words)),
      outcomes ? field("duties.outcome", channel) : field("duties.channel", channel, "duties.channel-hint"),
      field("duties.note", note),
    );
    const title = t("duties.give-to", { to: roleWords(row.to) });
    const pressed = await ask(title, body, [
      { value: "", label: t("cancel"), free: true },
      { value: "yes", label: t("duties.given"), class: "primary" },
    ]);
    if (!pressed) return;
    try {
      await post("/api/duties", {
        id: crypto.randomUUID(),
        stream: row.stream,
        number: row.number,
        channel: channel.value,
        note: note.value,
      });
      announce(t("duties.was-given", { to: roleWords(row.to) }));
      await this.load({ quiet: true });
    } catch (refused) {
      toast(refusalText(refused), "error");
    }
  }
}

function doneWords(done, role) {
  return [
    el("b", {}, naming([done.by], () => personTo(role)(done.by), { title: done.by })),
    ", ",
    el("time", { datetime: done.at }, moment(done.at)),
    done.how ? el("div", { class: "small" }, done.how) : null,
  ];
}

function clauseLink({ rulebook, clause }) {
  if (!rulebook) return clause;
  const href = `/rules/${encodeURIComponent(rulebook)}#clause-${encodeURIComponent(clause.split("(")[0])}`;
  return el("a", { class: "clause", href }, clause);
}

function roleWords(role) {
  return wordOr(`role.${role}`, wordOr(`duties.to-${role}`, role));
}

/** "within 48 hours", "20 minutes before" and their like, in the page's language. */
function untilWords(until) {
  const [count] = /\d+/.exec(until) ?? [];
  return wordOr(`duties.until-${until.replace(/\d+/, "n").replaceAll(" ", "-")}`, "").replace("{n}", count ?? "") ||
    until;
}
