/** The log as it grows, every line verified in this browser as it arrives. */
import { get } from "../../shared/api.js";
import { personNode } from "../../shared/said/called.js";
import { announce, el, fill, refusalText, toast } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { field, worded } from "../../shared/said/worded.js";
import { isBroken, judge } from "./chain.js";
import { told } from "../named.js";
import { moment, number, shortHash, streamChoice, streamName, verdictPill } from "../shown.js";

const EVERY = 1500;
const BEFORE = 50;
const SHOWN = 200;
const PAGE = 500;

export class LogPart {
  /** It begins with the stream of the floor's table, or with one event of any; others may be chosen. */
  constructor(floor, streams, at = {}) {
    this.floor = floor;
    this.at = at.stream && at.seq > 0 ? at : null;
    const known = !this.at || streams.some(({ stream }) => stream === at.stream);
    const first = known ? [] : [[at.stream, streamName(at.stream)]];
    this.stream = streamChoice(
      streams,
      () => this.chosen(),
      first,
      this.at?.stream ?? (floor.table ? `table:${floor.table}` : null),
    );
    this.whole = worded("button", "inspect.verify-all", {
      type: "button",
      class: "button",
      onclick: () => this.verifyAll(),
    });
    this.summary = el("p", { class: "chain-summary", role: "status" });
    this.broken = el("ol", { class: "lines broken-lines", data: { tLabel: "inspect.broken" } });
    this.rows = el("ol", { class: "lines", data: { tLabel: "inspect.lines" } });
    this.node = el(
      "div",
      { class: "column" },
      worded("p", "inspect.log-text", { class: "muted" }),
      el("div", { class: "row ends" }, field("inspect.stream", this.stream), this.whole),
      this.summary,
      this.broken,
      this.rows,
    );
    this.run = 0;
    this.follow = true;
    document.addEventListener("language", () => this.sum());
  }

  /** The part is open, or was left: it follows the log only while it is seen. */
  shown(open) {
    clearTimeout(this.timer);
    this.isOpen = open;
    if (open && !this.last) this.open();
    else if (open && !this.at) this.tick(this.run);
  }

  chosen() {
    this.at = null;
    return this.open();
  }

  /** Another table was chosen: what was verified is not its log. */
  changed() {
    this.at = null;
    this.stream.value = `table:${this.floor.table}`;
    this.reset();
    if (this.isOpen) this.open();
  }

  reset() {
    clearTimeout(this.timer);
    this.run += 1;
    this.verified = 0;
    this.bad = 0;
    this.first = null;
    this.last = null;
    this.whole.disabled = false;
    delete this.summary.dataset.state;
    delete this.summary.dataset.last;
    for (const node of [this.rows, this.broken, this.summary]) fill(node);
    return this.run;
  }

  /** Begin a little before the end, and follow from there; or around one event, and stay there. */
  async open() {
    const run = this.reset();
    if (this.at) return this.around(run, this.at.seq);
    await this.guarded(run, async () => {
      const { head } = await this.page("/api/log", 0, 1);
      const after = Math.max(0, head.seq - BEFORE - 1);
      await this.read(run, "/api/log", after, BEFORE + 1);
    });
    if (run === this.run) this.tick(run);
  }

  async around(run, seq) {
    await this.guarded(run, () => this.read(run, "/api/log", Math.max(0, seq - 10), 20));
    const item = this.rows.querySelector(`[data-seq="${seq}"]`);
    item?.querySelector("details").setAttribute("open", "");
    item?.scrollIntoView({ block: "center" });
  }

  /** From the first event to the last, however many. */
  async verifyAll() {
    const run = this.reset();
    this.whole.disabled = true;
    await this.guarded(run, async () => {
      this.last = { seq: 0, hash: "0".repeat(64) };
      this.first = 1;
      while ((await this.read(run, "/api/log", this.last.seq, PAGE)) === PAGE);
    });
    if (run !== this.run) return;
    announce(this.summary.textContent);
    this.whole.disabled = false;
    this.tick(run);
  }

  tick(run) {
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      if (run !== this.run || !this.isOpen) return;
      if (!document.hidden && this.last) {
        await this.guarded(run, () => this.read(run, "/api/log/tail", this.last.seq, PAGE));
      }
      this.tick(run);
    }, EVERY);
  }

  async guarded(run, work) {
    try {
      await work();
    } catch (refused) {
      if (run === this.run) toast(refusalText(refused), "error");
    }
  }

  page(path, after, limit) {
    const query = new URLSearchParams({ stream: this.stream.value, after, limit });
    return get(`${path}?${query}`);
  }

  /** Read and judge a page; how many lines it had. */
  async read(run, path, after, limit) {
    const { lines, told: texts, words, head } = await this.page(path, after, limit);
    if (run !== this.run) return 0;
    this.head = head;
    if (after === 0 && !this.last) this.last = { seq: 0, hash: "0".repeat(64) };
    const judged = [];
    for (const [place, line] of lines.entries()) {
      const found = await judge(line, this.last);
      if (run !== this.run) return 0;
      this.last = found.next;
      this.first ??= found.event.seq;
      judged.push({ ...found, text: texts[place], words: words[place] });
    }
    this.put(judged);
    return lines.length;
  }

  put(judged) {
    for (const each of judged) {
      this.verified += 1;
      if (isBroken(each.verdict)) {
        this.bad += 1;
        this.broken.prepend(lineItem(each));
        announce(t("inspect.broken-one", { seq: each.event.seq ?? "?", verdict: t(`verdict.${each.verdict}`) }), true);
      }
    }
    this.rows.prepend(...judged.slice(-SHOWN).reverse().map(lineItem));
    while (this.rows.children.length > SHOWN) this.rows.lastChild.remove();
    this.sum();
  }

  sum() {
    if (!this.head || !this.last) return;
    const params = {
      count: number(this.verified),
      from: number(this.first ?? 0),
      to: number(this.last.seq),
      bad: number(this.bad),
    };
    const ends = this.last.seq === this.head.seq && this.last.hash === this.head.hash;
    fill(
      this.summary,
      el(
        "strong",
        { class: this.bad ? "error" : "ok" },
        t(this.bad ? "inspect.chain-broken" : "inspect.chain-holds", params),
      ),
      " ",
      el(
        "span",
        { class: "muted" },
        t(ends ? "inspect.head-same" : "inspect.head-on", { hash: shortHash(this.last.hash) }),
      ),
    );
    this.summary.dataset.state = this.bad ? "broken" : "holds";
    this.summary.dataset.last = this.last.seq;
  }
}

/** One line: folded, what happened; open, its exact text. */
export function lineItem({ line, event, verdict, text, words }) {
  const summary = el(
    "summary",
    {},
    el("span", { class: "seq" }, event.seq ?? "?"),
    el("span", { class: "what" }, told({ text, words }) || String(event.what ?? "")),
    el(
      "span",
      { class: "by" },
      event.by ? personNode(event.by) : "",
      event.via && el("span", { class: "via muted small" }, ` ${event.via}`),
    ),
    el("time", { class: "muted" }, event.at ? moment(event.at) : ""),
    verdictPill(verdict),
  );
  return el(
    "li",
    { class: isBroken(verdict) ? "broken" : null, data: { seq: event.seq ?? "" } },
    el("details", {}, summary, el("pre", { class: "raw", tabindex: 0 }, line)),
  );
}
