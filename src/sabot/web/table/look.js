/**
 * The table at first sight: cloth, odds, limits, seats and roads, as the server has them, while the
 * live line and the rest of the page's script are on their way. It is sent within the page. Nothing can be
 * pressed yet.
 */
import { layoutOf } from "../layouts/index.js";
import { askOnce } from "../shared/api.js";
import "../shared/frame/header.js";
import { Live } from "../shared/live.js";
import "../shared/roads/history.js";
import "../shared/roads/roads.js";
import { translate } from "../shared/words.js";
import { ShoeStrip } from "./beside/shoe-strip.js";
import { Felt } from "./bets/felt.js";
import { Heading } from "./said/heading.js";
import { Seats } from "./seat/seats.js";

export const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const places = new Map([...document.querySelectorAll("[data-at]")].map((node) => [node.dataset.at, node]));
export const at = (name) => places.get(name);

export const live = new Live(`/api/tables/${encodeURIComponent(id)}/live`);
export const felt = new Felt(at("layout"));
export const heading = new Heading(document.querySelector("sabot-header"), at("facts"), at("notes"));
export const seats = new Seats(at("seats"));
const strip = new ShoeStrip(at("shoe-results"), at("road-strip"));

/** Lay the cloth out as the table's rulebook and limits have it. */
export function arrange(table, layout) {
  felt.arrange(table, layout);
  at("deal").classList.toggle("house", layout.hands.length !== 2);
}

export function drawRoads(table) {
  strip.update(table);
  const roads = at("roads"),
    history = at("history");
  roads.hidden = !table.roads;
  history.hidden = Boolean(table.roads);
  if (table.roads) roads.show(table.roads, table.past);
  else history.show(table.past, table.coup.word);
}

/** The page is live: from now on it can be used. */
export function ready() {
  at("layout").inert = false;
  document.body.classList.add("ready");
}

async function look() {
  const { table, you } = await askOnce("GET", `/api/tables/${encodeURIComponent(id)}`);
  const layout = await layoutOf(table);
  if (document.body.classList.contains("ready")) return;
  arrange(table, layout);
  felt.update({ table, you, pending: new Map(), open: false });
  heading.update(table, you, layout, null);
  seats.update(table, you, layout);
  drawRoads(table);
  document.body.classList.add("seen");
}

at("layout").inert = true;
translate(document);
live.connect();
look().catch(() => null); // the live line says what is wrong
