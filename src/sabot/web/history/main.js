/** A player's own coups, and each of them again, card by card. */
import { layoutOf } from "../layouts/index.js";
import { get } from "../shared/api.js";
import { cardBack } from "../shared/cards/cards.js";
import { el, fill, refusalText, toast } from "../shared/dom.js";
import "../shared/frame/header.js";
import { titleOf } from "../shared/said/titles.js";
import { t, translate } from "../shared/words.js";
import { showList } from "./list.js";
import { Replay } from "./replay.js";

const PAGE = 20;
const WIDE = matchMedia("(min-width: 901px)"); // list and coup side by side
const [list, place] = ["list", "replay"].map((id) => document.getElementById(id));
const asked = new URLSearchParams(location.search);
const state = { tables: [], table: null, rows: [], more: false, coup: null };
let replay = null;

const path = (end) => `/api/tables/${encodeURIComponent(state.table)}/coups${end}`;

async function load(before = null) {
  const rows = await get(path(`?own=true&limit=${PAGE}${before === null ? "" : `&before=${before}`}`));
  state.rows = before === null ? rows : [...state.rows, ...rows];
  state.more = rows.length === PAGE;
}

function remember() {
  const query = new URLSearchParams({ table: state.table, ...(state.coup === null ? {} : { coup: state.coup }) });
  history.replaceState(null, "", `/history?${query}`);
}

function forget() {
  replay?.close();
  replay = null;
  state.coup = null;
  fill(place, el("p", { class: "empty" }, t("history.pick")));
}

async function attempt(act) {
  try {
    await act();
  } catch (refused) {
    toast(refusalText(refused), "error");
  }
}

const acts = {
  pick: (table) =>
    attempt(async () => {
      state.table = table;
      forget();
      await load();
      remember();
      show();
      if (WIDE.matches && state.rows.length && !asked.has("coup")) await acts.choose(state.rows[0].coup, false);
    }),
  choose: (coup, focus = true) =>
    attempt(async () => {
      const protocol = await get(path(`/${coup}`));
      const table = state.tables.find(({ id }) => id === state.table);
      const layout = await layoutOf({ wagers: [], ...table, rulebook: protocol.rulebook });
      const row = state.rows.find((each) => each.coup === coup);
      replay?.close();
      state.coup = coup;
      replay = new Replay(place, { protocol, row, title: titleOf(table), names: layout.names ?? {} });
      remember();
      show();
      if (focus) place.focus({ preventScroll: true });
      if (focus && !WIDE.matches) place.scrollIntoView();
    }),
  older: () =>
    attempt(async () => {
      await load(state.rows.at(-1).coup);
      show();
    }),
};

function nothing() {
  return el(
    "div",
    { class: "empty" },
    el("div", { class: "backs", "aria-hidden": "true" }, cardBack(), cardBack(), cardBack()),
    el("h2", {}, t("history.none")),
    el("p", {}, t("history.none-text")),
    el("a", { class: "button primary", href: "/" }, t("history.to-lobby")),
  );
}

function show() {
  document.title = `${t("page.history")} · Sabot`;
  translate(document);
  if (!state.table) {
    place.hidden = true;
    list.classList.add("nothing");
    return void fill(list, nothing());
  }
  return showList(list, state, acts);
}

document.addEventListener("language", () => {
  show();
  if (replay) {
    replay.title = titleOf(state.tables.find(({ id }) => id === state.table));
    replay.again();
  } else if (state.table) forget();
});

const [account, cards] = await Promise.all([get("/api/account").catch(() => ({ tables: [] })), get("/api/tables")]);
state.tables = account.tables.map((id) => cards.find((card) => card.id === id) ?? { id, title: id, rulebook: null });
const wanted = state.tables.find(({ id }) => id === (asked.get("table") ?? account.table)) ?? state.tables[0];
if (wanted) await acts.pick(wanted.id);
else show();
const coup = Number(asked.get("coup"));
if (wanted && coup) await acts.choose(coup);
