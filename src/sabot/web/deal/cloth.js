/**
 * The table as it lies before the dealer: seats, spots and the stacks on them. A tap on a seat, a
 * chip and a spot is a wager: chips gather for a moment and go as one, and below the minimum they
 * wait for more. The table decides about each, this only asks.
 */
import { naming, personName, personNode } from "../shared/said/called.js";
import { usefulChips } from "../shared/cards/chip-values.js";
import { chip, stack } from "../shared/cards/chips.js";
import { el, fill } from "../shared/dom.js";
import { cashShort, decimal, short } from "../shared/said/money.js";
import { language, t } from "../shared/words.js";
import { layoutOf } from "../layouts/index.js";
import { wagerWords } from "../staff/names.js";

const GATHER = 700;
const keyOf = (on, box) => (box ? `${on}@${box}` : on);

export class Cloth {
  /** `send(command)` brings it to the table and may reject; `refused(error)` says so; `seat(place)`
   * asks who comes to a seat, or (null) to stand; `changed()` draws anew. */
  constructor(place, { send, refused, seat, changed }) {
    Object.assign(this, { place, send, refused, seat, changed });
    this.areas = new Map();
    this.waits = new Map();
    this.taking = false;
    this.seats = el("div", { class: "seats", role: "group" });
    this.rows = el("div", { class: "spots" });
    this.tray = el("div", { class: "tray" });
    place.append(this.seats, this.rows, this.tray);
  }

  show(table, staff) {
    this.place.hidden = !table.wagers.length;
    if (this.place.hidden) return;
    Object.assign(this, { table, staff });
    this.open = ["betting", "preparing"].includes(table.phase) && table.coup.bets_open;
    if (!this.open) this.forget();
    this.choosePlayer();
    this.arrange();
    this.showSeats();
    this.showTray();
    for (const area of this.areas.values()) this.showArea(area);
  }

  /** Chips that were not sent stay with the player. */
  forget() {
    for (const { timer } of this.waits.values()) clearTimeout(timer);
    this.waits.clear();
    this.taking = false;
  }

  get players() {
    const last = 1000;
    return [...this.staff.patrons].sort((one, other) => (one.place ?? last) - (other.place ?? last));
  }

  choosePlayer() {
    const names = this.players.map(({ player }) => player);
    if (!names.includes(this.player)) this.player = names[0] ?? null;
  }

  seatOf(player) {
    return this.staff.patrons.find((each) => each.player === player)?.place ?? null;
  }

  // Spots

  /** Make the spots anew when what they are made of has changed. */
  async arrange() {
    const { rulebook, wagers, places } = this.table;
    const made = JSON.stringify([rulebook, wagers.map(({ id }) => id), places, language()]);
    if (made === this.made) return;
    this.made = made;
    const layout = await layoutOf(this.table);
    if (made !== this.made) return;
    const offered = new Map(wagers.map((wager) => [wager.id, wager]));
    const tone = (on) => layout.names[on]?.tone ?? "gold";
    /** A narrow spot has its number printed on it, and a word above. */
    const print = (
      on,
    ) => (layout.names[on]?.print
      ? [el("small", {}, layout.names[on].over), layout.names[on].print]
      : wagerWords(this.table, on));
    const spots = (list, box = null) =>
      list.filter(({ on }) => offered.has(on) && Boolean(offered.get(on).per_box) === Boolean(box)).map(({ on }) =>
        this.spot(offered.get(on), tone(on), print(on), box)
      );
    this.areas.clear();
    const rows = layout.rows.map((row) => spots(row)).filter((row) => row.length);
    const boxes = layout.box
      ? Array.from({ length: places }, (_, place) => this.box(place + 1, spots(layout.box, place + 1)))
      : [];
    fill(
      this.rows,
      rows.map((row) => el("div", { class: "spot-row" }, row)),
      boxes.length > 0 && el("div", { class: "spot-boxes" }, boxes),
    );
    this.changed();
  }

  box(number, spots) {
    return el(
      "section",
      { class: "spot-box", "aria-label": t("hand.box", { box: number }) },
      el("h4", {}, t("hand.box", { box: number })),
      spots,
    );
  }

  spot(wager, tone, print, box) {
    const chips = el("span", { class: "stacks" });
    const node = el(
      "button",
      { type: "button", class: `spot tone-${tone}`, data: { on: wager.id, box: box ?? "" } },
      el("span", { class: "print" }, print),
      chips,
    );
    const area = { node, chips, wager, box, key: keyOf(wager.id, box) };
    node.addEventListener("click", () => this.tap(area));
    this.areas.set(area.key, area);
    return node;
  }

  showArea({ node, chips, wager, box, key }) {
    const stakes = this.table.stakes.filter((stake) => keyOf(stake.on, stake.box) === key && !stake.settled);
    const wait = this.waits.get(`${this.player} ${key}`);
    const shown = JSON.stringify([
      stakes,
      stakes.map(({ player }) => personName(player)),
      wait?.amount,
      this.open,
      this.taking,
      this.player,
      language(),
    ]);
    if (node.dataset.shown === shown) return;
    node.dataset.shown = shown;
    const name = box
      ? `${wagerWords(this.table, wager.id)}, ${t("hand.box", { box })}`
      : wagerWords(this.table, wager.id);
    const lying = stakes.map((stake) => `${personName(stake.player)} ${cashShort(stake.live, this.table.money)}`).join(
      t("cloth.comma"),
    );
    node.setAttribute("aria-label", lying ? `${name}: ${lying}` : name);
    node.setAttribute("aria-disabled", String(!this.open || !this.player));
    fill(chips, stakes.map((stake) => this.stake(stake)), wait && this.waiting(wait, wager));
  }

  stake({ player, live }) {
    const seat = this.seatOf(player);
    return el(
      "span",
      { class: `stake ${player === this.player ? "own" : ""}` },
      stack(live),
      naming([player], () => (seat ? `${seat} ${personName(player)}` : personName(player)), {
        class: "whose",
        title: player,
      }),
    );
  }

  waiting(wait, { least }) {
    const less = this.lying(wait) + wait.amount < least;
    return el(
      "span",
      { class: "stake waits" },
      stack(wait.amount),
      less && el("span", { class: "whose" }, t("cloth.below", { least: cashShort(least, this.table.money) })),
    );
  }

  // Taps

  tap(area) {
    if (!this.open || !this.player) return;
    if (this.taking) return void this.takeBack(area);
    const key = `${this.player} ${area.key}`;
    const wait = this.waits.get(key) ??
      { player: this.player, on: area.wager.id, box: area.box, least: area.wager.least, amount: 0 };
    clearTimeout(wait.timer);
    wait.amount += this.value;
    wait.timer = setTimeout(() => this.flush(key), GATHER);
    this.waits.set(key, wait);
    this.changed();
  }

  lying(wait) {
    if (!wait) return 0;
    const own = this.table.stakes.filter((stake) =>
      stake.player === wait.player && keyOf(stake.on, stake.box) === keyOf(wait.on, wait.box)
    );
    return own.reduce((sum, stake) => sum + stake.live, 0);
  }

  /** Send what has gathered, unless it is still less than the table takes. */
  async flush(key) {
    const wait = this.waits.get(key);
    if (!wait) return;
    const before = this.lying(wait);
    if (before + wait.amount < wait.least) return this.changed();
    this.waits.delete(key);
    try {
      await this.lay(wait, before);
    } catch (refused) {
      this.refused(refused);
    }
    this.changed();
  }

  /** Whether chips were tapped that the table does not have yet. */
  get holds() {
    return this.waits.size > 0;
  }

  /** Before the next step: what was tapped goes to the table; what is too little is said. */
  async layAll() {
    for (const [key, wait] of [...this.waits]) {
      clearTimeout(wait.timer);
      const less = this.lying(wait) + wait.amount < wait.least;
      if (!less) await this.flush(key);
      else {this.refused({
          message: t("cloth.not-laid", {
            player: personName(wait.player),
            wager: wagerWords(this.table, wait.on),
            least: cashShort(wait.least, this.table.money),
          }),
        });}
      this.waits.delete(key);
    }
    this.changed();
  }

  /** Where a clause allows one wager on a spot, a raise takes it back and lays the sum; if the sum
   * is refused, what lay there lies there again. */
  async lay(wait, before) {
    const ask = (what, amount) =>
      this.send({
        do: what,
        player: wait.player,
        on: wait.on,
        ...(amount ? { amount: decimal(amount) } : {}),
        ...(wait.box ? { box: wait.box } : {}),
      });
    try {
      await ask("place-wager", wait.amount);
    } catch (refused) {
      if (refused.code !== "one-each" || !before) throw refused;
      await ask("withdraw-wager");
      try {
        await ask("place-wager", before + wait.amount);
      } catch (no) {
        await ask("place-wager", before);
        throw no;
      }
    }
  }

  async takeBack({ wager, box, key }) {
    this.taking = false;
    const gathered = this.waits.get(`${this.player} ${key}`);
    clearTimeout(gathered?.timer);
    this.waits.delete(`${this.player} ${key}`);
    this.changed();
    if (gathered && !this.lying(gathered)) return;
    try {
      await this.send({ do: "withdraw-wager", player: this.player, on: wager.id, ...(box ? { box } : {}) });
    } catch (refused) {
      this.refused(refused);
    }
  }

  // Seats and chips

  showSeats() {
    const { places } = this.table;
    const shown = JSON.stringify([
      this.players.map(({ player, place, balance, barred }) => [player, place, balance, barred]),
      places,
      this.player,
      language(),
    ]);
    if (this.seats.dataset.shown === shown) return;
    this.seats.dataset.shown = shown;
    this.seats.setAttribute("aria-label", t("cloth.seats"));
    const button = ({ player, place, balance, barred }) =>
      el(
        "button",
        {
          type: "button",
          class: "seat",
          "aria-pressed": String(player === this.player),
          disabled: Boolean(barred),
          data: { player },
          on: { click: () => this.choose(player) },
        },
        el("span", { class: "seat-number", "aria-hidden": "true" }, place ?? "–"),
        el("span", {}, el("b", {}, personNode(player)), el("small", {}, cashShort(balance, this.table.money))),
      );
    const taken = new Map(this.players.filter(({ place }) => place).map((each) => [each.place, each]));
    const seats = Array.from({ length: places }, (_, number) => number + 1);
    const stand = this.players.filter(({ place }) => !place);
    // At virtual tables players come by themselves.
    const empty = (place) => (this.table.feed === "virtual" ? null : this.empty(place));
    fill(
      this.seats,
      seats.map((place) => (taken.has(place) ? button(taken.get(place)) : empty(place))),
      stand.map(button),
      empty(null),
    );
  }

  /** Draw a free seat, or room to stand. */
  empty(place) {
    const label = place ? t("cloth.seat-free", { place }) : t("cloth.stand");
    return el("button", {
      type: "button",
      class: "seat new",
      "aria-label": label,
      title: label,
      on: { click: () => this.seat(place) },
    }, place ? el("span", { class: "seat-number" }, place) : "+");
  }

  choose(player) {
    this.player = player;
    this.changed();
  }

  showTray() {
    this.tray.hidden = !this.open || !this.player;
    const values = usefulChips(this.table);
    if (!values.includes(this.value)) {
      this.value = values.find((value) => value >= (this.table.sign?.least ?? 0)) ?? values.at(-1);
    }
    const shown = JSON.stringify([values, this.value, this.taking, language()]);
    if (this.tray.dataset.shown === shown) return;
    this.tray.dataset.shown = shown;
    const choice = (value) => {
      const node = el("button", {
        type: "button",
        class: "tray-chip",
        "aria-pressed": String(value === this.value && !this.taking),
        "aria-label": t("cloth.chip", { value: short(value) }),
        data: { value },
        on: { click: () => this.pick(value) },
      }, chip(value));
      node.firstChild.setAttribute("aria-hidden", "true");
      return node;
    };
    fill(
      this.tray,
      el("div", { class: "row", role: "group", "aria-label": t("cloth.chips") }, values.map(choice)),
      el("button", {
        type: "button",
        class: "button",
        "aria-pressed": String(this.taking),
        on: { click: () => this.turn() },
      }, t("cloth.take-back")),
      el("span", { class: "how" }, t(this.taking ? "cloth.how-back" : "cloth.how")),
    );
  }

  pick(value) {
    this.value = value;
    this.taking = false;
    this.changed();
  }

  turn() {
    this.taking = !this.taking;
    this.changed();
  }
}
