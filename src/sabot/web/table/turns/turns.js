/** What the table asks of the player: to turn cards, to draw or stand, to take wagers down. */
import { get } from "../../shared/api.js";
import { ask, el, fill } from "../../shared/dom.js";
import { cash } from "../../shared/said/money.js";
import { language, t } from "../../shared/words.js";
import { ownStakes } from "../bets/stakes.js";
import { nomination } from "./nominate.js";
import { saidWith } from "../said/clauses.js";
import { handName, wagerName } from "../said/spoken.js";
import { Squeeze, squeezeBox } from "./squeeze.js";

const otherWords = (hand, total) => t("squeeze-other", { hand: handName(hand), total });

export class Turns {
  /** `host` lies over the felt, `asks` over the call; `clock` is the node of the table's clock, which
   * goes along. `send(command)` asks the table and shows its refusal; it resolves with false for a no. */
  constructor(host, asks, { id, send, sound, clock }) {
    Object.assign(this, { host, asks, id, send, sound, clock, place: clock.parentNode });
    this.squeezes = new Map();
    this.cards = el("div", { class: "turn squeezing", hidden: true });
    this.choices = el("div", { class: "turn choices", hidden: true });
    this.others = el("div", { class: "turn offers", hidden: true });
    this.cutting = el("div", { class: "turn cutting", hidden: true });
    fill(host, this.cutting, this.cards);
    fill(asks, this.choices, this.others);
  }

  async update(table, you, layout) {
    const holding = this.hold(table, you);
    this.cut(table, you);
    this.decide(table, you);
    this.offer(table, you, layout);
    await holding;
    this.bringIntoView();
  }

  /** The cut is theirs: where, or not at all. The order is bound already, by the digest. */
  cut(table, you) {
    const offer = you?.cut ?? null;
    const made = JSON.stringify([offer, table.shoe?.number, language()]);
    if (made === this.cutMade) return;
    this.cutMade = made;
    this.cutting.hidden = !offer;
    if (!offer) return void fill(this.cutting);
    const middle = Math.round((offer.least + offer.most) / 2);
    const depth = el("input", { type: "range", id: "cut-depth", min: offer.least, max: offer.most, value: middle });
    const said = el("output", { for: "cut-depth" }, t("cut-after", { depth: middle }));
    depth.addEventListener("input", () => (said.textContent = t("cut-after", { depth: depth.value })));
    const button = (key, command, kind = "") =>
      el("button", { type: "button", class: `button ${kind}`, on: { click: () => this.send(command()) } }, t(key));
    fill(
      this.cutting,
      el("h2", {}, t("cut-title")),
      el("p", { class: "turn-help" }, saidWith(t("cut-help"), offer.clause)),
      el("div", { class: "field" }, el("label", { for: "cut-depth" }, t("cut-where")), depth, said),
      el(
        "div",
        { class: "row" },
        button("cut-here", () => ({ do: "take-cut", depth: Number(depth.value) }), "primary"),
        button("cut-pass", () => ({ do: "pass-cut" })),
      ),
    );
  }

  /** Scroll a new question into view. */
  bringIntoView() {
    const asking = [...this.host.children, ...this.asks.children].find((turn) => !turn.hidden);
    const moves = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (asking && !this.asking) asking.scrollIntoView({ block: "nearest", behavior: moves ? "smooth" : "auto" });
    this.asking = asking;
  }

  async hold(table, you) {
    const held = you?.held ?? [];
    const offers = you?.nominations ?? [];
    const totals = held.length ? table.hands.map(({ total }) => total) : [];
    const made = JSON.stringify([held, offers, offers.length && table.seats, totals, table.coup.number, language()]);
    if (made === this.held) return;
    this.held = made;
    this.cards.hidden = !held.length && !offers.length;
    if (!held.length) {
      this.squeezes.clear();
      if (this.clock.parentNode !== this.place) this.place.append(this.clock);
      return fill(
        this.cards,
        offers.map((offer) => el("div", { class: "row" }, nomination(offer, table, you, this.send))),
      );
    }
    const faces = await this.peek();
    if (this.held === made) this.show(table, you, held, faces);
  }

  /** The faces of one's own cards, which no one else is told. */
  async peek() {
    try {
      const seen = await get(`/api/tables/${encodeURIComponent(this.id)}/peek`);
      return new Map(seen.map(({ slot, card }) => [slot, card]));
    } catch {
      return new Map();
    }
  }

  show(table, you, held, faces) {
    const focused = document.activeElement?.dataset?.slot;
    const back = (table.shoe?.number ?? 0) % 2 ? "red" : "blue";
    this.squeezes.clear();
    const own = new Set(held.map(({ hand }) => hand));
    const others = table.hands.filter(({ hand, total }) => !own.has(hand) && total !== null);
    fill(
      this.cards,
      el(
        "div",
        { class: "squeeze-head" },
        el("p", { class: "squeeze-other" }, others.map(({ hand, total }) => otherWords(hand, total)).join(" · ")),
        this.clock,
        el("p", { class: "turn-help" }, t("squeeze-help")),
      ),
      held.map((each) =>
        this.hand(
          each,
          faces,
          back,
          nomination(you.nominations?.find(({ hand }) => hand === each.hand), table, you, this.send),
        )
      ),
    );
    if (focused) [...this.squeezes.values()][0]?.node.focus();
  }

  hand({ hand, slots }, faces, back, other) {
    const name = handName(hand);
    const boxes = slots.map((slot, index) => {
      const label = t("squeeze-card", { hand: name, number: index + 1 });
      const squeeze = new Squeeze({
        slot,
        face: faces.get(slot) ?? null,
        label,
        back,
        turn: () => this.turn(slot),
        sound: this.sound,
      });
      this.squeezes.set(slot, squeeze);
      return squeezeBox(squeeze);
    });
    const all = this.button(t("turn-all"), { do: "expose-cards", hand });
    const give = this.button(t("give-back"), { do: "return-hand", hand });
    return el(
      "section",
      { class: "squeeze-hand", "aria-label": t("squeeze-title", { hand: name }) },
      el("h2", {}, t("squeeze-title", { hand: name })),
      el("div", { class: "squeeze-row" }, boxes),
      el("div", { class: "row" }, all, give, other),
    );
  }

  /** Pressed twice before the answer, it asks once. */
  button(label, command, kind = "", data = {}) {
    const press = async () => {
      node.disabled = true;
      await this.send(command);
      node.disabled = false;
    };
    const node = el("button", { type: "button", class: `button ${kind}`, data, on: { click: press } }, label);
    return node;
  }

  async turn(slot) {
    const done = await this.send({ do: "expose-cards", slot });
    if (!done) this.squeezes.get(slot)?.undo();
  }

  decide(table, you) {
    const boxes = table.wait.step === "decision" ? (you?.decide ?? []) : [];
    const made = JSON.stringify([boxes, table.hands, table.coup.number, language()]);
    if (made === this.decided) return;
    this.decided = made;
    this.choices.hidden = !boxes.length;
    fill(
      this.choices,
      boxes.map((box) => this.choice(table, you, box)),
    );
  }

  choice(table, you, box) {
    const total = table.hands.find((hand) => hand.hand === `box ${box}`)?.total ?? null;
    const stake = ownStakes(table, you.name)
      .filter((each) => each.box === box)
      .reduce((sum, each) => sum + each.amount, 0);
    const button = (decision, label, kind) =>
      this.button(label, { do: "decide-hand", box, decision }, kind, { decision });
    return el(
      "section",
      { class: "decision", "aria-label": t("box-n", { box }) },
      el(
        "h2",
        {},
        total === null ? t("decide-title-plain", { box }) : t("decide-title", { box, total }),
      ),
      el(
        "div",
        { class: "row" },
        button("draw", t("draw", { amount: cash(stake, table.money) }), "big primary"),
        button("stand", t("stand"), "big"),
      ),
    );
  }

  offer(table, you, layout) {
    const offered = table.wait.step === "expose" && table.wait.player === you?.name && !(you?.held ?? []).length
      ? table.wait.hand
      : null;
    const down = Boolean(you?.may_take_down);
    const keep = Boolean(you?.may_keep);
    const made = JSON.stringify([offered, down, keep, table.stakes.length, language()]);
    if (made === this.offered) return;
    this.offered = made;
    this.others.hidden = !offered && !down;
    this.others.classList.toggle("passing", Boolean(offered) && !down);
    fill(
      this.others,
      offered && [
        el("p", {}, t("offered", { hand: handName(offered) })),
        el(
          "button",
          {
            type: "button",
            class: "button",
            on: { click: () => this.send({ do: "refuse-cards", hand: offered, player: you.name }) },
          },
          t("refuse-cards"),
        ),
      ],
      down &&
        el(
          "button",
          {
            type: "button",
            class: "button danger",
            on: { click: () => this.takeDown(table, you, layout) },
          },
          t("take-down"),
        ),
      keep &&
        el(
          "button",
          {
            type: "button",
            class: "button",
            on: { click: () => this.send({ do: "keep-wagers", player: you.name }) },
          },
          t("keep-wagers"),
        ),
    );
  }

  async takeDown(table, you, layout) {
    const stakes = ownStakes(table, you.name);
    const name = ({ on }) => wagerName(layout, table.wagers.find(({ id }) => id === on) ?? { id: on, name: on });
    const buttons = stakes.map((stake, index) => ({
      value: String(index),
      label: t("take-down-one", { name: name(stake), amount: cash(stake.amount, table.money) }),
    }));
    const text = el("p", {}, saidWith(t("take-down-text"), table.coup.take_down));
    const pressed = await ask(t("take-down"), text, [
      { value: "", label: t("cancel") },
      ...buttons,
      { value: "all", label: t("take-down-all"), class: "danger" },
    ]);
    if (!pressed) return;
    const stake = stakes[Number(pressed)];
    const one = stake ? { on: stake.on, ...(stake.box ? { box: stake.box } : {}) } : {};
    await this.send({ do: "take-down", player: you.name, ...one });
  }
}
