/** A betting plan: stakes that follow a rule, played in many sessions. */
import { post } from "../../shared/api.js";
import { el, fill, refusalText } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { choice, columns, field, scroller, worded } from "../../shared/said/worded.js";
import { count, percent, signedNumber, wagerName } from "../figures.js";

const RULES = [
  "flat",
  "martingale",
  "grand-martingale",
  "dalembert",
  "contra-dalembert",
  "fibonacci",
  "paroli",
  "1-3-2-6",
];
const SESSIONS = [1000, 10000, 100000];

const number = (value, more = {}) =>
  el("input", {
    type: "number",
    min: 1,
    step: "any",
    inputmode: "decimal",
    ...(value === null ? {} : { value }),
    ...more,
  });

export class PlanPart {
  constructor(shoe) {
    this.shoe = shoe;
    this.head = el("div", { class: "grid narrow ends" });
    this.place = el("div", { class: "column", role: "status" });
    this.rule = choice(RULES.map((rule) => [rule, worded("span", `rule.${rule}`)]), "martingale");
    this.bankroll = number(200);
    this.coups = number(80, { step: 1, max: 200 });
    this.loss = number(null);
    this.goal = number(null);
    this.sessions = choice(SESSIONS.map((each) => [each, count(each)]), 10000);
    this.seed = el("input", { type: "number", min: 0, max: Number.MAX_SAFE_INTEGER, inputmode: "numeric" });
    const play = worded("button", "lab.play-plan", { class: "button primary" });
    const form = el(
      "form",
      { class: "panel", onsubmit: (event) => this.play(event) },
      worded("h2", "lab.part-plan"),
      this.head,
      el("p", { class: "row" }, play),
    );
    this.node = el("div", { class: "column" }, form, this.place);
  }

  shown(open) {
    this.isOpen = open;
    if (open) this.changed();
  }

  changed() {
    if (!this.isOpen) return;
    const { wagers } = this.shoe.book;
    if (this.asked !== this.shoe.rulebook) {
      this.asked = this.shoe.rulebook;
      this.wager = choice(wagers.map((each) => [each.id, wagerName(each)]));
      fill(this.place);
    }
    for (const option of this.rule.options) option.textContent = t(`rule.${option.value}`);
    fill(
      this.head,
      field("wager", this.wager),
      field("lab.rule", this.rule),
      field("lab.bankroll", this.bankroll),
      field("lab.session-coups", this.coups),
      field("lab.stop-loss", this.loss),
      field("lab.win-goal", this.goal),
      field("lab.sessions", this.sessions),
      field("lab.seed", this.seed, "lab.seed-hint"),
    );
  }

  order() {
    const { rulebook, decks, scheme } = this.shoe;
    const limits = {
      ...(this.loss.value && { stop_loss: this.loss.value }),
      ...(this.goal.value && { win_goal: this.goal.value }),
    };
    return {
      rulebook,
      decks,
      scheme,
      stakes: { [this.wager.value]: "1" },
      rule: this.rule.value,
      bankroll: this.bankroll.value,
      coups: Number(this.coups.value),
      sessions: Number(this.sessions.value),
      seed: this.seed.value === "" ? null : Number(this.seed.value),
      ...limits,
    };
  }

  async play(event) {
    event.preventDefault();
    fill(this.place, worded("p", "loading", { class: "muted" }));
    try {
      this.show(await post("/api/plans", this.order()));
    } catch (refused) {
      fill(this.place, el("p", { class: "empty", role: "alert" }, refusalText(refused)));
    }
  }

  show(run) {
    const facts = [
      ["lab.mean", `${signedNumber(run.mean, 3)} ± ${run.stderr.toFixed(3)}`],
      ["lab.deviation", run.deviation.toFixed(3)],
      ["lab.staked", count(Math.round(run.staked))],
      ["lab.kept", percent(run.edge, 4)],
      ["lab.ahead", percent(run.ahead, 2)],
      ["lab.ruined", percent(run.ruined, 2)],
      ["lab.stop-loss", percent(run.stopped, 2)],
      ["lab.win-goal", percent(run.reached, 2)],
    ];
    const rows = Object.entries(run.quantiles).map(([share, result]) =>
      el(
        "tr",
        {},
        el("th", { scope: "row" }, percent(Number(share), 0)),
        el("td", { class: "number" }, signedNumber(result)),
      )
    );
    fill(
      this.place,
      el(
        "section",
        { class: "panel" },
        el(
          "p",
          { class: "muted" },
          t("lab.plan-done", { sessions: count(run.sessions), coups: count(run.coups), seed: run.seed }),
        ),
        el(
          "dl",
          { class: "facts" },
          facts.map(([key, value]) => el("div", {}, worded("dt", key), el("dd", { data: { fact: key } }, value))),
        ),
      ),
      el(
        "section",
        { class: "panel" },
        scroller(
          "lab.quantiles",
          el(
            "table",
            { class: "data" },
            worded("caption", "lab.quantiles"),
            columns(["lab.share", "lab.at-most"], [1]),
            el("tbody", {}, rows),
          ),
        ),
      ),
    );
  }
}
