/** What a night may bring: the distribution of results after so many coups of one unit. */
import { get } from "../../shared/api.js";
import { el, fill } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { choice, field, worded } from "../../shared/said/worded.js";
import { histogram, legend } from "../charts.js";
import { count, percent, signedNumber, wagerName } from "../figures.js";

const STEPS = [10, 20, 50, 100, 200, 300, 500, 800, 1000, 2000, 5000, 10000, 20000, 50000, 100000];
const PAUSE = 120;

export class NightPart {
  constructor(shoe) {
    this.shoe = shoe;
    this.step = 4;
    this.head = el("div", { class: "row ends" });
    this.place = el("div", { class: "column" });
    this.node = el("div", { class: "column" }, el("section", { class: "panel" }, this.head), this.place);
  }

  shown(open) {
    this.isOpen = open;
    if (open) this.changed();
  }

  changed() {
    if (!this.isOpen) return;
    const { wagers, decides } = this.shoe.book;
    const together = decides ? [["round", t("lab.together")]] : [];
    const options = [...together, ...wagers.map((each) => [each.id, wagerName(each)])];
    if (!options.some(([id]) => id === this.wager)) this.wager = options[0][0];
    const slider = el("input", {
      type: "range",
      min: 0,
      max: STEPS.length - 1,
      step: 1,
      value: this.step,
      id: "night-coups",
    });
    const output = el("output", { class: "odds" }, count(STEPS[this.step]));
    slider.setAttribute("aria-valuetext", output.textContent);
    slider.addEventListener("input", () => {
      this.step = Number(slider.value);
      output.textContent = count(STEPS[this.step]);
      slider.setAttribute("aria-valuetext", output.textContent);
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.load(), PAUSE);
    });
    fill(
      this.head,
      field(
        "wager",
        choice(options, this.wager, (wager) => {
          this.wager = wager;
          this.load();
        }),
      ),
      el(
        "div",
        { class: "field slider" },
        el(
          "label",
          { for: "night-coups" },
          el("span", { class: "row apart" }, worded("span", "lab.night-coups"), output),
        ),
        slider,
      ),
    );
    this.load();
  }

  async load() {
    const asked = (this.asked = {});
    await this.shoe.guard(async () => {
      const query = `${this.shoe.query()}&${new URLSearchParams({ wager: this.wager, coups: STEPS[this.step] })}`;
      const night = await get(`/api/nights/${encodeURIComponent(this.shoe.rulebook)}?${query}`);
      if (asked === this.asked) this.show(night);
    }, this.place);
  }

  show(night) {
    const form = (value) => signedNumber(value, 0);
    const digits = Number.isInteger(night.step) ? 0 : 2;
    const facts = [
      ["lab.mean", signedNumber(night.mean, 2)],
      ["lab.night-deviation", night.deviation.toFixed(2)],
      ["lab.ahead", percent(night.ahead, 2)],
      ...Object.entries(night.shares).map((
        [share, result],
      ) => [null, signedNumber(result, 1), t("lab.share", { share: percent(Number(share), 0) })]),
    ];
    fill(
      this.place,
      el(
        "section",
        { class: "panel" },
        histogram({
          title: t("lab.night-title", { coups: count(night.coups), wager: wagerName(night) }),
          about: t("lab.night-about", {
            mean: signedNumber(night.mean, 1),
            deviation: night.deviation.toFixed(1),
            ahead: percent(night.ahead, 1),
          }),
          bars: night.bars,
          step: night.step,
          mean: night.mean,
          form,
          head: ["lab.result-from", "lab.result-to", "lab.probability"].map((key) => t(key)),
          rows: night.bars.map((
            bar,
          ) => [signedNumber(bar.low, digits), signedNumber(bar.high, digits), percent(bar.chance, 3)]),
        }),
        legend(["lost", "lab.behind"], ["won", "lab.in-front"], ["mark", "lab.mean"]),
      ),
      el(
        "section",
        { class: "panel" },
        el(
          "dl",
          { class: "facts" },
          facts.map(([key, value, said]) =>
            el("div", {}, key ? worded("dt", key) : el("dt", {}, said), el("dd", {}, value))
          ),
        ),
      ),
    );
  }
}
