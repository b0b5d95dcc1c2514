/** The dealer's console: what one table shows, and what is done there. */
import { announce, el, fill, refusalText, toast } from "../shared/dom.js";
import { calledOf } from "../shared/said/titles.js";
import { t } from "../shared/words.js";
import { faceDown, showHands, showStakes } from "../staff/felt.js";
import { openForm } from "../staff/forms/form.js";
import { openGuide } from "../staff/guide/guide.js";
import { roleInside, takenWords } from "../staff/forms/statements.js";
import { steady } from "../staff/steady.js";
import { lateBet } from "./late.js";
import { Checklist } from "./parts/checklist.js";
import { Cloth } from "./cloth.js";
import { Early } from "./step/early.js";
import { Entry } from "./step/entry.js";
import { ACTIONS, commandOf } from "./more.js";
import { Keyed } from "./step/keyed.js";
import { Next } from "./step/next.js";
import { Secret } from "./step/secret.js";
import { chipsOrAmount, shaped } from "../staff/chips.js";
import { showPay } from "./parts/pay.js";
import { showTray } from "./parts/tray.js";
import { showBanners, showStatus } from "./parts/status.js";
import { offered, showMore, showTools } from "./tools.js";

/** What a supervisor's step needs beside what the table knows. */
const ASKS = {
  "open-float": (staff) => chipsOrAmount(staff),
  "check-cards": () => ({ name: "dealer", kind: "text", label: t("field.dealer"), required: true }),
};

/** The parts of the console, and what each of them is like. */
const PARTS = {
  banners: "",
  todo: "",
  hands: "felt",
  cloth: "felt",
  stakes: "panel",
  pay: "panel",
  float: "panel",
  more: "panel",
};

export class Console {
  /** `live` is the table `id`, `who` the one who sits at the console, `may` what they may send. */
  constructor(main, { id, live, who, may }) {
    Object.assign(this, { id, live, who, may, role: who.role });
    this.header = document.querySelector("sabot-header");
    this.show = steady(main, () => this.draw());
    this.pending = null;
    this.going = new Set();
    this.early = new Early(() => live.now(), () => this.show());
    this.parts = Object.fromEntries(
      Object.entries(PARTS).map(([name, kind]) => [name, el("section", { class: `${name} ${kind}` })]),
    );
    this.status = el("header", { class: "status row" });
    this.action = el("section", { class: "action panel", "aria-label": t("next.title") });
    const entry = el("div", { class: "entry" });
    this.next = new Next(this.action, {
      act: () => this.act(),
      call: () => this.call(),
      decide: (box, decision) => this.send({ do: "decide-hand", box, decision }),
    });
    this.secret = new Secret(this.action, id);
    this.action.append(entry);
    this.entry = new Entry(entry, {
      enter: (card, more) => this.enter(card, more),
      wanted: () => Boolean(live.state.staff?.next?.card),
      act: () => this.act(),
      changed: () => this.show(),
      settled: () => Promise.allSettled(this.going),
    });
    this.cloth = new Cloth(this.parts.cloth, {
      send: async (command) => caughtUp(live, await live.send(command)),
      refused: (refused) => this.refuse(refused),
      seat: (place) => this.form("join-table", place ? { place } : {}),
      changed: () => this.show(),
    });
    this.todo = new Checklist(this.parts.todo, id, () => this.show());
    this.keyed = new Keyed(entry, (form) => this.ask(form), (command) => live.send(command));
    this.tools = el("div", { class: "tools row", role: "group", "aria-label": t("tools.title") });
    fill(
      main,
      this.status,
      this.parts.banners,
      this.parts.todo,
      el(
        "div",
        { class: "columns" },
        el("div", { class: "column left" }, this.parts.hands, this.parts.cloth),
        el(
          "div",
          { class: "column right" },
          this.action,
          this.parts.pay,
          this.parts.float,
          this.parts.stakes,
          this.parts.more,
        ),
      ),
      this.tools,
    );
  }

  draw() {
    const { table, staff } = this.live.state;
    if (!table || !staff) return;
    const seen = { table, staff, role: this.role, status: this.live.status, busy: this.isBusy() };
    const next = staff.next;
    this.header.setAttribute("heading", `${t("page.deal")} · ${calledOf(table)}`);
    showStatus(this.status, { ...seen, who: this.who, send: (command) => this.send(command) });
    showBanners(this.parts.banners, {
      ...seen,
      who: this.who,
      answer: () => this.answerCall(),
      send: (command) => this.live.send(command),
      ask: (form) => this.ask(form),
    });
    showHands(this.parts.hands, table, next?.do === "deal-card" ? table.wait.hand : null);
    showPay(this.parts.pay, table, staff);
    showStakes(this.parts.stakes, table);
    showTray(this.parts.float, { table, staff }, {
      may: this.may,
      form: (name) => this.form(name),
      send: (command) => this.send(command),
    });
    this.cloth.show(table, staff);
    this.todo.show();
    this.keyed.show(table, staff);
    this.next.show({ ...seen, early: Boolean(next) && this.early.asks(next.do, table) });
    this.secret.show(table, next, this.role);
    this.entry.show(
      next && (!next.role || this.role !== "dealer") ? next : null,
      table.feed !== null && table.feed !== "virtual",
    );
    this.showTools(table);
  }

  /** Drawn once for a language and for what can be done here. */
  showTools(table) {
    const listed = offered(table, this.may);
    const made = JSON.stringify([document.documentElement.lang, listed]);
    if (this.tools.made === made) return;
    this.tools.made = made;
    this.tools.setAttribute("aria-label", t("tools.title"));
    showTools(this.tools, {
      call: () => this.call(),
      guide: () => this.guide(),
      late: table.feed === "virtual" ? null : () => this.late(),
    });
    showMore(this.parts.more, listed, { say: (name) => this.say(name), form: (name) => this.form(name) });
    this.entry.drawPad();
  }

  /** Whether the step that is shown was sent already: a second press of Enter must not do the
   * one after it unseen. */
  isBusy() {
    return this.pending === this.live.state.seq || Boolean(this.entry?.busy);
  }

  /** Keep what is on its way to the table: a card that is keyed meanwhile waits for it. */
  track(step) {
    const done = step.finally(() => this.going.delete(done));
    this.going.add(done);
    return done;
  }

  /** Send a command; true when the table took it. A refusal is shown with its clause. */
  send(command) {
    return this.track(this.deliver(command));
  }

  async deliver(command) {
    this.pending = this.live.state.seq;
    this.show();
    try {
      await caughtUp(this.live, await this.live.send(command));
      return true;
    } catch (refused) {
      this.refuse(refused);
      return false;
    } finally {
      this.pending = null;
      this.show();
    }
  }

  refuse(refused) {
    toast(refusalText(refused), "error");
    announce(refusalText(refused), true);
  }

  /** A call, in its turn or out of it. */
  say(name) {
    if (this.cloth.holds) return void this.cloth.layAll().then(() => this.say(name));
    if (this.early.allows(name, this.live.state.table)) this.send({ do: name });
  }

  /** After a click or a dialog the keys go to the next step again, not to what was clicked. */
  rest() {
    document.activeElement?.blur();
    this.entry.keepFocus();
  }

  act() {
    if (!this.isBusy()) this.track(this.step());
  }

  async step() {
    const { seq, staff } = this.live.state;
    const next = staff?.next;
    if (!next || (next.card && !next.seen) || this.pending === seq || (next.role && this.role === "dealer")) return;
    if (this.cloth.holds) {
      await this.cloth.layAll();
      return this.step();
    }
    if (!this.early.allows(next.do, this.live.state.table)) return;
    const asks = next.role && ASKS[next.do];
    if (!asks) return this.inOne(next);
    this.ask({
      title: t(`do.${next.do}`),
      fields: [asks(this.live.state.staff)],
      submit: (said) => this.live.send({ do: next.do, ...next.fields, ...shaped(said) }),
    });
  }

  /** A step, and what is said in the same breath: one key for both. */
  async inOne({ do: name, fields, then }) {
    const done = await this.send({ do: name, ...fields });
    if (done && then && this.live.state.staff?.next?.do === then) await this.send({ do: then });
  }

  /** A card that was typed, pressed or scanned goes with the step that asks for it. */
  async enter(card, { cuttingCard }) {
    const next = this.live.state.staff?.next;
    if (!next?.card) return false;
    if (next.do === "expose-cards") {
      const { hand, slot = faceDown(this.live.state.table, hand), turned_by } = next.fields ?? {};
      return this.send({ do: next.do, slot, cards: [{ slot, card }], ...(turned_by ? { turned_by } : {}) });
    }
    return this.send({ do: next.do, ...next.fields, card, ...(cuttingCard ? { cutting_card: true } : {}) });
  }

  async call() {
    const quick = ["dispute", "payment", "float", "conduct", "other"];
    const said = await this.ask({
      title: t("call.title"),
      fields: [
        {
          name: "quick",
          kind: "select",
          label: t("call.about"),
          required: true,
          options: quick.map((key) => ({ value: t(`call.${key}`), label: t(`call.${key}`) })),
        },
        { name: "more", kind: "long", label: t("call.more") },
      ],
      label: t("call.button"),
      submit: ({ quick: about, more }) =>
        this.live.send({ do: "call-supervisor", reason: [about, more].filter(Boolean).join(": ") }),
    });
    if (said) toast(t("call.done"), "ok");
  }

  ask(form) {
    document.activeElement?.blur(); // a dialog gives the focus back to what had it
    return openForm(form).finally(() => this.rest());
  }

  answerCall() {
    return this.ask({
      title: t("call.answer"),
      fields: [{ name: "note", kind: "long", label: t("call.note") }],
      submit: (said) => this.live.send({ do: "answer-call", ...said }),
    });
  }

  late() {
    const { table, staff } = this.live.state;
    return this.guide(lateBet(table, staff));
  }

  /** The guide to irregularities; `begin` is a situation that is known already. */
  async guide(begin = null) {
    const { table, staff } = this.live.state;
    if (!table?.rulebook) return;
    document.activeElement?.blur();
    try {
      const answer = await openGuide({
        id: this.id,
        table,
        staff,
        begin,
        send: (command) => this.live.send(command),
        call: (reason) => this.live.send({ do: "call-supervisor", reason }),
      });
      if (!answer) return;
      if (answer.told) this.todo.add(answer.told);
      const events = (answer.events ?? []).map((event) => event.what);
      const done = events.includes("decision-asked/1")
        ? "guide.held"
        : events.includes("supervisor-called/1")
        ? "call.done"
        : "guide.done";
      toast(takenWords(answer, t(done)), "ok");
    } catch (refused) {
      toast(refusalText(refused), "error");
    } finally {
      this.rest();
    }
  }

  /** `known` are values that need not be asked for again. */
  async form(name, known = {}) {
    const { table, staff } = this.live.state;
    const { fields, confirmed, made = () => [], label = `do.${name}` } = ACTIONS[name];
    const answer = await this.ask({
      title: t(label),
      made: made(),
      intro: confirmed && el("p", {}, t(`statement.${confirmed}`, { who: roleInside("casino supervisor") })),
      fields: fields(table, staff).map((each) => ({ ...each, value: known[each.name] ?? each.value })),
      label: confirmed === "always" ? t("guide.report") : undefined,
      submit: (said) => this.live.send(commandOf(name, said)),
    });
    const waits = answer && takenWords(answer, "");
    if (waits) toast(waits, "ok");
  }
}

/** Resolves when what is shown has come as far as an answer. */
function caughtUp(live, { events = [] }) {
  const last = Math.max(0, ...events.map((event) => event.seq));
  return new Promise((resolve) => {
    const look = () => {
      if (live.state.seq < last) return;
      live.removeEventListener("change", look);
      resolve();
    };
    live.addEventListener("change", look);
    look();
  });
}
