/** The screen for the room: who sits where, who leads, when it goes on. It only listens. */
import { askOnce } from "../shared/api.js";
import { el, fill } from "../shared/dom.js";
import { cash } from "../shared/money.js";
import { t } from "../shared/words.js";
import { chips, moment, phase, stage } from "../tournaments/said.js";

const EVERY = 2000;
const PAGE = 8;
const TURN = 8000;
const id = decodeURIComponent(location.pathname.split("/").pop());
const main = document.getElementById("main");
const clock = el("p", { class: "clock", role: "timer" });
let view = null;
let ahead = 0;
let first = 0;

/** So long until the next session, by the house's clock. */
function tick() {
  if (!view?.card.starts) return void fill(clock);
  const seconds = Math.floor((new Date(view.card.starts) - Date.now() - ahead) / 1000);
  const pad = (number) => String(number).padStart(2, "0");
  const time = `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
  return void fill(clock, seconds > 0 ? t("room.in", { time }) : "");
}

function board(heading, cards) {
  const shown = cards.length > PAGE ? Array.from({ length: PAGE }, (_, at) => cards[(first + at) % cards.length]) : cards;
  return [el("h2", {}, heading), el("div", { class: "boards" }, shown)];
}

function seatCards() {
  return view.sitting.tables.map(({ table, seats }) => el("section", {}, el("h3", {}, t("room.table", { table })), el("ul", {}, Object.entries(seats).map(([box, player]) => el("li", {}, el("span", { class: "box" }, box), " ", player)))));
}

function orderCards() {
  return view.orders.map(({ table, levels, chips: held }) => {
    let place = 1;
    const lines = levels.flatMap((names) => {
      const level = place;
      place += names.length;
      return names.map((name) => el("li", {}, el("span", { class: "box" }, level), " ", name, el("b", {}, held[name] === undefined ? "" : chips(held[name]))));
    });
    return el("section", {}, el("h3", {}, t("room.table", { table })), el("ul", {}, lines));
  });
}

function placeCards() {
  let place = 1;
  return view.places.slice(0, 20).map((names) => {
    const level = place;
    place += names.length;
    return el("section", {}, el("h3", {}, el("span", { class: "box" }, level)), el("ul", {}, names.map((name) => el("li", {}, name))));
  });
}

function show() {
  const { card, sitting } = view;
  document.title = `${card.title} · Sabot`;
  const state = sitting?.state === "on" ? t("room.playing", { number: sitting.session }) : card.starts && card.phase !== "finished" ? t("room.next", { time: moment(card.starts) }) : phase(card.phase);
  const facts = [t("room.entries", { number: card.players }), t("room.pool", { pool: cash(card.pool) }), sitting && stage(sitting.stage)];
  const shown = view.places.length ? board(t("room.places"), placeCards()) : view.orders.length ? board(t("room.standings"), orderCards()) : sitting ? board(t("room.seats"), seatCards()) : null;
  fill(main, el("header", {}, el("h1", {}, card.title), el("p", { class: "facts" }, facts.filter(Boolean).join(" · ")), el("p", { class: "state" }, state)), clock, shown);
}

async function load() {
  try {
    const found = await askOnce("GET", `/api/tournaments/${encodeURIComponent(id)}`);
    ahead = new Date(found.now) - Date.now();
    view = found;
    show();
  } catch (refused) {
    if (!view) fill(main, el("p", { class: "state" }, refused.message));
  }
}

document.addEventListener("language", () => view && show());
setInterval(tick, 250);
setInterval(load, EVERY);
setInterval(() => {
  first += PAGE;
}, TURN);
load();
