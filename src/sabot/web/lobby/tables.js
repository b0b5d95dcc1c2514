/** The tables of the floor as cards. */
import { el } from "../shared/dom.js";
import { cashShort } from "../shared/said/money.js";
import { roadSvg } from "../shared/roads/marks.js";
import { calledOf, titleOf } from "../shared/said/titles.js";
import { has, t } from "../shared/words.js";
import { patternOf, patternWords } from "./filter.js";

const COLUMNS = 22; // of the big road, the newest
const SHOWN_COUPS = 11;
const SUPERVISORS = [
  "gaming supervisor",
  "casino supervisor",
  "assistant gaming manager",
  "gaming manager",
  "duty manager",
];
const SIT = "lobby.sit";
const WATCH = ["lobby.watch", (id) => `/table/${id}`];
const DISPLAY = ["lobby.display", (id) => `/display/${id}`];
const SUPERVISE = ["lobby.supervise", (id) => `/pit#${id}`];
const DEAL = ["lobby.deal", (id) => `/deal/${id}`];

/** What each role does at a table, the first thing first. */
const ACTS = {
  "": [DISPLAY],
  player: [[SIT, (id) => `/table/${id}`], DISPLAY],
  dealer: [DEAL, WATCH, DISPLAY],
  surveillance: [WATCH, SUPERVISE, DISPLAY],
  inspector: [["lobby.inspect", (id) => `/inspect?table=${id}`], WATCH, DISPLAY],
  ...Object.fromEntries(SUPERVISORS.map((role) => [role, [SUPERVISE, DEAL, WATCH, DISPLAY]])),
};
const OTHERS = [WATCH, DISPLAY];
const IN_HEAT = { "": [DISPLAY], player: [["lobby.enter", () => "/tournaments"], WATCH, DISPLAY] };
const CLOSED = "closed";
const FOR_PLAY = [SIT, "lobby.watch"]; // not at a closed table

function counted(past, keys, of) {
  const counts = Object.fromEntries(keys.map((key) => [key, 0]));
  for (const each of past.filter((coup) => !coup.void).flatMap(of)) if (each in counts) counts[each] += 1;
  return counts;
}

/** The big road of the shoe, small; or the last boxes where every box has its own result. */
function road(card) {
  const past = card.past ?? [];
  if (!past.length) {
    return el("p", { class: "road-none muted" }, t(card.phase === CLOSED ? "lobby.is-closed" : "lobby.fresh"));
  }
  if (past.some((coup) => coup.boxes)) return boxes(past);
  const counts = counted(past, ["player", "banker", "tie"], (coup) => [coup.result]);
  const label = t("lobby.road-label", { ...counts, coups: past.length });
  return el("div", { class: "mini-road", role: "img", "aria-label": label }, roadSvg("big", card.big ?? [], COLUMNS));
}

/** One column a coup and one row a box, so that the results of a box stand side by side. */
function boxes(past) {
  const label = t(
    "lobby.boxes-label",
    counted(past, ["win", "lose", "standoff"], (coup) => Object.values(coup.boxes ?? {})),
  );
  const newest = past.slice(-SHOWN_COUPS);
  const numbers = new Set(newest.flatMap((coup) => Object.keys(coup.boxes ?? {})));
  const rows = [...numbers].sort((one, other) => one.localeCompare(other, "en", { numeric: true }));
  const columns = newest.map((coup) =>
    el(
      "div",
      { class: coup.void ? "coup crossed" : "coup" },
      rows.map((box) => cell(box, coup.boxes?.[box])),
    )
  );
  return el(
    "div",
    { class: "mini-boxes", role: "img", "aria-label": label },
    el("div", { class: "coups", "aria-hidden": "true" }, columns),
  );
}

function cell(box, end = "none") {
  const sign = `end-${end}-sign`;
  return el("span", { class: `end ${end}`, data: { box } }, has(sign) ? t(sign) : "");
}

function fact(label, value) {
  return el("div", {}, el("dt", {}, label), el("dd", {}, value));
}

function facts(card) {
  const seats = card.places ? t("lobby.seats", card) : t("lobby.standing", card);
  return el(
    "dl",
    { class: "facts" },
    card.least != null &&
      fact(t("lobby.limits"), `${cashShort(card.least, card.money)} – ${cashShort(card.most, card.money)}`),
    fact(t("lobby.players"), seats),
    card.shoe ? fact(t("lobby.shoe"), card.shoe) : null,
    fact(t("lobby.coup"), card.coup),
  );
}

/** A table's own name, or its game's. */
export const nameOf = (card) => (card.called ? calledOf(card) : titleOf(card) || card.id);

/** Chips of a tournament have a sign of their own; its entrants get a seat there. */
const isHeat = ({ money = "$" }) => money !== "$";

/** `at`: the table at which the visitor already sits. */
function acts(card, role, { sit, at }) {
  const title = titleOf(card) || calledOf(card);
  const closed = card.phase === CLOSED;
  const entered = isHeat(card) && card.id !== at ? IN_HEAT[role] : null;
  const offered = (entered ?? ACTS[role] ?? OTHERS).filter(([key]) => !closed || !FOR_PLAY.includes(key));
  const named = (key) => (key === SIT && card.id === at ? "lobby.back" : key);
  const links = offered.map(([key, href], first) =>
    el(
      "a",
      {
        class: `button${first === 0 && key !== "lobby.display" ? " primary" : ""}`,
        href: href(encodeURIComponent(card.id)),
        on: { click: () => key === SIT && chooseTable(card.id) },
        "aria-label": t("lobby.named", { act: t(named(key)), title, table: calledOf(card) }),
      },
      t(named(key)),
    )
  );
  const comeIn = sit && !closed && !isHeat(card) && el(
    "button",
    {
      type: "button",
      class: "button primary",
      "aria-label": t("lobby.named", { act: t(SIT), title, table: calledOf(card) }),
      on: { click: () => sit(card) },
    },
    t(SIT),
  );
  return el("div", { class: "row acts" }, comeIn, links);
}

/** Seat a player who chose the table in the lobby when its page opens. Kept in this tab, so that a
 * link cannot spend a player's money. */
export function chooseTable(id) {
  sessionStorage.setItem("sabot.sit", id);
}

function pattern(card) {
  const words = patternWords(patternOf(card));
  return words && el("p", { class: "pattern" }, words);
}

function phase(card) {
  const key = `phase.${card.phase}`;
  return el("span", { class: `pill phase ${card.phase}` }, has(key) ? t(key) : card.phase);
}

/**
 * One table. `sit` is given where a visitor can come in and sit down with one click, `at` is the
 * table at which the visitor already sits.
 */
export function tableCard(card, role, { sit = null, at = null } = {}) {
  const about = [
    isHeat(card) && t("lobby.heat"),
    card.called && titleOf(card),
    card.casino,
    card.scheme && has(`scheme.${card.scheme}`) && t(`scheme.${card.scheme}`),
  ].filter(Boolean);
  return el(
    "article",
    { class: "card table-card", data: { table: card.id } },
    el(
      "header",
      { class: "felt" },
      el("div", {}, el("h3", {}, nameOf(card)), el("p", {}, about.join(" · "))),
      phase(card),
    ),
    road(card),
    pattern(card),
    facts(card),
    acts(card, role, { sit, at }),
  );
}
