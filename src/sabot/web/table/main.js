/** The player's table: one page for every game; the layout is data, the table decides. */
import { layoutOf } from "../layouts/index.js";
import { me } from "../shared/api.js";
import { announce, el, fill, refusalText, toast } from "../shared/dom.js";
import "../shared/frame/header.js";
import "../shared/roads/history.js";
import { Live, LOST } from "../shared/live.js";
import { cashShort } from "../shared/said/money.js";
import "../shared/roads/roads.js";
import { t, translate } from "../shared/words.js";
import { HeatPanel } from "./beside/heat.js";
import { help } from "./beside/help.js";
import { PlayTime } from "./beside/play-time.js";
import { netResult, Results } from "./beside/results.js";
import { ShoeStrip } from "./beside/shoe-strip.js";
import { Sign } from "./beside/sign.js";
import { Bets } from "./bets/bets.js";
import { favourite } from "./bets/favourites.js";
import { Felt } from "./bets/felt.js";
import { Rack } from "./bets/rack.js";
import { callOf, cardWords, waitText } from "./said/calls.js";
import { Heading } from "./said/heading.js";
import { wagerName } from "./said/spoken.js";
import { Chair } from "./seat/chair.js";
import { Seats } from "./seat/seats.js";
import { askToBuy } from "./seat/sitting.js";
import { Clock } from "./stage/clock.js";
import { Hands } from "./stage/hands.js";
import { Moment } from "./stage/moment.js";
import { Sound } from "./stage/sound.js";
import { Turns } from "./turns/turns.js";

const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const places = new Map([...document.querySelectorAll("[data-at]")].map((node) => [node.dataset.at, node]));
const at = (name) => places.get(name);
const live = new Live(`/api/tables/${encodeURIComponent(id)}/live`);

let layout = null;
let role = null;
let called = "";

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
const chair = new Chair(at, { live, send, tell });
const heading = new Heading(document.querySelector("sabot-header"), at("facts"), at("notes"));
const seats = new Seats(at("seats"));
const sign = new Sign(at("sign"));
const results = new Results(at("results"));
const playTime = new PlayTime(at("play-time"), () => live.now());

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
  if (role === "player" && you?.at_table) playTime.begin();
  drawRoads(table);
  heading.update(table, you, layout, role);
  chair.update(table, you, bets.pending().size);
  at("help").textContent = "?";
  at("help").setAttribute("aria-label", t("help"));
}

/** The cards and their result, until the next bet. */
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
  if (detail.first) chair.comeFromLobby(id);
});

live.addEventListener("status", ({ detail }) => {
  const line = at("status");
  line.dataset.status = detail;
  line.textContent = t(detail);
  const lost = LOST.has(detail);
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
  ) {
    return;
  }
  if (/^[1-9]$/.test(event.key) && !document.querySelector("dialog[open]")) {
    rack.chooseKey(Number(event.key));
  }
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
