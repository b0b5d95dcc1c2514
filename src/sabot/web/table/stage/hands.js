/** The cards of a coup: they slide from the shoe and turn over where they lie. */
import { cardBack, cardFace, cardName } from "../../shared/cards/cards.js";
import { el, fill } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { handName } from "../said/spoken.js";

const APART = 140; // milliseconds between cards that come at once
const HALFWAY = 200; // and until a card that turns is seen from its edge
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Hands {
  /** `shoe` is the node that cards come from; `hostOf(hand)` the node where a hand lies;
   * `heard(later)` is told of each card, so many milliseconds before it slides. */
  constructor(shoe, hostOf, heard = () => null) {
    Object.assign(this, { shoe, hostOf, heard });
    this.lying = new Map(); // hand: {host, cards by slot, …}
    this.coming = []; // cards that have not begun to slide
  }

  /** Lay the cards out as the view has them. `first`: nothing moves, the page has just come. */
  update(table, you, first, layout, winners = new Set()) {
    const coup = `${table.shoe?.number}/${table.coup.number}`;
    if (coup !== this.coup) this.clear();
    this.coup = coup;
    this.across = layout.hands.length === 2; // a third card is drawn, and laid across
    let waits = 0;
    const shown = new Set();
    for (const hand of this.handsOf(table, layout)) {
      const host = this.hostOf(hand.hand);
      if (!host) continue;
      shown.add(hand.hand);
      waits = this.show(host, hand, {
        you,
        first,
        waits,
        won: winners.has(hand.hand),
        back: (table.shoe?.number ?? 0) % 2 ? "red" : "blue",
      });
    }
    for (const [name, { host }] of this.lying) {
      if (shown.has(name)) continue;
      host.replaceChildren();
      host.classList.remove("winner");
      this.lying.delete(name);
    }
    if (this.coming.length) this.frame ??= requestAnimationFrame(() => this.slide());
  }

  /** The view's hands, and those of the layout that have no cards yet. */
  handsOf(table, layout) {
    const dealt = new Map(table.hands.map((hand) => [hand.hand, hand]));
    const empty = (hand) => ({
      hand,
      cards: [],
      total: null,
      printed: layout.printed?.[hand] ?? [],
    });
    const house = layout.hands.map((hand) => dealt.get(hand) ?? empty(hand));
    return [...house, ...table.hands.filter((hand) => !layout.hands.includes(hand.hand))];
  }

  clear() {
    for (const { host } of this.lying.values()) host.replaceChildren();
    this.lying.clear();
  }

  show(host, hand, { you, first, waits, won, back }) {
    let lying = this.lying.get(hand.hand);
    if (!lying || lying.host !== host || !lying.row.isConnected) {
      lying = this.lay(host, hand);
      this.lying.set(hand.hand, lying);
    }
    for (const seen of hand.cards) {
      const known = lying.cards.get(seen.slot);
      if (known) this.turn(known, seen, first);
      else {
        this.deal(lying, hand, seen, { first, delay: waits * APART, back });
        waits += 1;
      }
    }
    for (const [slot, card] of lying.cards) {
      if (hand.cards.some((seen) => seen.slot === slot)) continue;
      card.node.remove();
      lying.cards.delete(slot);
    }
    this.label(lying, hand, you);
    host.classList.toggle("winner", won);
    return waits;
  }

  lay(host, hand) {
    const row = el("div", { class: "cards", role: "list" });
    const total = el("span", { class: "total", "aria-hidden": "true" });
    const name = el("span", { class: "hand-name" });
    const note = el("span", { class: "hand-note" });
    host.setAttribute("role", "group");
    fill(host, el("div", { class: "hand-head" }, name, total), row, note);
    for (const value of hand.printed ?? []) {
      row.append(el("span", { class: "dealt printed", role: "listitem" }, cardFace(value)));
    }
    return { host, row, total, name, note, cards: new Map() };
  }

  deal(lying, hand, seen, { first, delay, back }) {
    const rear = el("span", { class: "rear" }, cardBack(back));
    const front = el("span", { class: "front" });
    const sides = el("span", { class: "sides" }, rear, front);
    const node = el("span", { class: "dealt", role: "listitem", data: { slot: seen.slot } }, sides);
    const count = lying.cards.size + (hand.printed?.length ?? 0);
    if (count === 2 && this.across) node.classList.add("third");
    lying.row.append(node);
    const card = { node, sides, front, rear, up: false };
    lying.cards.set(seen.slot, card);
    const moves = !first && !still.matches;
    if (moves) this.coming.push({ node, delay });
    if (!first) this.heard(delay);
    if (!seen.up) return this.name(card, null);
    if (!moves) return this.turn(card, seen, true);
    this.name(card, seen.card);
    setTimeout(() => this.turn(card, seen, false), delay + 380);
  }

  /** From the shoe's mouth to where they lie. Once a frame, when all that has come is laid out: then
   * measuring asks for no layout of its own, and nothing is drawn before it moves. */
  slide() {
    const cards = this.coming.filter(({ node }) => node.isConnected);
    this.coming = [];
    this.frame = null;
    const from = this.shoe.getBoundingClientRect();
    const ways = cards.map(({ node }) => {
      const to = node.getBoundingClientRect();
      return [from.left + from.width / 2 - to.left - to.width / 2, from.top + from.height / 2 - to.top - to.height / 2];
    });
    for (const [place, { node, delay }] of cards.entries()) {
      const [x, y] = ways[place];
      const lies = node.classList.contains("third") ? "rotate(90deg)" : "none";
      node.animate(
        [
          { transform: `translate(${x}px, ${y}px) rotate(-28deg) scale(0.7)`, opacity: 0 },
          { opacity: 1, offset: 0.15 },
          { transform: lies, opacity: 1 },
        ],
        { duration: 420, delay, easing: "cubic-bezier(.2,.8,.3,1)", fill: "backwards" },
      );
    }
  }

  turn(card, seen, atOnce) {
    if (!seen.up || card.up === seen.card) return;
    const lay = atOnce || still.matches || card.up;
    card.up = seen.card;
    fill(card.front, cardFace(seen.card));
    if (lay) card.sides.classList.add("turned");
    else this.flip(card.sides);
    this.name(card, seen.card);
  }

  /** Narrow to its edge, and wide again with the other side: one flat picture, never two in space. */
  async flip(sides) {
    await sides.animate({ transform: ["none", "scaleX(0)"] }, { duration: HALFWAY, easing: "ease-in" }).finished;
    sides.classList.add("turned");
    sides.animate({ transform: ["scaleX(0)", "none"] }, { duration: 1.5 * HALFWAY, easing: "ease-out" });
  }

  name(card, name) {
    card.rear.setAttribute("aria-hidden", String(Boolean(name)));
    card.node.setAttribute("aria-label", name ? cardName(name) : t("card-back"));
  }

  label(lying, hand, you) {
    const name = handName(hand.hand);
    lying.name.textContent = name;
    lying.total.textContent = hand.total ?? "";
    lying.total.classList.toggle("natural", Boolean(hand.natural));
    lying.host.classList.toggle("void", Boolean(hand.void));
    lying.host.setAttribute(
      "aria-label",
      hand.total === null || hand.total === undefined
        ? t("hand-waits", { hand: name })
        : t("hand-total", { hand: name, total: hand.total }),
    );
    const holder = hand.holder &&
      (hand.holder === you?.name ? t("held-by-you") : t("held-by", { player: hand.holder }));
    lying.note.textContent = [
      hand.void && `${t("void")} (${hand.void})`,
      hand.natural && t("natural"),
      holder,
    ]
      .filter(Boolean)
      .join(" · ");
  }
}
