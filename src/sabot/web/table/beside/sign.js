/** The sign at the table: limits and odds, each with its clause; in full as a dialog. */
import { ask, el, fill } from "../../shared/dom.js";
import { cashShort } from "../../shared/said/money.js";
import { counting, signsOf } from "../../shared/said/signs.js";
import { language, t } from "../../shared/words.js";
import { clauseSwitch, wanted } from "../said/clauses.js";
import { titleOf, wagerName, whenText } from "../said/spoken.js";

function pays(line) {
  return line.pays.includes(":") ? line.pays : t("standoff");
}

function extras({ sign, money }) {
  return [
    sign.unit && t("sign-unit", { amount: cashShort(sign.unit, money) }),
    sign.area && t("sign-area", { amount: cashShort(sign.area, money) }),
    sign.differential && t("sign-differential", { amount: cashShort(sign.differential, money) }),
  ].filter(Boolean);
}

function wagerRows({ rulebook, money }, layout, wager, bound) {
  return wager.lines.map((line, index) =>
    el(
      "tr",
      {},
      index === 0 &&
        el(
          "th",
          { scope: "row", rowspan: wager.lines.length },
          wagerName(layout, wager),
          el(
            "div",
            { class: "small muted" },
            t("wager-limits", { least: cashShort(bound.least, money), most: cashShort(bound.most, money) }),
          ),
          wanted() && el("div", { class: "clause" }, wager.clause),
        ),
      el("td", {}, whenText(rulebook, wager, line)),
      el("td", { class: "number" }, pays(line)),
      wanted() && el("td", { class: "clause" }, line.clause),
    )
  );
}

/** Which of the document's layouts lies here: a diagram by its letter, or by its name. */
function layoutWords(name) {
  const letter = /^diagram (.+)$/.exec(name)?.[1];
  return letter ? t("sign-diagram", { letter }) : t("sign-layout", { name });
}

export class Sign {
  /** `next` is the node on the felt for the sign that comes next; `now()` is the server's clock. */
  constructor(host, next, now) {
    Object.assign(this, { host, next, now, lines: [] });
    setInterval(() => this.tick(), 1000);
  }

  /** Only the words of a countdown change, and only where they do. */
  tick() {
    const { table } = this;
    if (!table?.sign) return;
    const said = signsOf(table).map((each) => counting(each, table, this.now()));
    this.next.hidden = !said.length;
    for (const [index, node] of [this.next, ...this.lines].entries()) {
      const text = said[Math.max(0, index - 1)] ?? "";
      if (node.textContent !== text) node.textContent = text;
    }
  }

  update(table, you, layout) {
    const made = JSON.stringify([table.sign, table.wagers, you?.bounds, language()]);
    if (made === this.made) return;
    this.made = made;
    this.table = table;
    const { sign, money } = table;
    this.lines = signsOf(table).map(() => el("p", { class: "posted" }));
    const more = el("button", { type: "button", class: "button" }, t("sign-more"));
    more.onclick = () => this.open(table, you, layout);
    const limits = sign &&
      t("wager-limits", { least: cashShort(sign.least, money), most: cashShort(sign.most, money) });
    fill(
      this.host,
      el("h2", { class: "visually-hidden" }, t("sign")),
      limits && el("b", { class: "limits" }, limits),
      sign && extras(table).map((text) => el("p", { class: "small muted" }, text)),
      this.lines,
      more,
    );
    this.next.hidden = !this.lines.length;
    this.tick();
  }

  open(table, you, layout) {
    const body = el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("sign-more") });
    const shown = () => fill(body, this.odds(table, you, layout));
    shown();
    return ask(
      t("sign-title", { title: titleOf(table) }),
      [
        table.layout && el("p", { class: "muted" }, layoutWords(table.layout)),
        table.sign && extras(table).map((text) => el("p", {}, text)),
        body,
        clauseSwitch(shown),
      ],
      [{ value: "", label: t("close") }],
    );
  }

  /** What every wager pays and when, with its limits. */
  odds(table, you, layout) {
    const head = [t("wager"), t("when"), t("odds"), ...(wanted() ? [t("clause-head")] : [])];
    return el(
      "table",
      { class: "data sign-table" },
      el("thead", {}, el("tr", {}, head.map((text) => el("th", { scope: "col" }, text)))),
      table.wagers.map((wager) => el("tbody", {}, wagerRows(table, layout, wager, you?.bounds?.[wager.id] ?? wager))),
    );
  }
}
