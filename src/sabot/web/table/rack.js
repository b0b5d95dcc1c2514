/** The rack: chips to choose from, what to do with them, and how much there is. */
import { usefulChips } from "../shared/chip-values.js";
import { chip } from "../shared/chips.js";
import { el, fill } from "../shared/dom.js";
import { cash, gain, short } from "../shared/money.js";
import { language, t } from "../shared/words.js";

export class Rack {
  /** `does` has undo(), clear(), repeat() and double(). */
  constructor(host, does) {
    this.host = host;
    this.values = [];
    this.chips = el("div", { class: "rack-chips", role: "radiogroup" });
    this.money = el("div", { class: "rack-money" });
    this.actions = el("div", { class: "rack-actions" });
    this.buttons = ["undo", "clear", "repeat", "double"].map((what) => {
      const button = el("button", { type: "button", class: "button", data: { act: what } });
      button.onclick = () => button.getAttribute("aria-disabled") !== "true" && does[what]();
      return button;
    });
    fill(this.actions, this.buttons);
    fill(host, this.money, this.chips, this.actions);
    this.chips.addEventListener("keydown", (event) => this.arrow(event));
  }

  update({ table, you, open, staked, net }) {
    this.host.hidden = !you?.at_table;
    if (this.host.hidden) return;
    this.offer(usefulChips(table), table.sign?.least ?? 0);
    this.pay(you, staked, net);
    const labels = { undo: "undo", clear: "take-back", repeat: "repeat", double: "double" };
    for (const button of this.buttons) {
      button.textContent = t(labels[button.dataset.act]);
      button.setAttribute("aria-disabled", String(!open));
    }
  }

  offer(values, least) {
    const made = JSON.stringify([values, language()]);
    if (made === this.made) return;
    this.made = made;
    this.values = values;
    if (!values.includes(this.value))
      this.value = values.find((value) => value >= least) ?? values.at(-1);
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

  choose(value) {
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

  pay(you, staked, net) {
    const made = JSON.stringify([you.balance, staked, net, language()]);
    if (made === this.paid) return;
    this.paid = made;
    fill(
      this.money,
      el("span", { class: "label" }, t("your-balance")),
      el("b", { class: "balance" }, cash(you.balance)),
      net !== null && el("span", { class: `net ${net < 0 ? "minus" : "plus"}` }, gain(net)),
      el("span", { class: "label staked" }, `${t("on-layout")} ${cash(staked)}`),
    );
  }
}
