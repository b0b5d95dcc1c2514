/** The end of a coup: who won, what it brought, and all of it left on the stage until the next bet. */
import { el, fill } from "../../shared/dom.js";
import { gain } from "../../shared/said/money.js";
import { t } from "../../shared/words.js";
import { keyOf, ownStakes } from "../bets/stakes.js";
import { countsText, handName } from "../said/spoken.js";
import { still } from "./motion.js";
import { missedByOne, netOfAll, streakWords, Wins } from "./streak.js";

const COUNTING = 900; // milliseconds in which an amount counts up
const APART = 45; // and between two figures of it: one a frame cannot be read

/** The hands that have won: of two the one, of boxes each that beats the house. */
function winnersOf({ coup, past }) {
  if (coup.result) return [coup.result];
  const { boxes = {} } = past.findLast((each) => each.coup === coup.number) ?? {};
  return Object.keys(boxes).filter((box) => boxes[box] === "win").map((
    box,
  ) => (/^\d+$/.test(box) ? `box ${box}` : box));
}

/** The result in a sentence; a player with boxes hears of those. */
function sentence({ coup }, you) {
  const all = Object.entries(coup.totals ?? {});
  const own = (you?.boxes ?? []).map((box) => `box ${box}`);
  const told = all.filter(([hand]) => !hand.startsWith("box ") || own.includes(hand));
  const boxed = all.some(([hand]) => own.includes(hand));
  const counts = countsText(Object.fromEntries(boxed ? told : all));
  if (!coup.result) return t("call.boxes", { counts });
  if (coup.result === "tie") return t("call.tie", { counts });
  return t("call.wins", { hand: handName(coup.result), counts });
}

export class Moment {
  /** `amount` and `streak` are the nodes beside the result; `won()` is called once for each coup that
   * has brought the player something. */
  constructor(amount, streak, { id, won }) {
    Object.assign(this, { host: amount, streak, won, kept: null, wins: new Wins(id) });
  }

  /**
   * Return the table as the stage shows it: with the last coup's cards and ends until
   * the viewer bets on the next one. `waits` is how many of the player's own drops are on their way.
   */
  staged(table, you, waits = 0) {
    const over = table.phase === "settled" || Boolean(table.coup.result);
    if (table.hands.some(({ cards }) => cards.length)) {
      this.over = over;
      if (over) {
        this.kept = { hands: table.hands, coup: table.coup, ends: table.ends, past: table.past, shoe: table.shoe };
      } else this.kept = null;
      return table;
    }
    const bet = you?.at_table ? waits || ownStakes(table, you.name).length : table.stakes.length;
    const between = table.phase === "betting" || table.phase === "preparing";
    if (bet || !between || table.coup.called) this.kept = null;
    this.over = Boolean(this.kept);
    return this.kept ? { ...table, ...this.kept } : table;
  }

  /** What has come out, in a sentence; nothing while that is open. */
  words(stage, you) {
    return this.over && Object.keys(stage.coup.totals ?? {}).length ? sentence(stage, you) : "";
  }

  /** This coup's ends of one player's stakes, once it is over. */
  own(stage, you) {
    return this.over
      ? (stage.ends ?? []).filter(({ player, coup }) => player === you?.name && coup === stage.coup.number)
      : [];
  }

  /** Hands and spots that are lit, and the player's hands that missed by one point. */
  lit(stage, you) {
    if (!this.over) return { hands: new Set(), spots: new Set(), near: new Set() };
    const paid = (stage.ends ?? []).filter(({ outcome, coup }) => outcome === "win" && coup === stage.coup.number);
    const spots = paid.map(({ on, box }) => keyOf(on, box));
    return {
      hands: new Set(winnersOf(stage)),
      spots: new Set([...spots, stage.coup.result]),
      near: missedByOne(stage, this.own(stage, you)),
    };
  }

  /** The amount beside the result: it counts up once, and stays. */
  show(stage, you, first) {
    const ends = this.own(stage, you);
    const net = netOfAll(ends);
    const made = ends.length ? `${stage.shoe?.number}/${stage.coup.number}/${net}` : "";
    this.tell(stage, ends, net);
    if (made === this.made) return;
    this.made = made;
    cancelAnimationFrame(this.frame);
    this.host.hidden = !made;
    this.host.className = `amount ${net > 0 ? "plus" : net < 0 ? "minus" : "even"}`;
    if (!made) return;
    this.said = null;
    this.figure = el(net === 0 ? "span" : "b");
    fill(this.host, this.figure);
    const moves = net > 0 && !first && !still.matches;
    if (net > 0 && !first) this.won();
    this.sign = stage.money;
    if (moves) this.count(net, performance.now());
    else this.write(net);
  }

  /** The streak beside the amount; those who watch hear of the shoe's. */
  tell(stage, ends, net) {
    const wins = ends.length ? this.wins.after(`${stage.shoe?.number}/${stage.coup.number}`, net) : 0;
    const missed = net < 0 && missedByOne(stage, ends).size > 0;
    const said = this.over ? streakWords({ missed, wins, past: stage.past ?? [] }) : "";
    if (said === this.streak.textContent) return;
    this.streak.textContent = said;
    this.streak.hidden = !said;
    this.streak.classList.toggle("near", missed);
  }

  write(net) {
    const said = net === 0 ? t("outcome.standoff") : gain(net, this.sign);
    if (said !== this.said) this.figure.textContent = this.said = said;
  }

  count(net, began) {
    let last = 0;
    const step = (now) => {
      const part = Math.min(1, Math.max(0, now - began) / COUNTING);
      if (part < 1 && now - last < APART) return void (this.frame = requestAnimationFrame(step));
      last = now;
      this.write(part === 1 ? net : Math.max(1, Math.round((net * (1 - (1 - part) ** 3)) / 100) * 100));
      if (part < 1) this.frame = requestAnimationFrame(step);
    };
    step(began);
  }
}
