/** The strip at the top of the console: table, phase, coup, clock, cards, line, and what waits. */
import { el, fill } from "../shared/dom.js";
import { cashShort } from "../shared/money.js";
import { titleOf } from "../shared/titles.js";
import { has, t } from "../shared/words.js";
import { isCalled } from "../staff/calls.js";
import { roleWords } from "../staff/rule-words.js";
import { statementCard } from "../staff/statements.js";

export function showStatus(place, { table, staff, status }) {
  const coup = table.coup;
  fill(
    place,
    el("h1", {}, table.id, " ", el("small", { class: "muted" }, titleOf(table))),
    el("span", { class: "pill" }, t(`phase.${table.phase}`)),
    el("span", { class: "pill" }, `${t(coup.word === "round" ? "round" : "coup")} ${coup.number}`),
    table.sign && el("span", { class: "pill" }, `${cashShort(table.sign.least)}–${cashShort(table.sign.most)}`),
    staff.cards
      ? el("span", { class: "pill" }, t("status.cards", { dealt: staff.cards_dealt, cards: staff.cards }))
      : null,
    table.shoe.last_coups !== undefined && table.shoe.last_coups !== null
      ? el("span", { class: "pill gold" }, t("status.last-coups", { left: table.shoe.last_coups }))
      : null,
    el("span", { class: "pill" }, t("status.float", { amount: cashShort(staff.float) })),
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

/** What the console waits for beyond the next card: a statement, a call, a question, wagers to come down. */
export function showBanners(place, { table, staff, who, answer, send, ask }) {
  const open = staff.questions.filter((question) => !question.outcome);
  const { no_bet: noBet, take_down: takeDown, void: void_ } = table.coup;
  const banners = [
    ...staff.statements.map((each) => statementCard(each, who, send, ask)),
    isCalled(staff) &&
      banner(
        "call.waiting",
        { reason: staff.calling },
        who.role === "dealer"
          ? null
          : el("button", { type: "button", class: "button", on: { click: answer } }, t("call.answer")),
      ),
    ...open.map((question) =>
      banner("question.waiting", {
        number: question.number,
        about: question.about,
        who: roleWords("casino supervisor"),
      }),
    ),
    takeDown && banner("banner.take-down", { clause: takeDown }),
    noBet && banner("banner.no-bet", { clause: noBet }),
    void_ && banner("banner.void", { clause: void_ }),
  ].filter(Boolean);
  place.hidden = !banners.length;
  fill(place, banners);
}

function banner(key, params, more = null) {
  return el("p", { class: "banner", role: "status" }, el("span", {}, t(key, params)), more);
}
