/** The log of access: who signed in or failed to, and who changed whose rights. */
import { get } from "../shared/api.js";
import { personNode } from "../shared/said/called.js";
import { el, fill, refusalText, toast } from "../shared/dom.js";
import { columns, scroller, worded } from "../shared/said/worded.js";
import { exact } from "../shared/said/times.js";
import { own } from "../shared/words.js";

const FIRST = 50;
const MOST = 500;

export class AccessPart {
  constructor() {
    this.limit = FIRST;
    document.addEventListener("language", () => this.log && this.show());
    this.rows = el("tbody");
    this.none = worded("p", "people.no-log", { class: "empty", hidden: true });
    this.more = worded("button", "people.older", { type: "button", class: "button", onclick: () => this.older() });
    this.node = el(
      "div",
      { class: "panel" },
      scroller(
        "people.part-log",
        el(
          "table",
          { class: "data access-log" },
          columns(["people.log-at", "people.log-who", "people.log-what", "people.log-by", "people.log-address"]),
          this.rows,
        ),
      ),
      this.none,
      this.more,
    );
  }

  older() {
    this.limit = Math.min(MOST, this.limit * 3);
    return this.load();
  }

  show() {
    fill(this.rows, this.log.map(row));
    this.none.hidden = this.log.length > 0;
    this.more.hidden = this.log.length < this.limit || this.limit === MOST;
  }

  async load() {
    try {
      this.log = (await get(`/api/people/log?newest=true&limit=${this.limit}`)).reverse();
      this.show();
    } catch (refused) {
      toast(refusalText(refused), "error");
    }
  }
}

function saidOf(event) {
  return own(event.text, event.words);
}

function row(event) {
  return el(
    "tr",
    {},
    el("td", {}, exact(event.at)),
    el("th", { scope: "row" }, event.who ? personNode(event.who) : "–"),
    el("td", { class: event.alarm ? "error" : null, data: { what: event.what } }, saidOf(event)),
    el("td", {}, personNode(event.by), event.via && el("span", { class: "muted small" }, ` ${event.via}`)),
    el("td", {}, event.address ?? ""),
  );
}
