/** The player's table: one page for every game; the layout is data, the table decides. */
import { me } from "../shared/api.js";
import { calledOf } from "../shared/called.js";
import { announce, el, fill, refusalText, toast } from "../shared/dom.js";
import "../shared/header.js";
import "../shared/history.js";
import { Live } from "../shared/live.js";
import { cashShort } from "../shared/money.js";
import "../shared/roads.js";
import { t, translate } from "../shared/words.js";
import { layoutOf } from "../layouts/index.js";
import { Bets } from "./bets.js";
import { callOf, cardWords, waitText } from "./calls.js";
import { Clock } from "./clock.js";
import { favourite } from "./favourites.js";
import { Felt } from "./felt.js";
import { Hands } from "./hands.js";
import { HeatPanel } from "./heat.js";
import { help } from "./help.js";
import { Moment } from "./moment.js";
import { notes } from "./notes.js";
import { Rack } from "./rack.js";
import { netResult, Results } from "./results.js";
import { askToBuy, askToLeave, askToSit, sitDown } from "./sitting.js";
import { Seats } from "./seats.js";
import { ShoeStrip } from "./shoe-strip.js";
import { Sign } from "./sign.js";
import { Sound } from "./sound.js";
import { coupName, titleOf, wagerName } from "./spoken.js";
import { Turns } from "./turns.js";

const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const header = document.querySelector("sabot-header");
const places = new Map([...document.querySelectorAll("[data-at]")].map((node) => [node.dataset.at, node]));
const at = (name) => places.get(name);
const live = new Live(`/api/tables/${encodeURIComponent(id)}/live`);

let layout = null;
let role = null;
let called = "";
let worded = "";

const kept = {
  read: () => JSON.parse(sessionStorage.getItem(`sabot.bets.${id}`) ?? "null"),
  write: (stakes) => sessionStorage.setItem(`sabot.bets.${id}`, JSON.stringify(stakes)),
};

const bets = new Bets({ live, kept, changed: () => changed(), refused: tell, unplaced });
const felt = new Felt(at("layout"), {
  drop: dropChip,
  back: (on, box) => mayBet() && bets.back(on, box),
  takeBox: (box) => send({ do: "take-box", player: live.state.you.name, box }),
  leaveBox: (box) => send({ do: "give-up-box", player: live.state.you.name, box }),
});
const rack = new Rack(at("rack"), {
  undo: async () => (await bets.undo()) || toast(t("nothing-yet")),
  clear: () => bets.clear(),
  repeat: async () => (await bets.repeat()) || toast(t("nothing-before")),
  double: async () => (await bets.double()) || toast(t("nothing-yet")),
  favourite: layFavourite,
  buy: async () => {
    const bought = await askToBuy(live.state.table, live.state.you);
    if (bought) await send(bought);
  },
  poor: () => toast(t("chip-too-big")),
});
const sound = new Sound(at("sound"));
const hands = new Hands(at("shoe"), handHost, (later) => sound.card(later));
const moment = new Moment(at("amount"), () => sound.win());
const strip = new ShoeStrip(at("shoe-results"), at("road-strip"));
const clock = new Clock(at("clock"), () => live.now());
const turns = new Turns(at("turns"), { id, send });
const heat = new HeatPanel(at("heat"), { send, now: () => live.now() });
const seats = new Seats(at("seats"));
const sign = new Sign(at("sign"));
const results = new Results(at("results"));

/** Two hands lie left and right of the shoe, the only hand of the house in the middle. */
function handHost(hand) {
  const side = layout.hands.length === 2 ? ["left", "right"][layout.hands.indexOf(hand)] : null;
  return felt.handHost(hand) ?? at(`hand-${side ?? "house"}`);
}

/** Show a refusal as the sentence it is. */
function tell(refused) {
  toast(refusalText(refused), "error");
}

function unplaced(on) {
  const { table, you } = live.state;
  const wager = table.wagers.find(({ id: each }) => each === on);
  const least = (you?.bounds?.[on] ?? wager).least;
  toast(t("not-placed", { name: wagerName(layout, wager), least: cashShort(least, table.money) }), "error");
}

/** Ask the table; a no is shown, and answered with false. */
async function send(command) {
  try {
    await live.send(command);
    return true;
  } catch (refused) {
    tell(refused);
    return false;
  }
}

/** Whether a drop makes sense now; the table has the last word. */
function mayBet() {
  const { table, you } = live.state;
  if (!you?.at_table) toast(t(you ? "seat-needed" : "watching"));
  else if (!table.coup.bets_open) toast(t("bets-closed-now"));
  else return true;
  return false;
}

function dropChip(on, box) {
  if (!mayBet()) return;
  const wager = live.state.table.wagers.find((each) => each.id === on);
  if (wager.with_decision) return toast(t("area-draw", { name: wager.name, odds: "" }));
  if (box !== null && !(live.state.you.boxes ?? []).includes(box)) return toast(t("box-needed"));
  bets.drop(on, box, rack.value);
  sound.chip();
}

async function layFavourite() {
  const { table, you } = live.state;
  const stakes = await favourite(table, you, layout, bets.last);
  if (stakes && mayBet()) await bets.several(stakes);
}

function isOpen({ table, you }) {
  return Boolean(
    you?.at_table && table.coup.bets_open && !you.barred && !you.excluded && !you.paused,
  );
}

function changed() {
  if (!layout) return;
  drawBets();
  drawStage();
}

function drawBets() {
  const { table, you } = live.state;
  if (!layout) return;
  const open = isOpen(live.state);
  const pending = bets.pending();
  const stage = moment.staged(table, you, pending.size);
  felt.update({ table, you, pending, open, lit: moment.lit(stage).spots });
  const waits = [...pending.values()].reduce((sum, amount) => sum + amount, 0);
  rack.update({ table, you, open, waits, net: netResult(table, you) });
}

function draw(first = false) {
  const { table, you } = live.state;
  felt.arrange(table, layout);
  at("deal").classList.toggle("house", layout.hands.length !== 2);
  bets.follow(table, you);
  drawBets();
  drawStage(first);
  clock.update(table, you);
  turns.update(table, you, layout);
  heat.update(table, you, layout);
  seats.update(table, you, layout);
  sign.update(table, you, layout);
  results.update(table, you, layout);
  drawRoads(table);
  drawWords(table, you);
}

/** The cards and what came of them, until somebody bets again. */
function drawStage(first = false) {
  const { table, you } = live.state;
  const stage = moment.staged(table, you, bets.pending().size);
  hands.update(stage, you, first, layout, moment.lit(stage).hands);
  moment.show(stage, you, first);
  const result = table.coup.held ? "" : moment.words(stage, you);
  const call = result || (table.coup.held ? "" : called);
  at("call").textContent = call || waitText(table);
  at("call").classList.toggle("result", Boolean(result));
  at("wait").textContent = call ? waitText(table) : "";
}

function drawRoads(table) {
  strip.update(table);
  const roads = at("roads"),
    history = at("history");
  roads.hidden = !table.roads;
  history.hidden = Boolean(table.roads);
  if (table.roads) roads.show(table.roads, table.past);
  else history.show(table.past, table.coup.word);
}

/** What stands around the cards: the table's name, the call, why nothing can be bet. */
function drawWords(table, you) {
  const title = titleOf(table, layout);
  const heading = table.called ? calledOf(table) : t("table-of", { title, id });
  if (header.getAttribute("heading") !== heading) header.setAttribute("heading", heading);
  document.title = `${heading} · Sabot`;
  const pills = [
    coupName(table, table.coup.number),
    table.shoe?.number ? t("shoe-n", { number: table.shoe.number }) : null,
    table.scheme && t(`scheme.${table.scheme}`),
    /^[A-Z]$/.test(table.method ?? "") && t("method-n", { method: table.method }),
  ];
  const said = notes(table, you, role);
  const made = JSON.stringify([title, pills, said]);
  if (made !== worded) {
    worded = made;
    fill(
      at("facts"),
      el("h1", {}, title),
      pills.filter(Boolean).map((text) => el("span", { class: "fact-pill" }, text)),
    );
    fill(
      at("notes"),
      said.map((text) => el("p", {}, text)),
    );
  }
  drawSeatButton(table, you);
}

function drawSeatButton(table, you) {
  const button = at("seat-button");
  button.hidden = !you || table.phase === "closed";
  button.textContent = t(you?.at_table ? "leave" : "sit");
  button.classList.toggle("primary", !you?.at_table);
  at("seat-choose").hidden = button.hidden || you.at_table;
  at("sit-out").hidden = !you?.may_sit_out || bets.pending().size > 0;
  at("sit-out").textContent = t("sit-out");
  at("seat-choose").textContent = t("sit-choose");
  at("help").textContent = "?";
  at("help").setAttribute("aria-label", t("help"));
}

/** Whoever has chosen this table in the lobby sits down at once. */
function comeFromLobby() {
  const chosen = sessionStorage.getItem("sabot.sit");
  sessionStorage.removeItem("sabot.sit");
  const { you } = live.state;
  if (chosen === id && you && !you.at_table) seatOrLeave();
}

async function seatOrLeave(_, choose = false) {
  const { table, you } = live.state;
  try {
    const sit = choose ? askToSit : sitDown;
    const command = you.at_table ? await askToLeave(table, you) : await sit(table, you);
    if (!command) return;
    const { events = [] } = await live.send(command);
    if (events.some((event) => event.what.startsWith("statement-made/"))) toast(t("leave-counted"));
  } catch (refused) {
    tell(refused);
  }
}

function hear(events) {
  for (const event of events.slice(-12)) {
    const call = callOf(event, live.state);
    const [what] = event.what.split("/");
    if (what === "coup-ended" || what === "coup-started") called = "";
    if (call && what !== "wagers-settled") called = call; // the result stays until the next bet
    const said = call ?? cardWords(event, live.state);
    if (said) announce(said);
  }
}

live.addEventListener("change", async ({ detail }) => {
  const { table } = live.state;
  layout = await layoutOf(table);
  hear(detail.events);
  draw(detail.first);
  document.body.classList.add("ready");
  if (detail.first) comeFromLobby();
});

live.addEventListener("status", ({ detail }) => {
  const line = at("status");
  line.dataset.status = detail;
  line.textContent = t(detail);
  const lost = ["missing", "forbidden"].includes(detail);
  at("status-note").hidden = detail === "online";
  fill(
    at("status-note"),
    detail !== "online" && t(detail),
    lost && [" ", el("a", { href: "/" }, t("to-tables"))],
  );
});

document.addEventListener("language", () => {
  at("status").textContent = t(live.status);
  called = "";
  hands.clear();
  sound.show();
  moment.made = null;
  if (layout) draw(true);
});

document.addEventListener("keydown", (event) => {
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.target.matches?.("input, textarea, select")
  )
    return;
  if (/^[1-9]$/.test(event.key) && !document.querySelector("dialog[open]"))
    rack.chooseKey(Number(event.key));
});

at("seat-button").addEventListener("click", seatOrLeave);
at("seat-choose").addEventListener("click", (event) => seatOrLeave(event, true));
at("sit-out").addEventListener("click", async () => {
  if (await send({ do: "sit-out", player: live.state.you.name })) toast(t("sat-out"), "ok");
});
at("help").addEventListener("click", async () => {
  const { table, you } = live.state;
  const asked = await help(table, you, id);
  if (asked === "sign") await sign.open(table, you, layout);
  else if (asked && (await send(asked))) toast(t("dispute-sent"), "ok");
});
translate(document);
me().then(
  (who) => {
    role = who.role;
    if (layout) draw();
  },
  () => null,
);
live.connect();
