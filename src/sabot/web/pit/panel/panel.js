/** The panel of one table: its live state, and every action of a supervisor, each with a reason. */
import { get } from "../../shared/api.js";
import { learnPeople, personName } from "../../shared/said/called.js";
import { el, fill, refusalText, toast } from "../../shared/dom.js";
import { Live, LOST } from "../../shared/live.js";
import { calledOf, titleOf } from "../../shared/said/titles.js";
import { t } from "../../shared/words.js";
import { tick } from "../../staff/clock.js";
import { inDialog, openForm } from "../../staff/forms/form.js";
import { openGuide } from "../../staff/guide/guide.js";
import { roleInside, takenWords } from "../../staff/forms/statements.js";
import { steady } from "../../staff/steady.js";
import { ACTIONS, commandOf } from "../actions/actions.js";
import { button, doing, isWatched } from "../parts.js";
import { decide } from "./decisions.js";
import { badge, TABS } from "./tabs.js";

export class Panel {
  constructor(place, { id, who, tab = "now", leave, open }) {
    this.place = place;
    this.id = id;
    this.who = who;
    this.tab = tab;
    this.leave = leave;
    this.open = open;
    this.live = new Live(`/api/tables/${encodeURIComponent(id)}/live`);
    this.leaving = new AbortController();
    this.show = steady(place, () => this.draw(), this.leaving.signal);
    this.live.addEventListener("change", this.show);
    this.live.addEventListener("status", this.show);
    this.head = el("header", { class: "row apart" });
    this.tabs = el("div", { class: "tabs", role: "tablist" });
    this.body = el("div", { class: "tab-body", role: "tabpanel", id: "tab-body", tabindex: 0 });
    fill(place, this.head, this.tabs, this.body);
    this.stop = tick(place, () => this.live.now());
    this.live.connect();
  }

  close() {
    this.leaving.abort();
    this.stop();
    this.live.close();
    fill(this.place);
  }

  choose(tab) {
    this.tab = tab;
    this.show();
  }

  /** What can be chosen at this table; asked again when it is opened under other rules. */
  async prepare(table) {
    if (this.asked === table.rulebook) return;
    this.asked = table.rulebook;
    try {
      this.choices = await get(`/api/tables/${encodeURIComponent(this.id)}/choices`);
      this.show();
    } catch (refused) {
      toast(refusalText(refused), "error");
    }
  }

  draw() {
    const { table, staff } = this.live.state;
    const { status } = this.live;
    if (LOST.has(status)) return this.say("error", status);
    if (!table || !staff) return this.say("muted", "loading");
    this.prepare(table);
    this.drawHead(table, status);
    this.drawTabs(staff);
    if (this.choices) this.drawBody();
  }

  say(style, key) {
    fill(this.body, el("p", { class: style }, t(key)));
  }

  drawHead(table, status) {
    const line = el("span", { class: `pill ${status === "online" ? "ok" : "danger"}` }, t(status));
    this.tabs.setAttribute("aria-label", calledOf(table));
    const again = () => this.open(this.id, table.rulebook, table.called);
    fill(
      this.head,
      el("h2", {}, calledOf(table), " ", el("small", { class: "muted" }, titleOf(table))),
      el(
        "span",
        { class: "row" },
        el("span", { class: "pill" }, t(`phase.${table.phase}`)),
        line,
        table.phase === "closed" && doing(t("do.open-table"), again, "primary"),
        this.further(),
        button(t("close"), this.leave),
      ),
    );
  }

  /** Link to the table's console, or to its log for those who watch. */
  further() {
    const id = encodeURIComponent(this.id);
    const [href, page] = isWatched() ? [`/inspect?table=${id}`, "page.inspect"] : [`/deal/${id}`, "page.deal"];
    return el("a", { class: "button", href }, t(page));
  }

  /** The same button keeps the focus, and the page its place. */
  drawBody() {
    const scrolled = this.body.scrollTop;
    const label = this.body.contains(document.activeElement) ? document.activeElement.textContent : null;
    fill(this.body, TABS[this.tab](this.given()));
    this.body.scrollTop = scrolled;
    const buttons = [...this.body.querySelectorAll("button")];
    if (label) buttons.find((each) => each.textContent === label)?.focus();
  }

  drawTabs(staff) {
    const focused = this.tabs.contains(document.activeElement);
    const names = Object.keys(TABS);
    fill(
      this.tabs,
      names.map((name, index) => this.tabButton(name, names, index, badge(name, staff))),
    );
    this.body.setAttribute("aria-labelledby", `tab-${this.tab}`);
    if (focused) this.tabs.querySelector("[aria-selected=true]").focus();
  }

  tabButton(name, names, index, count) {
    const chosen = name === this.tab;
    return el(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${name}`,
        class: "tab",
        "aria-selected": String(chosen),
        "aria-controls": "tab-body",
        tabindex: chosen ? 0 : -1,
        on: { click: () => this.choose(name), keydown: (event) => this.step(event, names, index) },
      },
      t(`tab.${name}`),
      count ? el("span", { class: "pill danger" }, count) : null,
    );
  }

  step(event, names, index) {
    const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!move) return;
    event.preventDefault();
    this.choose(names[(index + move + names.length) % names.length]);
  }

  given(preset = {}) {
    const { table, staff } = this.live.state;
    return {
      table,
      staff,
      choices: this.choices,
      people: this.people ?? { players: staff.patrons.map((each) => each.player), dealers: [] },
      preset,
      now: this.live.now(),
      act: (name, fixed, more) => this.act(name, fixed, more),
      menu: (player, names) => this.menu(player, names),
      guide: () => this.guide(),
      who: this.who,
      send: (command) => this.live.send(command),
      decide: (question) => decide(question, this.live),
    };
  }

  /** Whom an action may be about: dealers of the house, players of this shift. */
  async askPeople() {
    const path = `/api/tables/${encodeURIComponent(this.id)}/people`;
    this.people = await get(path).catch(() => this.people);
    if (this.people) await learnPeople([...this.people.players, ...this.people.dealers]);
  }

  /** Ask for what an action needs, and why; then do it. */
  async act(name, fixed = {}, preset = {}) {
    const action = ACTIONS[name] ?? {};
    await this.askPeople();
    const given = this.given({ ...fixed, ...preset });
    const fields = (action.fields?.(given) ?? []).filter(
      (each) => !(each.name in fixed) || each.name === "player",
    );
    const done = await openForm({
      title: t(`do.${name}`),
      intro: this.intro(action, given),
      fields,
      reason: true,
      danger: action.danger,
      label: (said) =>
        action.confirmed === "always"
          ? t("guide.report")
          : (action.names?.({ ...fixed, ...preset, ...said }, given) ?? t(`do.${name}`)),
      submit: (said) => this.live.send(commandOf(name, said, given, fixed)),
    });
    if (done) toast(takenWords(done, t("pit.done", { what: t(`do.${name}`) })), "ok");
  }

  /** Who has to confirm it, or what else stands above the form. */
  intro({ confirmed, confirmer = "casino supervisor", intro }, given) {
    if (confirmed) return el("p", {}, t(`statement.${confirmed}`, { who: roleInside(confirmer) }));
    const said = intro?.(given);
    return said ? el("p", {}, said) : null;
  }

  /** Everything that can be done about one player. */
  async menu(player, names) {
    const list = el(
      "div",
      { class: "column" },
      names.map((name) => el("button", { type: "button", class: "button", data: { act: name } }, t(`do.${name}`))),
    );
    const leave = el("button", { type: "button", class: "button quiet" }, t("cancel"));
    const chosen = await inDialog(personName(player), el("div", { class: "column" }, list, leave), (close) => {
      leave.addEventListener("click", () => close(null));
      for (const each of list.children) each.addEventListener("click", () => close(each.dataset.act));
    });
    if (chosen) await this.act(chosen, {}, { player });
  }

  async guide() {
    const { table, staff } = this.live.state;
    if (!table.rulebook) return;
    try {
      const done = await openGuide({
        id: this.id,
        table,
        staff,
        send: (command) => this.live.send(command),
        reason: true,
      });
      if (done) toast(takenWords(done, t("guide.done")), "ok");
    } catch (refused) {
      toast(refusalText(refused), "error");
    }
  }
}
