/** The cards of a coup: they slide from the shoe and turn over where they lie; then comes the total, then "Natural". */
import { cardBack, cardFace, cardName } from "../../shared/cards/cards.js";
import { el, fill } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { handName } from "../said/spoken.js";

const APART = 140; // milliseconds between cards that come at once
const HALFWAY = 200; // and until a card that turns is seen from its edge
const LIES = 420; // until a card that comes lies where it belongs
const COUNTED = 320; // from a face to the total of its hand
const CALLED = 480; // and from a total to what it is called
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether a card of a hand lies face up by the record, and its face has not been shown yet. */
const isTurning = ({ cards }) => [...cards.values()].some(({ up, faced }) => up && !faced);

export class Hands {
  /** `shoe` is the node that cards come from; `hostOf(hand)` the node where a hand lies;
   * `heard(later)` is told of each card, so many milliseconds before it slides; `told()` each time that
   * no face and no total is on its way any more. */
  constructor(shoe, hostOf, { heard = () => null, told = () => null } = {}) {
    Object.assign(this, { shoe, hostOf, heard, told });
    this.lying = new Map(); // hand: {host, cards by slot, …}
    this.coming = []; // cards that have not begun to slide
  }

  /** Whether a face or a total is still on its way: until then no result is shown. */
  get busy() {
    return [...this.lying.values()].some((lying) => lying.timer || isTurning(lying));
  }

  /** Lay the cards out as the view has them. `first`: nothing moves, the page has just come. */
  update(table, you, first, layout) {
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
        back: (table.shoe?.number ?? 0) % 2 ? "red" : "blue",
      });
    }
    for (const name of [...this.lying.keys()]) {
      if (shown.has(name)) continue;
      this.leave(name);
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
    for (const name of [...this.lying.keys()]) this.leave(name);
  }

  leave(name) {
    const { host, timer } = this.lying.get(name);
    clearTimeout(timer);
    host.replaceChildren();
    host.classList.remove("winner", "near");
    this.lying.delete(name);
  }

  show(host, hand, { you, first, waits, back }) {
    let lying = this.lying.get(hand.hand);
    if (!lying || lying.host !== host || !lying.row.isConnected) {
      lying = this.lay(host, hand);
      this.lying.set(hand.hand, lying);
    }
    for (const seen of hand.cards) {
      const known = lying.cards.get(seen.slot);
      if (known) this.turn(lying, known, seen, first);
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
    this.label(lying, hand, you, first);
    return waits;
  }

  /** Mark the hands that have won, and those that missed by one point. */
  crown({ hands, near }) {
    for (const [name, { host }] of this.lying) {
      host.classList.toggle("winner", hands.has(name));
      host.classList.toggle("near", near.has(name));
    }
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
    return { host, row, total, name, note, cards: new Map(), timer: null, said: null, called: false };
  }

  deal(lying, hand, seen, { first, delay, back }) {
    const rear = el("span", { class: "rear" }, cardBack(back));
    const front = el("span", { class: "front" });
    const sides = el("span", { class: "sides" }, rear, front);
    const node = el("span", { class: "dealt", role: "listitem", data: { slot: seen.slot } }, sides);
    const count = lying.cards.size + (hand.printed?.length ?? 0);
    if (count === 2 && this.across) node.classList.add("third");
    lying.row.append(node);
    const card = { node, sides, front, rear, up: false, faced: false };
    lying.cards.set(seen.slot, card);
    const moves = !first && !still.matches;
    if (moves) this.coming.push({ node, delay });
    if (!first) this.heard(delay);
    this.name(card, null);
    if (!seen.up) return;
    if (!moves) return this.turn(lying, card, seen, true);
    card.up = seen.card;
    setTimeout(() => this.flip(lying, card), delay + LIES);
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

  turn(lying, card, seen, atOnce) {
    if (!seen.up || card.up === seen.card) return;
    const corrected = card.faced;
    card.up = seen.card;
    if (atOnce || still.matches || corrected) this.face(card);
    else this.flip(lying, card);
  }

  /** Show the face, as it is known by now. */
  face(card) {
    fill(card.front, cardFace(card.up));
    card.sides.classList.add("turned");
    card.faced = true;
    this.name(card, card.up);
  }

  /** Narrow to its edge, and wide again with the other side: one flat picture, never two in space. */
  async flip(lying, card) {
    if (!card.node.isConnected) return;
    const { sides } = card;
    const turns = sides.animate({ transform: ["none", "scaleX(0)"] }, { duration: HALFWAY, easing: "ease-in" });
    await turns.finished.catch(() => null);
    this.face(card);
    sides.animate({ transform: ["scaleX(0)", "none"] }, { duration: 1.5 * HALFWAY, easing: "ease-out" });
    this.count(lying);
    if (!this.busy) this.told();
  }

  name(card, name) {
    card.rear.setAttribute("aria-hidden", String(Boolean(name)));
    card.node.setAttribute("aria-label", name ? cardName(name) : t("card-back"));
  }

  label(lying, hand, you, first) {
    lying.name.textContent = handName(hand.hand);
    lying.host.classList.toggle("void", Boolean(hand.void));
    const holder = hand.holder &&
      (hand.holder === you?.name ? t("held-by-you") : t("held-by", { player: hand.holder }));
    Object.assign(lying, { hand, aside: [hand.void && t("void"), holder].filter(Boolean) });
    this.count(lying, first);
  }

  /** The total follows its faces, and what it is called follows the total. */
  count(lying, atOnce = false) {
    const { hand } = lying;
    const total = hand.total ?? null, natural = Boolean(hand.natural);
    if (total === null || atOnce || (lying.said === total && lying.called === natural)) {
      clearTimeout(lying.timer);
      lying.timer = null;
      return this.say(lying, total, natural);
    }
    this.say(lying, lying.said, lying.called);
    if (isTurning(lying) || lying.timer) return;
    lying.timer = setTimeout(() => this.next(lying), lying.said === total ? CALLED : COUNTED);
  }

  /** One more thing of a hand is told: its total, or that it is a natural. */
  next(lying) {
    lying.timer = null;
    if (isTurning(lying)) return; // a further card has come: its face is first
    const total = lying.hand.total ?? null;
    const called = lying.said === total && Boolean(lying.hand.natural);
    this.say(lying, total, called);
    this.count(lying);
    if (!this.busy) this.told();
  }

  say(lying, total, natural) {
    Object.assign(lying, { said: total, called: natural });
    const hand = handName(lying.hand.hand);
    lying.total.textContent = total ?? "";
    lying.total.classList.toggle("natural", natural);
    lying.host.setAttribute(
      "aria-label",
      total === null ? t("hand-waits", { hand }) : t("hand-total", { hand, total }),
    );
    lying.note.textContent = [natural && t("natural"), ...lying.aside].filter(Boolean).join(" · ");
  }
}
