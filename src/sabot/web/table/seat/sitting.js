/** Sitting down and leaving: what it costs is shown first, and nothing moves without a yes. */
import { get, post } from "../../shared/api.js";
import { calledOf } from "../../shared/said/table-name.js";
import { ask, el } from "../../shared/dom.js";
import { cash, cashShort, decimal, dollars, parse } from "../../shared/said/money.js";
import { t } from "../../shared/words.js";
import { saidWith } from "../said/clauses.js";

const START_MINIMUMS = 40;
const AMOUNT = "[0-9,]{1,15}([.][0-9]{1,2})?";

/** Who sits where, every place, and the first that is free. */
function placesOf(table) {
  const taken = new Map(
    table.seats.filter((seat) => seat.place).map((seat) => [seat.place, seat.player]),
  );
  const places = Array.from({ length: table.places }, (_, index) => index + 1);
  return { taken, places, firstFree: places.find((place) => !taken.has(place)) };
}

/** Chips to sit down with, unless the player says otherwise: a night's worth of minimums. */
function buyIn(table, you) {
  const step = table.chip || 100, least = table.sign?.least ?? step;
  const start = Math.min(you.account, least * START_MINIMUMS);
  return start - (start % step);
}

function placeChoice(table) {
  const { taken, places, firstFree } = placesOf(table);
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
      })
    ),
    choice("", t("standing"), { checked: firstFree === undefined }),
  );
}

/** Chips to bring, as a field: `told(amount)` hears of each change, null for what is no amount. */
function amountChoice(table, you, told = () => null) {
  const most = you.account,
    step = Math.max(table.chip || 100, 100);
  const least = Math.min(most, table.sign?.least ?? step);
  const start = buyIn(table, you);
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
  const read = () => parse(text.value);
  slider.oninput = () => {
    text.value = dollars(Math.min(most, Number(slider.value)));
    told(read());
  };
  text.oninput = () => {
    slider.value = read() ?? 0;
    told(read());
  };
  told(start);
  const node = el(
    "div",
    { class: "field" },
    el("label", { for: "sit-amount" }, t("chips-amount")),
    el("span", { class: "hint" }, t("account-has", { amount: cash(most) })),
    text,
    slider,
  );
  return { node, amount: read };
}

/** Why this player cannot sit down, as nodes for the dialog; null if they can. */
function obstacle(table, you) {
  if (table.player_card && !you.card) {
    return el(
      "p",
      {},
      saidWith(t("needs-card"), table.player_card),
      " ",
      el("a", { href: "/account" }, t("to-account")),
    );
  }
  if (!you.account) {
    return el("p", {}, t("no-account"), " ", el("a", { href: "/account" }, t("to-account")));
  }
  return null;
}

/** A player sits at one table: return true if the other one has been left to sit down here. */
async function askToChange({ elsewhere: other }) {
  const there = encodeURIComponent(other);
  const { table, you } = await get(`/api/tables/${there}`);
  if (!you.at_table) return true;
  const leaving = leavingOf(table, you);
  const called = calledOf(table);
  const text = el("p", {}, t("elsewhere", { table: called }));
  const pressed = await ask(t("sit-title"), [text, leaving.node], [
    { value: "", label: t("cancel"), free: true },
    { value: "there", label: t("elsewhere-go", { table: called }), free: true },
    { value: "here", label: t("elsewhere-leave", { table: called }), class: "primary" },
  ]);
  if (pressed === "there") location.assign(`/table/${there}`);
  if (pressed !== "here") return false;
  const command = { id: crypto.randomUUID(), ...leaving.command() };
  await post(`/api/tables/${there}/commands`, command);
  return true;
}

function joining(you, chips, place) {
  const command = { do: "join-table", player: you.name, chips: decimal(chips), place };
  return you.card ? { ...command, card: you.card } : command;
}

/** The table and the player once nothing is in the way of sitting down; null if something stays. */
async function cleared(table, you) {
  if (you.elsewhere) {
    if (!(await askToChange(you))) return null;
    const fresh = await get(`/api/tables/${encodeURIComponent(table.id)}`);
    return cleared(fresh.table, fresh.you);
  }
  const why = obstacle(table, you);
  if (!why) return { table, you };
  await ask(t("sit-title"), why, [{ value: "", label: t("close") }]);
  return null;
}

/** What a wager is here at least and at most. */
function limitsLine({ sign, money }) {
  if (!sign) return null;
  const limits = { least: cashShort(sign.least, money), most: cashShort(sign.most, money) };
  return el("p", {}, el("b", {}, t("sit-limits", limits)));
}

/** The command with which to sit down: place and buy-in are proposed, and asked. Null for a no. */
export async function askToSit(...asked) {
  const free = await cleared(...asked);
  if (!free) return null;
  const { table, you } = free;
  const places = placeChoice(table);
  const yes = el("button", { class: "button primary", value: "sit" });
  const chips = amountChoice(table, you, (amount) => {
    const said = amount === null ? t("sit") : t("sit-with", { amount: cashShort(amount) });
    if (yes.textContent !== said) yes.textContent = said;
  });
  const pressed = await ask(
    t("sit-title"),
    [limitsLine(table), el("p", {}, t("sit-text")), places, chips.node],
    [{ value: "", label: t("cancel"), free: true }, yes],
  );
  if (pressed !== "sit") return null;
  const place = places.querySelector("input:checked")?.value;
  return joining(you, chips.amount() ?? 0, place ? Number(place) : null);
}

/** The command that brings more chips from the account, or null. */
export async function askToBuy(table, you) {
  if (!you.account) {
    const nothing = el("p", {}, t("no-account"), " ", el("a", { href: "/account" }, t("to-account")));
    await ask(t("buy-chips"), nothing, [{ value: "", label: t("close") }]);
    return null;
  }
  const chips = amountChoice(table, you);
  const pressed = await ask(t("buy-chips"), chips.node, [
    { value: "", label: t("cancel"), free: true },
    { value: "buy", label: t("buy-chips"), class: "primary" },
  ]);
  return pressed === "buy" ? { do: "fetch-chips", player: you.name, amount: decimal(chips.amount() ?? 0) } : null;
}

/**
 * Leaving a table: {node, command()}. Where chips are held in the hand, a player on a loss limit
 * declares what is left; at a virtual table all of them are in the ledger.
 */
function leavingOf(table, you) {
  const command = { do: "leave-table", player: you.name };
  if (!Number.isInteger(you.room) || table.feed === "virtual") {
    return { node: null, command: () => command };
  }
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

/** The command that pays a debt from the chips before the player, or null. */
async function askToPay(table, you) {
  const pressed = await ask(t("pay-debt"), el("p", {}, t("owes", { amount: cash(you.owes, table.money) })), [
    { value: "", label: t("cancel"), free: true },
    { value: "pay", label: t("pay-debt"), class: "primary" },
  ]);
  const amount = decimal(Math.min(you.owes, you.balance));
  return pressed === "pay" ? { do: "pay-debt", player: you.name, amount } : null;
}

/** The command with which to leave, or null when the player stays. */
export async function askToLeave(table, you) {
  if (you.owes) return askToPay(table, you);
  const leaving = leavingOf(table, you);
  const pressed = await ask(
    t("leave-title"),
    [el("p", {}, t("leave-text", { amount: cash(you.balance, table.money) })), leaving.node],
    [
      { value: "", label: t("cancel"), free: true },
      { value: "leave", label: t("leave"), class: "primary" },
    ],
  );
  return pressed === "leave" ? leaving.command() : null;
}
