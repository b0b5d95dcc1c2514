/**
 * What an irregularity leaves to be done, step by step. It stays at this station, also when the
 * page is loaded again, until every step is ticked. What the table itself carries out is on record
 * already: the list is for hands and voices.
 */
import { el, fill } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { prepareRules, roleWords, situationWords, stepWords, whenWords } from "../../staff/guide/rule-words.js";

const MOST = 5;

export class Checklist {
  constructor(place, table, changed) {
    Object.assign(this, { place, changed });
    this.key = `sabot.checklist.${table}`;
    this.lists = this.read();
    this.prepare();
    document.addEventListener("language", () => this.prepare());
  }

  /** The words of the rules are fetched when there is something to say with them. */
  async prepare() {
    if (!this.lists.length) return;
    await prepareRules().catch(() => {}); // then they are said in English
    this.shown = null;
    this.changed();
  }

  read() {
    try {
      return JSON.parse(localStorage.getItem(this.key) ?? "[]");
    } catch {
      return [];
    }
  }

  write() {
    try {
      localStorage.setItem(this.key, JSON.stringify(this.lists));
    } catch {
      // A browser that keeps nothing shows the list until the page is left.
    }
    this.changed();
  }

  /** What the guide has told of an irregularity that was reported. */
  add({ situation, rule, steps, confirms }) {
    const list = { name: situation.name, title: situation.title, rule, steps, confirms, done: [] };
    this.lists = [list, ...this.lists].slice(0, MOST);
    this.write();
  }

  stepsOf({ rule, steps, confirms }) {
    const told = rule.duties.map((duty) =>
      `${t("guide.tell")}: ${roleWords(duty.to)}, ${whenWords(duty.by)} (${duty.clause})`
    );
    return [...stepWords(rule, steps, confirms), ...told];
  }

  tick(list, step, done) {
    list.done = done ? [...list.done, step] : list.done.filter((each) => each !== step);
    this.lists = this.lists.filter((each) => each.done.length < this.stepsOf(each).length);
    this.write();
  }

  show() {
    this.place.hidden = !this.lists.length;
    const shown = JSON.stringify([this.lists, document.documentElement.lang]);
    if (shown === this.shown) return;
    this.shown = shown;
    fill(this.place, this.lists.map((list) => this.view(list)));
  }

  view(list) {
    const { clause } = list.rule;
    const step = (text, number) =>
      el(
        "li",
        {},
        el(
          "label",
          {},
          el("input", {
            type: "checkbox",
            checked: list.done.includes(number),
            on: { change: ({ target }) => this.tick(list, number, target.checked) },
          }),
          el("span", {}, text),
        ),
      );
    return el(
      "section",
      { class: "checklist", "aria-label": situationWords(list) },
      el("h3", {}, situationWords(list), " ", clause && el("span", { class: "clause" }, t("clause", { clause }))),
      el("p", { class: "small" }, t("checklist.text")),
      el("ul", {}, this.stepsOf(list).map(step)),
    );
  }
}
