/** The replay of one coup, card by card, from its protocol. */
import { cardBack, cardFace } from "../shared/cards/cards.js";
import { el, fill } from "../shared/dom.js";
import { cash } from "../shared/said/money.js";
import { told } from "../shared/said/times.js";
import { has, t, wordOr } from "../shared/words.js";
import { handName } from "./list.js";
import { shoePanel } from "./shoe.js";
import { countsAt, handsAt, isVoidAt, resultAt, settledAt, stepWords } from "./steps.js";

const PACE = 900;

/** The clause that says how a wager ended, or who did where none does. */
function clauseText(clause) {
  return clause === "no rule" ? t("replay.no-rule") : clause;
}

export class Replay {
  #timer = null;
  #step = 0;

  /** `coup`: {protocol, row, title, names}; `names` are the layout's words for wagers. */
  constructor(place, coup) {
    this.place = place;
    Object.assign(this, coup);
    this.steps = this.protocol.entries;
    this.#build();
    this.go(0);
  }

  close() {
    clearInterval(this.#timer);
  }

  /** Draw everything again, in the language of now. */
  again() {
    const step = this.#step;
    this.#build();
    this.go(step);
  }

  #build() {
    this.stage = el("div", { class: "stage felt" });
    this.said = el("p", { class: "said", "aria-live": "polite" });
    this.ends = el("div", { class: "ends" });
    this.slider = el("input", { type: "range", min: 1, max: this.steps.length, "aria-label": t("replay.mark") });
    this.slider.addEventListener("input", () => this.#stop(() => this.go(Number(this.slider.value) - 1)));
    this.count = el("span", { class: "small muted" });
    this.playing = this.#button("replay.play", () => this.#toggle(), "primary");
    const button = (key, to) => this.#button(key, () => this.#stop(() => this.go(to())));
    this.back = [button("replay.first", () => 0), button("replay.back", () => this.#step - 1)];
    this.on = [button("replay.next", () => this.#step + 1), button("replay.last", () => this.steps.length - 1)];
    const title = t("replay.of", { title: this.title, coup: this.protocol.coup });
    fill(
      this.place,
      el("header", { class: "row apart" }, el("h2", {}, title), el("span", { class: "pill gold" }, t("replay.mark"))),
      el("p", { class: "muted" }, told(this.row?.at ?? this.steps[0].at)),
      this.stage,
      this.said,
      el("div", { class: "row controls" }, this.back, this.playing, this.on, this.count),
      this.slider,
      this.ends,
      shoePanel(this.protocol.table, this.protocol.coup),
    );
  }

  #button(key, act, name = "") {
    return el("button", { type: "button", class: `button ${name}`, on: { click: act } }, t(key));
  }

  #stop(then) {
    clearInterval(this.#timer);
    this.#timer = null;
    then?.();
    this.playing.textContent = t("replay.play");
  }

  #toggle() {
    if (this.#timer) return this.#stop();
    if (this.#step === this.steps.length - 1) this.go(0);
    this.#timer = setInterval(() => {
      this.go(this.#step + 1);
      if (this.#step === this.steps.length - 1) this.#stop();
    }, PACE);
    this.playing.textContent = t("replay.pause");
    return undefined;
  }

  go(step) {
    this.#step = Math.min(this.steps.length - 1, Math.max(0, step));
    const entry = this.steps[this.#step];
    this.slider.value = this.#step + 1;
    this.count.textContent = t("replay.step", { step: this.#step + 1, steps: this.steps.length });
    for (const button of this.back) button.disabled = this.#step === 0;
    for (const button of this.on) button.disabled = this.#step === this.steps.length - 1;
    fill(
      this.said,
      stepWords(this.protocol, entry),
      entry.clause && el("span", { class: "clause" }, ` ${t("clause", entry)}`),
    );
    this.#showStage(entry.seq);
    this.#showEnds(entry.seq);
  }

  #showStage(seq) {
    const counts = countsAt(this.protocol, seq, this.row?.totals ?? {});
    const result = resultAt(this.protocol, seq);
    const hands = handsAt(this.protocol, seq).map(([hand, cards]) =>
      el(
        "div",
        { class: `hand ${hand}${result && result === hand ? " won" : ""}` },
        el("h3", {}, handName(hand), hand in counts && el("b", { class: "total" }, counts[hand])),
        el(
          "div",
          { class: "cards" },
          cards.map(({ card, up, fresh }) => {
            const drawn = up ? cardFace(card) : cardBack();
            drawn.classList.toggle("fresh", fresh);
            return drawn;
          }),
        ),
      )
    );
    const called = isVoidAt(this.protocol, seq)
      ? el("p", { class: "called void" }, t("history.void-under", { clause: this.protocol.void }))
      : result && el("p", { class: `called ${result}` }, t(`wins.${result}`));
    const mark = el("span", { class: "replay-mark", "aria-hidden": "true" }, t("replay.mark"));
    fill(this.stage, mark, el("div", { class: "hands" }, hands), called);
  }

  #wagerName({ on, box }) {
    const name = wordOr(`wager.${on}`, this.names[on]?.en ?? on);
    return box == null ? name : `${name}, ${t("hand.box", { box })}`;
  }

  #showEnds(seq) {
    const settled = settledAt(this.protocol, seq);
    if (!this.protocol.settlement.length || !settled.length) {
      return void fill(this.ends, el("h3", {}, t("replay.wagers")), this.#stakes());
    }
    const money = this.protocol.money.find(({ currency }) => currency === "chips");
    return void fill(
      this.ends,
      el("h3", {}, t("replay.settlement")),
      this.#settlement(settled),
      money && el("p", { class: "muted" }, t("replay.money", { before: cash(money.before), after: cash(money.after) })),
    );
  }

  #stakes() {
    return el(
      "ul",
      { class: "stakes" },
      this.protocol.wagers.map((laid) =>
        el("li", {}, el("span", {}, this.#wagerName(laid)), el("b", {}, cash(laid.staked)))
      ),
    );
  }

  #settlement(settled) {
    const heads = ["wager", "staked", "outcome", "odds", "returns", "clause"];
    const money = ["staked", "returns"];
    return el(
      "table",
      { class: "data" },
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          heads.map((head) =>
            el("th", { scope: "col", class: money.includes(head) ? "money" : null }, t(`replay.${head}`))
          ),
        ),
      ),
      el(
        "tbody",
        {},
        settled.map((line) =>
          el(
            "tr",
            { class: line.undone ? "undone" : null },
            el("td", {}, this.#wagerName(line)),
            el("td", { class: "money", data: { head: t("replay.staked") } }, cash(line.staked)),
            el(
              "td",
              {},
              has(`outcome.${line.outcome}`) ? t(`outcome.${line.outcome}`) : line.outcome,
              line.undone && ` (${t("replay.undone")})`,
            ),
            el("td", { data: { head: t("replay.odds") } }, line.odds ?? "–"),
            el("td", { class: "money", data: { head: t("replay.returns") } }, cash(line.returned + line.returns)),
            el("td", {}, el("span", { class: "clause" }, clauseText(line.clause))),
          )
        ),
      ),
    );
  }
}
