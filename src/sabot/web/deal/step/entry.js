/**
 * Card entry: a pad of 52 for a thumb, and one field for the keyboard and the scanner. The suit
 * completes a card: no Enter is needed. What comes faster than the table answers waits its turn; a
 * card that is not due when its turn comes is dropped and said so.
 *
 * The field stays and keeps the focus while no card is due: there Enter alone is the next action.
 * The Enter of a scan, or of habit, right after a card belongs to that card.
 */
import { announce, el, fill, toast } from "../../shared/dom.js";
import { cardName } from "../../shared/cards/cards.js";
import { t } from "../../shared/words.js";
import { handWords } from "../../staff/names.js";
import { RANKS, readCard, SUIT_ORDER, SUIT_SIGNS } from "../../staff/forms/cards-typed.js";

/** How long, in ms, an Enter still belongs to a card that the table has taken. */
const WITH_CARD = 150;

export class Entry {
  /** `enter(card, {cuttingCard})` sends the card and resolves when the table has answered, true
   * where it took it; `wanted()` says whether a card is due; `act()` is the next action; `changed()`
   * draws anew; `settled()` resolves when the table has answered what was sent before. */
  constructor(place, { enter, wanted, act, changed, settled }) {
    this.changed = changed;
    this.settled = settled;
    this.place = place;
    this.enter = enter;
    this.wanted = wanted;
    this.act = act;
    this.queue = [];
    this.field = el("input", {
      id: "card-field",
      class: "card-field",
      autocomplete: "off",
      autocapitalize: "characters",
      spellcheck: "false",
      maxlength: 5,
      inputmode: matchMedia("(pointer: coarse)").matches ? "none" : "text",
      on: { keydown: (event) => this.key(event), input: () => this.typed() },
    });
    this.label = el("label", { for: "card-field" });
    this.cutting = el("input", { type: "checkbox", id: "cutting-card" });
    this.cuttingLine = el(
      "label",
      { class: "check cutting", for: "cutting-card" },
      this.cutting,
      el("span", { data: { t: "entry.cutting" } }, t("entry.cutting")),
    );
    this.pad = el("div", { class: "pad", role: "group" });
    this.drawPad();
    place.append(el("div", { class: "field" }, this.label, this.field), this.pad, this.cuttingLine);
  }

  drawPad() {
    this.pad.setAttribute("aria-label", t("entry.pad"));
    fill(
      this.pad,
      SUIT_ORDER.map((suit) =>
        el(
          "div",
          { class: "pad-suit" },
          RANKS.map((rank) =>
            el(
              "button",
              {
                type: "button",
                class: `pad-card ${"HD".includes(suit) ? "red" : "black"}`,
                "aria-label": cardName(rank + suit),
                data: { card: rank + suit },
                on: { click: () => this.take(rank + suit) },
              },
              rank === "T" ? "10" : rank,
              el("span", { class: "suit" }, SUIT_SIGNS[suit]),
            )
          ),
        )
      ),
    );
  }

  /** Show for this step, at a table whose cards are `typed` or scanned. A cutting card can come
   * with a card that is dealt. */
  show(next, typed) {
    const due = Boolean(next?.card);
    this.place.hidden = !typed;
    this.pad.hidden = !due;
    this.cuttingLine.hidden = !due || next.do !== "deal-card";
    const hand = next?.fields?.hand ?? next?.hand;
    this.label.textContent = due ? t(`entry.${next.do}`, { hand: hand ? handWords(hand) : "" }) : t("entry.idle");
    if (typed) this.keepFocus();
  }

  /** A scanner types wherever the focus is, so that it stays here unless a dialog is open or
   * the keyboard is in use elsewhere. */
  keepFocus() {
    const active = document.activeElement;
    if (this.place.hidden || document.querySelector("dialog[open]") || active === this.field) return;
    if (
      active === document.body ||
      active === null ||
      this.place.contains(active) ||
      active.id === "next-button"
    ) {
      this.field.focus({ preventScroll: true });
    }
  }

  /** A card is complete with its suit. */
  typed() {
    const card = readCard(this.field.value);
    if (!card) return;
    this.field.value = "";
    this.take(card);
  }

  key(event) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    const text = this.field.value;
    this.field.value = "";
    if (!text.trim()) {
      return event.repeat || this.busy ? undefined : this.act();
    }
    const card = readCard(text);
    if (card) this.take(card);
    else this.wrong(t("entry.no-card", { text: text.trim() }));
  }

  wrong(sentence) {
    toast(sentence, "error");
    announce(sentence, true);
  }

  take(card) {
    this.queue.push({ card, cuttingCard: this.cutting.checked && !this.cuttingLine.hidden });
    this.cutting.checked = false;
    this.field.focus({ preventScroll: true });
    if (!this.works) this.work();
  }

  async work() {
    this.busy = this.works = true;
    clearTimeout(this.timer);
    while (this.queue.length) {
      await this.settled();
      const { card, cuttingCard } = this.queue.shift();
      if (!this.wanted()) this.wrong(t("entry.not-due", { card: cardName(card) }));
      else if (!(await this.enter(card, { cuttingCard }))) this.queue = [];
    }
    this.works = false;
    this.keepFocus();
    this.timer = setTimeout(() => this.rest(), WITH_CARD);
  }

  /** From now on an Enter is the next action. */
  rest() {
    this.busy = false;
    this.changed();
  }
}
