/** The player's table: one page for every game; the layout is data, the table decides. */
import { layoutOf } from "../layouts/index.js";
import { me } from "../shared/api.js";
import { announce, el, fill, toast, toastAt } from "../shared/dom.js";
import { LOST } from "../shared/live.js";
import { isAway } from "../shared/said/away.js";
import { cashShort } from "../shared/said/money.js";
import { t } from "../shared/words.js";
import { HeatPanel } from "./beside/heat.js";
import { help } from "./beside/help.js";
import { PlayTime } from "./beside/play-time.js";
import { netResult, Results } from "./beside/results.js";
import { Sign } from "./beside/sign.js";
import { Bets } from "./bets/bets.js";
import { favourite } from "./bets/favourites.js";
import { Rack } from "./bets/rack.js";
import { arrange, at, drawRoads, felt, heading, id, live, ready, seats } from "./look.js";
import { callOf, cardWords, waitText } from "./said/calls.js";
import { refusedText } from "./said/clauses.js";
import { oddsSpoken, wagerName } from "./said/spoken.js";
import { Chair } from "./seat/chair.js";
import { askToBuy } from "./seat/sitting.js";
import { Clock } from "./stage/clock.js";
import { Hands } from "./stage/hands.js";
import { Moment } from "./stage/moment.js";
import { Sound } from "./stage/sound.js";
import { Turns } from "./turns/turns.js";
import { Video } from "./video/video.js";

let layout = null;
let role = null;
let called = "";
let said = ""; // the call that stands
let away = false; // whether the dealer is said to be away

const kept = {
  read: () => JSON.parse(sessionStorage.getItem(`sabot.bets.${id}`) ?? "null"),
  write: (stakes) => sessionStorage.setItem(`sabot.bets.${id}`, JSON.stringify(stakes)),
};

const bets = new Bets({ live, kept, changed: () => changed(), refused: tell, unplaced });
felt.serve(
  {
    drop: dropChip,
    back: (on, box) => mayBet(on, box) && bets.back(on, box),
    takeBox: (box) => send({ do: "take-box", player: live.state.you.name, box }),
    leaveBox: (box) => send({ do: "give-up-box", player: live.state.you.name, box }),
  },
  { house: () => at("shoe"), home: () => at("rack").firstElementChild },
);
const rack = new Rack(at("rack"), {
  undo: async () => (await bets.undo()) || toastAt(rack.node("undo"), t("nothing-yet")),
  clear: () => bets.clear(),
  repeat: async () => (await bets.repeat()) || toastAt(rack.node("repeat"), t("nothing-before")),
  double: async () => (await bets.double()) || toastAt(rack.node("double"), t("nothing-yet")),
  favourite: layFavourite,
  buy: async () => {
    const bought = await askToBuy(live.state.table, live.state.you);
    if (bought) await send(bought);
  },
  poor: (chip) => toastAt(chip, t("chip-too-big")),
});
const sound = new Sound(at("sound"));
const hands = new Hands(at("shoe"), handHost, {
  heard: (later) => sound.card(later),
  told: () => layout && draw(),
});
const moment = new Moment(at("amount"), at("streak"), { id, won: () => sound.win() });
const clock = new Clock(at("clock"), () => live.now());
const turns = new Turns(at("turns"), at("asks"), { id, send, sound, clock: clock.node });
const heat = new HeatPanel(at("heat"), { send, now: () => live.now() });
const chair = new Chair(at, { live, send, tell });
const sign = new Sign(at("sign"), at("next-sign"), () => live.now());
const results = new Results(at("results"));
const playTime = new PlayTime(at("play-time"), () => live.now());

/** Two hands lie left and right of the shoe, the only hand of the house in the middle. */
function handHost(hand) {
  const side = layout.hands.length === 2 ? ["left", "right"][layout.hands.indexOf(hand)] : null;
  return felt.handHost(hand) ?? at(`hand-${side ?? "house"}`);
}

/** Show a refusal as the sentence it is: beside the spot that it is about, if it is about one. */
function tell(refused, on, box) {
  say(refusedText(refused), on, box, "error");
}

function say(text, on, box, kind = "info") {
  const spot = on === undefined ? null : felt.spot(on, box);
  return spot ? toastAt(spot, text, kind) : toast(text, kind);
}

function unplaced(on, box) {
  const { table, you } = live.state;
  const wager = table.wagers.find(({ id: each }) => each === on);
  const least = (you?.bounds?.[on] ?? wager).least;
  const words = { name: wagerName(layout, wager), least: cashShort(least, table.money) };
  say(t("not-placed", words), on, box, "error");
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
function mayBet(on, box) {
  const { table, you } = live.state;
  if (!you?.at_table) say(t(you ? "seat-needed" : "watching"), on, box);
  else if (!table.coup.bets_open) say(t("bets-closed-now"), on, box);
  else return true;
  return false;
}

function dropChip(on, box) {
  if (!mayBet(on, box)) return;
  const wager = live.state.table.wagers.find((each) => each.id === on);
  const words = { name: wagerName(layout, wager), odds: oddsSpoken(wager) };
  if (wager.with_decision) return say(t("area-draw", words), on, box);
  if (box !== null && !(live.state.you.boxes ?? []).includes(box)) return say(t("box-needed"), on, box);
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
  drawStage();
  if (!hands.busy || live.state.table.coup.bets_open) drawBets();
}

function drawBets() {
  const { table, you } = live.state;
  const open = isOpen(live.state);
  const pending = bets.pending();
  felt.update({ table, you, pending, open, lit: moment.lit(staged(), you).spots });
  const waits = [...pending.values()].reduce((sum, amount) => sum + amount, 0);
  rack.update({ table, you, open, waits, net: netResult(table, you) });
}

function draw(first = false) {
  const { table, you } = live.state;
  arrange(table, layout);
  bets.follow(table, you);
  drawStage(first);
  clock.update(table, you);
  heat.update(table, you, layout);
  seats.update(table, you, layout);
  sign.update(table, you, layout);
  if (role === "player" && you?.at_table) playTime.begin();
  heading.update(table, you, layout, role);
  chair.update(table, you, bets.pending().size);
  if (!hands.busy || table.coup.bets_open) drawResult();
  at("help").textContent = "?";
  at("help").setAttribute("aria-label", t("help"));
}

/** What follows from the cards waits until their faces and totals have been shown. */
function drawResult() {
  const { table, you } = live.state;
  drawBets();
  results.update(table, you, layout, moment.over);
  drawRoads(table);
  turns.update(table, you, layout);
}

/** The table as the stage shows it. */
function staged() {
  const { table, you } = live.state;
  return moment.staged(table, you, bets.pending().size);
}

/** The cards and their result, until the next bet. */
function drawStage(first = false) {
  const { table, you } = live.state;
  const stage = staged();
  hands.update(stage, you, first, layout);
  if (hands.busy && (moment.over || table.coup.counts_called)) return;
  hands.crown(moment.lit(stage, you));
  moment.show(stage, you, first);
  const result = table.coup.held ? "" : moment.words(stage, you);
  const call = result || (table.coup.held ? "" : called);
  at("call").classList.toggle("result", Boolean(result));
  sayWait(call);
}

/** The call, and below it what the table waits for. */
function sayWait(call) {
  const { table } = live.state;
  away = isAway(table, live.now());
  const waits = waitText(table, live.now());
  const told = away ? "" : call;
  if (at("call").textContent !== (told || waits)) at("call").textContent = told || waits;
  at("wait").textContent = told ? waits : "";
  said = call;
}

function hear(events) {
  for (const event of events.slice(-12)) {
    const call = callOf(event, live.state);
    const [what] = event.what.split("/");
    if (what === "coup-ended" || what === "coup-started") called = "";
    if (call && what !== "wagers-settled") called = call; // the result stays until the next bet
    const spoken = call ?? cardWords(event, live.state);
    if (spoken) announce(spoken);
  }
}

async function change({ events, first }) {
  const { table } = live.state;
  layout = await layoutOf(table);
  hear(events);
  draw(first);
  ready();
  if (first) chair.comeFromLobby(id);
}

function drawStatus(status) {
  const line = at("status");
  line.dataset.status = status;
  line.textContent = t(status);
  const lost = LOST.has(status);
  at("status-note").hidden = status === "online";
  fill(
    at("status-note"),
    status !== "online" && t(status),
    lost && [" ", el("a", { href: "/" }, t("to-tables"))],
  );
}

live.addEventListener("change", ({ detail }) => change(detail));
live.addEventListener("status", ({ detail }) => drawStatus(detail));

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
  const asked = await help(table, you, id, () => draw());
  if (asked === "sign") await sign.open(table, you, layout);
  else if (asked && (await send(asked))) toast(t("dispute-sent"), "ok");
});
// No event comes while a dealer is away: the page looks at the clock itself.
setInterval(() => layout && isAway(live.state.table, live.now()) !== away && sayWait(said), 1000);
me().then(
  (who) => {
    role = who.role;
    if (layout) draw();
  },
  () => null,
);
// The line was opened before this script was there: it has its table by now, or has been refused.
if (live.state.table) {
  drawStatus(live.status);
  change({ events: [], first: true });
} else if (LOST.has(live.status)) drawStatus(live.status);
new Video(at("video")).start(id);
