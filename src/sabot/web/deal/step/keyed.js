/** The card that was keyed last, and a way to say that it was keyed wrongly. */
import { cardName } from "../../shared/cards/cards.js";
import { el, fill, toast } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { handWords } from "../../staff/names.js";
import { roleInside, takenWords } from "../../staff/forms/statements.js";

export class Keyed {
  /** `ask(form)` opens a form; `send(command)` brings what was said to the table. */
  constructor(place, ask, send) {
    Object.assign(this, { ask, send });
    this.list = el("div", { class: "keyed-list" });
    place.append(this.list);
  }

  show(table, staff) {
    const cards = table.hands.flatMap(({ hand, cards }) => cards.map((each) => ({ ...each, hand })));
    const last = cards.filter(({ slot, card }) => staff.keyed.includes(slot) && card);
    const held = staff.statements.some(({ holds }) => holds);
    const shown = JSON.stringify([last, held, document.documentElement.lang]);
    if (shown === this.shown) return;
    this.shown = shown;
    this.list.hidden = !last.length || held;
    fill(this.list, last.map((each) => this.line(each)));
  }

  line({ hand, card, slot }) {
    return el(
      "p",
      { class: "keyed" },
      el("span", {}, t("keyed.last", { hand: handWords(hand), card: cardName(card) })),
      el(
        "button",
        { type: "button", class: "button", on: { click: () => this.correct(slot, card) } },
        t("keyed.wrong"),
      ),
    );
  }

  async correct(slot, was) {
    const answer = await this.ask({
      title: t("keyed.title"),
      label: t("keyed.correct"),
      intro: el("p", {}, t("keyed.text", { card: cardName(was), who: roleInside("casino supervisor") })),
      fields: [{ name: "card", kind: "card", label: t("keyed.card"), required: true }],
      submit: ({ card }) => this.send({ do: "correct-card", slot, was, card }),
    });
    if (answer) toast(takenWords(answer, t("keyed.done")), "ok");
  }
}
