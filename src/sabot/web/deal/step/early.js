/**
 * Closing the bets before their time takes two presses: the first only says what the second does.
 * The second counts once the sentence has stood long enough to be read, and while it stands.
 */
import { announce } from "../../shared/dom.js";
import { t } from "../../shared/words.js";

const CLOSES = "no-more-bets";
const READ = 500;
const STANDS = 6000;

export class Early {
  /** `now()` is the server's time; `changed()` draws anew. */
  constructor(now, changed) {
    Object.assign(this, { now, changed, coup: null });
  }

  /** Whether `what` would close the bets while players are told that they have time. */
  isEarly(what, { coup }) {
    return what === CLOSES && coup.bets_open && Date.parse(coup.closes) > this.now();
  }

  /** Whether the sentence stands. */
  asks(what, table) {
    return this.coup === table.coup.number && this.isEarly(what, table);
  }

  /** Whether this press does what it says. */
  allows(what, table) {
    if (!this.isEarly(what, table)) return true;
    if (this.asks(what, table)) {
      const read = performance.now() - this.since > READ;
      if (read) this.coup = null;
      return read;
    }
    this.coup = table.coup.number;
    this.since = performance.now();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.forget(), STANDS);
    announce(t("early.why"), true);
    this.changed();
    return false;
  }

  forget() {
    this.coup = null;
    this.changed();
  }
}
