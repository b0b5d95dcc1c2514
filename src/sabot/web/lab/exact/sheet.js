/** The pay sheet: every wager, every way for it to end, and what follows. */
import { get } from "../../shared/api.js";
import { el, fill } from "../../shared/dom.js";
import { titleOf } from "../../shared/said/titles.js";
import { t } from "../../shared/words.js";
import { columns, scroller, worded } from "../../shared/said/worded.js";
import { barChart } from "../charts.js";
import { count, grouped, oddsText, percent, wagerName } from "../figures.js";

const FILES = ["csv", "md", "html", "svg"];

export class SheetPart {
  constructor(shoe, staff) {
    this.shoe = shoe;
    this.staff = staff;
    this.place = el("div", { class: "column" });
    this.node = this.place;
  }

  shown(open) {
    this.isOpen = open;
    if (open) return this.load();
  }

  changed() {
    if (this.isOpen) this.shoe.guard(() => this.load(), this.place);
  }

  /** Show the sheet of the chosen shoe; answers to earlier choices may come late and are dropped. */
  async load() {
    const asked = (this.asked = {});
    const path = this.staff ? "odds" : "paytables";
    const sheet = await get(`/api/${path}/${encodeURIComponent(this.shoe.rulebook)}?${this.shoe.query()}`);
    if (asked === this.asked) {
      fill(
        this.place,
        this.edges(sheet),
        this.downloads(sheet),
        el("div", { class: "sheets" }, sheet.wagers.map((wager) => wagerDetails(wager))),
      );
    }
  }

  edges(sheet) {
    const items = sheet.wagers.map((each) => ({
      label: wagerName(each),
      value: each.edge,
      shown: percent(each.edge, 2),
    }));
    const rows = sheet.wagers.map((
      each,
    ) => [wagerName(each), percent(each.edge), percent(each.hit), percent(each.push), each.deviation.toFixed(4)]);
    const least = [...sheet.wagers].sort((one, other) => one.edge - other.edge)[0];
    return el(
      "section",
      { class: "panel" },
      barChart({
        title: t("lab.edges-title", { title: titleOf(sheet) }),
        about: t("lab.edges-about", { least: wagerName(least), edge: percent(least.edge, 2) }),
        items,
        head: ["wager", "lab.edge", "lab.hit", "lab.push", "lab.deviation"].map((key) => t(key)),
        rows,
      }),
      el("p", { class: "muted small" }, t("lab.shoe", { decks: sheet.decks, cards: count(sheet.cards) })),
    );
  }

  downloads(sheet) {
    if (!this.staff) return null;
    const path = `/api/odds/${encodeURIComponent(sheet.rulebook)}`;
    const links = FILES.map((end) =>
      el("a", {
        class: "button",
        href: `${path}/sheet.${end}?${this.shoe.query()}`,
        download: `${sheet.rulebook}-pay-sheet.${end}`,
      }, t("lab.download", { form: t(`lab.form-${end}`) }))
    );
    return el("div", { class: "row" }, links);
  }
}

/** Everything about one wager, folded unless it is to be open. */
export function wagerDetails(wager, open = false) {
  const rows = wager.lines.map((line) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, ending(line)),
      el("td", { class: "clause" }, line.clause),
      el("td", { class: "number" }, grouped(line.ways)),
      el("td", { class: "number" }, percent(line.probability, 6)),
    )
  );
  const facts = [
    ["lab.edge", percent(wager.edge, 6)],
    ["lab.ev", wager.ev.replace("/", "/\u200b").replace("-", "−")],
    ["lab.deviation", wager.deviation.toFixed(6)],
    ["lab.hit", percent(wager.hit, 6)],
    ["lab.ways-all", grouped(wager.ways.total)],
    ...wager.hold.filter((each) => each.level === "99%").map((
      each,
    ) => [
      null,
      `${percent(each.low, 2)} … ${percent(each.high, 2)}`,
      t("lab.hold", { coups: count(each.coups), level: each.level }),
    ]),
  ];
  return el(
    "details",
    { class: "panel wager-sheet", open },
    el(
      "summary",
      {},
      el("span", { class: "name" }, wagerName(wager)),
      el("span", { class: "pill gold" }, t("lab.edge-of", { edge: percent(wager.edge, 4) })),
    ),
    scroller(
      "lab.lines",
      el(
        "table",
        { class: "data" },
        columns(["lab.ends", "lab.clause", "lab.ways", "lab.probability"], [2, 3]),
        el("tbody", {}, rows),
      ),
    ),
    el(
      "dl",
      { class: "facts" },
      facts.map(([key, value, said]) =>
        el("div", {}, key ? worded("dt", key) : el("dt", {}, said), el("dd", {}, value))
      ),
    ),
  );
}

function ending(line) {
  if (line.odds) return t("lab.pays", { odds: oddsText(line.odds) });
  if (line.pays === -1) return t("lab.loses");
  if (line.pays === 0) return t("lab.standoff");
  return t("lab.net", { pays: line.pays > 0 ? `+${line.pays}` : String(line.pays).replace("-", "−") });
}
