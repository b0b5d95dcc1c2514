/** Any coup of a table: found by its number or in the list, and played again. */
import { get } from "../../shared/api.js";
import { el, fill, refusalText, toast } from "../../shared/dom.js";
import { findsPeople } from "../../shared/said/finding.js";
import { cash } from "../../shared/said/money.js";
import { t } from "../../shared/words.js";
import { columns, field, scroller, worded } from "../../shared/said/worded.js";
import { judge, ZEROS } from "../log/chain.js";
import { learnBook } from "../named.js";
import { Replay } from "./replay.js";
import { countsText, moment, number, resultPill, voidPill } from "../shown.js";

const PAGE = 20;
const LINES = 500;

export class CoupsPart {
  constructor(floor) {
    this.floor = floor;
    this.number = el("input", { type: "number", min: 1, max: 9007199254740991, required: true, inputmode: "numeric" });
    this.rows = el("tbody");
    this.more = worded("button", "inspect.older", { type: "button", class: "button", onclick: () => this.older() });
    this.stage = el("div");
    this.empty = worded("p", "inspect.no-coups", { class: "empty", hidden: true });
    const form = el(
      "form",
      { class: "row ends", onsubmit: (event) => this.asked(event) },
      field("inspect.coup-number", this.number),
      worded("button", "inspect.replay", { class: "button primary" }),
    );
    this.player = findsPeople(el("input", { maxlength: 100, required: true, autocomplete: "off" }), "player");
    const visit = el(
      "form",
      { class: "row ends", onsubmit: (event) => this.reported(event) },
      field("inspect.report-player", this.player),
      worded("button", "inspect.report", { class: "button" }),
    );
    this.node = el(
      "div",
      { class: "column" },
      el(
        "div",
        { class: "panel" },
        el("div", { class: "grid" }, form, visit),
        worded("p", "inspect.report-text", { class: "muted small" }),
      ),
      this.stage,
      el(
        "div",
        { class: "panel" },
        worded("h2", "inspect.coups"),
        scroller(
          "inspect.coups",
          el(
            "table",
            { class: "data coups" },
            columns(["coup", "inspect.over", "result", "inspect.totals", "inspect.staked", "inspect.returned", ""], [
              0,
              4,
              5,
            ]),
            this.rows,
          ),
        ),
        this.empty,
        this.more,
      ),
    );
    document.addEventListener("language", () => this.isOpen && this.load());
  }

  shown(open) {
    this.isOpen = open;
    if (open && this.loaded !== this.floor.table) this.load();
  }

  /** Another table was chosen. */
  changed() {
    this.replay?.close();
    if (this.isOpen) this.load();
  }

  async load() {
    this.loaded = this.floor.table;
    fill(this.rows);
    await this.page(null);
  }

  older() {
    return this.page(this.oldest);
  }

  async page(before) {
    const query = new URLSearchParams({ limit: PAGE, ...(before ? { before } : {}) });
    const table = this.floor.table;
    const coups = await get(`/api/tables/${encodeURIComponent(table)}/coups?${query}`);
    if (table !== this.floor.table) return;
    this.rows.append(...coups.map((coup) => this.row(coup)));
    this.oldest = coups.at(-1)?.coup;
    this.more.hidden = coups.length < PAGE;
    this.empty.hidden = this.rows.children.length > 0;
  }

  row(coup) {
    return el(
      "tr",
      {},
      el("th", { scope: "row", class: "number" }, number(coup.coup)),
      el("td", {}, moment(coup.at)),
      el("td", {}, coup.void ? voidPill(coup.void) : resultPill(coup.result)),
      el("td", {}, countsText(coup.totals)),
      el("td", { class: "money" }, cash(coup.staked ?? 0)),
      el("td", { class: "money" }, cash(coup.returned ?? 0)),
      el(
        "td",
        {},
        el("button", {
          type: "button",
          class: "button",
          "aria-label": t("inspect.replay-coup", { coup: coup.coup }),
          onclick: () => this.show(coup.coup),
        }, t("inspect.replay")),
      ),
    );
  }

  asked(event) {
    event.preventDefault();
    this.show(Number(this.number.value));
  }

  /** A report on the last visit of a player to this table. */
  reported(event) {
    event.preventDefault();
    const query = new URLSearchParams({ player: this.player.value.trim() });
    window.open(`/proof/${encodeURIComponent(this.floor.table)}?${query}`, "_blank");
  }

  /** The coup with its lines, each of which is verified before it is shown. */
  async show(coup) {
    this.number.value = coup;
    try {
      const table = encodeURIComponent(this.floor.table);
      const protocol = await get(`/api/tables/${table}/coups/${coup}`);
      const [judged] = await Promise.all([
        verified(`table:${this.floor.table}`, protocol.entries),
        learnBook(protocol),
      ]);
      this.replay?.close();
      this.replay = new Replay(protocol, judged);
      fill(this.stage, this.replay.node);
      this.replay.node.querySelector("h2").focus({ preventScroll: true });
      this.replay.node.scrollIntoView({ block: "start" });
    } catch (refused) {
      toast(refusalText(refused), "error");
    }
  }
}

/** The lines behind these entries, judged in their order, from the one before the first. */
async function verified(stream, entries) {
  const [first, end] = [entries[0].seq, entries.at(-1).seq];
  const judged = [];
  let last = first === 1 ? { seq: 0, hash: ZEROS } : null;
  for (let after = Math.max(0, first - 2); after < end;) {
    const { lines } = await get(
      `/api/log?${new URLSearchParams({ stream, after, limit: Math.min(LINES, end - after) })}`,
    );
    if (!lines.length) break;
    for (const line of lines) {
      const found = await judge(line, last);
      last = found.next;
      judged.push(found);
    }
    after += lines.length;
  }
  return judged;
}
