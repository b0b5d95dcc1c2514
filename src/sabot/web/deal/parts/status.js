/** The strip at the top of the console: table, phase, coup, clock, cards, line, and what waits. */
import { naming, personName } from "../../shared/said/called.js";
import { el, fill } from "../../shared/dom.js";
import { cash, cashShort } from "../../shared/said/money.js";
import { told } from "../../shared/said/times.js";
import { calledOf, titleOf } from "../../shared/said/titles.js";
import { has, own, t } from "../../shared/words.js";
import { isCalled } from "../../staff/calls.js";
import { devicePill, differenceWords } from "../../staff/devices.js";
import { roleWords } from "../../staff/guide/rule-words.js";
import { statementCard } from "../../staff/forms/statements.js";

export function showStatus(place, { table, staff, status, who, send }) {
  const coup = table.coup, called = calledOf(table), title = titleOf(table);
  fill(
    place,
    el("h1", {}, called, !called.startsWith(title) && [" ", el("small", { class: "muted" }, title)]),
    el("span", { class: "pill" }, t(`phase.${table.phase}`)),
    relief(table, staff, who, send),
    staff.devices.filter((device) => device.relied || device.state !== "revoked").map(devicePill),
    el("span", { class: "pill" }, t("status.coup", { word: t(coup.word ?? "coup"), number: coup.number })),
    table.sign &&
      el(
        "span",
        { class: "pill" },
        `${cashShort(table.sign.least, table.money)}–${cashShort(table.sign.most, table.money)}`,
      ),
    staff.cards
      ? el("span", { class: "pill" }, t("status.cards", { dealt: staff.cards_dealt, cards: staff.cards }))
      : null,
    table.shoe.last_coups !== undefined && table.shoe.last_coups !== null
      ? el("span", { class: "pill gold" }, t("status.last-coups", { left: table.shoe.last_coups }))
      : null,
    el("span", { class: "pill" }, t("status.float", { amount: cashShort(staff.float, table.money) })),
    el(
      "span",
      { class: `pill ${status === "online" ? "ok" : "danger"}`, role: "status" },
      has(status) ? t(status) : status,
    ),
    coup.bets_open && coup.closes
      ? el("span", {
        class: "clock",
        role: "timer",
        "aria-label": t("status.clock"),
        data: { until: coup.closes },
      })
      : null,
  );
}

/** Who deals here and since when, and the one button that changes it: sign on, take over, sign off. */
function relief({ phase }, { dealer }, who, send) {
  if (phase === "closed") return null;
  const mine = dealer?.name === who.name;
  const command = mine ? { do: "sign-off" } : { do: "sign-on" };
  const at = told(dealer?.since, "time");
  return el(
    "span",
    { class: "row relief" },
    dealer &&
      naming([dealer.name], () => t("relief.deals", { dealer: personName(dealer.name), at }), { class: "pill ok" }),
    el(
      "button",
      { type: "button", class: "button small", on: { click: () => send(command) } },
      t(mine ? "do.sign-off" : dealer ? "relief.take-over" : "do.sign-on"),
    ),
  );
}

/** What the console waits for beyond the next card: a statement, a call, a question, wagers to come down. */
export function showBanners(place, { table, staff, who, answer, send, ask }) {
  const open = staff.questions.filter((question) => !question.outcome);
  const { no_bet: noBet, take_down: takeDown, void: void_ } = table.coup;
  const banners = [
    ...staff.statements.map((each) => statementCard(each, who, send, ask)),
    isCalled(staff) &&
    banner(
      "call.waiting",
      { reason: own(staff.calling, staff.calling_words) },
      who.role === "dealer"
        ? null
        : el("button", { type: "button", class: "button", on: { click: answer } }, t("call.answer")),
    ),
    staff.difference &&
    banner("device.held", {
      differs: differenceWords(staff.difference, table),
      who: roleWords(staff.difference.by),
      clause: staff.difference.clause,
    }),
    ...open.map((question) =>
      banner("question.waiting", {
        number: question.number,
        about: own(question.about, question.about_words),
        who: roleWords("casino supervisor"),
      })
    ),
    ...staff.debts.map((each) => debt(each, table)),
    takeDown && banner("banner.take-down", { clause: takeDown }),
    noBet && banner("banner.no-bet", { clause: noBet }),
    void_ && banner("banner.void", { clause: void_ }),
  ].filter(Boolean);
  place.hidden = !banners.length;
  fill(place, banners);
}

/** What a player owes here, or what is kept for one who left. */
function debt({ player, owes, kept, clause }, table) {
  const who = personName(player);
  if (owes) return banner("banner.debt", { player: who, amount: cash(owes, table.money), clause });
  return banner("banner.kept", { player: who, amount: cash(kept, table.money) });
}

function banner(key, params, more = null) {
  return el("p", { class: "banner", role: "status" }, el("span", {}, t(key, params)), more);
}
