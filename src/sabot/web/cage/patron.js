/** A patron at the desk: found by name, card or document, with all that the cage knows of them. */
import { get, post } from "../shared/api.js";
import { el, fill, refusalText } from "../shared/dom.js";
import { tableName } from "../shared/said/called.js";
import { cash, decimal, parse } from "../shared/said/money.js";
import { t } from "../shared/words.js";
import { choice, field, worded } from "../shared/said/worded.js";
import { playFacts, protectionForms } from "./protection.js";

const DIGITS = 15;
const text = (props = {}) => el("input", { required: true, autocomplete: "off", maxlength: 100, ...props });

/** The check digit of a card's number: the last digit by Luhn's sum. */
function checkDigit(digits) {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const twice = Number(digit) * (place % 2 ? 1 : 2);
    return total + (twice > 9 ? twice - 9 : twice);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** A number for a new card: random digits and a check digit. */
function drawnNumber() {
  const drawn = crypto.getRandomValues(new Uint32Array(DIGITS));
  const digits = [...drawn].map((each) => each % 10).join("");
  return `${digits}${checkDigit(digits)}`.replace(/(.{4})(?=.)/g, "$1 ");
}

/** The card that lies on the desk: every form that asks for one has its number. */
function atDesk(card) {
  for (const each of document.querySelectorAll("input.player-card")) {
    each.value = card;
    each.dispatchEvent(new Event("change"));
  }
}

export class PatronDesk {
  /** `may` are the commands of accounts that the person may send; `done()` is called after one. */
  constructor(may, done, sources) {
    this.may = may;
    this.sources = sources;
    this.done = done;
    this.account = null;
    this.documents = [];
    this.like = text({ type: "search", placeholder: "" });
    this.found = el("div", { class: "found", "aria-live": "polite" });
    this.patron = el("div", { class: "column patron" });
    const find = (event) => {
      event.preventDefault();
      this.find();
    };
    this.node = el(
      "section",
      { class: "panel desk patrons", hidden: !may.has("exclude-player") && !may.has("deposit") },
      worded("h2", "cage.find"),
      el(
        "form",
        { class: "find", onsubmit: find },
        field("cage.find-by", this.like, "cage.find-hint"),
        worded("button", "cage.find-button", { class: "button primary" }),
      ),
      this.found,
      this.patron,
    );
  }

  async find() {
    const like = this.like.value.trim();
    this.account = null;
    fill(this.patron);
    try {
      const { patrons, documents } = await post("/api/cage/patrons", { like });
      this.documents = documents;
      if (patrons.length === 1) return this.choose(patrons[0]);
      fill(
        this.found,
        patrons.length ? patrons.map((each) => this.foundRow(each)) : el("p", {}, t("cage.found-none")),
        this.may.has("open-account") && this.opening(like),
      );
    } catch (refused) {
      fill(this.found, el("p", { class: "error" }, refusalText(refused)));
    }
    return null;
  }

  foundRow(patron) {
    const said = patron.called === patron.player ? patron.player : `${patron.called} (${patron.player})`;
    return el("button", { type: "button", class: "button", onclick: () => this.choose(patron) }, said);
  }

  async choose({ player, by }) {
    const card = by === "card" ? this.like.value.trim() : "";
    fill(this.found);
    await this.load(player);
    atDesk(card);
  }

  async load(player) {
    const path = `/api/players/${encodeURIComponent(player)}`;
    this.account = await get(path);
    this.personal = this.account.identity ? await get(`${path}/identity`).catch(() => null) : null;
    if (!this.documents.length) {
      this.documents = (await post("/api/cage/patrons", { like: player })).documents;
    }
    this.show();
  }

  async refresh() {
    if (this.account) await this.load(this.account.player);
  }

  /** Send a command for a patron; the sentence after it stands in `answer`. */
  async send(player, command, answer, said) {
    try {
      const path = `/api/players/${encodeURIComponent(player)}/commands`;
      const { events } = await post(path, { id: crypto.randomUUID(), ...command });
      const stated = events[0]?.what?.startsWith("statement-made");
      const name = this.personal?.full_name ?? this.account?.called ?? player;
      await this.load(player);
      const sentence = stated ? t("cage.stated") : t(said, { player: name });
      const issued = command.do === "issue-player-card" ? command.card : "";
      if (issued && !stated) atDesk(issued);
      const number = issued ? t("cage.card-number", { card: issued }) : "";
      this.say(...[sentence, number].filter(Boolean));
      await this.done();
    } catch (refused) {
      fill(answer, el("span", { class: "error" }, refusalText(refused)));
    }
  }

  say(...sentences) {
    fill(this.found, sentences.map((each) => el("p", { class: "ok", role: "status" }, each)));
  }

  opening(like) {
    const name = text({ value: like, maxlength: 32 });
    const answer = el("p", { class: "said", role: "status" });
    const send = (event) => {
      event.preventDefault();
      const player = name.value.trim();
      this.send(player, { do: "open-account", player }, answer, "cage.opened");
    };
    return el(
      "form",
      { class: "open-account", onsubmit: send },
      worded("h3", "cage.open-account"),
      field("cage.account-name", name, "cage.account-name-hint"),
      answer,
      worded("button", "cage.open-account", { class: "button" }),
    );
  }

  // The patron

  show() {
    if (!this.account) return;
    const account = this.account;
    const rows = [
      ["cage.fact-name", this.personal?.full_name ?? account.called],
      ["cage.fact-account", account.player],
      ["cage.fact-identity", this.identity()],
      ["cage.fact-card", account.card ?? t("cage.none")],
      ["cage.fact-balance", cash(account.balance)],
      account.reserved > 0 && ["cage.fact-reserved", cash(account.reserved)],
      account.table && ["cage.fact-table", `${tableName(account.table)}: ${cash(account.chips)}`],
      account.funds && ["cage.fact-funds", this.funds()],
      ["cage.fact-limits", this.limits()],
      account.owes > 0 && ["cage.fact-owes", cash(account.owes)],
      account.excluded && ["cage.fact-excluded", account.excluded.reason],
      ...playFacts(account),
      ["cage.fact-pin", t(account.pin_locked ? "cage.pin-locked" : account.pin ? "cage.pin-set" : "cage.none")],
    ].filter(Boolean);
    fill(
      this.patron,
      el("h3", { class: "patron-name" }, this.personal?.full_name ?? account.called),
      el("dl", { class: "facts" }, rows.map(([key, said]) => [el("dt", {}, t(key)), el("dd", {}, said)])),
      this.forms(),
    );
  }

  identity() {
    const found = this.account.identity;
    if (!found) return el("span", { class: "pill gold" }, t("cage.identity-none"));
    const kind = t(`cage.document.${found.kind}`);
    const said = t("cage.identity-said", { kind, document: found.document, expires: found.expires });
    const state = found.valid ? "cage.identity-valid" : "cage.identity-expired";
    return [said, " ", el("span", { class: found.valid ? "pill ok" : "pill danger" }, t(state))];
  }

  funds() {
    const { source, form, day } = this.account.funds;
    return t("cage.funds-said", { source: t(`cage.source.${source}`), form, day });
  }

  limits() {
    const { deposit_limits: deposits, loss_limits: losses, house_deposit: house, house_loss: loss } = this.account;
    const said = [
      ...deposits.map(({ amount }) => t("cage.limit-deposit", { amount: cash(amount) })),
      ...losses.map(({ amount, period }) =>
        t("cage.limit-loss", { amount: cash(amount), period: t(`cage.${period ?? "day"}`) })
      ),
      house && t("cage.limit-house-deposit", { amount: cash(house.amount) }),
      loss && t("cage.limit-house-loss", { amount: cash(loss.amount), period: t(`cage.${loss.period ?? "day"}`) }),
    ].filter(Boolean);
    return said.join("; ") || t("cage.none");
  }

  forms() {
    const { card, excluded } = this.account;
    const forms = [
      this.may.has("record-identity") && this.identityForm(),
      this.may.has("declare-funds") && this.fundsForm(),
      this.may.has("issue-player-card") && !card && this.issueForm(),
      this.may.has("cancel-player-card") && card && this.cancelForm(),
      this.may.has("exclude-player") && !excluded?.casino && this.excludeForm(),
      this.may.has("lift-exclusion") && excluded && this.liftForm(),
      this.may.has("set-deposit-limit") && card && this.ownLimitForm(),
      this.may.has("set-house-limit") && this.limitForm(),
      ...protectionForms(this),
      this.may.has("record-staff-name") && this.staffForm(),
    ];
    return el("div", { class: "acts" }, forms);
  }

  /** A form behind its title; `commanded()` is the command, null where something is wrong. */
  act(name, inputs, commanded, said) {
    const answer = el("p", { class: "said", role: "status" });
    const send = (event) => {
      event.preventDefault();
      const command = commanded();
      if (command === null) return void fill(answer, el("span", { class: "error" }, t("cage.bad-amount")));
      return this.send(this.account.player, command, answer, said);
    };
    return el(
      "details",
      { class: `act ${name}` },
      el("summary", {}, t(`cage.${name}`)),
      el("form", { onsubmit: send }, inputs, answer, el("button", { class: "button" }, t(`cage.${name}`))),
    );
  }

  identityForm() {
    const kind = choice(this.documents.map((each) => [each, t(`cage.document.${each}`)]));
    const [number, name] = [text({ maxlength: 40 }), text()];
    const [born, expires] = [text({ type: "date" }), text({ type: "date" })];
    const inputs = [
      field("cage.document-kind", kind),
      field("cage.document-number", number),
      field("cage.full-name", name),
      field("cage.born", born),
      field("cage.expires", expires),
    ];
    const commanded = () => ({
      do: "record-identity",
      kind: kind.value,
      document: number.value.trim(),
      number: number.value.trim(),
      full_name: name.value.trim(),
      born: born.value,
      expires: expires.value,
    });
    return this.act("record-identity", inputs, commanded, "cage.identity-recorded");
  }

  fundsForm() {
    const source = choice(this.sources.map((each) => [each, t(`cage.source.${each}`)]));
    const form = text({ maxlength: 60 });
    const inputs = [field("cage.funds-source", source), field("cage.funds-form", form)];
    const commanded = () => ({ do: "declare-funds", source: source.value, form: form.value.trim() });
    return this.act("declare-funds", inputs, commanded, "cage.funds-declared");
  }

  issueForm() {
    const number = text({ value: drawnNumber(), maxlength: 60 });
    const again = el(
      "button",
      { type: "button", class: "button", onclick: () => (number.value = drawnNumber()) },
      t("cage.draw-number"),
    );
    const inputs = [field("cage.new-card", number, "cage.new-card-hint"), again];
    const commanded = () => ({ do: "issue-player-card", card: number.value.trim() });
    return this.act("issue-player-card", inputs, commanded, "cage.card-issued");
  }

  cancelForm() {
    const why = text({ maxlength: 200 });
    const commanded = () => ({ do: "cancel-player-card", card: this.account.card, reason: why.value.trim() });
    return this.act("cancel-player-card", [field("cage.reason", why)], commanded, "cage.card-cancelled");
  }

  excludeForm() {
    const why = text({ maxlength: 200 });
    const casino = choice([["", t("cage.from-play")], ["casino", t("cage.from-casino")]]);
    const inputs = [field("cage.exclude-from", casino), field("cage.reason", why)];
    const commanded = () => ({ do: "exclude-player", reason: why.value.trim(), casino: casino.value !== "" });
    return this.act("exclude-player", inputs, commanded, "cage.excluded");
  }

  liftForm() {
    const [why, application] = [text({ maxlength: 200 }), text({ required: false })];
    const inputs = [field("cage.application", application, "cage.application-hint"), field("cage.reason", why)];
    const commanded = () => ({
      do: "lift-exclusion",
      reason: why.value.trim(),
      application: application.value.trim(),
    });
    return this.act("lift-exclusion", inputs, commanded, "cage.lifted");
  }

  /** A limit that the player sets at the desk: with their card, and with their PIN to loosen one. */
  ownLimitForm() {
    const periods = ["day", "week", "month"].map((each) => [`loss ${each}`, t(`cage.own-loss-${each}`)]);
    const kind = choice([["deposit day", t("cage.house-deposit")], ...periods]);
    const [amount, card] = [text({ inputmode: "decimal", required: false }), text({ maxlength: 60 })];
    const pin = text({ type: "password", inputmode: "numeric", maxlength: 8, required: false });
    const inputs = [
      field("cage.house-kind", kind),
      field("cage.amount", amount, "cage.own-hint"),
      field("cage.card", card, "cage.card-hint"),
      field("cage.pin", pin, "cage.own-pin-hint"),
    ];
    const commanded = () => {
      const [what, period] = kind.value.split(" ");
      const cents = amount.value.trim() ? parse(amount.value) : 0;
      if (cents === null) return null;
      const said = { amount: cents ? decimal(cents) : null, card: card.value.trim() };
      if (pin.value) said.pin = pin.value;
      pin.value = "";
      return what === "deposit" ? { do: "set-deposit-limit", ...said } : { do: "set-loss-limit", period, ...said };
    };
    return this.act("set-own-limit", inputs, commanded, "cage.own-limit-set");
  }

  limitForm() {
    const kind = choice([["deposit", t("cage.house-deposit")], ["loss", t("cage.house-loss")]]);
    const amount = text({ inputmode: "decimal", required: false });
    const inputs = [field("cage.house-kind", kind), field("cage.amount", amount, "cage.house-hint")];
    const commanded = () => {
      const cents = amount.value.trim() ? parse(amount.value) : 0;
      if (cents === null) return null;
      return { do: "set-house-limit", kind: kind.value, amount: cents ? decimal(cents) : null };
    };
    return this.act("set-house-limit", inputs, commanded, "cage.limit-set");
  }

  staffForm() {
    const [staff, why] = [text({ required: false, value: this.account.staff }), text({ maxlength: 200 })];
    const inputs = [field("cage.staff-name", staff, "cage.staff-name-hint"), field("cage.reason", why)];
    const commanded = () => ({ do: "record-staff-name", staff: staff.value.trim(), reason: why.value.trim() });
    return this.act("record-staff-name", inputs, commanded, "cage.staff-recorded");
  }
}
