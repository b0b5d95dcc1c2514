/** The cashier's drawer: opened, supplied and closed with a count of its notes and coins. */
import { post } from "../shared/api.js";
import { el, fill, refusalText } from "../shared/dom.js";
import { personName } from "../shared/said/called.js";
import { cash, decimal } from "../shared/said/money.js";
import { t } from "../shared/words.js";
import { choice, field } from "../shared/said/worded.js";

const DIRECTIONS = ["from the safe", "to the safe"];
const totalOf = (counted) => Object.entries(counted).reduce((sum, [value, pieces]) => sum + Number(value) * pieces, 0);

/** Fields for a count, one for each note and coin, with the total below them. */
export function countFields(pieces) {
  const total = el("p", { class: "count-total", "aria-live": "polite" });
  const inputs = pieces.map((value) => [value, el("input", { type: "number", min: 0, max: 100000, step: 1 })]);
  const cents = () => inputs.reduce((sum, [value, { value: said }]) => sum + value * Number(said || 0), 0);
  const say = () => fill(total, t("cage.count-total", { amount: cash(cents()) }));
  for (const [, input] of inputs) input.addEventListener("input", say);
  say();
  const counts = () =>
    Object.fromEntries(
      inputs.filter(([, input]) => Number(input.value)).map(([value, input]) => [decimal(value), Number(input.value)]),
    );
  const node = el(
    "fieldset",
    { class: "count" },
    el("legend", {}, t("cage.pieces")),
    el("p", { class: "muted small" }, t("cage.pieces-hint")),
    el("div", { class: "pieces" }, inputs.map(([value, input]) => el("label", {}, cash(value), input))),
    total,
  );
  return { node, counts, cents };
}

export class DrawerDesk {
  /** `may` are the commands of the cage that the person may send; `done()` is called after one. */
  constructor(may, done) {
    this.may = may;
    this.done = done;
    this.said = el("p", { class: "said", role: "status" });
    this.body = el("div");
    this.shown = "";
    this.node = el("section", { class: "panel desk drawer" }, this.body, this.said);
  }

  show(cage) {
    const key = JSON.stringify([cage.drawers, t("cage.drawer")]);
    if (key === this.shown) return;
    this.shown = key;
    this.pieces = cage.pieces;
    const mine = cage.drawers.find((each) => each.mine);
    const opens = this.may.has("open-drawer") && !mine;
    fill(
      this.body,
      el("h2", {}, t("cage.drawer")),
      opens && el("p", { class: "muted" }, t("cage.drawer-none")),
      cage.drawers.map((each) => el("p", {}, this.sentence(each))),
      opens && this.form("open-drawer", this.nameField(cage)),
      mine && this.form("supply-drawer", this.supplyFields()),
      cage.drawers
        .filter((each) => each.mine || (each.cashier && !this.may.has("open-drawer")))
        .map(({ drawer }) => this.form("close-drawer", { inputs: [], said: () => ({ do: "close-drawer", drawer }) })),
    );
  }

  isTyping() {
    return [...this.body.querySelectorAll("input[type=number]")].some(({ value }) => value !== "");
  }

  sentence({ drawer, cashier, counted, expected, mine }) {
    const amount = cash(expected ?? totalOf(counted));
    if (mine) return t("cage.drawer-mine", { drawer, amount: cash(totalOf(counted)) });
    if (!cashier) return t("cage.drawer-closed", { drawer, amount });
    return t("cage.drawer-of", { drawer, cashier: personName(cashier), amount: expected === null ? "–" : amount });
  }

  nameField(cage) {
    const closed = cage.drawers.find(({ cashier }) => !cashier);
    const name = el("input", { required: true, maxlength: 20, autocomplete: "off", value: closed?.drawer ?? "" });
    return {
      inputs: [field("cage.drawer-name", name)],
      said: () => ({ do: "open-drawer", drawer: name.value.trim() }),
    };
  }

  supplyFields() {
    const direction = choice(DIRECTIONS.map((each) => [each, t(`cage.${each}`)]));
    const why = el("input", { required: true, maxlength: 200, autocomplete: "off" });
    return {
      inputs: [field("cage.direction", direction), field("cage.reason", why)],
      said: () => ({ do: "supply-drawer", direction: direction.value, reason: why.value.trim() }),
    };
  }

  form(act, { inputs, said }) {
    const count = countFields(this.pieces);
    const send = async (event) => {
      event.preventDefault();
      try {
        const command = { id: crypto.randomUUID(), counts: count.counts(), ...said() };
        const { events } = await post("/api/cage/commands", command);
        const stated = events[0]?.what?.startsWith("statement-made");
        const done = stated ? t("cage.stated") : t("cage.drawer-done", { amount: cash(count.cents()) });
        fill(this.said, el("span", { class: stated ? null : "ok" }, done));
        event.target.reset();
        await this.done();
      } catch (refused) {
        fill(this.said, el("span", { class: "error" }, refusalText(refused)));
      }
    };
    return el(
      "details",
      { class: `act ${act}` },
      el("summary", {}, t(`cage.${act}`)),
      el("form", { onsubmit: send }, inputs, count.node, el("button", { class: "button" }, t(`cage.${act}`))),
    );
  }
}
