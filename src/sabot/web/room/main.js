/** The screen for the room: who sits where, who leads, when it goes on. It only listens. */
import { askOnce } from "../shared/api.js";
import { learnTables, tableName } from "../shared/said/called.js";
import { ownTitle } from "../shared/said/own-title.js";
import { el, fill, refusalText } from "../shared/dom.js";
import { cash } from "../shared/said/money.js";
import { t } from "../shared/words.js";
import { tick as tickAll } from "../staff/clock.js";
import { boardCard } from "../tournaments/board.js";
import { chips, moment, phase, stage } from "../tournaments/said.js";

const EVERY = 2000;
const TURN = 8000;
const AT_ONCE = 4; // tables on the wall, more by pages
const id = decodeURIComponent(location.pathname.split("/").pop());
const main = document.getElementById("main");
const clock = el("p", { class: "clock", role: "timer" });
let view = null;
let board = null;
let page = 0;
const roomy = matchMedia("(min-width: 700px)");
const head = el("header", {});
const boards = el("div", { class: "boards", tabindex: 0, role: "region" });
let ahead = 0;
let shown = "";

/** So long until the next session, by the house's clock. */
function tick() {
  if (!view?.card.starts) return void fill(clock);
  const seconds = Math.floor((new Date(view.card.starts) - Date.now() - ahead) / 1000);
  const pad = (number) => String(number).padStart(2, "0");
  const time = `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
  return void fill(clock, seconds > 0 ? t("room.in", { time }) : "");
}

/** More than fits is shown by turns: on to the first board that is not whole, from the end to the start. */
function turn() {
  if (isRunning()) {
    page += 1;
    return void show();
  }
  const { scrollTop, clientHeight, scrollHeight } = boards;
  const hidden = [...boards.querySelectorAll("section, li")].find((each) =>
    each.offsetTop > scrollTop && each.offsetTop + each.offsetHeight > scrollTop + clientHeight
  );
  const isEnd = scrollTop + clientHeight > scrollHeight - 2;
  boards.scrollTo({
    top: isEnd || !hidden ? 0 : hidden.offsetTop,
    behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth",
  });
}

function seatCards() {
  return view.sitting.tables.map(({ table, seats }) =>
    el(
      "section",
      {},
      el("h3", {}, t("room.table", { table: tableName(table) })),
      el(
        "ul",
        {},
        Object.entries(seats).map(([box, player]) => el("li", {}, el("span", { class: "box" }, box), " ", player)),
      ),
    )
  );
}

function orderCards() {
  return view.orders.map(({ table, levels, chips: held }) => {
    let place = 1;
    const lines = levels.flatMap((names) => {
      const level = place;
      place += names.length;
      return names.map((name) =>
        el(
          "li",
          {},
          el("span", { class: "box" }, level),
          " ",
          name,
          el("b", {}, held[name] === undefined ? "" : chips(held[name])),
        )
      );
    });
    return el("section", {}, el("h3", {}, t("room.table", { table: tableName(table) })), el("ul", {}, lines));
  });
}

function placeCards() {
  let place = 1;
  const lines = view.places.flatMap((names) => {
    const level = place;
    place += names.length;
    return names.map((name) =>
      el("li", { class: level <= 3 ? "best" : null }, el("span", { class: "box" }, level), " ", name)
    );
  });
  return el("section", { class: "list" }, el("ul", {}, lines));
}

const isRunning = () => view?.sitting?.state === "on" && Boolean(board?.tables.some(({ heat }) => heat));
const pages = () => Math.ceil(board.tables.length / AT_ONCE);

/** The tables of one page as they stand: chips, coups, clocks, who is out or away. */
function runningCards() {
  page %= pages();
  const some = roomy.matches ? board.tables.slice(page * AT_ONCE, (page + 1) * AT_ONCE) : board.tables;
  return some.map((table) => boardCard(table, { called: (name) => name }));
}

function runningHeading() {
  const number = t("room.running", { number: board.in_play });
  return roomy.matches && pages() > 1 ? `${number} · ${t("room.page", { page: page + 1, pages: pages() })}` : number;
}

const here = () => view.entries.filter((each) => each.status === "in" && each.here).length;

/** Who has come, before the first seats are drawn. */
function checkIns() {
  const lines = view.entries.filter(({ status }) => status === "in").map((each) =>
    el(
      "li",
      { class: each.here ? "best" : null },
      el("span", { class: "box" }, each.here ? "✓" : String(each.number)),
      " ",
      each.player,
    )
  );
  return el("section", { class: "list" }, el("ul", {}, lines));
}

/** What is on the boards: tables at play, the final places, the order at the tables, or the seats. */
function content() {
  if (isRunning()) {
    const cards = runningCards();
    return [runningHeading(), cards];
  }
  if (view.places.length) return [t("room.places"), placeCards()];
  if (view.orders.length) return [t("room.standings"), orderCards()];
  if (view.sitting) return [t(view.sitting.state === "on" ? "room.seats-now" : "room.seats"), seatCards()];
  if (view.entries.length) return [t("room.check-in", { here: here(), all: view.card.players }), checkIns()];
  return ["", null];
}

function show() {
  const { card, sitting } = view;
  document.title = `${ownTitle(card)} · Sabot`;
  const state = sitting?.state === "on"
    ? t("room.playing", { number: sitting.session })
    : card.starts
    ? t("room.next", { time: moment(card.starts) })
    : phase(card.phase);
  const facts = [
    t("room.entries", { number: card.players }),
    t("room.pool", { pool: cash(card.pool) }),
    sitting && stage(sitting.stage),
  ];
  const [heading, cards] = content();
  boards.setAttribute("aria-label", heading || ownTitle(card));
  fill(
    head,
    el("h1", {}, ownTitle(card)),
    el("p", { class: "facts" }, facts.filter(Boolean).join(" · ")),
    el("p", { class: "state" }, state),
    isRunning() && board.next &&
      el("p", { class: "facts" }, t("room.after", { stage: stage(board.next.stage), time: moment(board.next.starts) })),
  );
  const { scrollTop } = boards;
  document.body.classList.toggle("running", isRunning());
  fill(boards, cards);
  fill(main, head, clock, heading && el("h2", {}, heading), boards);
  boards.scrollTop = scrollTop;
}

async function load() {
  try {
    const found = await askOnce("GET", `/api/tournaments/${encodeURIComponent(id)}`);
    ahead = new Date(found.now) - Date.now();
    view = found;
    board = found.sitting ? await askOnce("GET", `/api/tournaments/${encodeURIComponent(id)}/board`) : null;
    const key = JSON.stringify([{ ...found, now: null }, { ...board, now: null }, document.documentElement.lang]);
    if (key === shown) return;
    shown = key;
    await learnTables();
    show();
  } catch (refused) {
    if (!view) fill(main, el("p", { class: "state" }, refusalText(refused)));
  }
}

document.addEventListener("language", () => view && show());
roomy.addEventListener("change", () => view && show());
tickAll(main, () => Date.now() + ahead);
setInterval(tick, 250);
setInterval(load, EVERY);
setInterval(turn, TURN);
load();
