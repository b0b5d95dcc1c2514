/** Virtual stacks: what bound the house before the first card, and whether it opened so. */
import { get } from "../shared/api.js";
import { el, fill, refusalText, toast } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { columns, scroller, worded } from "../shared/said/worded.js";
import { stackDigest } from "../shared/seal.js";
import { hashNode, moment, number, reportLink } from "./shown.js";

export class ShoesPart {
  constructor(floor) {
    this.floor = floor;
    this.rows = el("tbody");
    this.status = el("p", { role: "status", class: "muted" });
    this.more = worded("button", "inspect.more", {
      type: "button",
      class: "button",
      hidden: true,
      onclick: () => this.page(),
    });
    this.node = el(
      "div",
      { class: "panel" },
      worded("p", "inspect.shoes-text", { class: "muted" }),
      scroller(
        "inspect.part-shoes",
        el(
          "table",
          { class: "data shoes" },
          columns([
            "inspect.event",
            "inspect.bound",
            "inspect.first-coup",
            "inspect.cards",
            "inspect.digest",
            "inspect.opening",
            "",
            "",
          ], [0, 2, 3]),
          this.rows,
        ),
      ),
      this.status,
      this.more,
    );
    document.addEventListener("language", () => this.isOpen && this.load());
  }

  shown(open) {
    this.isOpen = open;
    if (open) this.load();
  }

  changed() {
    if (this.isOpen) this.load();
  }

  async load() {
    this.after = 0;
    this.coup = 0;
    this.table = this.floor.table;
    fill(this.rows);
    await this.page();
  }

  async page() {
    try {
      const query = new URLSearchParams({ after: this.after, coup: this.coup });
      const table = this.table;
      const { shoes, after, coup, done } = await get(`/api/shoes/${encodeURIComponent(table)}?${query}`);
      if (table !== this.table) return;
      this.after = after;
      this.coup = coup;
      this.rows.append(...shoes.map((shoe) => this.row(shoe)));
      this.more.hidden = done;
      this.status.textContent = this.rows.children.length ? "" : t("inspect.no-shoes");
      if (!done && !shoes.length) await this.page();
    } catch (refused) {
      toast(refusalText(refused), "error");
    }
  }

  row(shoe) {
    const verdict = el("td");
    const act = el("td");
    const report = reportLink(this.table, { shoe: shoe.seq }, t("inspect.report-shoe", { seq: shoe.seq }));
    if (shoe.opened === undefined) fill(verdict, worded("span", "inspect.in-use", { class: "pill gold" }));
    else {
      fill(
        verdict,
        opened(shoe.checks),
        " ",
        shoe.put_aside && [
          el("span", { class: "pill gold" }, t("inspect.put-aside")),
          " ",
          shoe.reason && el("span", { class: "small" }, shoe.reason, " "),
        ],
        el("span", { class: "muted small" }, `${shoe.opened}, ${moment(shoe.opened_at)}`),
      );
      fill(
        act,
        el("button", {
          type: "button",
          class: "button",
          "aria-label": t("inspect.check-shoe", { seq: shoe.seq }),
          onclick: () => this.check(shoe, act),
        }, t("inspect.check")),
      );
    }
    return el(
      "tr",
      { data: { seq: shoe.seq } },
      el("th", { scope: "row", class: "number" }, number(shoe.seq)),
      el("td", {}, moment(shoe.at)),
      el("td", { class: "number" }, number(shoe.coup)),
      el("td", { class: "number" }, shoe.cards ? number(shoe.cards) : ""),
      el("td", {}, hashNode(shoe.digest)),
      verdict,
      act,
      el("td", {}, report),
    );
  }

  /** Ask for the salt and the order, and hash them in this browser. */
  async check(shoe, place) {
    try {
      const shown = await get(`/api/shoes/${encodeURIComponent(this.table)}/${shoe.seq}`);
      const holds = (await stackDigest(shown.salt, shown.order)) === shoe.digest;
      fill(
        place,
        el(
          "span",
          { class: `pill ${holds ? "ok" : "danger"}`, role: "status" },
          t(holds ? "inspect.checked" : "inspect.not-checked"),
        ),
        el(
          "details",
          {},
          worded("summary", "inspect.order"),
          el("p", { class: "small order" }, el("code", {}, shown.salt)),
          el("p", { class: "small order" }, el("code", {}, shown.order)),
        ),
      );
    } catch (refused) {
      toast(refusalText(refused), "error");
    }
  }
}

function opened(checks) {
  return worded("span", checks ? "inspect.as-bound" : "inspect.not-as-bound", {
    class: `pill ${checks ? "ok" : "danger"}`,
  });
}
