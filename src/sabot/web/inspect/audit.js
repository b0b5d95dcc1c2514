/** Everything at a table decided again, and the whole log held against what was signed. */
import { get } from "../shared/api.js";
import { announce, el, fill, refusalText, toast } from "../shared/dom.js";
import { errand } from "../shared/errand.js";
import { own, t } from "../shared/words.js";
import { columns, field, scroller, worded } from "../shared/said/worded.js";
import { hashNode, moment, number, streamName } from "./shown.js";

/** A piece of work with a button, a bar and what it finds. */
class Work {
  constructor(key, path, said) {
    this.path = path;
    this.said = said;
    this.start = worded("button", key, { type: "button", class: "button primary", onclick: () => this.run() });
    this.stop = worded("button", "cancel", {
      type: "button",
      class: "button",
      hidden: true,
      onclick: () => this.abort?.abort(),
    });
    this.bar = el("progress", {
      max: 1,
      value: 0,
      hidden: true,
      data: { tLabel: "inspect.progress" },
      "aria-label": t("inspect.progress"),
    });
    this.outcome = el("p", { role: "status", class: "outcome" });
    this.findings = el("ol", { class: "findings" });
    this.node = el(
      "div",
      { class: "column" },
      el("div", { class: "row" }, this.start, this.stop),
      this.bar,
      this.outcome,
      this.findings,
    );
  }

  async run() {
    this.clear();
    const abort = (this.abort = new AbortController());
    this.busy(true);
    try {
      for await (const word of errand(this.path(), null, abort.signal)) this.hear(word);
    } catch (refused) {
      if (this.abort !== abort) return;
      if (refused.name === "AbortError") fill(this.outcome, t("inspect.stopped"));
      else toast(refusalText(refused), "error");
    }
    this.busy(false);
  }

  /** Stop a running audit and drop its findings. */
  clear() {
    this.abort?.abort();
    this.abort = null;
    this.busy(false);
    fill(this.findings);
    fill(this.outcome);
  }

  busy(now) {
    this.start.disabled = now;
    this.stop.hidden = !now;
    this.bar.hidden = !now;
  }

  hear(word) {
    if (word.type === "progress") {
      this.bar.max = Math.max(1, word.of);
      this.bar.value = word.events;
    } else if (word.type === "finding") {
      const place = [word.stream && streamName(word.stream), word.seq].filter((each) => each !== null).join(" ");
      this.findings.append(
        el(
          "li",
          { class: "card error" },
          el("strong", { data: { finding: word.finding } }, own(word.finding.replaceAll("-", " "), word.name_words)),
          " ",
          word.clause && el("span", { class: "clause" }, word.clause),
          el("div", {}, own(word.message, word.words)),
          el("div", { class: "muted small" }, place),
        ),
      );
    } else {
      const good = word.findings === 0;
      fill(
        this.outcome,
        el(
          "span",
          { class: `pill verdict ${good ? "ok" : "danger"}` },
          t(good ? "inspect.clean" : "inspect.findings", { count: number(word.findings) }),
        ),
        el("span", { class: "said" }, this.said(word)),
      );
      announce(this.outcome.textContent);
    }
  }
}

export class AuditPart {
  constructor(floor) {
    this.floor = floor;
    this.key = el("input", { maxlength: 64, pattern: "[0-9a-f]{64}", autocomplete: "off", spellcheck: "false" });
    this.rows = el("tbody");
    this.none = worded("p", "inspect.no-checkpoints", { class: "empty" });
    this.table = new Work(
      "inspect.audit",
      () => `/api/audit/${encodeURIComponent(floor.table)}`,
      (done) =>
        t("inspect.audited", {
          events: number(done.events),
          accounts: number(done.accounts),
          coups: number(done.coups),
        }),
    );
    this.signed = new Work(
      "inspect.verify-signed",
      () => `/api/checkpoints/verify?${new URLSearchParams({ key: this.key.value.trim() })}`,
      (done) => t("inspect.signed", { events: number(done.events), count: number(done.checkpoints), key: done.key }),
    );
    this.checkpoints = scroller(
      "inspect.checkpoints",
      el(
        "table",
        { class: "data" },
        columns([
          "inspect.number",
          "inspect.at",
          "inspect.events",
          "inspect.order-digest",
          "inspect.key",
          "inspect.signature",
        ], [0, 2]),
        this.rows,
      ),
    );
    this.node = el(
      "div",
      { class: "grid wide" },
      el(
        "section",
        { class: "panel" },
        worded("h2", "inspect.audit-title"),
        worded("p", "inspect.audit-text", { class: "muted" }),
        this.table.node,
      ),
      el(
        "section",
        { class: "panel" },
        worded("h2", "inspect.checkpoints"),
        worded("p", "inspect.checkpoints-text", { class: "muted" }),
        field("inspect.trusted-key", this.key, "inspect.key-hint"),
        this.signed.node,
        this.none,
        this.checkpoints,
      ),
    );
  }

  async shown(open) {
    if (!open) return;
    try {
      const { checkpoints } = await get("/api/checkpoints?limit=100");
      fill(this.rows, checkpoints.map(JSON.parse).reverse().map(row));
      this.none.hidden = checkpoints.length > 0;
      this.checkpoints.hidden = !checkpoints.length;
    } catch (refused) {
      toast(refusalText(refused), "error");
    }
  }

  changed() {
    this.table.clear();
  }
}

function row(each) {
  return el(
    "tr",
    {},
    el("th", { scope: "row", class: "number" }, number(each.checkpoint)),
    el("td", {}, moment(each.at)),
    el("td", { class: "number" }, number(each.events)),
    el("td", {}, hashNode(each.order)),
    el("td", {}, hashNode(each.key)),
    el("td", {}, hashNode(each.signature)),
  );
}
