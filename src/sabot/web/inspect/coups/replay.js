/** One coup again, step by step, from the lines of the log. */
import { naming, personBoth, tableName } from "../../shared/said/called.js";
import { cardBack, cardFace } from "../../shared/cards/cards.js";
import { announce, el, fill } from "../../shared/dom.js";
import { cash, gain } from "../../shared/said/money.js";
import { t } from "../../shared/words.js";
import { columns, scroller, worded } from "../../shared/said/worded.js";
import { icon } from "./icons.js";
import { bookName, stakeName, told } from "../named.js";
import {
  clauseLink,
  handName,
  moment,
  number,
  reportLink,
  resultPill,
  rulesPath,
  verdictPill,
  voidPill,
} from "../shown.js";

const PACE = 1100;

/** What lies on the table after each event: the cards of every hand, up or down. */
export function tableaux(events) {
  let slots = [];
  let counts = {};
  return events.map((event) => {
    const what = String(event.what).split("/")[0];
    if (what === "card-dealt") {
      slots = [...slots, { hand: event.hand, card: event.up ? event.card : null }];
      // What was called before this card is no longer what the hand counts.
      counts = Object.fromEntries(Object.entries(counts).filter(([hand]) => hand !== event.hand));
    }
    if (what === "cards-exposed") {
      slots = slots.map((slot, place) => ({
        ...slot,
        card: event.cards.find((each) => each.slot === place)?.card ?? slot.card,
      }));
    }
    if (what === "card-corrected") {
      slots = slots.map((slot, place) => (place === event.slot ? { ...slot, card: event.card } : slot));
      counts = {};
    }
    if (what === "coup-rebuilt") {
      slots = event.slots.map((slot) => ({ hand: slot.hand, card: slot.up === false ? null : slot.card ?? null }));
      counts = {};
    }
    if (event.counts) counts = event.counts;
    return { slots, counts };
  });
}

export class Replay {
  /** `protocol` as the server tells the coup; `judged` its lines, verified here. */
  constructor(protocol, judged) {
    this.protocol = protocol;
    this.steps = protocol.entries.map((entry) => ({
      entry,
      judged: judged.find((each) => each.event.seq === entry.seq),
    }));
    this.pictures = tableaux(this.steps.map(({ judged: found }) => found?.event ?? {}));
    this.at = 0;
    this.node = el("article", { class: "replay", tabindex: -1, onkeydown: (event) => this.key(event) });
    this.draw();
    this.onLanguage = () => this.draw();
    document.addEventListener("language", this.onLanguage);
  }

  close() {
    this.pause();
    document.removeEventListener("language", this.onLanguage);
    this.node.remove();
  }

  draw() {
    const { table, coup, rulebook, edition, result, void: clause } = this.protocol;
    this.felt = el("div", { class: "felt replay-felt" });
    this.list = el(
      "ol",
      { class: "entries", data: { tLabel: "replay.entries" } },
      this.steps.map(({ entry, judged }, place) => this.entry(entry, judged, place)),
    );
    fill(
      this.node,
      el(
        "header",
        { class: "row apart" },
        el("h2", { tabindex: -1 }, t("replay.title", { coup, table: tableName(table) })),
        el(
          "div",
          { class: "row" },
          worded("span", "replay.mark", { class: "pill gold" }),
          clause ? voidPill(clause) : resultPill(result),
          el("a", { href: rulesPath(rulebook, edition) }, bookName(rulebook)),
          reportLink(table, { coup }, t("inspect.report-coup", { coup })),
        ),
      ),
      el("div", { class: "replay-stage" }, el("div", { class: "column" }, this.felt, this.controls()), this.list),
      this.settlement(),
      this.money(),
    );
    this.go(this.at, false);
  }

  controls() {
    const button = (name, act) =>
      el("button", {
        type: "button",
        class: `button ${name}`,
        title: t(`replay.${name}`),
        "aria-label": t(`replay.${name}`),
        onclick: act,
      }, icon(name));
    this.player = button("play", () => (this.timer ? this.pause() : this.play()));
    this.place = el("span", { class: "muted" });
    return el(
      "div",
      { class: "row replay-controls", role: "group", "aria-label": t("replay.controls") },
      button("first", () => this.go(0)),
      button("previous", () => this.go(this.at - 1)),
      button("next", () => this.go(this.at + 1)),
      button("last", () => this.go(this.steps.length - 1)),
      this.player,
      this.place,
    );
  }

  key(event) {
    const to = { ArrowRight: this.at + 1, ArrowLeft: this.at - 1, Home: 0, End: this.steps.length - 1 }[event.key];
    if (to === undefined || event.target.matches("input, select, textarea, pre")) return;
    event.preventDefault();
    this.go(to);
  }

  play() {
    if (this.at === this.steps.length - 1) this.go(0);
    this.timer = setInterval(() => (this.at < this.steps.length - 1 ? this.go(this.at + 1) : this.pause()), PACE);
    this.turn("pause");
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.turn("play");
  }

  turn(name) {
    this.player.setAttribute("aria-label", t(`replay.${name}`));
    this.player.title = t(`replay.${name}`);
    fill(this.player, icon(name));
  }

  go(place, aloud = true) {
    this.at = Math.min(Math.max(place, 0), this.steps.length - 1);
    const { entry } = this.steps[this.at];
    const text = told(entry);
    [...this.list.children].forEach((item, each) => {
      item.firstChild.setAttribute("aria-current", each === this.at ? "step" : "false");
      item.classList.toggle("ahead", each > this.at);
    });
    const shown = this.list.children[this.at];
    this.list.scrollTop = shown.offsetTop - this.list.clientHeight / 2;
    this.place.textContent = t("replay.step", { step: this.at + 1, of: this.steps.length });
    fill(
      this.felt,
      this.hands(),
      el("p", { class: "saying" }, text, entry.clause && el("span", { class: "felt-clause" }, ` (${entry.clause})`)),
    );
    if (aloud) announce(text);
  }

  hands() {
    const { slots, counts } = this.pictures[this.at];
    const names = [...new Set(slots.map((slot) => slot.hand))];
    if (!names.length) return worded("p", "replay.no-cards", { class: "no-cards" });
    return el(
      "div",
      { class: "hands" },
      names.map((name) => {
        const cards = slots.filter((slot) => slot.hand === name).map((
          { card },
        ) => (card ? cardFace(card) : cardBack("red", t("replay.face-down"))));
        const total = counts[name];
        return el(
          "div",
          { class: `hand ${name.split(" ")[0]}` },
          el("h3", {}, handName(name), total === undefined ? null : el("span", { class: "total" }, total)),
          el("div", { class: "cards" }, cards),
        );
      }),
    );
  }

  entry(entry, judged, place) {
    const { rulebook, edition } = this.protocol;
    const button = el(
      "button",
      { type: "button", onclick: () => this.go(place) },
      el("span", { class: "seq" }, entry.seq),
      el("span", { class: "text" }, told(entry)),
      el("span", { class: "muted small" }, naming([entry.by], () => personBoth(entry.by)), `, ${moment(entry.at)}`),
    );
    return el(
      "li",
      {},
      button,
      el("span", { class: "row" }, clauseLink(rulebook, entry.clause, edition), judged && verdictPill(judged.verdict)),
    );
  }

  settlement() {
    const { settlement, rulebook, edition } = this.protocol;
    if (!settlement.length) return null;
    const rows = settlement.map((each) =>
      el(
        "tr",
        { class: each.undone ? "undone" : null },
        el("th", { scope: "row" }, naming([each.player], () => personBoth(each.player))),
        el("td", {}, stakeName(rulebook, each)),
        el("td", { class: "money" }, cash(each.staked)),
        el(
          "td",
          {},
          worded("span", `outcome.${each.outcome}`),
          each.odds ? ` ${each.odds}` : "",
          each.undone ? [" ", worded("span", "replay.undone", { class: "pill" })] : "",
        ),
        el("td", { class: "money" }, cash(each.pays)),
        el("td", { class: "money" }, cash(each.returned + each.returns)),
        el("td", {}, clauseLink(rulebook, each.clause, edition)),
      )
    );
    return scroller(
      "replay.settlement",
      el(
        "table",
        { class: "data" },
        worded("caption", "replay.settlement"),
        columns(["player-name", "wager", "stake", "replay.outcome", "pays", "replay.returns", "replay.clause"], [
          2,
          4,
          5,
        ]),
        el("tbody", {}, rows),
      ),
    );
  }

  money() {
    const moved = this.protocol.money.filter((each) => each.before !== each.after);
    if (!moved.length) return null;
    const rows = moved.map((each) =>
      el(
        "tr",
        {},
        el("th", { scope: "row" }, each.place === "float" ? t("replay.float") : each.place),
        el("td", { class: "money" }, cash(each.before)),
        el("td", { class: "money" }, cash(each.after)),
        el("td", { class: "money" }, gain(each.after - each.before)),
      )
    );
    return scroller(
      "replay.money",
      el(
        "table",
        { class: "data" },
        worded("caption", "replay.money"),
        columns(["replay.whose", "replay.before", "replay.after", "replay.change"], [1, 2, 3]),
        el("tbody", {}, rows),
      ),
      el(
        "p",
        { class: "muted small" },
        t("replay.events", {
          from: number(this.protocol.entries[0].seq),
          to: number(this.protocol.entries.at(-1).seq),
        }),
      ),
    );
  }
}
