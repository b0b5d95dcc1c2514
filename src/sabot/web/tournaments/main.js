/** Every tournament of the house, and the form with which a manager begins one. */
import { ownTitle } from "../shared/said/own-title.js";
import { get, mayDo, me, post } from "../shared/api.js";
import { el, fill, refusalText, toast } from "../shared/dom.js";
import "../shared/frame/header.js";
import { cash } from "../shared/said/money.js";
import { titleOf } from "../shared/said/titles.js";
import { t, translate } from "../shared/words.js";
import { worded } from "../shared/said/worded.js";
import { openForm } from "../staff/forms/form.js";
import { openPlanner } from "./before/planner.js";
import { beforePaying, payingLabel } from "./before/receipts.js";
import { game, isAhead, moment, phase } from "./said.js";

const EVERY = 5000;
const main = document.getElementById("main");
const list = el("div", { class: "grid" });
let shown = "";
let who = null;

/** Fee and conditions first: the fee comes from the player's account, and the seat from the draw. */
async function enter(event, id) {
  event.preventDefault();
  const path = `/api/tournaments/${encodeURIComponent(id)}`;
  try {
    const view = await get(path);
    const command = { do: "enter-tournament", player: who.name, copy: "shown on the page" };
    await openForm({
      title: ownTitle(view.card),
      intro: beforePaying(view),
      fields: view.agreement ? [{ name: "agreed", label: t("field.agreed"), required: true }] : [],
      label: payingLabel(view),
      submit: async (said) => {
        await post(`${path}/commands`, { id: crypto.randomUUID(), ...command, ...said });
        toast(t("tournaments.you-entered"), "ok");
      },
    });
  } catch (refused) {
    toast(refusalText(refused), "error");
  }
  await load();
}

function own(each) {
  if (who?.role !== "player") return null;
  if (each.table) {
    return el("button", {
      type: "button",
      class: "button primary",
      onclick: (event) => {
        event.preventDefault();
        location.assign(`/table/${encodeURIComponent(each.table)}`);
      },
    }, t("tournaments.to-table"));
  }
  if (each.entered) return el("span", { class: "pill" }, t("tournaments.entered"));
  if (each.phase !== "open for entries") return null;
  return el("button", {
    type: "button",
    class: "button primary",
    data: { enter: each.id },
    onclick: (event) => enter(event, each.id),
  }, t("tournaments.enter"));
}

function card(each) {
  const session = each.sessions ? t("tournaments.session-of", { number: each.session, all: each.sessions }) : "";
  const players = each.most
    ? t("tournaments.players-of", { number: each.players, most: each.most })
    : t("tournaments.players", { number: each.players });
  return el(
    "a",
    { class: "panel tournament-card", href: `/tournament/${encodeURIComponent(each.id)}` },
    el("div", { class: "row apart" }, el("h2", {}, ownTitle(each)), el("span", { class: "pill" }, phase(each.phase))),
    el("p", { class: "muted" }, [game(each.rulebook), session].filter(Boolean).join(" · ")),
    el(
      "p",
      {},
      [
        players,
        each.fee ? t("tournaments.fee-of", { fee: cash(each.fee) }) : t("tournaments.free"),
        t("tournaments.pool-of", { pool: cash(each.pool) }),
      ].join(" · "),
    ),
    el(
      "div",
      { class: "row apart" },
      isAhead(each.starts) &&
        el("p", { class: "muted small" }, t("tournaments.next-at", { time: moment(each.starts) })),
      own(each),
    ),
  );
}

async function load() {
  const found = await get("/api/tournaments");
  const key = JSON.stringify([found, document.documentElement.lang]);
  if (key === shown) return;
  shown = key;
  fill(list, found.length ? found.map(card) : el("p", { class: "empty" }, t("tournaments.none")));
}

/** A tournament is of a game whose document has rules for one. */
async function begin() {
  const books = (await get("/api/rulebooks")).filter((book) => book.tournaments);
  return openForm({
    title: t("tournaments.begin"),
    fields: [
      { name: "title", label: t("tournaments.title"), required: true },
      { name: "name", label: t("tournaments.address"), hint: t("tournaments.address-hint"), required: true },
      {
        name: "rulebook",
        label: t("tournaments.game"),
        kind: "select",
        required: true,
        options: books.map(({ id, title }) => ({ value: id, label: titleOf({ rulebook: id, title }) })),
      },
    ],
    label: t("tournaments.begin"),
    submit: async (said) => {
      await post("/api/tournaments", { id: crypto.randomUUID(), do: "draft", ...said });
      location.assign(`/tournament/${encodeURIComponent(said.name)}`);
    },
  });
}

async function open() {
  const [known, may] = await Promise.all([me(), mayDo("tournament")]);
  who = known;
  const button = may.has("draft-tournament") &&
    worded("button", "tournaments.begin", { type: "button", class: "button primary", onclick: begin });
  const plans = ["tournament manager", "tournament director"].includes(who.role) || button;
  const planner = plans && worded("button", "plan.title", { type: "button", class: "button", onclick: openPlanner });
  const buttons = el("div", { class: "row" }, planner, button);
  fill(main, el("div", { class: "row apart" }, worded("h1", "page.tournaments"), buttons), list);
  translate(main);
  await load();
  setInterval(() => document.hidden || load().catch(() => null), EVERY);
}

document.addEventListener("language", () => load().catch(() => null));
open().catch((refused) => fill(main, el("p", { class: "empty error", role: "alert" }, refusalText(refused))));
