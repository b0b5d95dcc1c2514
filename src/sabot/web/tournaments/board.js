/** The running board: a card for each table of the session, with its entrants, chips, coups and clock. */
import { tableName } from "../shared/said/called.js";
import { el } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { chips } from "./said.js";

const STATES = { seated: "board.seated", on: "board.on", over: "board.over", counted: "board.counted" };

/** How much of the session is left: coups, or time to the end. */
function left({ coup, coups, ends }) {
  if (coups) return [t("board.coups", { coup, coups, left: Math.max(0, coups - coup) })];
  return ends ? [t("board.coup", { coup }), " · ", el("span", { data: { until: ends } })] : [t("board.coup", { coup })];
}

/** The clock that runs: of a wager, of a break, or none. */
function clock({ until, resumes }) {
  if (resumes) return [t("board.break"), " ", el("span", { data: { until: resumes, over: "0:00" } })];
  return until ? [t("board.wager"), " ", el("span", { data: { until, over: "0:00" } })] : [];
}

/** What is to be said of an entrant beside the chips. */
function stateOf(entrant, heat, betting) {
  const { state = "in", away, there, laid, out_in: out } = entrant;
  if (state === "eliminated") return ["out", t("board.out-in", { coup: out })];
  if (state === "disqualified") return ["out", t("board.disqualified")];
  if (away) return ["away", t("board.away")];
  if (!there) return ["away", t("board.not-there")];
  if (heat.order && heat.turn === entrant.box && betting) return ["turn", t("board.turn")];
  if (laid && betting) return ["laid", t(`board.laid-${laid}`)];
  return ["", ""];
}

/** Entrants who are in, those with the most chips first, then those who are out. */
function byChips(entrants) {
  const isOut = ({ state = "in" }) => state !== "in";
  return [...entrants].sort((one, other) =>
    isOut(one) - isOut(other) || other.chips - one.chips || one.box - other.box
  );
}

/** One table. `called` names an entrant, `pick` is called when the card is chosen. */
export function boardCard({ table, heat, bets_open: betting }, { called, chosen = false, pick = null, extra = null }) {
  const name = pick
    ? el("button", { type: "button", class: "button quiet", data: { pick: table }, onclick: pick }, tableName(table))
    : tableName(table);
  if (!heat) {
    return el(
      "section",
      { class: `panel heat-card ${chosen ? "chosen" : ""}`, data: { table } },
      el("h3", {}, name),
      el("p", { class: "muted" }, t("board.not-seated")),
      extra,
    );
  }
  const rows = byChips(heat.entrants).map((entrant) => {
    const [style, said] = stateOf(entrant, heat, betting);
    return el(
      "tr",
      { class: style || null, data: { entrant: entrant.name } },
      el("td", { class: "box" }, String(entrant.box)),
      el("td", { class: "who", title: entrant.name }, called(entrant.name)),
      el("td", { class: "small said" }, said),
      el("td", { class: "number" }, chips(entrant.chips)),
    );
  });
  const { least = 0, most = 0 } = heat;
  return el(
    "section",
    { class: `panel heat-card ${chosen ? "chosen" : ""}`, data: { table } },
    el(
      "div",
      { class: "row apart" },
      el("h3", {}, name),
      el(
        "span",
        { class: `pill ${heat.state === "on" ? "ok" : heat.state === "over" ? "gold" : ""}` },
        t(STATES[heat.state]),
      ),
    ),
    el("p", { class: "small muted" }, left(heat), " · ", t("board.limits", { least: chips(least), most: chips(most) })),
    el("p", { class: "board-clock" }, heat.state === "on" ? clock(heat) : []),
    el("table", { class: "data" }, el("tbody", {}, rows)),
    extra,
  );
}
