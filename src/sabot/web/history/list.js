/** The list of a player's own coups at one table, the newest first. */
import { el, fill } from "../shared/dom.js";
import { cash, gain } from "../shared/said/money.js";
import { calledOf, titleOf } from "../shared/said/titles.js";
import { told } from "../shared/said/times.js";
import { has, t } from "../shared/words.js";

export function handName(hand) {
  const box = /^box (\d+)$/.exec(hand);
  if (box) return t("hand.box", { box: box[1] });
  return has(`hand.${hand}`) ? t(`hand.${hand}`) : hand;
}

/** "Banker wins", or the point counts where every box has its own result. */
function resultWords(row) {
  if (row.result) return t(`wins.${row.result}`);
  return Object.entries(row.totals ?? {}).map(([hand, total]) =>
    `${handName(hand)}${hand.startsWith("box ") ? t("colon") : " "}${total}`
  ).join(" · ");
}

function coupButton(row, chosen, choose) {
  const net = (row.returned ?? 0) - (row.staked ?? 0);
  const fate = row.void && t("history.void-under", { clause: row.void });
  return el(
    "li",
    {},
    el(
      "button",
      {
        type: "button",
        class: `coup-row ${row.result || "boxes"}${row.void ? " void" : ""}`,
        "aria-current": chosen ? "true" : null,
        "aria-label": `${t("history.open", row)}: ${fate || resultWords(row)}, ${t("history.net")} ${gain(net)}`,
        on: { click: () => choose(row.coup) },
      },
      el("b", { class: "number" }, row.coup),
      el(
        "span",
        { class: "what" },
        el(row.void ? "s" : "span", {}, resultWords(row)),
        fate && el("span", { class: "pill" }, fate),
        el("span", { class: "small muted" }, told(row.at)),
      ),
      el(
        "span",
        { class: "sums" },
        el("b", { class: net > 0 ? "up" : net < 0 ? "down" : "" }, gain(net)),
        el("span", { class: "small muted" }, `${t("history.staked")} ${cash(row.staked ?? 0)}`),
      ),
    ),
  );
}

/** `state`: {tables: [TableCard], table, rows, more, coup}; `acts`: {pick(table), choose(coup), older()}. */
export function showList(place, state, acts) {
  const picker = el(
    "select",
    { id: "table" },
    state.tables.map((table) =>
      el(
        "option",
        { value: table.id, selected: table.id === state.table },
        table.called ? calledOf(table) : titleOf(table) || table.id,
      )
    ),
  );
  picker.addEventListener("change", () => acts.pick(picker.value));
  fill(
    place,
    el("div", { class: "field" }, el("label", { for: "table" }, t("history.table")), picker),
    state.rows.length
      ? el("ol", { class: "coups" }, state.rows.map((row) => coupButton(row, row.coup === state.coup, acts.choose)))
      : el("p", { class: "empty" }, t("history.none-here")),
    state.more && el("button", { type: "button", class: "button", on: { click: acts.older } }, t("history.older")),
  );
}
