/** The cards in use, the float, and payments that were wrong. */
import { naming, personName } from "../../shared/said/called.js";
import { el } from "../../shared/dom.js";
import { cash, gain } from "../../shared/said/money.js";
import { told } from "../../shared/said/times.js";
import { t } from "../../shared/words.js";
import { chipsList, trayView } from "../../staff/chips.js";
import { devicePill, deviceWords } from "../../staff/devices.js";
import { percent } from "../floor/figures.js";
import { acts, clause, fact, facts, list } from "../parts.js";

export function cardsTab(given) {
  const { table, staff } = given;
  const { shoe } = table;
  const dealt = { dealt: staff.cards_dealt, cards: staff.cards };
  const digest = shoe.digest &&
    el("div", {}, el("dt", {}, t("pit.digest")), el("dd", { class: "mono digest" }, shoe.digest));
  return [
    facts(
      fact("shoe", `${shoe.number} · ${t(`source.${shoe.source}`)}`),
      shoe.stage && fact("pit.stage", t(`stage.${shoe.stage}`)),
      fact("pit.dealt", t("status.cards", dealt)),
      table.method && fact("field.method", table.method),
      shoe.last_coups != null && fact("pit.last-coups", shoe.last_coups),
      digest,
    ),
    acts("cards", given),
    devicesPart(given),
  ];
}

/** The devices of the table, and what is done about each. */
function devicesPart(given) {
  const { staff, choices } = given;
  if (!choices.devices.length && !staff.devices.length) return null;
  const placeOf = ({ relied, state }) => (relied ? "relied-device" : state === "idle" ? "idle-device" : null);
  const items = staff.devices.map((device) =>
    el(
      "li",
      { class: "item" },
      el("p", {}, devicePill(device), " ", deviceWords(device)),
      placeOf(device) && acts(placeOf(device), given, { device: device.name }),
      device.state !== "revoked" && acts("device", given, { device: device.name }),
    )
  );
  return [el("h3", {}, t("device.title")), list(items, "device.none"), acts("devices", given)];
}

export function moneyTab(given) {
  const { table, staff, choices } = given;
  const wrong = staff.mispayments.map((paid) => mispaid(paid, given));
  return [
    facts(fact("pit.float", cash(staff.float, table.money)), fact("pit.drop-box", cash(staff.drop))),
    trayView(staff, table.money),
    staff.fill_asked && fillAsked(staff.fill_asked, table),
    acts("float", given),
    staff.shift && shiftView(staff.shift, table.money),
    staff.boxes.length
      ? [el("h3", {}, t("pit.boxes")), el("ul", { class: "items" }, staff.boxes.map(sealedBox))]
      : null,
    staff.debts.length
      ? [el("h3", {}, t("pit.debts")), el("ul", { class: "items" }, staff.debts.map((each) => debt(each, given)))]
      : null,
    choices.payments.length
      ? [
        el("h3", {}, t("pit.mispayments")),
        list(wrong, "pit.no-mispayments"),
        acts("payments", given),
      ]
      : null,
  ];
}

/** The fill that a dealer has asked for. */
function fillAsked({ amount, by, at, chips }, table) {
  const words = () =>
    t("pit.fill-asked", { amount: cash(amount, table.money), person: personName(by), time: told(at, "time") });
  return [naming([by], words, { class: "banner" }), chipsList(chips, table.money, "chips small-chips")];
}

/** The float's shift in figures: what came and went, drop, win, hold, and the variance of its count. */
function shiftView({ opening, fills, credits, cash: sold, accounts, drop, win, hold, variance, is_open: open }, sign) {
  return [
    el("h3", {}, t("pit.shift")),
    facts(
      fact("pit.opening", cash(opening, sign)),
      fact("pit.fills", cash(fills, sign)),
      fact("pit.credits", cash(credits, sign)),
      fact("pit.cash-drop", cash(sold)),
      accounts > 0 && fact("pit.account-drop", cash(accounts)),
      fact("pit.drop", cash(drop)),
      fact("pit.win", gain(win, sign)),
      fact("pit.hold", hold === null ? "–" : percent(hold)),
      !open && fact("pit.variance", gain(variance, sign)),
    ),
  ];
}

function sealedBox({ seal, collected, by }) {
  const words = () => t("pit.box", { seal, person: personName(by), time: told(collected, "time") });
  return el("li", { class: "item" }, naming([by], words));
}

/** What a player owes at the table, or what is kept for one who left, and what is done about it. */
function debt({ player, owes, kept, clause: by }, given) {
  const sign = given.table.money;
  const told = (amount) => ({ player: personName(player), amount: cash(amount, sign) });
  return el(
    "li",
    { class: "item" },
    owes ? el("p", {}, t("pit.owes", told(owes)), " ", clause(by)) : null,
    kept ? el("p", {}, t("pit.kept", told(kept))) : null,
    owes ? acts("debt", given, { player }) : null,
    kept ? acts("kept", given, { player }) : null,
  );
}

function mispaid(paid, given) {
  const sign = given.table.money;
  const left = paid.amount - (paid.rectified ?? 0);
  const told = {
    amount: cash(paid.amount, sign),
    who: paid.player ? personName(paid.player) : t("pit.unknown"),
    coup: paid.coup,
  };
  const due = paid.to_do?.length ? [" ", t("pit.to-do"), " ", clause(paid.to_do.join(", "))] : null;
  return el(
    "li",
    { class: "item" },
    el(
      "p",
      {},
      el("b", {}, `${paid.number}. `),
      t(paid.over ? "pit.overpaid" : "pit.underpaid", told),
      el("span", { class: "muted" }, ` ${paid.note}`),
    ),
    el(
      "p",
      { class: "small muted" },
      left > 0 ? t("pit.left", { amount: cash(left, sign) }) : t("pit.rectified"),
      due,
    ),
    acts("mispayment", given, { number: paid.number }),
  );
}
