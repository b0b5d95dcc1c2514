/** The log of access: who signed in or failed to, and who changed whose rights. */
import { get } from "../shared/api.js";
import { el, fill, refusalText, toast } from "../shared/dom.js";
import { columns, scroller, worded } from "../shared/worded.js";

const FIRST = 50;
const MOST = 500;
const LOUD = ["sign-in-failed", "locked-out", "denied", "sign-in-denied", "name-unknown", "person-disabled"];

export class AccessPart {
  constructor() {
    this.limit = FIRST;
    this.rows = el("tbody");
    this.none = worded("p", "people.no-log", { class: "empty", hidden: true });
    this.more = worded("button", "people.older", { type: "button", class: "button", onclick: () => this.older() });
    this.node = el("div", { class: "panel" }, scroller("people.part-log", el("table", { class: "data access-log" }, columns(["people.log-at", "people.log-who", "people.log-what", "people.log-by", "people.log-address", "people.log-more"]), this.rows)), this.none, this.more);
  }

  older() {
    this.limit = Math.min(MOST, this.limit * 3);
    return this.load();
  }

  async load() {
    try {
      const log = await get(`/api/people/log?newest=true&limit=${this.limit}`);
      fill(this.rows, log.reverse().map(row));
      this.none.hidden = log.length > 0;
      this.more.hidden = log.length < this.limit || this.limit === MOST;
    } catch (refused) {
      toast(refusalText(refused), "error");
    }
  }
}

function row(event) {
  const more = Object.entries(event.more).map(([name, value]) => `${name} ${typeof value === "object" ? JSON.stringify(value) : value}`).join(", ");
  return el(
    "tr",
    {},
    el("td", {}, `${event.at.slice(0, 10)} ${event.at.slice(11, 19)}`),
    el("th", { scope: "row" }, event.who || "–"),
    el("td", {}, el("span", { class: LOUD.includes(event.what) ? "error" : null }, event.what.replaceAll("-", " "))),
    el("td", {}, event.by),
    el("td", {}, event.address ?? ""),
    el("td", { class: "muted small more" }, more),
  );
}
