/**
 * The player's chips on their way to the layout. A drop is gathered for a moment, then sent as one
 * wager; below the minimum it waits for more chips. The table decides about each, this only asks.
 */
import { decimal } from "../../shared/said/money.js";
import { add, keyOf, ownStakes } from "./stakes.js";

const GATHER = 300;
const LOOK = 50; // milliseconds between two looks whether a wager lies there
const LOOKS = 40;

export class Bets {
  /**
   * `changed()` draws anew; `refused(error, on, box)` and `unplaced(on, box)` tell the player; `kept`
   * reads and writes the last bets.
   */
  constructor({ live, changed, refused, unplaced, kept }) {
    Object.assign(this, { live, changed, refused, unplaced, kept });
    // Chips on their way, by where they go: `base` lay there before, `sent` of `amount` is asked for.
    this.waits = new Map();
    this.timers = new Map();
    this.drops = []; // own drops of this coup, for undo; those of one action have its number
    this.actions = 0;
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
    for (const { on, box } of short) this.unplaced(on, box);
  }

  forget() {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    this.waits.clear();
  }

  drop(on, box, amount, action = this.actions += 1) {
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
    this.drops.push({ on, box, amount, waits: true, action });
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
    const sending = { on, box, amount: amount - sent, waits: false, action: dropped.at(-1)?.action };
    this.drops = [...this.drops.filter((drop) => !dropped.includes(drop)), sending];
    this.waits.set(key, { ...wait, sent: amount });
    sending.placed = this.place(on, box, sending.amount);
    try {
      await sending.placed;
    } catch (refused) {
      this.drops = this.drops.filter((drop) => drop !== sending);
      this.lessen(key, sending.amount, sending.amount);
      this.refused(refused, on, box);
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

  /** Take the last action back, all of it: from the hand, or from the layout. False if there is none. */
  async undo() {
    const last = this.drops.at(-1);
    const stakes = ownStakes(this.state.table, this.player);
    if (!last) {
      const newest = stakes.at(-1);
      if (newest) await this.shrink([{ ...newest, left: 0 }]);
      return Boolean(newest);
    }
    const undone = this.drops.filter(({ action }) => action === last.action);
    this.drops = this.drops.filter(({ action }) => action !== last.action);
    for (const { on, box, amount, waits } of undone) if (waits) this.lessen(keyOf(on, box), amount, 0);
    this.changed();
    await this.arrival(undone);
    const less = new Map();
    for (const { on, box, amount, waits } of undone) if (!waits) add(less, on, box, amount);
    const lying = ownStakes(this.state.table, this.player).filter(({ on, box }) => less.has(keyOf(on, box)));
    await this.shrink(
      lying.map((stake) => ({ ...stake, left: stake.amount - less.get(keyOf(stake.on, stake.box)).amount })),
    );
    return true;
  }

  /** Wait for chips that were sent and have not been seen on the layout: only then can they come back. */
  async arrival(drops) {
    const sent = drops.filter(({ waits }) => !waits);
    const answers = await Promise.allSettled(sent.map(({ placed }) => placed));
    const taken = sent.filter((_, index) => answers[index].status === "fulfilled");
    for (let look = 0; look < LOOKS && taken.some(({ on, box }) => !this.onLayout(on, box)); look += 1) {
      await new Promise((over) => setTimeout(over, LOOK));
    }
  }

  /**
   * Wagers are taken back whole, and what stays of each, `left`, is placed again. Side bets that need
   * a main bet beside them go up with it, and come down after it.
   */
  async shrink(stakes) {
    const { table } = this.state;
    const named = new Set(stakes.map(({ on, box }) => keyOf(on, box)));
    const wager = ({ on }) => table.wagers.find(({ id }) => id === on);
    const leaning = stakes.some((stake) => stake.left > 0 && !wager(stake)?.side)
      ? ownStakes(table, this.player)
        .filter((stake) => wager(stake)?.restricted && !named.has(keyOf(stake.on, stake.box)))
        .map((stake) => ({ ...stake, left: stake.amount }))
      : [];
    const ordered = this.ordered([...stakes, ...leaning]);
    const up = [];
    for (const stake of [...ordered].reverse()) {
      if (!(await this.tried({ do: "withdraw-wager" }, stake.on, stake.box))) break;
      up.unshift(stake);
    }
    for (const { on, box, left } of up) {
      if (left > 0) await this.tried({ do: "place-wager", amount: decimal(left) }, on, box);
    }
  }

  /** Ask the table, and tell the player of a no. */
  async tried(said, on, box) {
    try {
      await this.ask(said, on, box);
      return true;
    } catch (refused) {
      this.refused(refused, on, box);
      return false;
    }
  }

  /** Take one wager back, with chips on their way to it. */
  async back(on, box) {
    const key = keyOf(on, box);
    this.drops = this.drops.filter((drop) => keyOf(drop.on, drop.box) !== key);
    this.waits.delete(key);
    this.changed();
    if (!this.onLayout(on, box)) return false;
    await this.shrink([{ on, box, left: 0 }]);
    return true;
  }

  /** Take everything back, side bets first: some of them need a main bet beside them. */
  async clear() {
    this.drops = [];
    this.forget();
    this.changed();
    await this.shrink(ownStakes(this.state.table, this.player).map((stake) => ({ ...stake, left: 0 })));
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
    const action = this.actions += 1;
    for (const { on, box, amount, sent } of waiting) this.drop(on, box, amount - sent, action);
    return (await this.several(lying, action)) || waiting.length > 0;
  }

  /** Place several wagers as one action. */
  async several(stakes, action = this.actions += 1) {
    const ordered = this.ordered(stakes);
    for (const { on, box, amount } of ordered) {
      try {
        await this.place(on, box, amount);
        this.drops.push({ on, box, amount, waits: false, action });
      } catch (refused) {
        this.refused(refused, on, box);
        break;
      }
    }
    return ordered.length > 0;
  }
}
