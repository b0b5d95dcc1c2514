/** What is printed: a card for each seat, a sheet for each table, the results to be signed. */
import { tableName } from "../shared/said/called.js";
import { ownTitle } from "../shared/said/own-title.js";
import { el } from "../shared/dom.js";
import { cash } from "../shared/said/money.js";
import { t } from "../shared/words.js";
import { columns } from "../shared/said/worded.js";
import { chips, game, moment, stage } from "./said.js";

export const PAPERS = ["cards", "sheets", "results"];
const line = (key) => el("p", { class: "sign" }, el("span", {}, t(key)), el("span", { class: "rule" }));

function legOf({ schedule, sitting }) {
  return schedule?.legs[sitting.session - 1];
}

function terms(view) {
  const leg = legOf(view);
  const [first] = leg?.limits ?? [];
  const { pass_cards: passes, undisclosed_wagers: forms } = view.conditions;
  return [
    Number(view.conditions.chips) > 0 &&
    t("papers.chips", { chips: Number(view.conditions.chips).toLocaleString("en-AU") }),
    first && t("papers.limits", { minimum: chips(first.minimum), maximum: chips(first.maximum) }),
    leg?.coups && t("papers.coups", { coups: leg.coups }),
    leg && t("papers.advance", { number: leg.advance }),
    Number.isInteger(passes) && passes > 0 && t("papers.passes", { number: passes }),
    Number.isInteger(forms) && forms > 0 && t("papers.forms", { number: forms }),
  ].filter(Boolean);
}

const sessionName = ({ sitting }) => `${stage(sitting.stage)} ${sitting.session}${t("comma")}${moment(sitting.starts)}`;

function cards(view) {
  if (!view.sitting) return null;
  const seats = view.sitting.tables.flatMap(({ table, seats: boxes }) =>
    Object.entries(boxes).map(([box, player]) => ({ table, box, player }))
  );
  const card = ({ table, box, player }) =>
    el(
      "section",
      { class: "seat-card" },
      el("h2", {}, ownTitle(view.card)),
      el("p", {}, sessionName(view)),
      el("p", { class: "who" }, player),
      el(
        "p",
        { class: "where" },
        el("span", {}, t("papers.table"), el("b", {}, tableName(table))),
        el("span", {}, t("papers.box"), el("b", {}, box)),
      ),
      el("p", { class: "small" }, terms(view).join(" · ")),
    );
  return seats.length ? el("div", { class: "seat-cards" }, seats.map(card)) : null;
}

/** For the dealer and the supervisor: who sits where, and room for what they count. */
function sheet(view, { table, seats: boxes }) {
  const order = view.orders.find((each) => each.table === table);
  const held = (player) => (order?.chips[player] === undefined ? "" : chips(order.chips[player]));
  const rows = Object.entries(boxes).map(([box, player]) =>
    el(
      "tr",
      {},
      el("td", {}, box),
      el("td", {}, player),
      el("td", { class: "number" }, held(player)),
      el("td", {}),
      el("td", {}),
    )
  );
  return el(
    "section",
    { class: "session-sheet" },
    el("h2", {}, `${ownTitle(view.card)}: ${t("tournaments.table", { table: tableName(table) })}`),
    el("p", {}, [game(view.card.rulebook), sessionName(view)].join(" · ")),
    el("p", { class: "small" }, terms(view).join(" · ")),
    el(
      "table",
      { class: "data" },
      columns(["papers.box", "tournaments.player", "papers.counted", "papers.out", "papers.remarks"], [2]),
      el("tbody", {}, rows),
    ),
    line("papers.missing"),
    line("papers.counted-by"),
    line("papers.confirmed-by"),
  );
}

function sheets(view) {
  const tables = view.sitting?.tables.filter(({ seats }) => Object.keys(seats).length) ?? [];
  return tables.length ? tables.map((each) => sheet(view, each)) : null;
}

function numbered(levels) {
  let place = 1;
  return levels.flatMap((names) => {
    const first = place;
    place += names.length;
    return names.map((name) => ({ place: first, name }));
  });
}

function results(view, file) {
  const table = (heading, levels, told, head) =>
    el(
      "section",
      { class: "result" },
      el("h3", {}, heading),
      el(
        "table",
        { class: "data" },
        columns(["tournaments.place", "tournaments.player", head], [2]),
        el(
          "tbody",
          {},
          numbered(levels).map(({ place, name }) =>
            el("tr", {}, el("td", {}, String(place)), el("td", {}, name), el("td", { class: "number" }, told(name)))
          ),
        ),
      ),
    );
  const prize = (name) => (file?.prizes[name] ? cash(file.prizes[name]) : "");
  const found = [
    ...(view.places.length ? [table(t("tournaments.places"), view.places, prize, "papers.prize")] : []),
    ...view.orders.map((each) =>
      table(
        t("tournaments.table", { table: tableName(each.table) }),
        each.levels,
        (name) => (each.chips[name] === undefined ? "" : chips(each.chips[name])),
        "tournaments.chips",
      )
    ),
  ];
  if (!found.length) return null;
  return el(
    "section",
    { class: "results" },
    el("h2", {}, ownTitle(view.card)),
    el(
      "p",
      {},
      [game(view.card.rulebook), t("tournaments.pool-of", { pool: cash(view.card.pool) }), moment(view.now)].join(
        " · ",
      ),
    ),
    el("div", { class: "result-tables" }, found),
    line("papers.announced-by"),
    line("papers.date"),
  );
}

/** The papers of one kind, ready to print; `file` is the regulator's, where the caller has it. */
export function papers(kind, view, file) {
  const made = { cards, sheets, results }[kind](view, file);
  return made ?? el("p", { class: "empty" }, t(`papers.no-${kind}`));
}
