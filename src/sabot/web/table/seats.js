/** Who is at the table and what they have on it; sitting down and leaving. */
import { get, post } from "../shared/api.js";
import { ask, el, fill } from "../shared/dom.js";
import { cash, decimal, dollars, parse, short } from "../shared/money.js";
import { language, t } from "../shared/words.js";
import { ownStakes } from "./bets.js";
import { wagerName } from "./spoken.js";

const START_MINIMUMS = 40; // chips suggested to sit down with, in minimums
const AMOUNT = "[0-9,]{1,15}([.][0-9]{1,2})?";

function stakePills(table, layout, player) {
  return ownStakes(table, player).map(({ on, box, amount }) => {
    const wager = table.wagers.find(({ id }) => id === on) ?? { id: on, name: on };
    const name = wagerName(layout, wager);
    return el(
      "span",
      { class: `stake tone-${layout.names[on]?.tone ?? "gold"}` },
      box ? `${box} ${name}` : name,
      " ",
      el("b", {}, short(amount)),
    );
  });
}

export class Seats {
  constructor(host) {
    this.host = host;
  }

  update(table, you, layout) {
    const made = JSON.stringify([
      table.seats,
      table.stakes,
      table.places,
      you?.name,
      you?.at_table,
      language(),
    ]);
    if (made === this.made) return;
    this.made = made;
    const sitting = new Map(
      table.seats.filter((seat) => seat.place).map((seat) => [seat.place, seat.player]),
    );
    const places = Array.from({ length: table.places }, (_, index) => index + 1);
    const standing = table.seats.filter((seat) => !seat.place).map((seat) => seat.player);
    this.host.setAttribute("aria-label", t("seats"));
    this.host.classList.toggle("seated", Boolean(you?.at_table));
    fill(
      this.host,
      places.map((place) => this.seat(table, you, layout, place, sitting.get(place))),
      standing.map((player) => this.seat(table, you, layout, null, player)),
    );
  }

  seat(table, you, layout, place, player) {
    const own = player !== undefined && player === you?.name;
    const label = !player
      ? t("place-free", { place })
      : place
        ? t("place-taken", { place, player })
        : player;
    return el(
      "li",
      { class: `seat ${player ? "taken" : "free"} ${own ? "own" : ""}` },
      el("span", { class: "seat-place", "aria-hidden": "true" }, place ?? "–"),
      el("span", { class: "visually-hidden" }, label),
      player && el("span", { class: "seat-name", "aria-hidden": "true" }, own ? t("you") : player),
      player && el("span", { class: "seat-stakes" }, stakePills(table, layout, player)),
    );
  }
}

function placeChoice(table) {
  const taken = new Map(
    table.seats.filter((seat) => seat.place).map((seat) => [seat.place, seat.player]),
  );
  const places = Array.from({ length: table.places }, (_, index) => index + 1);
  const firstFree = places.find((place) => !taken.has(place));
  const choice = (value, label, more = {}) =>
    el(
      "label",
      { class: "place-choice" },
      el("input", { type: "radio", name: "place", value, ...more }),
      el("span", {}, label),
    );
  return el(
    "fieldset",
    { class: "places" },
    el("legend", {}, t("choose-place")),
    places.map((place) =>
      choice(place, place, {
        checked: place === firstFree,
        disabled: taken.has(place),
        "aria-label": taken.has(place)
          ? t("place-taken", { place, player: taken.get(place) })
          : t("place-free", { place }),
      }),
    ),
    choice("", t("standing"), { checked: firstFree === undefined }),
  );
}

function amountChoice(table, you) {
  const most = you.account,
    step = Math.max(table.chip || 100, 100);
  const least = Math.min(most, table.sign?.least ?? step);
  const start = Math.min(most, least * START_MINIMUMS);
  const text = el("input", {
    id: "sit-amount",
    inputmode: "decimal",
    autocomplete: "off",
    required: true,
    value: dollars(start),
  });
  const slider = el("input", {
    type: "range",
    min: least,
    max: most,
    step,
    value: start,
    "aria-label": t("chips-amount"),
  });
  slider.oninput = () => (text.value = dollars(Math.min(most, Number(slider.value))));
  text.oninput = () => (slider.value = parse(text.value) ?? 0);
  const node = el(
    "div",
    { class: "field" },
    el("label", { for: "sit-amount" }, t("chips-amount")),
    el("span", { class: "hint" }, t("account-has", { amount: cash(most) })),
    text,
    slider,
  );
  return { node, amount: () => parse(text.value) };
}

/** Why this player cannot sit down, as nodes for the dialog; null if they can. */
function obstacle(table, you) {
  if (table.player_card && !you.card)
    return el(
      "p",
      {},
      t("needs-card", { clause: table.player_card }),
      " ",
      el("a", { href: "/account" }, t("to-account")),
    );
  if (!you.account)
    return el("p", {}, t("no-account"), " ", el("a", { href: "/account" }, t("to-account")));
  return null;
}

/** Nobody sits at two tables: whether the player has left the other one to sit down here. */
async function askToChange({ elsewhere: other }) {
  const there = encodeURIComponent(other);
  const { table, you } = await get(`/api/tables/${there}`);
  if (!you.at_table) return true;
  const leaving = leavingOf(table, you);
  const text = el("p", {}, t("elsewhere", { table: other }));
  const pressed = await ask(t("sit-title"), [text, leaving.node], [
    { value: "", label: t("cancel"), free: true },
    { value: "there", label: t("elsewhere-go", { table: other }), free: true },
    { value: "here", label: t("elsewhere-leave", { table: other }), class: "primary" },
  ]);
  if (pressed === "there") location.assign(`/table/${there}`);
  if (pressed !== "here") return false;
  const command = { id: crypto.randomUUID(), ...leaving.command() };
  await post(`/api/tables/${there}/commands`, command);
  return true;
}

/** The command with which to sit down, or null when the player thinks better of it. */
export async function askToSit(table, you) {
  if (you.elsewhere) {
    if (!(await askToChange(you))) return null;
    const fresh = await get(`/api/tables/${encodeURIComponent(table.id)}`);
    return askToSit(fresh.table, fresh.you);
  }
  const why = obstacle(table, you);
  if (why) {
    await ask(t("sit-title"), why, [{ value: "", label: t("close") }]);
    return null;
  }
  const places = placeChoice(table),
    chips = amountChoice(table, you);
  const pressed = await ask(
    t("sit-title"),
    [el("p", {}, t("sit-text")), places, chips.node],
    [
      { value: "", label: t("cancel"), free: true },
      { value: "sit", label: t("sit"), class: "primary" },
    ],
  );
  if (pressed !== "sit") return null;
  const place = places.querySelector("input:checked")?.value;
  const command = {
    do: "join-table",
    player: you.name,
    chips: decimal(chips.amount() ?? 0),
    place: place ? Number(place) : null,
  };
  return you.card ? { ...command, card: you.card } : command;
}

/**
 * Leaving a table: {node, command()}. Where chips are held in the hand, a player on a loss limit
 * declares what is left; at a virtual table all of them are in the ledger.
 */
function leavingOf(table, you) {
  const command = { do: "leave-table", player: you.name };
  if (!Number.isInteger(you.room) || table.feed === "virtual")
    return { node: null, command: () => command };
  const text = el("input", {
    id: "declared",
    inputmode: "decimal",
    autocomplete: "off",
    required: true,
    pattern: AMOUNT,
  });
  const node = el(
    "div",
    { class: "field" },
    el("label", { for: "declared" }, t("declare-chips")),
    el("span", { class: "hint" }, t("declare-hint")),
    text,
  );
  return { node, command: () => ({ ...command, declared: decimal(parse(text.value) ?? 0) }) };
}

/** The command with which to leave, or null when the player stays. */
export async function askToLeave(table, you) {
  const leaving = leavingOf(table, you);
  const pressed = await ask(
    t("leave-title"),
    [el("p", {}, t("leave-text", { amount: cash(you.balance) })), leaving.node],
    [
      { value: "", label: t("cancel"), free: true },
      { value: "leave", label: t("leave"), class: "primary" },
    ],
  );
  return pressed === "leave" ? leaving.command() : null;
}
