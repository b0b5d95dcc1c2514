/** The dealers' school: payouts, third cards, and what happens now. */
import { get, post } from "../shared/api.js";
import { announce, el, fill, refusalText, toast } from "../shared/dom.js";
import "../shared/frame/header.js";
import { cash, parse } from "../shared/said/money.js";
import { titleOf } from "../shared/said/titles.js";
import { own, t } from "../shared/words.js";
import { choice, field, worded } from "../shared/said/worded.js";
import { prepareRules } from "../staff/guide/rule-words.js";
import { choiceWords, layout } from "./board.js";
import { after, begin, scoreOf } from "./score.js";

const COURSES = 20;
const main = document.getElementById("main");

class School {
  constructor(books) {
    const wanted = new URLSearchParams(location.search);
    this.books = books;
    this.course = { game: wanted.get("rulebook") ?? books[0].id, subject: "pays", seed: 1 };
    if (!books.some(({ id }) => id === this.course.game)) this.course.game = books[0].id;
    this.head = el("div", { class: "row chooser" });
    this.board = el("section", { class: "card board", "aria-live": "off" });
    this.clock = el("span", {});
    setInterval(() => this.tick(), 500);
  }

  async turnTo(changed = {}) {
    Object.assign(this.course, changed);
    const { game } = this.course;
    const [known, table] = await Promise.all([
      get(`/api/school/${encodeURIComponent(game)}`),
      get(`/api/rulebooks/${encodeURIComponent(game)}`),
    ]);
    this.subjects = known.subjects;
    this.table = { rulebook: game, wagers: table.wagers, title: table.title };
    await prepareRules();
    if (!this.subjects.includes(this.course.subject)) [this.course.subject] = this.subjects;
    this.score = scoreOf(this.course);
    this.choosers();
    await this.ask();
  }

  choosers() {
    const turn = (name) => (value) =>
      this.guard(() => this.turnTo({ [name]: name === "seed" ? Number(value) : value }));
    const games = this.books.map(({ id, title, casino }) => [id, `${titleOf({ rulebook: id, title })}, ${casino}`]);
    const subjects = this.subjects.map((each) => [each, worded("span", `school.${each}`)]);
    const courses = Array.from({ length: COURSES }, (_, place) => [String(place + 1), String(place + 1)]);
    fill(
      this.head,
      field("school.game", choice(games, this.course.game, turn("game"))),
      field("school.subject", choice(subjects, this.course.subject, turn("subject"))),
      field("school.course", choice(courses, String(this.course.seed), turn("seed"))),
      worded("button", "school.again", {
        type: "button",
        class: "quiet",
        onclick: () => this.guard(() => this.again()),
      }),
    );
  }

  async again() {
    this.score = begin(this.course);
    await this.ask();
  }

  get query() {
    const { subject, seed } = this.course;
    return { subject, seed, number: this.score.asked + 1 };
  }

  async ask() {
    this.question = await get(
      `/api/school/${encodeURIComponent(this.course.game)}/question?${new URLSearchParams(this.query)}`,
    );
    this.marked = null;
    this.since = performance.now();
    this.show();
  }

  async answer(given) {
    if (this.marked) return;
    const seconds = (performance.now() - this.since) / 1000;
    this.marked = await post(`/api/school/${encodeURIComponent(this.course.game)}/answer`, { given, ...this.query });
    this.given = given;
    this.number = this.score.asked + 1;
    this.score = after(this.course, this.score, this.marked.right, seconds);
    this.show();
    announce(this.verdict(), true);
  }

  tick() {
    if (!this.marked && this.since) {
      this.clock.textContent = t("school.seconds", { seconds: Math.floor((performance.now() - this.since) / 1000) });
    }
  }

  scoreWords() {
    const { asked, right, row, best, seconds } = this.score;
    if (!asked) return t("school.nothing");
    return [
      t("school.score", { right, asked }),
      t("school.row", { row, best }),
      t("school.pace", { seconds: (seconds / asked).toFixed(1) }),
    ].join(" · ");
  }

  verdict() {
    const { right, answer } = this.marked;
    const said = this.question.choices.length ? choiceWords(this.question, Number(answer)) : cash(parse(answer));
    return right ? t("school.right") : t("school.wrong", { answer: said });
  }

  choices() {
    const marks = (place) => {
      if (!this.marked) return null;
      if (String(place) === this.marked.answer) return "right";
      return String(place) === this.given ? "wrong" : null;
    };
    return el(
      "div",
      { class: "choices" },
      this.question.choices.map((_, place) =>
        el("button", {
          type: "button",
          disabled: Boolean(this.marked),
          data: { mark: marks(place) ?? "" },
          onclick: () => this.guard(() => this.answer(String(place))),
        }, choiceWords(this.question, place))
      ),
    );
  }

  amount() {
    const input = el("input", {
      inputmode: "decimal",
      autocomplete: "off",
      maxlength: 12,
      value: this.marked ? this.given : "",
      disabled: Boolean(this.marked),
    });
    const form = el(
      "form",
      { class: "amount" },
      field("school.amount", input),
      worded("button", "school.answer", { class: "primary", disabled: Boolean(this.marked) }),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (parse(input.value) !== null) this.guard(() => this.answer(input.value.trim()));
      else input.focus();
    });
    queueMicrotask(() => input.disabled || input.focus());
    return form;
  }

  law() {
    if (!this.marked) return null;
    const { right, clause, summary, summary_words: words } = this.marked;
    const next = worded("button", "school.next", {
      type: "button",
      class: "primary",
      onclick: () => this.guard(() => this.ask()),
    });
    queueMicrotask(() => next.focus());
    return el(
      "div",
      {},
      el("p", { class: `verdict ${right ? "right" : "wrong"}` }, this.verdict()),
      clause
        ? el(
          "p",
          { class: "law" },
          el("a", { href: `/rules/${this.course.game}#${clause}` }, t("school.clause", { clause })),
          ` ${own(summary, words)}`,
        )
        : null,
      el("p", {}, next),
    );
  }

  show() {
    const number = this.marked ? this.number : this.score.asked + 1;
    fill(
      this.board,
      el(
        "div",
        { class: "board-head" },
        el("strong", {}, t("school.question", { number })),
        el("span", {}, this.scoreWords()),
        this.clock,
      ),
      layout(this.question, this.table),
      el("h2", {}, t(`school.ask-${this.question.subject}`)),
      this.question.choices.length ? this.choices() : this.amount(),
      this.law(),
    );
    this.tick();
  }

  async guard(work) {
    try {
      await work();
    } catch (refused) {
      toast(refusalText(refused), "error");
    }
  }
}

async function open() {
  const books = await get("/api/rulebooks");
  const school = new School(books);
  fill(main, worded("h1", "school.title"), worded("p", "school.text", { class: "muted" }), school.head, school.board);
  await school.guard(() => school.turnTo());
  document.addEventListener("language", () =>
    school.guard(async () => {
      await prepareRules();
      school.choosers();
      school.show();
    }));
}

open();
