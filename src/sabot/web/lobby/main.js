/** The lobby: the door for those outside, and every table of the floor, live. */
import { atDoor, get, unlock } from "../shared/api.js";
import { el, fill } from "../shared/dom.js";
import "../shared/frame/header.js";
import { Live } from "../shared/live.js";
import { cash } from "../shared/said/money.js";
import { titleOf } from "../shared/said/titles.js";
import { t, translate } from "../shared/words.js";
import { comeInAs, demoChairs, door } from "./door.js";
import { Filter } from "./filter.js";
import { chooseTable, nameOf, tableCard } from "./tables.js";

const LINKS = {
  player: ["tournaments", "history", "account"],
  dealer: ["lab"],
  cashier: ["cage", "lab"],
  surveillance: ["pit", "inspect", "lab"],
  inspector: ["inspect", "pit", "lab"],
  scrutineer: ["promotions"],
  administrator: ["people", "lab"],
  "tournament manager": ["tournaments", "lab"],
  "tournament director": ["tournaments", "lab"],
};
const SUPERVISORS = ["pit", "cage", "lab"];
const [welcome, tables] = ["welcome", "tables"].map((id) => document.getElementById(id));
const filter = new Filter(document.getElementById("filter"), () => showTables());
let live = null;
let first = null; // the tables as they were when the page was asked for
const visitor = { who: null, chairs: [], account: null };

/** The session, or null: this page is also for those who have none. */
async function whoIsIt() {
  try {
    return await atDoor();
  } catch (refused) {
    if (refused.code !== "locked") return null;
    await unlock();
    return whoIsIt();
  }
}

function purse(account) {
  if (!account) return null;
  return el(
    "div",
    { class: "purse" },
    el("span", { class: "label" }, t("lobby.balance")),
    el("b", { id: "balance" }, cash(account.balance)),
    visitor.who.demo && el("span", { class: "pill gold" }, t("lobby.play-money")),
  );
}

function place(account) {
  if (!account?.table) return null;
  const table = (live?.state.tables ?? []).find(({ id }) => id === account.table);
  return el(
    "p",
    { class: "at-table" },
    t("lobby.at-table", { table: table ? nameOf(table) : account.table }),
    " ",
    el("a", { href: `/table/${encodeURIComponent(account.table)}` }, t("lobby.return")),
  );
}

function inside() {
  const { who, account } = visitor;
  const refused = new URLSearchParams(location.search).has("refused");
  return el(
    "div",
    { class: "inner signed-in" },
    el(
      "div",
      { class: "greeting" },
      el("h1", {}, t("lobby.hello", { name: who.called || who.name })),
      place(account),
      refused && el("p", { role: "alert" }, t("lobby.refused")),
    ),
    purse(account),
    el(
      "nav",
      { class: "doors", "aria-label": t("page.lobby") },
      (LINKS[who.role] ?? SUPERVISORS).map((page) =>
        el(
          "a",
          { href: `/${page}` },
          el("b", {}, t(`page.${page}`)),
          el("span", {}, t(page === "tournaments" && who.role !== "player" ? "link.tournaments-desk" : `link.${page}`)),
        )
      ),
    ),
  );
}

function showWelcome() {
  const written = welcome.querySelector("#name")?.value ?? "";
  welcome.classList.toggle("outside", !visitor.who);
  fill(welcome, visitor.who ? inside() : door(visitor.chairs));
  if (written) welcome.querySelector("#name").value = written;
}

/** A visitor of the demo sits down as the first of its players. */
function sitter() {
  const player = visitor.chairs.find(({ role }) => role === "player");
  if (visitor.who || !player) return null;
  return (card) => {
    chooseTable(card.id);
    return comeInAs(player, `/table/${encodeURIComponent(card.id)}`);
  };
}

/** Draw only what has changed, and keep the focus on its button. */
function showTables() {
  const all = live?.state.tables ?? first;
  if (!all) return;
  tables.removeAttribute("aria-busy");
  filter.show(all);
  tables.classList.toggle("roads", filter.chosen.view === "roads");
  if (!all.length) {
    if (!live?.state.tables) return; // they may be on their way
    return void fill(tables, el("p", { class: "empty" }, t(live.state.opening ? "lobby.opening" : "lobby.no-tables")));
  }
  const cards = all.filter((card) => filter.fits(card));
  if (!cards.length) return void fill(tables, noneFits());
  const focused = tables.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
  const role = visitor.who?.role ?? "";
  const at = visitor.account?.table ?? null;
  const old = new Map([...tables.querySelectorAll("article")].map((node) => [node.dataset.table, node]));
  const fresh = cards.map((card) => {
    const key = JSON.stringify([card, titleOf(card), role, Boolean(sitter()), at, document.documentElement.lang]);
    if (old.get(card.id)?.key === key) return old.get(card.id);
    return Object.assign(tableCard(card, role, { sit: sitter(), at }), { key });
  });
  const inPlace = fresh.length === tables.children.length &&
    fresh.every((node, index) => node.dataset.table === tables.children[index].dataset.table);
  if (!inPlace) fill(tables, fresh);
  else fresh.forEach((node, index) => node !== tables.children[index] && tables.children[index].replaceWith(node));
  if (focused && !tables.contains(document.activeElement)) {
    [...tables.querySelectorAll("[aria-label]")].find((node) => node.getAttribute("aria-label") === focused)?.focus();
  }
}

function noneFits() {
  const all = el(
    "button",
    { type: "button", class: "button", on: { click: () => filter.clear() } },
    t("lobby.show-all"),
  );
  return el("p", { class: "empty" }, t("lobby.none-fits"), " ", all);
}

function show() {
  translate(document);
  showWelcome();
  showTables();
}

/** Follow the floor: as oneself or signed out, even if an ended session left its cookie. */
function follow() {
  live = new Live(visitor.who ? "/api/floor/live" : "/api/floor/live?as=nobody");
  live.addEventListener("change", ({ detail }) => {
    if (detail.first && visitor.account) showWelcome(); // else the form may be in use
    showTables();
  });
  live.addEventListener("status", ({ detail }) => tables.classList.toggle("stale", detail === "offline"));
  live.connect();
}

document.addEventListener("language", show);

const early = get("/api/tables").catch(() => null);
visitor.who = await whoIsIt();
document.querySelector("sabot-header").tell(visitor.who);
follow();
const more = visitor.who ? visitor.who.role === "player" && get("/api/account").catch(() => null) : demoChairs();
first = await early;
showTables();
const found = await more;
if (!visitor.who) visitor.chairs = found;
else if (found) visitor.account = found;
show();
