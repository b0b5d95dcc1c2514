/** A player's account: Player Card, money, limits, exclusion, and signing in. */
import { get, me, post, put, signOut } from "../shared/api.js";
import { learnTables, tableName } from "../shared/said/called.js";
import { el, fill, reason, refusalText, svg, toast } from "../shared/dom.js";
import "../shared/frame/header.js";
import { cash, parse } from "../shared/said/money.js";
import { language, t } from "../shared/words.js";
import { amountField, amountIn, choice, field, smallForm } from "./forms.js";
import { limitsPanel } from "./limits.js";
import { playPanel } from "./play.js";
import { receiptPanel } from "./receipt.js";

const METHODS = ["bank transfer", "debit card", "eftpos"];
const PAID_BY = ["cash", "bank transfer", "cheque"];
const PILLS = { pending: "gold", confirmed: "ok", refused: "danger" };
const LOOK_EVERY = 2000;
const main = document.getElementById("main");
let who = null;
let account = null;

async function send(command, done) {
  await post("/api/account/commands", { id: crypto.randomUUID(), ...command });
  account = await get("/api/account");
  show();
  toast(done, "ok");
}

function playerCard() {
  return el(
    "div",
    { class: "player-card" },
    svg(
      "svg",
      { viewBox: "0 0 32 32", "aria-hidden": "true" },
      svg("path", { d: "M16 1 31 16 16 31 1 16Z" }),
      svg("path", { d: "M16 7 25 16 16 25 7 16Z" }),
    ),
    el("span", { class: "label" }, t("account.card")),
    el("b", { class: "number" }, account.card ?? "–"),
    el("span", { class: "holder" }, who.called || account.player),
  );
}

function purse() {
  return el(
    "section",
    { class: "panel purse" },
    playerCard(),
    el(
      "div",
      { class: "balance" },
      el("span", { class: "muted" }, t("account.balance")),
      el("b", { id: "balance" }, cash(account.balance)),
      who.demo && el("span", { class: "pill gold" }, t("account.play-money")),
      account.owes > 0 && el("p", { class: "error", id: "owes" }, t("account.owes", { amount: cash(account.owes) })),
      account.reserved > 0 &&
        el("p", { class: "muted", id: "reserved" }, t("account.reserved", { amount: cash(account.reserved) })),
      el("a", {
        class: "button",
        id: "statement",
        href: `/api/statement?${new URLSearchParams({ form: "html", language: language() })}`,
        download: "statement.html",
      }, t("account.statement")),
      !account.card && el("p", { class: "muted" }, t("account.no-card")),
      account.table &&
        el(
          "p",
          {},
          t("account.playing", { table: tableName(account.table) }),
          " ",
          el("a", { href: `/table/${encodeURIComponent(account.table)}` }, t("account.go")),
        ),
    ),
  );
}

function money() {
  const deposit = smallForm(
    t("account.deposit"),
    [
      amountField("deposit", t("account.amount")),
      choice("method", t("account.method"), METHODS.map((method) => [method, t(`method.${method}`)])),
      field("reference", t("account.reference"), { required: false, autocomplete: "off", maxlength: 60 }),
    ],
    [{ value: "deposit", label: t("account.deposit"), class: "primary" }],
    (elements) => {
      const amount = amountIn(elements.deposit);
      return send(
        { do: "deposit", amount, method: elements.method.value, reference: elements.reference.value.trim() },
        t("account.asked", { amount: cash(parse(amount)) }),
      );
    },
  );
  const withdraw = smallForm(
    t("account.withdraw"),
    [
      amountField("withdraw", t("account.amount")),
      choice("paid-by", t("account.method"), PAID_BY.map((method) => [method, t(`method.${method}`)])),
    ],
    [{ value: "withdraw", label: t("account.withdraw") }],
    (elements) => {
      const amount = amountIn(elements.withdraw);
      return send(
        { do: "withdraw", amount, method: elements["paid-by"].value },
        t("account.asked", { amount: cash(parse(amount)) }),
      );
    },
  );
  return el(
    "section",
    { class: "panel money-panel" },
    el("h2", {}, t("account.money")),
    el(
      "p",
      { class: "muted" },
      t("account.cashier-text", { deposit: cash(account.deposit_above), withdrawal: cash(account.withdrawal_above) }),
    ),
    el(
      "div",
      { class: "both" },
      el("section", {}, el("h3", {}, t("account.deposit")), deposit),
      el("section", {}, el("h3", {}, t("account.withdraw")), withdraw),
    ),
    toAllow(),
    requests(),
  );
}

/** What a cashier would pay out, and waits for the player's own word. */
function toAllow() {
  if (!account.to_allow.length) return null;
  return [
    el("h3", {}, t("account.to-allow")),
    el(
      "ul",
      { class: "standing requests to-allow" },
      account.to_allow.map((each) =>
        el(
          "li",
          { data: { number: each.number } },
          el("b", {}, t("account.asked-withdraw", { amount: cash(parse(each.amount)) })),
          el(
            "button",
            { type: "button", class: "button primary", on: { click: () => answer(each, true) } },
            t("account.allow"),
          ),
          el(
            "button",
            { type: "button", class: "button", on: { click: () => answer(each, false) } },
            t("account.forbid"),
          ),
        )
      ),
    ),
  ];
}

async function answer({ number }, allow) {
  try {
    if (allow) {
      await send({ do: "confirm-statement", number, reason: t("account.allowed-reason") }, t("account.allowed"));
    } else {await send(
        { do: "refuse-statement", number, reason: t("account.forbidden-reason") },
        t("account.forbidden"),
      );}
  } catch (refused) {
    toast(refusalText(refused), "error");
  }
}

/** What the player has asked for, and what became of it. */
function requests() {
  if (!account.requests.length) return null;
  return [
    el("h3", {}, t("account.requests")),
    el(
      "ul",
      { class: "standing requests" },
      account.requests.map((each) =>
        el(
          "li",
          { class: each.state, data: { number: each.number } },
          el("b", {}, t(`account.asked-${each.do}`, { amount: cash(parse(each.amount)) })),
          el("span", { class: `pill ${PILLS[each.state]}` }, t(`account.${each.state}`)),
          each.reason && el("span", {}, each.reason),
          each.state === "pending" &&
            el(
              "button",
              { type: "button", class: "button", on: { click: () => takeBack(each) } },
              t("account.take-back"),
            ),
        )
      ),
    ),
  ];
}

async function takeBack({ number }) {
  try {
    await send({ do: "refuse-statement", number, reason: t("account.changed-mind") }, t("account.taken-back"));
  } catch (refused) {
    toast(refusalText(refused), "error");
  }
}

/** Whether nothing has changed but the seconds of play within one minute. */
function unchanged(now) {
  const whole = (play) => play && { ...play, seconds: Math.floor(play.seconds / 60) };
  const plain = ({ play, ...rest }) => JSON.stringify([rest, whole(play)]);
  return plain(now) === plain(account);
}

/** Look for what the cashier has said, or would pay out. */
async function look() {
  if (!account || document.visibilityState !== "visible") return;
  const now = await get("/api/account").catch(() => null);
  if (!now || unchanged(now)) return;
  const writing = main.querySelector("input:focus");
  account = now;
  if (!writing?.value) show();
}

async function exclude() {
  const why = await reason(t("account.exclude-sure"), t("account.exclude-hint"));
  if (!why) return;
  try {
    await send({ do: "exclude-player", reason: why }, t("account.excluded"));
  } catch (refused) {
    toast(refusalText(refused), "error");
  }
}

function exclusion() {
  return el(
    "section",
    { class: "panel" },
    el("h2", {}, t("account.exclusion")),
    account.excluded
      ? el(
        "p",
        { class: "error", role: "status" },
        t("account.excluded-why", { reason: account.excluded.reason }),
        account.excluded.clause && el("span", { class: "clause" }, ` ${account.excluded.clause}`),
      )
      : [
        el("p", {}, t("account.exclusion-text")),
        el("button", { type: "button", class: "button danger", on: { click: exclude } }, t("account.exclude")),
      ],
  );
}

/** The PIN that the player types at the cashier's desk. */
function pin() {
  const form = smallForm(
    t("account.set-pin"),
    [field("pin", t("account.pin"), {
      type: "password",
      inputmode: "numeric",
      autocomplete: "off",
      minlength: 4,
      maxlength: 8,
      pattern: "[0-9]{4,8}",
    })],
    [{ value: "pin", label: t("account.set-pin") }],
    async (elements) => {
      const typed = elements.pin.value;
      elements.pin.value = "";
      await send({ do: "set-pin", pin: typed }, t("account.pin-set"));
    },
  );
  const state = account.pin_locked ? "account.pin-locked" : account.pin ? "account.pin-there" : "account.pin-none";
  return el(
    "section",
    { class: "panel" },
    el("h2", {}, t("account.pin-title")),
    el("p", { id: "pin-state" }, t(state)),
    account.pin_locked ? null : form,
  );
}

function security() {
  const form = smallForm(
    t("account.change-password"),
    [
      field("old-password", t("account.old-password"), { type: "password", autocomplete: "current-password" }),
      field("new-password", t("account.new-password"), { type: "password", autocomplete: "new-password" }),
    ],
    [{ value: "change", label: t("account.change-password") }],
    async (elements) => {
      await put("/api/session/password", { old: elements["old-password"].value, new: elements["new-password"].value });
      for (const name of ["old-password", "new-password"]) elements[name].value = "";
      toast(t("account.password-changed"), "ok");
    },
  );
  return el(
    "section",
    { class: "panel" },
    el("h2", {}, t("account.security")),
    who.demo ? null : form,
    el("button", { type: "button", class: "button", on: { click: () => signOut() } }, t("account.sign-out-here")),
  );
}

function show() {
  document.title = `${t("page.account")} · Sabot`;
  if (!account) {
    return void fill(main, el("h1", {}, t("account.title")), el("p", { class: "empty" }, t("account.none")));
  }
  const told = (command, done) => send(command, done).catch((refused) => toast(refusalText(refused), "error"));
  const set = (command) => send(command, t("account.limit-set"));
  return void fill(
    main,
    el("h1", {}, t("account.title")),
    el(
      "div",
      { class: "sides" },
      el("div", { class: "column" }, purse(), money(), pin(), security()),
      el("div", { class: "column" }, playPanel(account, told), receiptPanel(), limitsPanel(account, set), exclusion()),
    ),
  );
}

document.addEventListener("language", show);
[who] = await Promise.all([me(), learnTables()]);
try {
  account = await get("/api/account");
} catch (refused) {
  if (refused.code !== "unknown-player") toast(refusalText(refused), "error");
}
show();
setInterval(look, LOOK_EVERY);
