/** The layout: betting areas as buttons, in rows and boxes, with the chips that lie on them. */
import { el, fill } from "../../shared/dom.js";
import { stack } from "../../shared/cards/chips.js";
import { cash, cashShort, short } from "../../shared/said/money.js";
import { language, t } from "../../shared/words.js";
import { travel } from "../stage/motion.js";
import { keyOf } from "./stakes.js";
import { oddsShort, oddsSpoken, oddsText, oddsWhen, wagerName } from "../said/spoken.js";

const SLACK = 4; // by so much areas may overlap that lie side by side
const WIDE = new Set(["wing-left", "wing-right", "band"]); // spots with room for a condition
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

function sums(stakes) {
  const byKey = new Map();
  for (const { on, box, staked, returned = 0, settled } of stakes) {
    if (settled) continue;
    const key = keyOf(on, box);
    byKey.set(key, (byKey.get(key) ?? 0) + staked - returned);
  }
  return byKey;
}

export class Felt {
  constructor(host) {
    Object.assign(this, { host, does: {}, ways: {} });
    this.areas = new Map();
    this.boxes = new Map();
  }

  /** From now on the player's hand is served. `does` has drop(on, box), back(on, box), takeBox(box) and
   * leaveBox(box); `ways` has the nodes where chips come from and go to: those of the `house`, and the
   * player's `home`. */
  serve(does, ways) {
    Object.assign(this, { does, ways });
    this.host.addEventListener("keydown", (event) => this.key(event));
  }

  /** Draw the layout anew when what it is made of has changed. */
  arrange(table, layout) {
    const made = JSON.stringify([table.rulebook, table.wagers, table.places, language()]);
    if (made === this.made) return;
    const focused = document.activeElement?.dataset?.key;
    this.made = made;
    this.layout = layout;
    this.rulebook = table.rulebook;
    this.wagers = new Map(table.wagers.map((wager) => [wager.id, wager]));
    this.areas.clear();
    this.boxes.clear();
    fill(
      this.host,
      el("p", { class: "visually-hidden", id: "layout-help" }, t("layout-help")),
      layout.rows.map((row) => this.row(row)),
      layout.box && el("div", { class: "boxes" }, this.eachBox(table.places)),
    );
    const first = this.areas.values().next().value;
    if (first) first.node.tabIndex = 0;
    if (focused) this.areas.get(focused)?.node.focus();
  }

  row(row) {
    const offered = row.filter(({ on }) => this.wagers.has(on) && !this.wagers.get(on).per_box);
    if (!offered.length) return null;
    return el(
      "div",
      { class: `area-row of-${offered[0].shape}` },
      offered.map((area) => this.area(area)),
    );
  }

  eachBox(places) {
    return Array.from({ length: places }, (_, index) => this.box(index + 1));
  }

  box(number) {
    const offered = this.layout.box.filter(({ on }) => this.wagers.has(on));
    const head = el(
      "div",
      { class: "box-head" },
      el("span", { class: "box-number", "aria-hidden": "true" }, number),
      el("span", { class: "box-owner" }),
    );
    const hand = el("div", { class: "hand small", data: { hand: `box ${number}` } });
    const ask = el("button", { type: "button", class: "box-ask", hidden: true });
    const node = el(
      "section",
      { class: "box", "aria-label": t("box-n", { box: number }) },
      head,
      hand,
      el(
        "div",
        { class: "box-areas" },
        offered.map((area) => this.area(area, number)),
      ),
      ask,
    );
    ask.onclick = () => ask.dataset.does === "leave" ? this.does.leaveBox(number) : this.does.takeBox(number);
    this.boxes.set(number, { node, hand, ask, owner: head.lastChild });
    return node;
  }

  area({ on, shape, grow = 1 }, box = null) {
    const wager = this.wagers.get(on);
    const name = this.layout.names[on] ?? { en: wager.name, tone: "gold" };
    const chips = el("span", { class: "chips", "aria-hidden": "true" });
    const others = el("span", { class: "others", "aria-hidden": "true" });
    const node = el(
      "button",
      {
        type: "button",
        class: `area ${shape} tone-${name.tone ?? "gold"}`,
        tabindex: -1,
        "aria-describedby": "layout-help",
        data: { on, key: keyOf(on, box) },
        vars: { "--grow": grow },
      },
      el(
        "span",
        { class: "print", "aria-hidden": "true" },
        name.over && el("span", { class: "over", lang: "zh-Hant" }, name.over),
        name.zh && !name.print && el("span", { class: "zh", lang: "zh-Hant" }, name.zh),
        el("span", { class: name.print ? "zh" : "en", lang: "en" }, name.print ?? name.en),
        this.odds(wager, shape),
      ),
      chips,
      others,
    );
    node.onclick = () => this.does.drop(on, box);
    this.areas.set(keyOf(on, box), { node, chips, others, wager, box });
    return node;
  }

  /** What a spot pays: two odds each with its condition where the spot is wide, and all in short in a box. */
  odds(wager, shape) {
    const each = WIDE.has(shape) ? oddsWhen(this.rulebook, wager) : [];
    if (!each.length) {
      return el("span", { class: "odds" }, shape === "circle" ? oddsShort(wager) : oddsText(wager));
    }
    return el(
      "span",
      { class: "odds each" },
      each.map(({ pays, when }) => el("span", {}, el("b", {}, pays), " ", el("span", { class: "when" }, when))),
    );
  }

  /** Show what lies where. `pending` are own chips that were dropped and not yet taken. */
  update({ table, you, pending, open, lit = new Set() }) {
    const mine = sums(table.stakes.filter((stake) => stake.player === you?.name));
    const theirs = sums(table.stakes.filter((stake) => stake.player !== you?.name));
    const inCoup = table.phase === "dealing" || table.phase === "settled";
    const ends = new Map(
      (table.ends ?? [])
        .filter((end) => inCoup && end.player === you?.name)
        .map((end) => [keyOf(end.on, end.box), end]),
    );
    for (const [key, area] of this.areas) {
      this.show(key, area, {
        own: mine.get(key) ?? 0,
        others: theirs.get(key) ?? 0,
        waits: pending.get(key) ?? 0,
        end: ends.get(key),
        lit: lit.has(key),
        inCoup,
        you,
        open,
        sign: table.money,
      });
    }
    for (const [number, box] of this.boxes) this.showBox(number, box, table, you);
    this.host.classList.toggle("closed", !open);
    const marked = table.coup.marker;
    if (marked !== undefined) {
      for (const { node } of this.areas.values()) {
        node.classList.toggle("marked", node.dataset.on === `point-total-${marked}`);
      }
    }
  }

  show(key, area, { own, others, waits, end, lit, inCoup, you, open, sign }) {
    const { node, chips, wager, box } = area;
    const bound = you?.bounds?.[wager.id] ?? wager;
    const paid = end?.returns ?? 0;
    const lies = own + waits + paid;
    const playable = open && !wager.with_decision && (box === null || (you?.boxes ?? []).includes(box));
    const shown = JSON.stringify([own, others, waits, end, lit, bound, playable]);
    if (area.shown === shown) return;
    area.shown = shown;
    this.carry(area, { lies, paid, gone: inCoup || area.inCoup });
    Object.assign(area, { lies, paid, inCoup });
    fill(
      chips,
      lies > 0 && stack(lies),
      waits > 0 &&
        own + waits < bound.least &&
        el("span", { class: "hint" }, t("below-least", { least: cashShort(bound.least, sign) })),
    );
    chips.classList.toggle("pending", waits > 0);
    fill(area.others, others > 0 && short(others));
    node.classList.toggle("lit", lit);
    node.classList.toggle("won", end?.outcome === "win");
    node.classList.toggle("lost", end?.outcome === "lose");
    node.setAttribute("aria-disabled", String(!playable));
    node.setAttribute("aria-label", this.label(wager, box, bound, { own, waits, others, sign }));
  }

  /** Chips that come from the house, go to it or go home are seen on their way. */
  carry({ chips, lies: lay, paid: had }, { lies, paid, gone }) {
    const { house, home } = this.ways;
    if (lay && !lies && gone) travel(lay, chips, had ? home() : house());
    else if (paid > (had ?? 0) && lay !== undefined) travel(Math.max(0, paid - (lay ?? 0)), house(), chips);
  }

  label(wager, box, bound, { own, waits, others, sign }) {
    const name = wagerName(this.layout, wager);
    const where = box === null ? name : `${t("box-n", { box })}, ${name}`;
    if (wager.with_decision) return t("area-draw", { name: where, odds: oddsSpoken(wager) });
    const stake = [
      own > 0 && t("area-stake", { amount: cash(own, sign) }),
      waits > 0 && t("area-pending", { amount: cash(waits, sign) }),
      others > 0 && t("others-on", { amount: cash(others, sign) }),
    ];
    return t("area-label", {
      name: where,
      odds: oddsSpoken(wager),
      stake: stake.filter(Boolean).join(""),
      least: cashShort(bound.least, sign),
      most: cashShort(bound.most, sign),
    });
  }

  showBox(number, { node, ask, owner }, table, you) {
    const players = table.seats
      .filter((seat) => (seat.boxes ?? []).includes(number))
      .map((seat) => seat.player);
    const own = (you?.boxes ?? []).includes(number);
    const between = table.phase === "betting" || table.phase === "preparing";
    const lying = table.stakes.some((stake) => stake.player === you?.name && stake.box === number);
    owner.textContent = own ? t("you") : players.join(", ");
    node.classList.toggle("own", own);
    node.classList.toggle(
      "free",
      !players.length && !table.hands.some((hand) => hand.hand === `box ${number}`),
    );
    ask.hidden = !you?.at_table ||
      !between ||
      (own && (you.place === number || lying)) ||
      (!own && players.length > 0);
    ask.dataset.does = own ? "leave" : "take";
    ask.textContent = own ? t("leave-box", { box: number }) : t("play-box", { box: number });
  }

  /** The spot of a wager; null where there is none. */
  spot(on, box) {
    return this.areas.get(keyOf(on, box))?.node ?? null;
  }

  /** Where the cards of a box lie; null for a hand that is not a box's. */
  handHost(hand) {
    const box = /^box (\d+)$/.exec(hand);
    return box ? (this.boxes.get(Number(box[1]))?.hand ?? null) : null;
  }

  key(event) {
    const from = event.target.closest?.(".area");
    if (!from) return;
    if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      const { wager, box } = this.areas.get(from.dataset.key);
      this.does.back(wager.id, box);
    } else if (event.key in ARROWS) {
      event.preventDefault();
      this.move(from, ARROWS[event.key]);
    }
  }

  /** The next area in that direction. */
  move(from, way) {
    const here = from.getBoundingClientRect();
    let best = null;
    for (const { node } of this.areas.values()) {
      const far = node === from ? null : distance(here, node.getBoundingClientRect(), way);
      if (far !== null && (!best || far < best.far)) best = { node, far };
    }
    if (!best) return;
    from.tabIndex = -1;
    best.node.tabIndex = 0;
    best.node.focus();
  }
}

/**
 * How far it is to another area in a direction, null where it does not lie there. A wide area
 * lies straight ahead of everything that it is as wide as; of two that do, the one whose middle is
 * nearer comes first.
 */
function distance(here, there, [right, down]) {
  const [start, end, low, high] = right ? ["left", "right", "top", "bottom"] : ["top", "bottom", "left", "right"];
  const along = right + down > 0 ? there[start] - here[end] : here[start] - there[end];
  if (along < -SLACK) return null;
  const aside = Math.max(0, there[low] - here[high], here[low] - there[high]);
  const off = Math.abs(there[low] + there[high] - here[low] - here[high]) / 2;
  return along + 2 * aside + off / 1000;
}
