/** What the tables ask of the cage: fills that dealers wait for, and drop boxes to count. */
import { post } from "../shared/api.js";
import { el, fill, refusalText } from "../shared/dom.js";
import { naming, personName, tableName } from "../shared/said/called.js";
import { cash } from "../shared/said/money.js";
import { told } from "../shared/said/times.js";
import { t } from "../shared/words.js";
import { countFields } from "./drawer.js";

/** Chips in words: "20 × $25.00, 5 × $100.00". */
export const chipsWords = (chips) =>
  Object.entries(chips)
    .sort(([one], [other]) => Number(other) - Number(one))
    .map(([value, pieces]) => `${pieces} × ${cash(Number(value))}`)
    .join(t("comma"));

export class ChipDesk {
  /** `done()` is called after a count. */
  constructor(done) {
    this.done = done;
    this.said = el("p", { class: "said", role: "status" });
    this.body = el("div");
    this.shown = "";
    this.node = el("section", { class: "panel desk chip-desk" }, this.body, this.said);
  }

  show(cage) {
    const key = JSON.stringify([cage.fills, cage.boxes, t("cage.fills")]);
    if (key === this.shown) return;
    this.shown = key;
    fill(
      this.body,
      el("h2", {}, t("cage.fills")),
      cage.fills.length
        ? el("ul", { class: "items" }, cage.fills.map((each) => this.fill(each)))
        : el("p", { class: "muted" }, t("cage.no-fills")),
      el("h2", {}, t("cage.counting")),
      el("p", { class: "muted small" }, t("cage.counting-hint")),
      cage.boxes.length
        ? cage.boxes.map((each) => this.box(each, cage.pieces))
        : el("p", { class: "muted" }, t("cage.no-boxes")),
    );
  }

  isTyping() {
    return [...this.body.querySelectorAll("input[type=number]")].some(({ value }) => value !== "");
  }

  fill({ table, amount, chips, asked_by: by, asked }) {
    const words = () =>
      t("cage.fill-asked", {
        table: tableName(table),
        amount: cash(amount),
        person: personName(by),
        time: told(asked, "time"),
      });
    return el("li", { class: "item" }, naming([by], words), el("p", { class: "muted small" }, chipsWords(chips)));
  }

  box({ table, seal, collected, taken_by: by, yours, stated }, pieces) {
    const words = () =>
      t("cage.box", { table: tableName(table), seal, person: personName(by), time: told(collected, "time") });
    const line = el("p", {}, naming([by], words));
    if (stated) return [line, el("p", { class: "muted small" }, t("cage.box-stated"))];
    if (!yours) return [line, el("p", { class: "muted small" }, t("cage.box-others"))];
    const count = countFields(pieces);
    const send = async (event) => {
      event.preventDefault();
      try {
        const command = { id: crypto.randomUUID(), seal, counts: count.counts() };
        await post(`/api/cage/boxes/${encodeURIComponent(table)}`, command);
        fill(this.said, el("span", {}, t("cage.box-done", { amount: cash(count.cents()) })));
        event.target.reset();
        await this.done();
      } catch (refused) {
        fill(this.said, el("span", { class: "error" }, refusalText(refused)));
      }
    };
    return [
      line,
      el(
        "details",
        { class: "act count-drop" },
        el("summary", {}, t("cage.count-drop")),
        el("form", { onsubmit: send }, count.node, el("button", { class: "button" }, t("cage.count-drop"))),
      ),
    ];
  }
}
