/** A heat at this table: the session, everybody's chips, whose turn it is, and one's own papers. */
import { el, fill } from "../../shared/dom.js";
import { cashShort, decimal, parse } from "../../shared/said/money.js";
import { t } from "../../shared/words.js";
import { wagerName } from "../said/spoken.js";

export class HeatPanel {
  /** `send(command)` asks the table and shows its refusal; `now()` is the server's clock. */
  constructor(host, { send, now }) {
    Object.assign(this, { host, send, now });
    this.clock = el("p", { class: "heat-clock", role: "timer" });
    this.state = el("div", { class: "column" });
    this.papers = el("div", { class: "column" });
    fill(host, this.state, this.clock, this.papers);
    setInterval(() => this.tick(), 500);
  }

  update(table, you, layout) {
    const { heat } = table;
    this.host.hidden = !heat;
    this.until = heat?.until ? Date.parse(heat.until) : null;
    if (!heat) return;
    this.tick();
    const key = JSON.stringify([heat, table.coup.bets_open, document.documentElement.lang]);
    if (key === this.drawn) return;
    this.drawn = key;
    fill(this.state, this.heading(heat, table.money), this.stacks(heat, you, table.money));
    const own = heat.entrants.find(({ name }) => name === you?.name);
    const asked = JSON.stringify([
      own?.there,
      own?.passes,
      own?.forms,
      own?.laid,
      own?.state,
      own?.difference,
      table.coup.bets_open,
      heat.order && heat.turn,
      document.documentElement.lang,
    ]);
    if (asked === this.asked) return; // what is being written stays
    this.asked = asked;
    fill(
      this.papers,
      own?.difference && !own.difference.answered && this.difference(own, table.money),
      own && (own.state ?? "in") === "in" && (table.coup.bets_open || !own.there) &&
        this.own(table, heat, own, you, layout),
    );
  }

  tick() {
    const left = this.until === null ? 0 : Math.ceil((this.until - this.now()) / 1000);
    this.clock.textContent = left > 0 ? t("heat.left", { seconds: left }) : "";
  }

  heading({ session, coup, coups, least, most, turn, over }, sign) {
    const count = coups ? t("heat.coup-of", { coup, coups }) : t("heat.coup", { coup });
    return [
      el("h2", {}, t("heat.session", { session })),
      el(
        "p",
        { class: "muted" },
        [count, t("heat.limits", { least: cashShort(least, sign), most: cashShort(most, sign) })].join(" · "),
      ),
      over ? el("p", {}, t("heat.over")) : turn && el("p", {}, t("heat.turn", { box: turn })),
    ];
  }

  stacks({ entrants, marker }, you, sign) {
    const row = ({ name, box, chips, state = "in", laid, indicator }) =>
      el(
        "li",
        { value: box, class: name === you?.name ? "you" : null, data: { entrant: name } },
        el("span", {}, name, box === marker && el("span", { class: "pill gold" }, t("heat.marker"))),
        (laid || indicator) && el("span", { class: "muted small" }, t(`heat.laid-${laid ?? "form"}`)),
        el("b", {}, state === "in" ? cashShort(chips, sign) : t(`heat.${state}`)),
      );
    return el("ol", { class: "heat-stacks" }, [...entrants].sort((one, other) => one.box - other.box).map(row));
  }

  own(table, heat, own, you, layout) {
    const button = (key, command, shown = true, words = {}) =>
      shown &&
      el("button", {
        type: "button",
        class: `button ${own.there ? "" : "primary"}`,
        data: { do: command.do },
        onclick: () => this.send({ player: own.name, ...command }),
      }, t(key, words));
    if (!own.there) return button("heat.sit", { do: "join-table", ...(you.card ? { card: you.card } : {}) });
    return [
      el(
        "div",
        { class: "row" },
        button("heat.pass", { do: "lay-pass-card" }, own.passes > 0 && !own.laid),
        button("heat.take-pass", { do: "take-pass-card" }, own.laid === "pass"),
        button("heat.end-turn", { do: "end-turn" }, heat.order && heat.turn === own.box),
        button("heat.back", { do: "note-back" }, own.away),
        (heat.forms ?? []).filter(({ player }) => player !== own.name).map(({ player }) =>
          button("heat.ask-form", { do: "ask-form", of: player }, true, { name: player })
        ),
      ),
      own.forms > 0 && this.form(table, heat, own, layout),
    ];
  }

  /** Fewer chips were counted than the record has: the player says whether that is so. */
  difference({ name: player, chips, difference }, sign) {
    const answer = (agrees) => () => this.send({ do: "answer-difference", player, agrees });
    const said = { found: cashShort(difference.found, sign), books: cashShort(chips, sign) };
    return [
      el("p", { role: "alert" }, t("heat.difference", said)),
      el(
        "div",
        { class: "row" },
        el("button", { type: "button", class: "button", onclick: answer(false) }, t("heat.disagree")),
        el("button", { type: "button", class: "button", onclick: answer(true) }, t("heat.agree")),
      ),
    ];
  }

  /** What is written here goes into the vault: only the supervisor sees it. */
  form(table, heat, own, layout) {
    const offered = table.wagers.filter(({ id }) => heat.wagers.includes(id));
    const on = el(
      "select",
      { id: "form-on" },
      offered.map((wager) => el("option", { value: wager.id }, wagerName(layout, wager))),
    );
    const amount = el("input", { id: "form-amount", inputmode: "decimal", autocomplete: "off", required: true });
    amount.addEventListener("input", () => amount.setCustomValidity(""));
    const write = (event) => {
      event.preventDefault();
      const cents = parse(amount.value);
      amount.setCustomValidity(cents === null ? t("heat.form-no-amount") : "");
      if (amount.reportValidity()) {
        this.send({ do: "write-form", player: own.name, on: on.value, amount: decimal(cents) });
      }
    };
    return el(
      "form",
      { class: "heat-form", onsubmit: write },
      el("h3", {}, t("heat.form", { left: own.forms })),
      el("p", { class: "muted small" }, t("heat.form-text")),
      el("div", { class: "field" }, el("label", { for: "form-on" }, t("heat.form-on")), on),
      el("div", { class: "field" }, el("label", { for: "form-amount" }, t("heat.form-amount")), amount),
      el("button", { class: "button" }, t("heat.write")),
    );
  }
}
