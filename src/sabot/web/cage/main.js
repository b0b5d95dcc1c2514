/** The cashier's desk: requests that wait, and money taken and paid for a player by their card. */
import { get, mayDo, post, put } from "../shared/api.js";
import { el, fill, refusalText } from "../shared/dom.js";
import "../shared/frame/header.js";
import { learnPeople, learnTables, personName, tableName, tablesKnown } from "../shared/said/called.js";
import { cash, decimal, parse } from "../shared/said/money.js";
import { t, translate } from "../shared/words.js";
import { choice, field, worded } from "../shared/said/worded.js";
import { ChipDesk } from "./chips.js";
import { DrawerDesk } from "./drawer.js";
import { PatronDesk } from "./patron.js";
import { Receipts } from "./receipt.js";
import { Waiting } from "./waiting.js";

const LOOK_EVERY = 2000;
const main = document.getElementById("main");
let cage = null;
let may = null;
const waiting = new Waiting(refresh);
const receipts = new Receipts();
let patrons = null;
let drawers = null;
let chips = null;

/** Thresholds may have been among what was decided. */
async function refresh() {
  cage = await get("/api/cage");
  show();
}

function methods(listed) {
  const select = choice(listed.map((each) => [each, t(`method.${each}`)]));
  for (const option of select.options) option.dataset.t = `method.${option.value}`;
  return select;
}

/** A field for what the player types, hidden on the screen and gone once it is sent. */
function pinInput(required) {
  return el("input", { type: "password", inputmode: "numeric", autocomplete: "off", maxlength: 8, required });
}

/** Who is at the desk, by the card; and a command for that account. */
async function forHolder(card, command) {
  const { player } = await post("/api/cage/cards", { card: card.value.trim() });
  await learnPeople([player]);
  const { events } = await post(`/api/players/${encodeURIComponent(player)}/commands`, {
    id: crypto.randomUUID(),
    ...command,
  });
  const paid = events.find(({ what }) => /^(deposited|withdrawn)\//.test(what));
  return { player, receipt: paid?.receipt, stated: events[0]?.what?.startsWith("statement-made") };
}

/** A player's name: as their document has it, where the cage has seen one. */
async function holderName(player) {
  const path = `/api/players/${encodeURIComponent(player)}`;
  const { identity } = await get(path);
  const personal = identity ? await get(`${path}/identity`).catch(() => null) : null;
  return personal?.full_name ?? personName(player);
}

/** A field for a Player Card, and a line that says whose it is before anything is done. */
function cardField() {
  const card = el("input", { required: true, autocomplete: "off", maxlength: 60, class: "player-card" });
  const holder = el("p", { class: "holder", "aria-live": "polite" });
  card.addEventListener("change", async () => {
    fill(holder);
    if (!card.value.trim()) return;
    try {
      const { player } = await post("/api/cage/cards", { card: card.value.trim() });
      await learnPeople([player]);
      fill(holder, t("cage.whose", { player: await holderName(player) }));
    } catch (refused) {
      fill(holder, el("span", { class: "error" }, refusalText(refused)));
    }
  });
  return [card, [field("cage.card", card, "cage.card-hint"), holder]];
}

/** What was done, in a sentence, with the balance after it and the receipt. */
async function doneSentence(said, player, cents, number) {
  const receipt = await receipts.load(number);
  const slots = { amount: cash(cents), player: await holderName(player), balance: cash(receipt.balance) };
  return t(said, { ...slots, receipt: receipt.number });
}

/** A form that sets or unlocks a PIN; a second person of the cage confirms it. */
function pinForm(act, inputs, commanded) {
  const [card, carded] = cardField();
  const answer = el("p", { class: "said", role: "status" });
  const send = async (event) => {
    event.preventDefault();
    try {
      await forHolder(card, commanded());
      fill(answer, el("span", {}, t("cage.stated")));
      for (const [, input] of inputs) input.value = "";
      await waiting.load();
    } catch (refused) {
      fill(answer, el("span", { class: "error" }, refusalText(refused)));
    }
    return null;
  };
  return el(
    "form",
    { class: `panel desk ${act}`, onsubmit: send },
    worded("h2", `cage.${act}`),
    carded,
    inputs.map(([word, input]) => field(word, input)),
    answer,
    worded("button", `cage.${act}`, { class: "button" }),
  );
}

function setPinForm() {
  const [typed, shown] = [pinInput(true), el("input", { required: true, autocomplete: "off", maxlength: 60 })];
  return pinForm(
    "set-pin",
    [["cage.shown", shown], ["cage.pin", typed]],
    () => ({ do: "set-pin", pin: typed.value, shown: shown.value.trim() }),
  );
}

function unlockPinForm() {
  const why = el("input", { required: true, autocomplete: "off", maxlength: 200 });
  return pinForm("unlock-pin", [["cage.reason", why]], () => ({ do: "unlock-pin", reason: why.value.trim() }));
}

/** One form of the desk; the card on it names the player, and `commanded(card)` is the command. */
function deskForm(act, listed, said, commanded) {
  const [card, carded] = cardField();
  const amount = el("input", { required: true, inputmode: "decimal", autocomplete: "off" });
  const method = methods(listed);
  const reference = el("input", { required: true, autocomplete: "off", maxlength: 60 });
  const pin = act === "withdraw" ? pinInput(false) : null;
  const answer = el("p", { class: "said", role: "status" });
  const send = async (event) => {
    event.preventDefault();
    const cents = parse(amount.value);
    if (cents === null) return void fill(answer, el("span", { class: "error" }, t("cage.bad-amount")));
    try {
      const typed = pin?.value ?? "";
      if (pin) pin.value = "";
      const secret = typed ? { pin: typed } : {};
      const { player, receipt, stated } = await forHolder(card, {
        amount: decimal(cents),
        method: method.value,
        reference: reference.value.trim(),
        ...secret,
        ...commanded(card.value.trim()),
      });
      const waits = t(pin && !typed ? "cage.asked-player" : "cage.stated");
      fill(
        answer,
        el(
          "span",
          { class: stated ? null : "ok" },
          stated ? waits : await doneSentence(said, player, cents, receipt),
        ),
      );
      for (const each of [amount, reference]) each.value = "";
      await Promise.all([waiting.load(), patrons.refresh(), refresh()]);
    } catch (refused) {
      fill(answer, el("span", { class: "error" }, refusalText(refused)));
    }
    return null;
  };
  return el(
    "form",
    { class: `panel desk ${act}`, onsubmit: send },
    worded("h2", `cage.${act}`),
    carded,
    field("cage.amount", amount),
    field("cage.method", method),
    field("cage.reference", reference, "cage.reference-hint"),
    pin && field("cage.pin", pin, "cage.pin-hint"),
    answer,
    worded("button", `cage.${act}`, { class: "button primary" }),
  );
}

/** Whether the person works at the cage, and not only confirms what others state there. */
const works = () => may.account.has("deposit") || may.account.has("exclude-player") || may.cage.has("set-thresholds");

/** New thresholds, which another manager confirms. */
function thresholdsForm() {
  const [deposit, withdrawal, cashier, why] = [0, 1, 2, 3].map(() =>
    el("input", { required: true, autocomplete: "off", maxlength: 200 })
  );
  const answer = el("p", { class: "said", role: "status" });
  const send = async (event) => {
    event.preventDefault();
    const amounts = [deposit, withdrawal, cashier].map(({ value }) => parse(value));
    if (amounts.includes(null)) return void fill(answer, el("span", { class: "error" }, t("cage.bad-amount")));
    try {
      await put("/api/cage", {
        id: crypto.randomUUID(),
        deposit: decimal(amounts[0]),
        withdrawal: decimal(amounts[1]),
        cashier: decimal(amounts[2]),
        reason: why.value.trim(),
      });
      fill(answer, el("span", {}, t("cage.stated")));
      await waiting.load();
    } catch (refused) {
      fill(answer, el("span", { class: "error" }, refusalText(refused)));
    }
    return null;
  };
  return el(
    "form",
    { class: "panel desk thresholds-form", onsubmit: send },
    worded("h2", "cage.new-thresholds"),
    field("cage.above-deposit", deposit),
    field("cage.above-withdrawal", withdrawal),
    field("cage.above-cashier", cashier),
    field("cage.reason", why),
    answer,
    worded("button", "cage.state", { class: "button" }),
  );
}

/** What players owe at the tables, and what is kept there for those who left. */
function debts() {
  const line = (key, amount, { player, table }) =>
    amount > 0 && el("p", {}, t(key, { player: personName(player), amount: cash(amount), table: tableName(table) }));
  const lines = cage.debts.flatMap((each) => [line("cage.owes", each.owes, each), line("cage.kept", each.kept, each)]);
  return lines.some(Boolean) ? lines : el("p", { class: "muted" }, t("cage.no-debts"));
}

/** What a cashier does with a player at the desk. */
function desks() {
  return [
    may.account.has("deposit") && deskForm("deposit", cage.taken_by, "cage.taken", () => ({ do: "deposit" })),
    may.account.has("withdraw") &&
    deskForm("withdraw", cage.paid_by, "cage.paid", (card) => ({ do: "withdraw", card })),
  ];
}

/** What is done less often: PINs and thresholds. */
function rarelyUsed() {
  return [
    may.account.has("set-pin") && setPinForm(),
    may.account.has("unlock-pin") && unlockPinForm(),
    may.cage.has("set-thresholds") && thresholdsForm(),
  ];
}

function show() {
  document.title = `${t(works() ? "page.cage" : "page.second")} · Sabot`;
  document.querySelector("sabot-header").setAttribute("heading", works() ? "" : t("page.second"));
  waiting.show();
  patrons.show();
  receipts.show();
  drawers.show(cage);
  chips.show(cage);
  chips.node.hidden = !works() && !cage.fills.length && !cage.boxes.length;
  drawers.node.hidden = !works() && !cage.drawers.length;
  fill(main.querySelector(".debts"), debts());
  const limits = main.querySelector(".thresholds");
  if (limits) {
    limits.textContent = t("cage.thresholds", {
      deposit: cash(cage.deposit),
      withdrawal: cash(cage.withdrawal),
      cashier: cash(cage.cashier),
      alone: cash(cage.alone),
    });
  }
}

async function open() {
  const [account, thresholds] = await Promise.all([mayDo("account"), mayDo("cage")]);
  may = { account, cage: thresholds };
  cage = await get("/api/cage");
  patrons = new PatronDesk(may.account, () => waiting.load(), cage.sources);
  drawers = new DrawerDesk(may.cage, async () => {
    await Promise.all([waiting.load(), refresh()]);
  });
  chips = new ChipDesk(async () => {
    await Promise.all([waiting.load(), refresh()]);
  });
  await Promise.all([learnTables(), learnPeople(cage.debts.map(({ player }) => player))]);
  fill(
    main,
    worded("h1", may.account.has("deposit") ? "cage.title" : "cage.second"),
    el("p", { class: "muted thresholds" }),
    el(
      "div",
      { class: "sides" },
      el(
        "div",
        { class: "column" },
        el(
          "section",
          { class: "panel" },
          worded("h2", "cage.waiting"),
          waiting.node,
          worded("h2", "cage.debts"),
          el("div", { class: "debts" }),
        ),
        chips.node,
        drawers.node,
        receipts.again,
        receipts.slips,
        rarelyUsed(),
      ),
      el("div", { class: "column" }, patrons.node, receipts.node, desks()),
    ),
  );
  translate(main);
  show();
  waiting.watch();
  setInterval(lookAtDrawers, LOOK_EVERY);
}

/** Drawers change at other desks too; a count that is being typed stays. */
async function lookAtDrawers() {
  if (!drawers || drawers.isTyping() || chips.isTyping() || document.visibilityState !== "visible") return;
  cage = await get("/api/cage").catch(() => cage);
  const named = new Set(tablesKnown().map(([id]) => id));
  if ([...cage.fills, ...cage.boxes].some(({ table }) => !named.has(table))) await learnTables();
  await learnPeople(cage.drawers.map(({ cashier }) => cashier).filter(Boolean));
  drawers.show(cage);
  chips.show(cage);
}

document.addEventListener("language", () => patrons && show());
open().catch((refused) => fill(main, el("p", { class: "empty error", role: "alert" }, refusalText(refused))));
