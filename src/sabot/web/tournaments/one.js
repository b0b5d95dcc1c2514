/** One tournament: what everybody sees, one's own entry, and the desk of those who run it. */
import { get, mayDo, me, post } from "../shared/api.js";
import { learnTables, tableName } from "../shared/said/called.js";
import { ownTitle } from "../shared/said/own-title.js";
import { el, fill, refusalText, toast } from "../shared/dom.js";
import "../shared/frame/header.js";
import { cash } from "../shared/said/money.js";
import { own, t } from "../shared/words.js";
import { openForm } from "../staff/forms/form.js";
import { statementCard, takenWords } from "../staff/forms/statements.js";
import { ACTS, actsFor } from "./acts.js";
import { importEntrants } from "./before/entrants.js";
import { report } from "./after/report.js";
import { PAPERS, papers } from "./papers.js";
import { receiptCards } from "./before/receipts.js";
import * as parts from "./parts.js";
import { act, game, isAhead, learnEntrants, moment, phase, roleName } from "./said.js";

const EVERY = 2000;
/** Roles that read the regulator's report; those of overseers and of the head. */
const REPORTED = [
  "casino supervisor",
  "assistant gaming manager",
  "gaming manager",
  "duty manager",
  "surveillance",
  "inspector",
  "tournament manager",
  "tournament director",
];
const id = decodeURIComponent(location.pathname.split("/").pop());
const path = `/api/tournaments/${encodeURIComponent(id)}`;
const main = document.getElementById("main");
const asked = new URLSearchParams(location.search).get("papers");
const paper = [...PAPERS, "receipts", "report"].includes(asked) ? asked : null;
let file = null;
let receipts = [];
let whole = null;
let who = null;
let may = null;
let view = null;
let shown = "";

async function send(command) {
  const answer = await post(`${path}/commands`, { id: crypto.randomUUID(), ...command });
  await load();
  return answer;
}

async function run(name) {
  const { fields, made, intro, label, send: form = (said) => said, danger = false } = ACTS[name];
  const known = { ...who, tables: fields ? await get("/api/tables") : [] };
  const asked = {
    title: act(name),
    fields: fields ? fields(view, known) : [],
    made: made ? await made(view) : [],
    intro: intro ? intro(view, known) : null,
    label: label ? label(view, known) : act(name),
    danger,
  };
  asked.submit = async (said) => {
    for (const part of asked.made) await part.judge?.(said);
    toast(takenWords(await send({ do: name, ...form(said, who) }), t("tournaments.done")), "ok");
  };
  await openForm(asked).catch((refused) => toast(refusalText(refused), "error"));
}

/** Entrants from a file, for the cage while entries are open. */
function lists() {
  const may_ = may.has("enter-tournament") && who.role !== "player" && view.card.phase === "open for entries";
  const send_ = (command) => post(`${path}/commands`, { id: crypto.randomUUID(), ...command });
  const open_ = () => importEntrants(view, send_).then(load);
  return may_ &&
    el(
      "button",
      { type: "button", class: "button", data: { act: "entrants-file" }, onclick: open_ },
      t("import.title"),
    );
}

/** Confirm everything that waits for the reader, with one reason: each is decided by itself. */
async function confirmAll(list) {
  await openForm({
    title: t("tournaments.confirm-all", { count: list.length }),
    intro: el("ul", { class: "lines" }, list.map((each) => el("li", {}, own(each.about, each.about_words)))),
    reason: true,
    submit: async ({ reason }) => {
      for (const { number } of list) {
        await post(`${path}/commands`, { id: crypto.randomUUID(), do: "confirm-statement", number, reason });
      }
      await load();
    },
  });
}

function buttons() {
  const acts = actsFor({ ...view, player: who.role === "player" }, may);
  if (!acts.length) return null;
  const button = (name) =>
    el("button", {
      type: "button",
      class: `button ${name === view.next?.do ? "primary" : ""} ${ACTS[name].danger ? "danger" : ""}`,
      data: { act: name },
      onclick: () => run(name),
    }, act(name));
  return el("div", { class: "row acts" }, acts.map(button), lists());
}

function nextStep() {
  const { next } = view;
  if (view.held) return el("p", { class: "pill danger" }, t("tournaments.held"));
  if (!next) return null;
  return el(
    "p",
    { class: "muted next" },
    next.by ? t("tournaments.next", { act: act(next.do), role: roleName(next.by) }) : t("tournaments.tables-play"),
  );
}

function yours() {
  const { you } = view;
  if (!you) return null;
  const seat = you.table
    ? el(
      "p",
      { class: "seat" },
      t("tournaments.your-seat", { table: tableName(you.table), box: you.box }),
      " ",
      el("a", { class: "button primary", href: `/table/${encodeURIComponent(you.table)}` }, t("tournaments.to-table")),
    )
    : el("p", {}, t("tournaments.no-seat"));
  return el(
    "section",
    { class: "panel yours" },
    el("h2", {}, you.entry ? t("tournaments.yours", { number: you.entry.number }) : t("tournaments.reserve")),
    you.offered && el("p", {}, t("tournaments.seat-offered", { fee: cash(view.card.fee) })),
    you.disputes.map(({ number, about, decision, review }) =>
      el(
        "p",
        {},
        t("tournaments.your-dispute", { number, about }),
        " ",
        review ?? decision ?? t("tournaments.undecided"),
      )
    ),
    seat,
    you.owed > 0 && el("p", {}, t("tournaments.you-are-owed", { amount: cash(you.owed) })),
  );
}

function waiting() {
  const list = view.books?.statements ?? [];
  if (!list.length) return null;
  const mine = list.filter(({ by, may_confirm: roles }) => by !== who.name && roles.includes(who.role));
  return el(
    "section",
    { class: "panel" },
    el("h2", {}, t("tournaments.statements")),
    mine.length > 1 &&
      el(
        "button",
        { type: "button", class: "button primary", data: { act: "confirm-all" }, onclick: () => confirmAll(mine) },
        t("tournaments.confirm-all", { count: mine.length }),
      ),
    list.map((each) => statementCard(each, who, send)),
  );
}

function heading() {
  const { card } = view;
  const facts = [
    game(card.rulebook),
    phase(card.phase),
    card.fee ? t("tournaments.fee-of", { fee: cash(card.fee) }) : t("tournaments.free"),
    t("tournaments.pool-of", { pool: cash(card.pool) }),
    isAhead(card.starts) && t("tournaments.next-at", { time: moment(card.starts) }),
  ];
  const link = (to, key) => el("a", { class: "button", href: to }, t(key));
  const links = el(
    "div",
    { class: "row acts" },
    view.books && who.role !== "cashier" && who.role !== "dealer" &&
      link(`/desk/${encodeURIComponent(id)}`, "tournaments.desk"),
    link(`/room/${encodeURIComponent(id)}`, "tournaments.room"),
    view.books && PAPERS.map((kind) => link(`?papers=${kind}`, `papers.${kind}`)),
    (view.books || view.you?.entry) && link("?papers=receipts", "papers.receipts"),
    view.books && REPORTED.includes(who.role) && link("?papers=report", "papers.report"),
    view.books && REPORTED.includes(who.role) && link(`${path}/report`, "tournaments.file"),
    view.books && view.entries.length > 0 && link(`${path}/entrants`, "tournaments.export"),
    el("button", { type: "button", class: "button", onclick: () => window.print() }, t("tournaments.print")),
  );
  return [
    el("div", { class: "row apart" }, el("h1", {}, ownTitle(card)), links),
    el("p", { class: "muted" }, facts.filter(Boolean).join(" · ")),
  ];
}

function printed() {
  if (paper === "receipts") return receiptCards(view, receipts);
  if (paper === "report") return report(view, whole);
  return papers(paper, view, file);
}

/** Papers stand alone on the page: what is printed is what is seen. */
function showPapers() {
  const back = el("a", { class: "button", href: location.pathname }, t("papers.back"));
  const print = el(
    "button",
    { type: "button", class: "button primary", onclick: () => window.print() },
    t("tournaments.print"),
  );
  fill(
    main,
    el(
      "div",
      { class: "row apart acts" },
      el("h1", {}, t(`papers.${paper}`)),
      el("div", { class: "row" }, back, print),
    ),
    el("div", { class: "papers" }, printed()),
  );
}

function show() {
  document.title = `${ownTitle(view.card)} · Sabot`;
  document.querySelector("sabot-header").setAttribute("heading", ownTitle(view.card));
  if (paper) return void showPapers();
  fill(
    main,
    heading(),
    nextStep(),
    buttons(),
    yours(),
    waiting(),
    parts.books(view),
    parts.places(view),
    parts.orders(view),
    parts.seats(view),
    parts.entries(view),
    parts.conditions(view),
    parts.proof(view),
  );
}

async function load() {
  view = await get(path);
  const key = JSON.stringify([{ ...view, now: null }, document.documentElement.lang]);
  if (key === shown) return;
  const opened = [...main.querySelectorAll("details[open] summary")].map(({ textContent }) => textContent);
  shown = key;
  await learnTables(); // a session has its tables when it is called
  await learnEntrants(who.role, view);
  show();
  for (const summary of main.querySelectorAll("details summary")) {
    summary.parentNode.open = opened.includes(summary.textContent);
  }
}

async function open() {
  [who, may] = await Promise.all([me(), mayDo("tournament")]);
  if (paper === "report") whole = await get(`${path}/report`);
  if (paper === "receipts") receipts = await get(`${path}/receipts`);
  if (paper === "results") file = await get(`${path}/file`).catch(() => null);
  await load();
  setInterval(() => document.hidden || load().catch(() => null), EVERY);
}

document.addEventListener("language", () => view && load().catch(() => null));
open().catch((refused) => fill(main, el("p", { class: "empty error", role: "alert" }, refusalText(refused))));
