/** Promotions for everybody: terms, prizes, the draw and its proof; a player's own tickets. */
import { atDoor, get, post } from "../shared/api.js";
import { learnTables, tableName } from "../shared/said/called.js";
import { ownTitle } from "../shared/said/own-title.js";
import { announce, ask, el, fill, refusalText, toast } from "../shared/dom.js";
import "../shared/frame/header.js";
import { cashShort } from "../shared/said/money.js";
import { told } from "../shared/said/times.js";
import { language, own, t, translate } from "../shared/words.js";
import { columns, scroller, worded } from "../shared/said/worded.js";
import { bookWords, termsTold } from "../promote/told.js";
import { proof, sawWords } from "./proof.js";

const EVERY = 4000;
const PILLS = { submitted: "", open: "ok", closed: "gold", drawn: "gold", cancelled: "danger" };
const main = document.getElementById("main");
const list = el("div", { class: "column" });
let who = null;
let shown = "";

async function load() {
  const cards = await get("/api/promotions");
  const found = await Promise.all(cards.map(one));
  const seen = JSON.stringify([found, language()]);
  if (seen === shown) return;
  shown = seen;
  const open = new Set([...list.querySelectorAll("details[open]")].map((each) => each.id));
  fill(list, found.length ? found.map(article) : worded("p", "promotions.none", { class: "empty" }));
  for (const each of list.querySelectorAll("details")) each.open = open.has(each.id);
  translate(list);
}

async function one(card) {
  const path = `/api/promotions/${encodeURIComponent(card.name)}`;
  const [view, mine] = await Promise.all([get(path), who?.role === "player" ? get(`${path}/mine`) : null]);
  return { view, mine };
}

function article({ view, mine }) {
  const { card } = view;
  const name = `promotion-${card.name}`;
  return el(
    "article",
    { class: "panel promotion", id: name, "aria-labelledby": `${name}-title` },
    el(
      "div",
      { class: "row apart" },
      el("h2", { id: `${name}-title` }, ownTitle(card)),
      card.doubt
        ? worded("span", "promotions.postponed", { class: "pill danger" })
        : worded("span", `promotions.phase-${card.phase}`, { class: `pill ${PILLS[card.phase]}` }),
    ),
    el(
      "dl",
      { class: "facts" },
      fact("starts", told(card.starts, "weekday")),
      fact("closes", [told(card.closes, "weekday"), countdown(card.phase === "open" && card.closes)]),
      fact("when", [told(card.when, "weekday"), countdown(["open", "closed"].includes(card.phase) && card.when)]),
      fact("tickets", t("promotions.of", { tickets: card.tickets, entrants: card.entrants })),
    ),
    prizes(view),
    mine && ownTickets(view, mine),
    who?.role === "scrutineer" && card.phase === "closed" && overseeing(view),
    el("details", { id: `${name}-ways` }, worded("summary", "promotions.terms"), terms(view)),
    el("details", { id: `${name}-proof` }, worded("summary", "promotions.proof"), proof(view)),
    el(
      "p",
      {},
      el("a", { class: "button", href: `/draw/${encodeURIComponent(card.name)}` }, worded("span", "promotions.screen")),
    ),
  );
}

/** How long until a moment, to the second. */
const countdown = (until) => until && el("span", { class: "pill countdown", data: { until } }, leftUntil(until));

function leftUntil(until) {
  const seconds = Math.max(0, Math.floor((Date.parse(until) - Date.now()) / 1000));
  const pad = (number) => String(number).padStart(2, "0");
  const days = Math.floor(seconds / 86400);
  const clock = [Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60].map(pad).join(":");
  return days ? t("promotions.left-days", { days, clock }) : t("promotions.left", { clock });
}

function tick() {
  for (const node of list.querySelectorAll(".countdown")) node.textContent = leftUntil(node.dataset.until);
}

const fact = (key, value) => [worded("dt", `promotions.${key}`), el("dd", {}, value)];

function prizes({ card, winners, passed }) {
  return el(
    "ol",
    { class: "prizes" },
    card.prizes.map((prize) => {
      const won = winners.find((each) => each.prize === prize.number);
      return el(
        "li",
        {},
        el("b", {}, own(prize.description, prize.description_words)),
        ` · ${cashShort(prize.value)}`,
        won?.ticket
          ? el("span", { class: "pill gold" }, t("promotions.won-by", { ticket: won.ticket, entrant: won.entrant }))
          : null,
        passed.filter((each) => each.prize === prize.number).map(({ ticket, cause }) =>
          el("div", { class: "muted" }, t("promotions.passed-over", { ticket, cause: t(`passed.${cause}`) }))
        ),
      );
    }),
  );
}

function ownTickets(view, mine) {
  const { card, terms: said } = view;
  const drawn = card.phase === "drawn";
  const won = mine.prizes.length > 0;
  const result = !drawn
    ? null
    : !mine.count
    ? "promotions.no-part"
    : won
    ? "promotions.you-won"
    : "promotions.you-lost";
  const byForm = said.earns?.some((rule) => rule.on === "form");
  return el(
    "section",
    { class: `mine ${won ? "won" : ""}` },
    el(
      "h3",
      {},
      mine.count
        ? t(mine.count === 1 ? "promotions.one-ticket" : "promotions.your-tickets", {
          count: mine.count,
          entrant: mine.entrant,
        })
        : t("promotions.no-tickets"),
    ),
    result && el("p", { class: "result", role: "status" }, t(result, { prizes: mine.prizes.join(", ") })),
    mine.tickets.length > 0 && tickets(mine, card),
    mine.disputes.map(({ number, about, decision }) =>
      el("p", {}, t("promotions.dispute", { number, about }), " ", decision ?? t("promotions.undecided"))
    ),
    el(
      "div",
      { class: "row" },
      byForm && card.phase === "open" &&
        worded("button", "promotions.enter", {
          type: "button",
          class: "button primary",
          onclick: () => act(card.name, { do: "enter-by-form", player: who.name }),
        }),
      mine.count > 0 &&
        worded("button", "promotions.complain", {
          type: "button",
          class: "button quiet",
          onclick: () => complain(card),
        }),
      drawn &&
        mine.prizes.map((prize) =>
          el("button", {
            type: "button",
            class: "button primary",
            onclick: () => act(card.name, { do: "claim-prize", prize, player: who.name }),
          }, t("promotions.claim", { prize }))
        ),
    ),
  );
}

/** What the scrutineer states before the draw is opened; it stays as it is. */
function overseeing({ card, draw }) {
  if (draw.seen) return el("p", { class: "mine" }, sawWords(draw.seen));
  return el(
    "section",
    { class: "mine" },
    worded("p", "promotions.oversee"),
    worded("button", "promotions.state", { type: "button", class: "button primary", onclick: () => state(card, draw) }),
  );
}

async function state({ name, title }, { source, beacon }) {
  const saw = el("textarea", { id: "saw", required: true, maxlength: 500, rows: 3 });
  const value = el("input", { id: "drum", maxlength: 300, autocomplete: "off" });
  const sound = el("input", { id: "sound", type: "checkbox", checked: true });
  const field = (key, input) =>
    el("div", { class: "field" }, worded("label", `promotions.field-${key}`, { for: input.id }), input);
  const asked = el(
    "div",
    { class: "column" },
    el("p", {}, title),
    field("saw", saw),
    source === "drum" && el("p", { class: "muted small" }, beacon),
    source === "drum" && field("value", value),
    el("label", { class: "check" }, sound, worded("span", "promotions.field-sound")),
  );
  const pressed = await ask(t("promotions.state"), asked, [
    { value: "", label: t("cancel"), free: true },
    { value: "yes", label: t("promotions.state"), class: "primary" },
  ]);
  if (!pressed) return;
  await act(name, { do: "state-scrutiny", saw: saw.value.trim(), value: value.value.trim(), sound: sound.checked });
}

/** Dispute something in the caller's own words; the operator decides it. */
async function complain({ name, title }) {
  const about = el("textarea", { maxlength: 500, rows: 3 });
  const pressed = await ask(t("promotions.complain"), el("div", { class: "field" }, el("p", {}, title), about), [
    { value: "", label: t("cancel"), free: true },
    { value: "yes", label: t("promotions.complain"), class: "primary" },
  ]);
  if (pressed && about.value.trim()) {
    await act(name, { do: "raise-dispute", player: who.name, about: about.value.trim() });
  }
}

const earnedAt = ({ table, coup }) =>
  table ? t(coup ? "promotions.coup" : "promotions.visit", { table: tableName(table), coup }) : t("promotions.by-form");

/** Before tickets have numbers: how many were earned where, the newest first. */
function unnumbered({ tickets }) {
  const counts = new Map();
  for (const each of tickets) counts.set(earnedAt(each), (counts.get(earnedAt(each)) ?? 0) + 1);
  return el(
    "ul",
    { class: "earned" },
    [...counts].reverse().map(([said, count]) => el("li", {}, said, count > 1 && el("b", {}, ` × ${count}`))),
  );
}

function tickets(mine, card) {
  if (mine.tickets.every(({ number }) => !number)) return unnumbered(mine);
  const rows = mine.tickets.map((each) =>
    el(
      "tr",
      { class: each.prize ? "gold" : null },
      el("td", { class: "number" }, each.number || "–"),
      el("td", {}, earnedAt(each)),
      card.phase === "drawn" && el("td", { class: "number" }, each.place),
      card.phase === "drawn" &&
        el("td", {}, each.prize ? t("promotions.prize", { prize: each.prize }) : t("promotions.not-this")),
    )
  );
  const head = [
    "promotions.number",
    "promotions.earned",
    ...(card.phase === "drawn" ? ["promotions.place", "promotions.result"] : []),
  ];
  return scroller("promotions.tickets", el("table", { class: "data" }, columns(head, [0, 2]), el("tbody", {}, rows)));
}

function terms(view) {
  const { form, clauses, edition, called, card } = view;
  const books = Object.keys(clauses).map((each) => bookWords(each, called));
  return el(
    "div",
    { class: "column" },
    el("p", { class: "muted small" }, t("promotions.held-to", { books: books.join(t("list-comma")), edition })),
    termsTold(view, tableName),
    el(
      "details",
      { id: `promotion-${card.name}-form` },
      worded("summary", "promotions.form"),
      el("pre", { class: "form", tabindex: 0 }, form),
    ),
  );
}

async function act(name, command) {
  try {
    await post(`/api/promotions/${encodeURIComponent(name)}/commands`, { id: crypto.randomUUID(), ...command });
    announce(t("promotions.done"));
    toast(t("promotions.done"), "ok");
    await load();
  } catch (refused) {
    toast(refusalText(refused), "error");
  }
}

async function open() {
  [who] = await Promise.all([atDoor().catch(() => null), learnTables()]);
  fill(main, el("div", { class: "column" }, worded("h1", "promotions.title"), list));
  await load();
  setInterval(tick, 1000);
  document.addEventListener("language", () => load().catch(() => null));
  setInterval(() => document.hidden || load().catch(() => null), EVERY);
}

open().catch((refused) => fill(main, el("p", { class: "empty error", role: "alert" }, refusalText(refused))));
