/** The receipt of the last payment at the desk, to print. */
import { get } from "../shared/api.js";
import { el, fill, refusalText } from "../shared/dom.js";
import { learnPeople, personName } from "../shared/said/called.js";
import { cash } from "../shared/said/money.js";
import { exact } from "../shared/said/times.js";
import { t } from "../shared/words.js";
import { field, worded } from "../shared/said/worded.js";

export class Receipts {
  constructor() {
    this.node = el("section", { class: "panel receipt", hidden: true });
    this.receipt = null;
    this.again = this.search();
  }

  /** A form that shows an earlier receipt by its number. */
  search() {
    const number = el("input", { required: true, inputmode: "numeric", autocomplete: "off", maxlength: 12 });
    const answer = el("p", { class: "said", role: "status" });
    const send = async (event) => {
      event.preventDefault();
      fill(answer);
      try {
        await this.load(encodeURIComponent(number.value.trim()));
      } catch (refused) {
        fill(answer, el("span", { class: "error" }, refusalText(refused)));
      }
    };
    return el(
      "form",
      { class: "panel desk receipt-again", onsubmit: send },
      worded("h2", "cage.print-again"),
      field("cage.receipt-number", number),
      answer,
      worded("button", "cage.show-receipt", { class: "button" }),
    );
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
