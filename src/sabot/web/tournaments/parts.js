/** What everybody sees of a tournament: the next seats, the order, the entries, the conditions. */
import { tableName } from "../shared/said/called.js";
import { el } from "../shared/dom.js";
import { cash } from "../shared/said/money.js";
import { t } from "../shared/words.js";
import { columns, scroller } from "../shared/said/worded.js";
import { chips, entrant, item, moment, stage, status } from "./said.js";

function rows(kind, head, numbers, lines) {
  return scroller(
    `tournaments.${kind}`,
    el("table", { class: "data" }, columns(head, numbers), el("tbody", {}, lines)),
  );
}

const cells = (...texts) => el("tr", {}, texts.map((each) => (each instanceof Node ? each : el("td", {}, each))));

/** An entrant; the sign-in name is the title. */
const who = (name) => el("td", { title: name }, entrant(name));

/** Who sits where in the session that is called. */
export function seats(view) {
  const { sitting } = view;
  if (!sitting) return null;
  const tables = sitting.tables.map(({ table, seats: boxes, begun, counted }) => {
    const state = counted ? "tournaments.counted" : begun ? "tournaments.playing" : "tournaments.waiting";
    const list = Object.entries(boxes).map(([box, player]) =>
      el("li", { value: box, class: player === view.you?.entry?.player ? "you" : null, title: player }, entrant(player))
    );
    return el(
      "section",
      { class: "panel seats" },
      el(
        "div",
        { class: "row apart" },
        el("h3", {}, t("tournaments.table", { table: tableName(table) })),
        el("span", { class: "pill" }, t(state)),
      ),
      list.length ? el("ol", {}, list) : el("p", { class: "muted" }, t("tournaments.not-drawn")),
    );
  });
  const heading = `${stage(sitting.stage)}${t("comma")}${moment(sitting.starts)}`;
  return el(
    "section",
    {},
    el("h2", {}, t("tournaments.seats"), " ", el("span", { class: "muted" }, heading)),
    el("div", { class: "grid" }, tables),
  );
}

function orderOf({ table, levels, chips: held, open, plays_off: plays }) {
  let place = 1;
  const lines = levels.flatMap((names) => {
    const first = place;
    place += names.length;
    return names.map((name) =>
      cells(
        String(first),
        who(name),
        el("td", { class: "number" }, held[name] === undefined ? "" : chips(held[name])),
        names.length > 1 && open.includes(name) ? t(plays ? "tournaments.plays-off" : "tournaments.level") : "",
      )
    );
  });
  return el(
    "section",
    { class: "panel" },
    el("h3", {}, t("tournaments.table", { table: tableName(table) })),
    rows("order", ["tournaments.place", "tournaments.player", "tournaments.chips", ""], [2], lines),
  );
}

/** The order at every table that is counted. */
export function orders(view) {
  if (!view.orders.length) return null;
  return el(
    "section",
    {},
    el("h2", {}, t("tournaments.order")),
    el("div", { class: "grid" }, view.orders.map(orderOf)),
  );
}

/** The final places, and what is still owed to those who run it. */
export function places(view) {
  if (!view.places.length) return null;
  const owed = view.books?.owed ?? {};
  const due = Object.keys(owed).length > 0;
  let place = 1;
  const lines = view.places.flatMap((names) => {
    const first = place;
    place += names.length;
    return names.map((name) =>
      cells(
        String(first),
        who(name),
        ...(due ? [el("td", { class: "number" }, owed[name] ? cash(owed[name]) : "")] : []),
      )
    );
  });
  return el(
    "section",
    { class: "panel" },
    el("h2", {}, t("tournaments.places")),
    rows("places", ["tournaments.place", "tournaments.player", ...(due ? ["tournaments.owed"] : [])], [2], lines),
  );
}

/** List all entrants; points and clauses where there are any. */
export function entries(view) {
  const points = view.entries.some((each) => each.points !== "0");
  const clauses = view.entries.some((each) => each.clause);
  const head = [
    "tournaments.number",
    "tournaments.player",
    "tournaments.status",
    ...(points ? ["tournaments.points"] : []),
    ...(clauses ? ["tournaments.clause"] : []),
  ];
  const lines = view.entries.map((each) =>
    cells(
      String(each.number),
      who(each.player),
      each.here ? t("tournaments.here", { status: status(each.status) }) : status(each.status),
      ...(points ? [each.points] : []),
      ...(clauses ? [each.clause ?? ""] : []),
    )
  );
  const body = lines.length ? rows("entries", head, [], lines) : el("p", { class: "empty" }, t("tournaments.nobody"));
  return el("section", { class: "panel" }, el("h2", {}, t("tournaments.entries")), body);
}

function told(value) {
  if (value === true || value === false) return t(value ? "yes" : "no");
  if (Array.isArray(value)) {
    return value.map((
      each,
    ) => (typeof each === "object"
      ? [`${each.minimum} – ${each.maximum}`, each.at].filter(Boolean).join(", ")
      : `${each}%`)
    ).join("; ");
  }
  return String(value);
}

const HEADING = new Set(["rulebook", "name", "name_zh"]);

/** What the conditions say, item by item. */
export function conditionList(said) {
  const items = Object.entries(said).filter(([key]) => !HEADING.has(key));
  return el(
    "dl",
    { class: "said-conditions" },
    items.map(([key, value]) => [el("dt", {}, item(key)), el("dd", {}, told(value))]),
  );
}

/** The conditions as they are published. */
export function conditions(view) {
  const said = Object.keys(view.conditions);
  if (!said.length) return null;
  return el(
    "details",
    { class: "panel" },
    el("summary", {}, t("tournaments.conditions", { version: view.conditions_version })),
    conditionList(view.conditions),
  );
}

/** Show how the seats were drawn, for a check. */
export function proof({ draw }) {
  if (!draw.digest) return null;
  return el(
    "details",
    { class: "panel" },
    el("summary", {}, t("tournaments.proof")),
    el("p", {}, t("tournaments.proof-text")),
    el("p", { class: "digest" }, draw.digest),
    draw.order.length > 0 && el("ol", {}, draw.order.map((place) => el("li", {}, draw.entries[place - 1]))),
  );
}

/** The books, for the desk. */
export function books({ books: held, card }) {
  if (!held) return null;
  const figure = (key, cents) => el("div", { class: "panel figure" }, el("b", {}, cash(cents)), el("span", {}, t(key)));
  const owed = Object.values(held.owed).reduce((sum, each) => sum + each, 0);
  return el(
    "section",
    {},
    el("h2", {}, t("tournaments.books")),
    el(
      "div",
      { class: "grid narrow" },
      figure("tournaments.fees", held.fees),
      figure("tournaments.added", held.added),
      figure("tournaments.pool", card.pool),
      figure("tournaments.owed", owed),
    ),
  );
}
