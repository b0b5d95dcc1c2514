/**
 * The guide to irregularities: choose the situation, answer what it asks, read what the rulebook
 * says must happen, and only then do it. The server answers every question of rules.
 */
import { post } from "../../shared/api.js";
import { el, fill, refusalText } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { ruleAct } from "./acts.js";
import { fieldOf, inDialog, readAll } from "../forms/form.js";
import { needField } from "./need.js";
import { matrixOf, ruleView } from "./rule.js";
import { circumstanceWords, groupWords, prepareRules, situationWords } from "./rule-words.js";
import { finds, likeliest } from "./search.js";

/**
 * Open the guide for a table. `send(command)` does the report; `call(reason)` calls a supervisor,
 * where one has to say so; `reason`: a note must be given. `begin`: a situation that is known
 * already, with a `title`, an `intro`, `fields` of its own and the `note` made of them. Resolves with
 * the answer, or null.
 */
export async function openGuide({ id, table, staff, send, call = null, reason = false, begin = null }) {
  const [matrix] = await Promise.all([matrixOf(table), prepareRules()]);
  const place = el("div", { class: "guide" });
  return inDialog(
    begin?.title ?? t("guide.title"),
    place,
    (close) => new Guide({ id, table, staff, send, call, reason, begin, matrix, place, close }).open(),
    true,
  );
}

class Guide {
  constructor(given) {
    Object.assign(this, given);
  }

  open() {
    const known = this.begin && this.matrix.situations.find(({ name }) => name === this.begin.situation);
    return known ? this.start(known) : this.choose();
  }

  /** The list of situations, by group, with a word to search for. */
  choose() {
    const search = el("input", {
      id: "guide-search",
      type: "search",
      autocomplete: "off",
      placeholder: t("guide.search-hint"),
    });
    const list = el("div", {
      class: "groups",
      role: "group",
      "aria-label": t("guide.situation"),
      tabindex: 0,
    });
    const show = () => fill(list, this.groups(search.value));
    search.addEventListener("input", show);
    show();
    fill(
      this.place,
      el("div", { class: "field" }, el("label", { for: "guide-search" }, t("guide.search")), search),
      list,
      el(
        "div",
        { class: "actions" },
        this.button(t("cancel"), () => this.close(null)),
      ),
    );
    search.focus();
  }

  groups(wanted) {
    const virtual = this.table.feed === "virtual";
    const shown = this.matrix.situations.filter(
      (each) => !(each.by_hand && virtual) && each.cells.some((cell) => cell.outcome !== "NOT_APPLICABLE"),
    );
    const found = shown.filter((each) => finds(each, wanted));
    if (!found.length) return el("p", { class: "empty" }, t("guide.none"));
    const first = wanted.trim() ? [] : likeliest(found, this.table);
    const rest = found.filter((each) => !first.includes(each));
    const names = [...new Set(rest.map((each) => each.group))];
    return [
      first.length > 0 && [el("h3", {}, t("guide.likeliest")), first.map((each) => this.entry(each))],
      names.map((group) => [
        el("h3", {}, groupWords(group)),
        rest.filter((each) => each.group === group).map((each) => this.entry(each)),
      ]),
    ];
  }

  entry(situation) {
    return el(
      "button",
      {
        type: "button",
        class: "button situation",
        data: { situation: situation.name },
        on: { click: () => this.start(situation) },
      },
      el("span", { class: "number" }, situation.number),
      el("span", {}, situationWords(situation)),
    );
  }

  async start(situation) {
    this.situation = situation;
    this.said = {};
    this.needs = [];
    this.needed = "";
    this.note = fieldOf({
      name: "note",
      label: t(this.reason ? "reason" : "guide.note"),
      kind: "long",
      required: this.reason,
    });
    this.own = (this.begin?.fields ?? []).map(fieldOf);
    this.questions = el("div", { class: "questions" });
    this.answer = el("div", { "aria-live": "polite" });
    this.fields = el("form", { on: { submit: (event) => this.submit(event), input: () => this.later() } });
    this.problem = el("p", { class: "error", role: "alert", hidden: true });
    this.doing = el("button", { class: "button danger", disabled: true }, t("guide.report"));
    this.calling = this.button(t("guide.call"), () => this.callNow());
    this.calling.hidden = true;
    this.inputs = el("div");
    fill(
      this.fields,
      this.begin?.intro(),
      this.own.length > 0 && el("div", { class: "fields" }, this.own.map(({ node }) => node)),
      this.questions,
      this.answer,
      this.inputs,
      this.note.node,
      this.problem,
      el(
        "div",
        { class: "actions" },
        !this.begin && this.button(t("back"), () => this.choose()),
        this.button(t("cancel"), () => this.close(null)),
        this.calling,
        this.doing,
      ),
    );
    this.heading = el("h3", { tabindex: -1 }, situationWords(situation));
    fill(this.place, this.heading, this.fields);
    this.asked = null;
    await this.ask();
    (this.own[0]?.input ?? this.questions.querySelector("input") ?? this.heading).focus();
  }

  /** The report as far as it goes. */
  report() {
    const said = readAll([...this.needs, this.note]);
    const note = [this.begin?.note(readAll(this.own)), said.note].filter(Boolean).join(" ");
    return { situation: this.situation.name, circumstances: this.said, ...said, ...(note ? { note } : {}) };
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), 250);
  }

  async ask() {
    const asked = (this.asking = Symbol("asking"));
    try {
      const guide = await post(`/api/tables/${this.id}/guide`, this.report());
      if (this.asking === asked) this.show(guide);
    } catch (refused) {
      if (this.asking !== asked) return;
      fill(this.answer, el("p", { class: "refused" }, refusalText(refused)));
      this.doing.disabled = true;
    }
  }

  show(guide) {
    if (!this.asked) {
      this.asked = guide.asks;
      fill(
        this.questions,
        guide.asks.map((question) => this.question(question)),
      );
    }
    const wanted = guide.needs.map((need) => `${need.field}${need.required}`).join();
    if (guide.rule && wanted !== this.needed) this.askFor(guide.needs, wanted);
    fill(
      this.answer,
      guide.rule
        ? ruleView({ ...guide, refused: this.isMissing() ? null : guide.refused })
        : el("p", { class: "muted" }, t("guide.answer-first")),
    );
    this.doing.disabled = !guide.rule || !guide.yours;
    this.doing.textContent = guide.confirms || !guide.rule || guide.rule.outcome === "NO_RULE"
      ? t("guide.report")
      : ruleAct(guide.rule, this.table);
    this.calling.hidden = !this.call || !guide.rule || guide.yours;
    this.guide = guide;
  }

  /** Whether something that must be said is not said yet: then a refusal would only repeat that. */
  isMissing() {
    const said = readAll(this.needs);
    return this.needs.some((need) => need.required && said[need.name] === undefined);
  }

  askFor(needs, wanted) {
    const said = readAll(this.needs);
    this.needed = wanted;
    this.needs = needs.map((need) => needField(need, this.table, this.staff, said[need.field]));
    fill(
      this.inputs,
      this.needs.map((need) => need.node),
    );
  }

  question(question) {
    const words = (option) => circumstanceWords(question.name, option);
    if (question.known !== undefined && question.known !== null) {
      const known = question.options.find((option) => option.value === question.known);
      return el("p", { class: "known" }, t("guide.known", { what: words(known) }));
    }
    return el(
      "fieldset",
      { class: "several", data: { ask: question.name } },
      el("legend", {}, t(`ask.${question.name}`)),
      question.options.map((option) =>
        el(
          "label",
          { class: "check" },
          el("input", {
            type: "radio",
            name: `ask-${question.name}`,
            value: String(option.value),
            on: { change: () => this.reply(question.name, option.value) },
          }),
          el("span", {}, words(option)),
        )
      ),
    );
  }

  reply(name, value) {
    this.said = { ...this.said, [name]: value };
    this.ask();
  }

  async submit(event) {
    event.preventDefault();
    const report = this.report();
    if (this.doing.disabled || !this.fields.reportValidity()) return;
    const { situation, guide } = this;
    await this.attempt(async () => ({
      ...(await this.send({ do: "report-irregularity", ...report })),
      told: { ...guide, situation },
    }));
  }

  async callNow() {
    const clause = this.guide.rule.clause ? ` (${this.guide.rule.clause})` : "";
    await this.attempt(() => this.call(`${this.situation.title}${clause}`));
  }

  async attempt(act) {
    this.problem.hidden = true;
    this.doing.disabled = true;
    try {
      this.close((await act()) ?? true);
    } catch (refused) {
      fill(this.problem, refusalText(refused));
      this.problem.hidden = false;
      this.doing.disabled = false;
    }
  }

  button(label, act) {
    return el("button", { type: "button", class: "button", on: { click: act } }, label);
  }
}
