/** The sign at the table: limits and odds, each with its clause; in full as a dialog. */
import { ask, el, fill } from "../../shared/dom.js";
import { cashShort } from "../../shared/said/money.js";
import { told } from "../../shared/said/times.js";
import { language, t } from "../../shared/words.js";
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

/** What a sign announces: its kind, the bet and the amount, or the whole new sign; and its text. */
function announced(each, { money, wagers }, layout) {
  const name = (id) => {
    const wager = wagers.find((one) => one.id === id);
    return wager ? wagerName(layout, wager) : id;
  };
  const short = (amount) => cashShort(amount, money);
  const range = ({ least, most }) => t("wager-limits", { least: short(least), most: short(most) });
  const { limit } = each;
  return [
    t(`posted.${each.kind}`),
    each.wager && name(each.wager),
    each.amount != null && cashShort(each.amount, money),
    limit && range(limit),
    ...(limit ? extras({ sign: limit, money }) : []),
    ...Object.entries(limit?.wagers ?? {}).map(([id, bound]) => `${name(id)} ${range(bound)}`),
    each.text && each.kind !== "variant" && each.text,
    each.kind === "variant" && t(`scheme.${each.text}`),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** The signs that announce a change: what, and from when. */
function posted(table, layout) {
  return (table.sign.posted ?? []).map((each) =>
    el(
      "p",
      { class: "posted" },
      t("posted-since", {
        time: told(each.takes_effect ?? each.posted, "time"),
        text: announced(each, table, layout),
      }),
    )
  );
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
          el("div", { class: "clause" }, wager.clause),
        ),
      el("td", {}, whenText(rulebook, wager, line)),
      el("td", { class: "number" }, pays(line)),
      el("td", { class: "clause" }, line.clause),
    )
  );
}

/** Which of the document's layouts lies here: a diagram by its letter, or by its name. */
function layoutWords(name) {
  const letter = /^diagram (.+)$/.exec(name)?.[1];
  return letter ? t("sign-diagram", { letter }) : t("sign-layout", { name });
}

export class Sign {
  constructor(host) {
    this.host = host;
  }

  update(table, you, layout) {
    const made = JSON.stringify([table.sign, table.wagers, you?.bounds, language()]);
    if (made === this.made) return;
    this.made = made;
    const { sign, money } = table;
    const more = el("button", { type: "button", class: "button" }, t("sign-more"));
    more.onclick = () => this.open(table, you, layout);
    const limits = sign &&
      t("wager-limits", { least: cashShort(sign.least, money), most: cashShort(sign.most, money) });
    fill(
      this.host,
      el("h2", { class: "visually-hidden" }, t("sign")),
      limits && el("b", { class: "limits" }, limits),
      sign && extras(table).map((text) => el("p", { class: "small muted" }, text)),
      sign && posted(table, layout),
      more,
    );
  }

  open(table, you, layout) {
    const head = [t("wager"), t("when"), t("odds"), t("clause-head")];
    const body = el(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": t("sign-more") },
      el(
        "table",
        { class: "data sign-table" },
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            head.map((text) => el("th", { scope: "col" }, text)),
          ),
        ),
        table.wagers.map((wager) => el("tbody", {}, wagerRows(table, layout, wager, you?.bounds?.[wager.id] ?? wager))),
      ),
    );
    return ask(
      t("sign-title", { title: titleOf(table) }),
      [
        table.layout && el("p", { class: "muted" }, layoutWords(table.layout)),
        table.sign && extras(table).map((text) => el("p", {}, text)),
        body,
      ],
      [{ value: "", label: t("close") }],
    );
  }
}
