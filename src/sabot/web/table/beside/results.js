/** The player's wagers: what lies on the layout, then how each ended, with the clause that says so. */
import { el, fill } from "../../shared/dom.js";
import { cash, gain } from "../../shared/said/money.js";
import { language, t } from "../../shared/words.js";
import { ownStakes } from "../bets/stakes.js";
import { coupName, wagerName } from "../said/spoken.js";

/** What a stake brought: what came back before the end and at it, less what was staked. */
export const netOf = (end) => end.returns + (end.returned ?? 0) - end.staked;

export function ownEnds(table, you) {
  return (table.ends ?? []).filter((end) => end.player === you?.name);
}

/** The result of the coup for the player; null while nothing has ended. */
export function netResult(table, you) {
  const ends = ownEnds(table, you);
  return ends.length ? ends.reduce((sum, end) => sum + netOf(end), 0) : null;
}

function nameOf(layout, table, end) {
  const wager = table.wagers.find(({ id }) => id === end.on) ?? { id: end.on, name: end.on };
  const name = wagerName(layout, wager);
  return end.box ? `${t("box-n", { box: end.box })} · ${name}` : name;
}

/** The clause that says how a wager ended, or who did where none does. */
function clauseText({ clause }) {
  return clause === "no rule" ? t("no-rule") : t("clause", { clause });
}

function line(layout, table, end) {
  const name = nameOf(layout, table, end);
  const outcome = t(`outcome.${end.outcome}`);
  const net = gain(netOf(end), table.money);
  const said = t("end-line", {
    name,
    staked: cash(end.staked, table.money),
    outcome,
    net,
    clause: clauseText(end),
  });
  return el(
    "li",
    {},
    el(
      "button",
      {
        type: "button",
        class: `end ${end.outcome}`,
        "aria-label": said,
        title: clauseText(end),
      },
      el("span", { class: "end-name" }, name),
      el("span", { class: "end-stake" }, cash(end.staked, table.money)),
      el(
        "span",
        { class: "end-outcome" },
        outcome,
        end.odds && end.outcome === "win" && ` ${end.odds}`,
      ),
      el("span", { class: "end-net" }, net),
      el("span", { class: "end-clause" }, clauseText(end)),
    ),
  );
}

/** Chips that lie: on what, how many, and what may still be won or lost where that is less. */
function lying(layout, table, stake) {
  return el(
    "li",
    { class: "lies" },
    el("span", { class: "end-name" }, nameOf(layout, table, stake)),
    el("span", { class: "end-stake" }, cash(stake.amount, table.money)),
  );
}

export class Results {
  constructor(host) {
    this.host = host;
  }

  /** `over`: the result of this coup is out; until its wagers are settled too, the chips that lie there
   * are shown. */
  update(table, you, layout, over) {
    this.host.hidden = !you?.at_table;
    const ends = ownEnds(table, you);
    const stakes = you?.at_table && !(over && ends.length) ? ownStakes(table, you.name) : [];
    const made = JSON.stringify([ends, stakes, over, language(), Boolean(you?.at_table)]);
    if (made === this.made) return;
    this.made = made;
    if (ends.length) this.kept = ends;
    fill(
      this.host,
      el("h2", {}, t("your-results")),
      stakes.length ? this.chips(table, layout, stakes) : this.ended(table, layout),
    );
  }

  chips(table, layout, stakes) {
    const sum = stakes.reduce((total, { amount }) => total + amount, 0);
    return [
      el("ul", { class: "ends" }, stakes.map((stake) => lying(layout, table, stake))),
      el("p", { class: "net-line" }, t("lies-in-all", { amount: cash(sum, table.money) })),
    ];
  }

  ended(table, layout) {
    const shown = this.kept ?? [];
    const net = shown.reduce((sum, end) => sum + netOf(end), 0);
    return [
      shown.length
        ? el(
          "ul",
          { class: "ends" },
          shown.map((end) => line(layout, table, end)),
        )
        : el("p", { class: "muted" }, t("no-results")),
      shown.length > 0 &&
      el(
        "p",
        { class: "net-line" },
        t("net-result", { coup: coupName(table, shown[0].coup), net: gain(net, table.money) }),
      ),
    ];
  }
}
