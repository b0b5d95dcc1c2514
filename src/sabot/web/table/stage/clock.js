/** The one clock of the table, by the server's time: to bet, to turn cards, to draw or stand. */
import { el, fill, svg } from "../../shared/dom.js";
import { t } from "../../shared/words.js";

const ROUND = 2 * Math.PI * 42;
const HURRY = 5;
const DECISIONS = { expose: "turn-now", decision: "decide-now", "take-down": "take-down-now" };

export class Clock {
  constructor(host, now) {
    this.now = now;
    this.ring = svg("circle", {
      class: "ring",
      cx: 50,
      cy: 50,
      r: 42,
      "stroke-dasharray": ROUND,
      transform: "rotate(-90 50 50)",
    });
    this.number = el("b", {});
    this.word = el("span", {});
    this.node = el(
      "div",
      { class: "clock", role: "timer" },
      svg(
        "svg",
        { viewBox: "0 0 100 100", "aria-hidden": "true" },
        svg("circle", { class: "track", cx: 50, cy: 50, r: 42 }),
        this.ring,
      ),
      el("div", { class: "clock-text" }, this.number, this.word),
    );
    fill(host, this.node);
  }

  update(table, you) {
    const { coup, wait } = table;
    const until = coup.bets_open ? (coup.closes ?? wait.until) : wait.until;
    this.closes = until ? Date.parse(until) : null;
    if (this.coup !== until) {
      this.coup = until;
      this.whole = this.closes ? Math.max(1, this.closes - this.now()) : 1;
    }
    this.node.classList.toggle("open", Boolean(this.closes));
    this.node.classList.toggle("own", Boolean(this.closes) && wait.player === you?.name);
    this.state = this.closes
      ? DECISIONS[wait.step] ?? "bets-open"
      : table.phase === "dealing" && !coup.result
      ? "dealing-now"
      : table.phase === "betting" && coup.called
      ? "no-more-bets"
      : null;
    this.node.classList.toggle("idle", !this.state);
    this.tick();
  }

  tick() {
    clearTimeout(this.timer);
    const left = this.closes ? Math.max(0, this.closes - this.now()) : 0;
    const seconds = Math.ceil(left / 1000);
    this.ring.setAttribute(
      "stroke-dashoffset",
      this.closes ? ROUND * (1 - Math.min(1, left / this.whole)) : ROUND,
    );
    this.tell(seconds);
    if (left > 0) this.timer = setTimeout(() => this.tick(), 100);
  }

  /** Words only where they change: the ring alone moves ten times a second. */
  tell(seconds) {
    const word = this.state ? t(this.state) : "";
    const said = `${seconds} ${word}`;
    if (said === this.said) return;
    this.said = said;
    this.number.textContent = seconds || "";
    this.word.textContent = word;
    this.node.setAttribute("aria-label", this.closes ? t("seconds-for", { what: word, seconds }) : word);
    this.node.classList.toggle("hurry", this.closes !== null && seconds <= HURRY);
  }
}
