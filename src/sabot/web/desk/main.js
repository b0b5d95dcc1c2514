/** The desk of those who run a tournament: its tables, what is done at them, its duties and exceptions. */
import { get, mayDo, me, post } from "../shared/api.js";
import { learnTables, personTo, streamName, tableName } from "../shared/said/called.js";
import { ownTitle } from "../shared/said/own-title.js";
import { el, fill, refusalText, toast } from "../shared/dom.js";
import "../shared/frame/header.js";
import { cash } from "../shared/said/money.js";
import { told } from "../shared/said/times.js";
import { own, t, wordOr } from "../shared/words.js";
import { tick } from "../staff/clock.js";
import { openForm } from "../staff/forms/form.js";
import { statementCard, takenWords } from "../staff/forms/statements.js";
import { boardCard } from "../tournaments/board.js";
import { act as actWords, entrant, learnEntrants, phase, roleName, stage } from "../tournaments/said.js";
import { actsAt, HEAT_ACTS } from "./acts.js";

const EVERY = 2000;
const SLOWLY = 15000;
const id = decodeURIComponent(location.pathname.split("/").pop());
const path = `/api/tournaments/${encodeURIComponent(id)}`;
const main = document.getElementById("main");
const parts = Object.fromEntries(
  ["head", "tables", "panel", "duties", "exceptions"].map((name) => [name, el("section", { class: `desk-${name}` })]),
);
let who = null;
let may = null;
let board = null;
let view = null;
let chosen = "";
let ahead = 0;
const shown = new Map();
const OVER = new Set(["finished", "awarded", "paid", "cancelled"]);

const now = () => Date.now() + ahead;

/** Draw a part again only where what it shows has changed: a click lands where it was aimed. */
function put(name, key, nodes) {
  const said = JSON.stringify([key, document.documentElement.lang]);
  if (shown.get(name) === said) return;
  shown.set(name, said);
  fill(parts[name], nodes());
}

async function send(table, command) {
  const answer = await post(`/api/tables/${encodeURIComponent(table)}/commands`, {
    id: crypto.randomUUID(),
    ...command,
  });
  await load();
  return answer;
}

function run(table, name) {
  const { fields, shape = (same) => same, danger = false } = HEAT_ACTS[name];
  return openForm({
    title: `${t(`desk.do-${name}`)}: ${tableName(table.table)}`,
    fields: fields(table),
    label: t(`desk.do-${name}`),
    danger,
    submit: async (said) => {
      const answer = await send(table.table, { do: name, ...shape(said) });
      toast(takenWords(answer, t("desk.done")), "ok");
    },
  });
}

function head() {
  const { next } = view;
  const link = (to, key) => el("a", { class: "button", href: to }, t(key));
  const facts = [
    phase(board.phase),
    board.stage && `${stage(board.stage)} ${t("desk.session", { number: board.session, all: board.sessions })}`,
    t("desk.in-play", { number: board.in_play, all: board.entrants }),
  ];
  const after = board.next &&
    el("p", {}, t("desk.next-session", { stage: stage(board.next.stage), time: told(board.next.starts, "weekday") }));
  return [
    el(
      "div",
      { class: "row apart" },
      el("h1", {}, ownTitle(board)),
      el(
        "div",
        { class: "row" },
        link(`/tournament/${encodeURIComponent(id)}`, "desk.tournament"),
        link(`/room/${encodeURIComponent(id)}`, "desk.wall"),
      ),
    ),
    el("p", { class: "muted" }, facts.filter(Boolean).join(" · ")),
    after,
    next?.by && el("p", { class: "next" }, t("desk.next", { act: actWords(next.do), role: roleName(next.by) })),
  ];
}

function tables() {
  if (!board.tables.length) {
    return el("p", { class: "empty" }, t(OVER.has(board.phase) ? "desk.over" : "desk.no-tables"));
  }
  const card = (table) =>
    boardCard(table, {
      called: entrant,
      chosen: table.table === chosen,
      pick: () => {
        chosen = table.table;
        show();
        parts.panel.scrollIntoView({ block: "nearest" });
      },
      extra: (table.disputes.length > 0 || table.statements.length > 0) &&
        el("p", { class: "pill danger" }, t("desk.waits", { count: table.disputes.length + table.statements.length })),
    });
  return el("div", { class: "grid heats" }, board.tables.map(card));
}

function panel(table) {
  const button = ([name, { danger }]) =>
    el("button", {
      type: "button",
      class: `button ${danger ? "danger" : ""} ${name === "start-heat" ? "primary" : ""}`,
      data: { do: name },
      onclick: () => run(table, name),
    }, t(`desk.do-${name}`));
  const acts = actsAt(table, may);
  const begun = ["on", "over"].includes(table.heat?.state);
  const absent = begun ? table.heat.entrants.filter(({ state = "in", there }) => state === "in" && !there) : [];
  return el(
    "section",
    { class: "panel column" },
    el("h2", {}, t("desk.at-table", { table: tableName(table.table) })),
    acts.length ? el("div", { class: "row acts" }, acts.map(button)) : el("p", { class: "muted" }, t("desk.no-acts")),
    absent.length > 0 &&
      el(
        "p",
        { class: "pill danger no-shows" },
        t("desk.no-shows", { names: absent.map(({ name }) => entrant(name)).join(", ") }),
      ),
    table.statements.map((each) => statementCard(each, who, (command) => send(table.table, command))),
  );
}

function show() {
  document.title = `${ownTitle(board)} · Sabot`;
  document.querySelector("sabot-header").setAttribute("heading", ownTitle(board));
  if (!board.tables.some(({ table }) => table === chosen)) chosen = board.tables[0]?.table ?? "";
  const table = board.tables.find((each) => each.table === chosen);
  put(
    "head",
    [ownTitle(board), board.phase, board.session, board.in_play, board.entrants, board.next, view.next],
    head,
  );
  put("tables", [board.tables, chosen], tables);
  put("panel", [table, chosen], () => (table ? panel(table) : []));
}

async function load() {
  const [newest, whole] = await Promise.all([get(`${path}/board`), get(path)]);
  board = newest;
  view = whole;
  ahead = Date.parse(board.now) - Date.now();
  await Promise.all([learnTables(), learnEntrants(who.role, view)]);
  show();
}

// What is open, and what moved on a person's word

const STYLES = { late: "danger", due: "gold", open: "" };

function duty(row) {
  return el(
    "li",
    {},
    el("span", { class: `pill ${STYLES[row.status] ?? ""}` }, t(`desk.duty-${row.status}`)),
    " ",
    el("b", {}, own(row.name, row.words)),
    " ",
    own(row.about, row.about_words),
    " ",
    el("span", { class: "clause" }, t("clause", { clause: row.clause })),
    el(
      "div",
      { class: "muted small" },
      [streamName(row.stream), wordOr(`role.${row.to}`, row.to), told(row.due)]
        .filter(Boolean).join(" · "),
    ),
  );
}

function exception(row) {
  const people = [row.stated_by, row.decided_by].filter(Boolean).map(personTo(who.role));
  return el(
    "li",
    {},
    el("span", { class: `pill ${row.rests === "pending" ? "gold" : ""}` }, t(`desk.rests-${row.rests}`)),
    " ",
    own(row.text, row.words),
    row.clause && el("span", { class: "clause" }, " ", t("clause", { clause: row.clause })),
    el(
      "div",
      { class: "muted small" },
      [told(row.at), row.table && tableName(row.table), people.join(", "), row.cents && cash(row.cents)]
        .filter(Boolean).join(" · "),
    ),
  );
}

function list(key, rows, line) {
  return el(
    "section",
    { class: "panel" },
    el("h2", {}, t(`desk.${key}`), " ", el("span", { class: "pill" }, String(rows.length))),
    rows.length ? el("ul", { class: "lines" }, rows.map(line)) : el("p", { class: "muted" }, t(`desk.no-${key}`)),
  );
}

async function oversee() {
  const mine = async (name) => get(`${path}/${name}`).catch(() => null);
  const [due, found] = await Promise.all([mine("duties"), mine("exceptions")]);
  put("duties", due, () => (due ? list("duties", due, duty) : []));
  put("exceptions", found, () => (found ? list("exceptions", found.rows, exception) : []));
}

async function open() {
  [who, may] = await Promise.all([me(), mayDo("table")]);
  fill(
    main,
    parts.head,
    el(
      "div",
      { class: "desk-columns" },
      parts.tables,
      el("div", { class: "column" }, parts.panel, parts.duties, parts.exceptions),
    ),
  );
  tick(main, now);
  await load();
  await oversee();
  setInterval(() => document.hidden || load().catch(() => null), EVERY);
  setInterval(() => document.hidden || oversee(), SLOWLY);
}

document.addEventListener("language", () => board && (show(), oversee()));
open().catch((refused) => fill(main, el("p", { class: "empty error", role: "alert" }, refusalText(refused))));
