/** The rack: chips to choose from, what to do with them, and how much there is. */
import { usefulChips } from "../../shared/cards/chip-values.js";
import { chip } from "../../shared/cards/chips.js";
import { el, fill } from "../../shared/dom.js";
import { cash, gain, short } from "../../shared/said/money.js";
import { language, t } from "../../shared/words.js";

const SIGNS = { favourite: { text: "★", name: "favourites" }, buy: { text: "+", name: "buy-chips" } };

export class Rack {
  /** `does` has undo(), clear(), repeat(), double(), favourite(), buy(), and poor() for a chip that is more
   * than the player has. */
  constructor(host, does) {
    Object.assign(this, { host, does, values: [], has: Infinity });
    this.chips = el("div", { class: "rack-chips", role: "radiogroup" });
    this.money = el("div", { class: "rack-money" });
    this.actions = el("div", { class: "rack-actions" });
    this.buttons = ["undo", "clear", "repeat", "double", "favourite", "buy"].map((what) => {
      const button = el("button", { type: "button", class: "button", data: { act: what } });
      button.onclick = () => button.getAttribute("aria-disabled") !== "true" && does[what]();
      return button;
    });
    fill(this.actions, this.buttons);
    fill(host, this.money, this.chips, this.actions);
    this.chips.addEventListener("keydown", (event) => this.arrow(event));
  }

  /** `waits` is what is on its way to the layout and not yet off the balance. */
  update({ table, you, open, net, waits = 0 }) {
    this.host.hidden = !you?.at_table;
    if (this.host.hidden) return;
    this.offer(usefulChips(table), table.sign?.least ?? 0);
    this.pay(you, net, table.money);
    this.dim(you.balance - waits);
    const labels = { undo: "undo", clear: "take-back", repeat: "repeat", double: "double" };
    for (const button of this.buttons) {
      const { act } = button.dataset;
      const sign = SIGNS[act];
      button.textContent = sign?.text ?? t(labels[act]);
      if (sign) button.setAttribute("aria-label", t(sign.name));
      button.setAttribute("aria-disabled", String(!sign && !open));
      if (act === "buy") button.hidden = table.feed !== "virtual" || Boolean(table.heat);
    }
  }

  /** Chips that are more than the player has are dimmed. */
  dim(has) {
    this.has = has;
    for (const node of this.chips.children) {
      node.setAttribute("aria-disabled", String(Number(node.dataset.value) > has));
    }
  }

  offer(values, least) {
    const made = JSON.stringify([values, language()]);
    if (made === this.made) return;
    this.made = made;
    this.values = values;
    if (!values.includes(this.value)) {
      this.value = values.find((value) => value >= least) ?? values.at(-1);
    }
    this.chips.setAttribute("aria-label", t("chips-rack"));
    fill(
      this.chips,
      values.map((value, index) => this.button(value, index + 1)),
    );
    this.mark();
  }

  button(value, key) {
    const node = el(
      "button",
      {
        type: "button",
        class: "chip-choice",
        role: "radio",
        "aria-label": t("chip-n", { value: short(value), key }),
        data: { value },
      },
      chip(value),
    );
    node.firstChild.setAttribute("aria-hidden", "true");
    node.onclick = () => this.choose(value);
    return node;
  }

  /** The button of an action. */
  node(act) {
    return this.buttons.find((button) => button.dataset.act === act);
  }

  choose(value) {
    if (value > this.has && value !== Math.min(...this.values)) {
      return this.does.poor([...this.chips.children].find((node) => Number(node.dataset.value) === value));
    }
    this.value = value;
    this.mark();
  }

  /** The chip of a number key; false if there is none. */
  chooseKey(number) {
    const value = this.values[number - 1];
    if (value === undefined) return false;
    this.choose(value);
    return true;
  }

  mark() {
    for (const node of this.chips.children) {
      const chosen = Number(node.dataset.value) === this.value;
      node.setAttribute("aria-checked", String(chosen));
      node.tabIndex = chosen ? 0 : -1;
    }
  }

  arrow(event) {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = this.values.indexOf(this.value);
    this.choose(this.values[(at + step + this.values.length) % this.values.length]);
    this.chips.querySelector("[aria-checked=true]").focus();
  }

  pay(you, net, sign) {
    const visit = -(you.lost ?? 0);
    const made = JSON.stringify([you.balance, net, visit, sign, language()]);
    if (made === this.paid) return;
    this.paid = made;
    fill(
      this.money,
      el("span", { class: "label" }, t("your-balance")),
      el("b", { class: "balance" }, cash(you.balance, sign)),
      net !== null && el("span", { class: `net ${net < 0 ? "minus" : "plus"}` }, gain(net, sign)),
      el("span", { class: "label visit" }, t("this-visit"), " ", el("b", {}, gain(visit, sign))),
    );
  }
}
