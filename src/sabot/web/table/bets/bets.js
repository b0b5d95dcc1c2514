/**
 * The player's chips on their way to the layout. A drop is gathered for a moment, then sent as one
 * wager; below the minimum it waits for more chips. The table decides about each, this only asks.
 */
import { decimal } from "../../shared/said/money.js";
import { keyOf } from "./felt.js";

const GATHER = 300;

/** Add a stake to a map of {on, box, amount} by where it lies. */
function add(map, on, box, amount) {
  const key = keyOf(on, box);
  const before = map.get(key)?.amount ?? 0;
  map.set(key, { on, box: box ?? null, amount: before + amount });
}

/**
 * What a player has on the layout: [{on, box, amount}], in the order in which it came; with
 * `settledToo` also what was won or lost already.
 */
export function ownStakes(table, name, settledToo = false) {
  const map = new Map();
  for (const stake of table.stakes) {
    if (stake.player === name && (settledToo || !stake.settled)) {
      add(map, stake.on, stake.box, stake.staked - (stake.returned ?? 0));
    }
  }
  return [...map.values()];
}

export class Bets {
  /**
   * `changed()` draws anew; `refused(error)` and `unplaced(on)` tell the player; `kept` reads and
   * writes the last bets.
   */
  constructor({ live, changed, refused, unplaced, kept }) {
    Object.assign(this, { live, changed, refused, unplaced, kept });
    // Chips on their way, by where they go: `base` lay there before, `sent` of `amount` is asked for.
    this.waits = new Map();
    this.timers = new Map();
    this.drops = []; // own drops of this coup, for undo
    this.last = kept.read() ?? [];
  }

  get state() {
    return this.live.state;
  }

  get player() {
    return this.state.you.name;
  }

  /** How much is on its way to each place, beyond what lies there. */
  pending() {
    const open = [...this.waits].map(([key, { on, box, base, amount }]) => [
      key,
      base + amount - this.onLayout(on, box),
    ]);
    return new Map(open.filter(([, amount]) => amount > 0));
  }

  /** A new view: forget drops of an old coup, keep the newest bets for `repeat`. */
  follow(table, you) {
    if (!you) return;
    const coup = `${table.shoe?.number}/${table.coup.number}`;
    if (coup !== this.coup) {
      this.coup = coup;
      this.drops = [];
      this.forget();
    }
    if (!table.coup.bets_open) this.tooLate();
    for (const [key, { on, box, base, amount, sent }] of this.waits) {
      if (amount === sent && this.onLayout(on, box) >= base + amount) this.waits.delete(key);
    }
    const own = ownStakes(table, you.name, true).filter(
      ({ on }) => !table.wagers.find((wager) => wager.id === on)?.with_decision,
    );
    if (table.phase === "dealing" && own.length) {
      this.last = own;
      this.kept.write(own);
    }
  }

  /** Bets are closed: chips that were too few to be sent stay with the player, who is told. */
  tooLate() {
    const short = [...this.waits.values()].filter(({ amount, sent }) => amount > sent);
    this.forget();
    for (const { on } of short) this.unplaced(on);
  }

  forget() {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    this.waits.clear();
  }

  drop(on, box, amount) {
    const key = keyOf(on, box);
    const wait = this.waits.get(key) ?? {
      on,
      box,
      base: this.onLayout(on, box),
      amount: 0,
      sent: 0,
    };
    this.waits.set(key, { ...wait, amount: wait.amount + amount });
    clearTimeout(this.timers.get(key));
    this.timers.set(
      key,
      setTimeout(() => this.flush(key), GATHER),
    );
    this.drops.push({ on, box, amount, waits: true });
    this.changed();
  }

  onLayout(on, box) {
    const key = keyOf(on, box);
    return (
      ownStakes(this.state.table, this.player).find((stake) => keyOf(stake.on, stake.box) === key)
        ?.amount ?? 0
    );
  }

  /** Send what has gathered, unless it is still less than the table takes. */
  async flush(key) {
    const wait = this.waits.get(key);
    if (!wait) return;
    const { on, box, base, amount, sent } = wait;
    const least = this.state.you?.bounds?.[on]?.least ?? 0;
    if (base + amount < least) return this.changed();
    const dropped = this.drops.filter((drop) => drop.waits && keyOf(drop.on, drop.box) === key);
    const sending = { on, box, amount: amount - sent, waits: false };
    this.drops = [...this.drops.filter((drop) => !dropped.includes(drop)), sending];
    this.waits.set(key, { ...wait, sent: amount });
    try {
      await this.place(on, box, sending.amount);
    } catch (refused) {
      this.drops = this.drops.filter((drop) => drop !== sending);
      this.lessen(key, sending.amount, sending.amount);
      this.refused(refused);
    }
    this.changed();
  }

  /** So much less is on its way to a place. */
  lessen(key, amount, sent) {
    const wait = this.waits.get(key);
    if (!wait) return;
    if (wait.amount <= amount) this.waits.delete(key);
    else this.waits.set(key, { ...wait, amount: wait.amount - amount, sent: wait.sent - sent });
  }

  /** One wager. Where a clause allows one on each area, a raise takes it back and places the sum;
   * if the sum is refused, what lay there lies there again. */
  async place(on, box, amount) {
    try {
      await this.ask({ do: "place-wager", amount: decimal(amount) }, on, box);
    } catch (refused) {
      const before = this.onLayout(on, box);
      if (refused.code !== "one-each" || !before) throw refused;
      await this.ask({ do: "withdraw-wager" }, on, box);
      try {
        await this.ask({ do: "place-wager", amount: decimal(before + amount) }, on, box);
      } catch (no) {
        await this.ask({ do: "place-wager", amount: decimal(before) }, on, box);
        throw no;
      }
    }
  }

  ask(said, on, box) {
    const command = { ...said, player: this.player, on };
    return this.live.send(box === null || box === undefined ? command : { ...command, box });
  }

  /** Take the last drop back: from the hand, or from the layout. False if there is nothing. */
  async undo() {
    const last = this.drops.pop();
    if (last?.waits) {
      this.lessen(keyOf(last.on, last.box), last.amount, 0);
      this.changed();
      return true;
    }
    const stakes = ownStakes(this.state.table, this.player);
    const stake = last ? stakes.find(({ on, box }) => keyOf(on, box) === keyOf(last.on, last.box)) : stakes.at(-1);
    if (!stake) return false;
    await this.shrink(stake, last ? stake.amount - last.amount : 0);
    return true;
  }

  /** A wager is taken back whole; what stays of it is placed again. */
  async shrink({ on, box }, left) {
    try {
      await this.ask({ do: "withdraw-wager" }, on, box);
      if (left > 0) await this.ask({ do: "place-wager", amount: decimal(left) }, on, box);
    } catch (refused) {
      this.refused(refused);
    }
  }

  /** Take one wager back, with chips on their way to it. */
  async back(on, box) {
    const key = keyOf(on, box);
    this.drops = this.drops.filter((drop) => keyOf(drop.on, drop.box) !== key);
    this.waits.delete(key);
    this.changed();
    if (!this.onLayout(on, box)) return false;
    await this.shrink({ on, box }, 0);
    return true;
  }

  /** Take everything back, side bets first: some of them need a main bet beside them. */
  async clear() {
    this.drops = [];
    this.forget();
    this.changed();
    for (const { on, box } of this.ordered(ownStakes(this.state.table, this.player)).reverse()) {
      await this.shrink({ on, box }, 0);
    }
  }

  ordered(stakes) {
    const side = new Map(
      this.state.table.wagers.map((wager, index) => [wager.id, (wager.side ? 1000 : 0) + index]),
    );
    return stakes.filter(({ on }) => side.has(on)).sort((a, b) => side.get(a.on) - side.get(b.on));
  }

  /** Place once more what was bet in the last coup. False if there was nothing. */
  async repeat() {
    return this.several(this.last);
  }

  /** As much again on everything that lies or waits. */
  async double() {
    const waiting = [...this.waits.values()].filter(({ amount, sent }) => amount > sent);
    const lying = ownStakes(this.state.table, this.player);
    for (const { on, box, amount, sent } of waiting) this.drop(on, box, amount - sent);
    return (await this.several(lying)) || waiting.length > 0;
  }

  async several(stakes) {
    const ordered = this.ordered(stakes);
    for (const { on, box, amount } of ordered) {
      try {
        await this.place(on, box, amount);
        this.drops.push({ on, box, amount, waits: false });
      } catch (refused) {
        this.refused(refused);
        break;
      }
    }
    return ordered.length > 0;
  }
}
