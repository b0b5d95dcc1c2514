/** A simulation with its progress as it goes on. */
import { announce, el, fill, refusalText, toast } from "../../shared/dom.js";
import { errand } from "../../shared/errand.js";
import { t } from "../../shared/words.js";
import { choice, columns, field, scroller, worded } from "../../shared/said/worded.js";
import { intervals, legend } from "../charts.js";
import { count, percent } from "../figures.js";

const SIZES = [100000, 1000000, 10000000, 100000000, 1000000000];

export class SimulationPart {
  constructor(shoe) {
    this.shoe = shoe;
    this.coups = choice(SIZES.map((size) => [size, count(size)]), SIZES[2]);
    this.boxes = el("input", { type: "number", min: 1, max: 7, value: 1, inputmode: "numeric" });
    this.seed = el("input", { type: "number", min: 0, max: Number.MAX_SAFE_INTEGER, inputmode: "numeric" });
    this.fresh = el("input", { type: "checkbox", id: "fresh" });
    this.start = worded("button", "lab.start", { class: "button primary" });
    this.stop = worded("button", "lab.stop", {
      type: "button",
      class: "button",
      hidden: true,
      onclick: () => this.abort?.abort(),
    });
    this.bar = el("progress", { max: 1, value: 0, "aria-label": t("lab.progress"), data: { tLabel: "lab.progress" } });
    this.status = el("p", { class: "muted", role: "status" });
    this.place = el("div", { class: "column" });
    this.boxField = field("lab.boxes", this.boxes);
    const form = el(
      "form",
      { class: "panel", onsubmit: (event) => this.run(event) },
      el(
        "div",
        { class: "grid narrow ends" },
        field("lab.coups", this.coups),
        this.boxField,
        field("lab.seed", this.seed, "lab.seed-hint"),
      ),
      el("p", { class: "row" }, this.fresh, worded("label", "lab.fresh", { for: "fresh" })),
      el("div", { class: "row" }, this.start, this.stop),
    );
    this.node = el("div", { class: "column" }, form, el("div", { class: "panel" }, this.bar, this.status), this.place);
  }

  shown(open) {
    this.isOpen = open;
    if (open) this.changed();
    else this.abort?.abort();
  }

  changed() {
    this.boxField.hidden = !this.shoe.book.wagers.some((each) => each.per_box);
    if (this.dealt !== `${this.shoe.rulebook} ${this.shoe.query()}`) this.abort?.abort();
  }

  order() {
    const { rulebook, decks, scheme } = this.shoe;
    return {
      rulebook,
      decks,
      scheme,
      coups: Number(this.coups.value),
      fresh: this.fresh.checked,
      boxes: this.boxField.hidden ? 1 : Number(this.boxes.value),
      seed: this.seed.value === "" ? null : Number(this.seed.value),
    };
  }

  async run(event) {
    event.preventDefault();
    this.abort = new AbortController();
    this.dealt = `${this.shoe.rulebook} ${this.shoe.query()}`;
    this.busy(true);
    fill(this.place);
    this.bar.value = 0;
    this.status.textContent = t("lab.starting");
    try {
      for await (const word of errand("/api/simulations", this.order(), this.abort.signal)) this.hear(word);
    } catch (refused) {
      if (refused.name === "AbortError") this.status.textContent = t("lab.stopped", { said: this.status.textContent });
      else {
        this.status.textContent = "";
        toast(refusalText(refused), "error");
      }
    }
    this.busy(false);
  }

  busy(now) {
    this.start.disabled = now;
    this.stop.hidden = !now;
  }

  hear(word) {
    this.bar.max = word.asked;
    this.bar.value = word.coups;
    const rate = word.seconds > 0 ? word.coups / word.seconds : 0;
    const params = {
      coups: count(word.coups),
      asked: count(word.asked),
      shoes: count(word.shoes),
      rate: (rate / 1e6).toFixed(1),
      seed: word.seed,
    };
    this.status.textContent = t(word.type === "done" ? "lab.done" : "lab.so-far", params);
    this.status.dataset.state = word.type;
    this.show(word.wagers.filter((each) => each.ev !== null));
    if (word.type === "done") announce(this.status.textContent);
  }

  show(wagers) {
    const items = wagers.map((each) => ({
      label: this.shoe.nameOf(each.wager),
      value: -each.ev,
      error: each.stderr,
      exact: each.exact === null ? null : -each.exact,
      shown: percent(-each.ev, 3),
    }));
    const rows = wagers.map((each) =>
      el(
        "tr",
        { data: { wager: each.wager } },
        el("th", { scope: "row" }, this.shoe.nameOf(each.wager)),
        el("td", { class: "number" }, percent(-each.ev, 4)),
        el("td", { class: "number" }, each.stderr === null ? "–" : `± ${percent(each.stderr, 4)}`),
        el("td", { class: "number" }, each.exact === null ? "–" : percent(-each.exact, 4)),
        el("td", { class: "number" }, each.z === null ? "–" : (-each.z).toFixed(2).replace("-", "−")),
      )
    );
    const open = this.place.querySelector("details")?.open;
    fill(
      this.place,
      el(
        "section",
        { class: "panel" },
        scroller(
          "lab.found",
          el(
            "table",
            { class: "data" },
            worded("caption", "lab.found"),
            columns(["wager", "lab.edge", "lab.error", "lab.exact", "lab.z"], [1, 2, 3, 4]),
            el("tbody", {}, rows),
          ),
        ),
      ),
      el(
        "section",
        { class: "panel" },
        intervals({
          title: t("lab.intervals"),
          about: t("lab.intervals-about"),
          items,
          head: ["wager", "lab.edge", "lab.error", "lab.exact"].map((key) => t(key)),
          rows: items.map((
            item,
          ) => [
            item.label,
            percent(item.value),
            item.error === null ? "–" : percent(item.error),
            item.exact === null ? "–" : percent(item.exact),
          ]),
        }),
        legend(["dot", "lab.simulated"], ["mark", "lab.exact"]),
      ),
    );
    if (open) this.place.querySelector("details").open = true;
  }
}
