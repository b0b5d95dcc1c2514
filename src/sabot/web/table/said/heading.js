/** What stands around the cards: the table's name, the facts of the coup, and the notes. */
import { calledOf } from "../../shared/said/table-name.js";
import { cashShort } from "../../shared/said/money.js";
import { el, fill } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { notes } from "./notes.js";
import { coupName, titleOf } from "./spoken.js";

/** The limits, the coup, the shoe, the scheme and the method, as far as a table has them. */
const pillsOf = (table) => [
  table.sign &&
  t("wager-limits", { least: cashShort(table.sign.least, table.money), most: cashShort(table.sign.most, table.money) }),
  coupName(table, table.coup.number),
  table.shoe?.number ? t("shoe-n", { number: table.shoe.number }) : null,
  table.scheme && t(`scheme.${table.scheme}`),
  /^[A-Z]$/.test(table.method ?? "") && t("method-n", { method: table.method }),
];

export class Heading {
  /** `header` is the page's own; `facts` and `told` are the nodes for facts and notes. */
  constructor(header, facts, told) {
    Object.assign(this, { header, facts, told, made: "" });
  }

  /** `role` is who looks. */
  update(table, you, layout, role) {
    const title = titleOf(table, layout);
    const heading = table.called ? calledOf(table) : t("table-of", { title, id: table.id });
    if (this.header.getAttribute("heading") !== heading) this.header.setAttribute("heading", heading);
    document.title = `${heading} · Sabot`;
    this.header.toggleAttribute("seated", Boolean(you?.at_table));
    const pills = pillsOf(table).filter(Boolean);
    const said = notes(table, you, role);
    const made = JSON.stringify([title, pills, said]);
    if (made === this.made) return;
    this.made = made;
    fill(this.facts, el("h1", {}, title), pills.map((text) => el("span", { class: "fact-pill" }, text)));
    fill(this.told, said.map((text) => el("p", {}, text)));
  }
}
