/** The receipt of the last payment at the desk, to print. */
import { get } from "../shared/api.js";
import { el, fill } from "../shared/dom.js";
import { learnPeople, personName } from "../shared/said/called.js";
import { cash } from "../shared/said/money.js";
import { exact } from "../shared/said/times.js";
import { t } from "../shared/words.js";

export class Receipts {
  constructor() {
    this.node = el("section", { class: "panel receipt", hidden: true });
    this.receipt = null;
  }

  async load(number) {
    this.receipt = await get(`/api/cage/receipts/${number}`);
    await learnPeople([this.receipt.by]);
    this.show();
    return this.receipt;
  }

  show() {
    if (!this.receipt) return;
    const { number, at, do: what, amount, method, reference, by, balance, called } = this.receipt;
    const rows = [
      ["cage.receipt-time", exact(at)],
      ["cage.receipt-player", called],
      [`cage.receipt-${what}`, cash(amount)],
      ["cage.method", t(`method.${method}`)],
      ["cage.reference", reference],
      ["cage.receipt-balance", cash(balance)],
      ["cage.receipt-by", personName(by)],
    ];
    this.node.hidden = false;
    fill(
      this.node,
      el("h2", {}, t("cage.receipt", { number })),
      el("dl", { class: "facts" }, rows.map(([key, said]) => [el("dt", {}, t(key)), el("dd", {}, said)])),
      el("button", { type: "button", class: "button print", onclick: () => globalThis.print() }, t("cage.print")),
    );
  }
}
