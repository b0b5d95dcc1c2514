/** What the panel of a table shows, tab by tab. `act(name, fixed, preset)` opens an action's form. */
import { el } from "../shared/dom.js";
import { dollars, short } from "../shared/money.js";
import { has, t } from "../shared/words.js";
import { atDate } from "../deal/clock.js";
import { showHands, showStakes } from "../deal/felt.js";
import { wagerWords } from "../deal/need.js";
import { roleWords } from "../deal/rule-words.js";
import { isCalled } from "../deal/status.js";
import { FLOAT_ACTIONS } from "./actions.js";

export const button = (label, act, style = "") => el("button", { type: "button", class: `button ${style}`, on: { click: act } }, label);
const acts = (names, act) => el("div", { class: "row acts" }, names.map((name) => button(t(`do.${name}`), () => act(name))));
const clause = (text) => (text ? el("span", { class: "clause" }, text) : null);
const none = (key) => el("p", { class: "muted" }, t(key));

/** A table of data that scrolls by itself when the screen is narrow. */
export function dataTable(label, heads, rows) {
  return el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, el("table", { class: "data" }, el("thead", {}, el("tr", {}, heads.map((head) => el("th", { scope: "col" }, head || el("span", { class: "visually-hidden" }, t("pit.acts")))))), el("tbody", {}, rows)));
}

/** The coup that runs, who waits for whom, and what only a supervisor can do about it. */
export function nowTab({ table, staff, act, guide, decide }) {
  const { coup, wait } = table;
  const open = staff.questions.filter((question) => !question.outcome);
  const next = staff.next;
  return [
    isCalled(staff) && el("p", { class: "banner" }, el("span", {}, t("pit.calls", { reason: staff.calling })), button(t("do.answer-call"), () => act("answer-call"), "primary")),
    open.map((question) => el("p", { class: "banner" }, el("span", {}, t("pit.question", { number: question.number, about: question.about })), button(t("do.decide-report"), () => decide(question), "primary"))),
    next?.role && el("p", { class: "banner" }, el("span", {}, t("pit.next-role", { what: has(`do.${next.do}`) ? t(`do.${next.do}`) : next.label, role: roleWords(next.role) }), " ", clause(next.clause)), button(has(`do.${next.do}`) ? t(`do.${next.do}`) : next.label, () => act(next.do, next.fields), "primary")),
    el("dl", { class: "facts" },
      fact("pit.waits", [has(`wait.${wait.step}`) ? t(`wait.${wait.step}`) : wait.step, wait.why && el("span", { class: "muted", lang: "en" }, ` · ${wait.why}`)], wait.clause),
      fact("pit.coup-now", `${coup.number}`),
      coup.no_bet && fact("do.call-no-bet-coup", t("pit.no-bet"), coup.no_bet),
      coup.void && fact("void", t("pit.void"), coup.void),
      !table.stakes.length && fact("felt.stakes", dollars(0))),
    table.hands.some((hand) => hand.cards.length) && part("felt hands", (place) => showHands(place, table, null)),
    table.stakes.length ? part("stakes", (place) => showStakes(place, table)) : null,
    el("div", { class: "row acts" }, button(t("guide.button"), guide, "danger"), ["call-no-bet-coup", "invalidate-outcome", "refuse-wager", "resume-play", "order-shuffle", "close-table"].map((name) => button(t(`do.${name}`), () => act(name)))),
  ];
}

function part(style, draw) {
  const place = el("section", { class: style });
  draw(place);
  return place;
}

const fact = (key, text, by = null) => el("div", {}, el("dt", {}, t(key)), el("dd", {}, text, " ", clause(by)));

const PLAYER_ACTIONS = ["set-personal-limits", "refuse-wager", "approve", "pause-player", "resume-player", "remind-player", "vacate-seat", "sanction-player"];

/** Who is here: money, losses, limits of their own, and what can be done about one of them. */
export function playersTab({ staff, act, menu }) {
  const rows = staff.patrons.map((patron) =>
    el("tr", {},
      el("th", { scope: "row" }, patron.player, el("br"), el("small", { class: "muted" }, patron.place ? t("pit.seat", { place: patron.place }) : t("pit.standing"))),
      el("td", { class: "money" }, short(patron.balance)),
      el("td", { class: "money" }, short(patron.lost ?? 0), patron.room != null && el("small", { class: "muted" }, ` / ${short(patron.room)}`)),
      el("td", {}, marks(patron)),
      el("td", {}, button(t("pit.acts"), () => menu(patron.player, PLAYER_ACTIONS)))));
  return [
    staff.patrons.length ? dataTable(t("tab.players"), [t("felt.player"), t("balance"), t("pit.lost"), t("pit.marks"), ""], rows) : none("pit.nobody"),
    acts(["set-personal-limits", "limit-players", "sanction-player"], act),
  ];
}

function marks(patron) {
  const shown = [
    patron.near_limit && ["danger", t("mark.near-limit")],
    patron.paused && ["gold", t("mark.paused")],
    patron.old_least != null && ["gold", t("mark.protected", { least: short(patron.old_least) })],
    patron.own_most != null && ["gold", t("mark.own", { least: short(patron.own_least), most: short(patron.own_most) })],
    patron.barred && ["danger", t("mark.barred", { clause: patron.barred })],
    patron.excluded && ["danger", t("mark.excluded")],
    patron.idle > 0 && ["", t("mark.idle", { coups: patron.idle })],
  ].filter(Boolean);
  return el("span", { class: "flags" }, shown.map(([style, text]) => el("span", { class: `pill ${style}` }, text)));
}

/** When a sign has stood long enough and its time has come. */
export function readyAt(sign, choices) {
  const rule = choices.signs.find((each) => each.name === sign.kind);
  const stood = Date.parse(sign.posted) + (rule?.minutes ?? 0) * 60000;
  return new Date(Math.max(stood, sign.takes_effect ? Date.parse(sign.takes_effect) : 0)).toISOString();
}

/** The sign, what is announced with its clock, who keeps an old minimum, and restricted bets. */
export function limitsTab({ table, staff, choices, act, change }) {
  const { sign } = table;
  const kept = staff.patrons.filter((patron) => patron.old_least != null);
  return [
    sign && el("dl", { class: "facts" }, fact("limits", `${dollars(sign.least)} – ${dollars(sign.most)}`, choices.change_limits.clause), sign.unit && fact("field.unit", dollars(sign.unit)), sign.area && fact("field.area_maximum", dollars(sign.area)), sign.differential && fact("field.differential", dollars(sign.differential))),
    el("h3", {}, t("pit.signs")),
    sign?.posted?.length ? el("ul", { class: "signs" }, sign.posted.map((posted) => signView(posted, choices))) : none("pit.no-signs"),
    el("h3", {}, t("pit.protected")),
    kept.length ? el("ul", {}, kept.map((patron) => el("li", {}, t("pit.keeps", { player: patron.player, least: dollars(patron.old_least) })))) : none("pit.nobody-protected"),
    Object.keys(staff.restricted).length ? [el("h3", {}, t("pit.restricted")), el("ul", {}, Object.entries(staff.restricted).map(([wager, by]) => el("li", {}, wagerWords(table, wager), " ", clause(by))))] : null,
    el("div", { class: "row acts" }, button(t("do.post-sign"), () => act("post-sign")), button(t("do.change-limits"), change), choices.raise_minimum && button(t("do.raise-minimum"), () => act("raise-minimum")), kept.length ? button(t("do.end-protection"), () => act("end-protection")) : null, button(t("do.set-personal-limits"), () => act("set-personal-limits")), choices.restrictions.length ? button(t("do.restrict-side-bet"), () => act("restrict-side-bet")) : null, Object.keys(staff.restricted).length ? button(t("do.lift-restriction"), () => act("lift-restriction")) : null, choices.opening.schemes.length > 1 ? button(t("do.switch-scheme"), () => act("switch-scheme")) : null, choices.opening.methods.length > 1 ? button(t("do.choose-method"), () => act("choose-method")) : null),
  ];
}

function signView(sign, choices) {
  const ready = readyAt(sign, choices);
  const rule = choices.signs.find((each) => each.name === sign.kind);
  return el("li", { class: "sign" }, el("b", {}, t(`sign.${sign.kind}`)), sign.amount != null && ` ${dollars(sign.amount)}`, sign.text && ` “${sign.text}”`, " ", clause(rule?.clause), el("span", { class: "muted small" }, t("pit.posted", { at: atDate(sign.posted), ready: atDate(ready) })), el("span", { class: "tick clock", role: "timer", "aria-label": t("pit.sign-clock"), data: { until: ready } }));
}

/** The cards in use, and what is ordered about them. */
export function cardsTab({ table, staff, act }) {
  const { shoe } = table;
  return [
    el("dl", { class: "facts" }, fact("shoe", `${shoe.number} · ${t(`source.${shoe.source}`)}`), shoe.stage && fact("pit.stage", t(`stage.${shoe.stage}`)), fact("pit.dealt", t("status.cards", { dealt: staff.cards_dealt, cards: staff.cards })), table.method && fact("field.method", table.method), shoe.last_coups != null && fact("pit.last-coups", shoe.last_coups), shoe.digest && el("div", {}, el("dt", {}, t("pit.digest")), el("dd", { class: "mono digest" }, shoe.digest))),
    acts(["bring-cards", "check-cards", "order-shuffle", "shuffle", "shuffle-by-hand"], act),
  ];
}

/** The float and the drop, and payments that were wrong. */
export function moneyTab({ staff, choices, act }) {
  return [
    el("dl", { class: "facts" }, fact("pit.float", dollars(staff.float)), fact("pit.drop", dollars(staff.drop))),
    acts(FLOAT_ACTIONS, act),
    choices.payments.length ? [el("h3", {}, t("pit.mispayments")), staff.mispayments.length ? el("ul", { class: "items" }, staff.mispayments.map((paid) => mispaid(paid, act))) : none("pit.no-mispayments"), acts(["find-mispayment"], act)] : null,
  ];
}

function mispaid(paid, act) {
  const left = paid.amount - (paid.rectified ?? 0);
  return el("li", { class: "item" },
    el("p", {}, el("b", {}, `${paid.number}. `), t(paid.over ? "pit.overpaid" : "pit.underpaid", { amount: dollars(paid.amount), who: paid.player ?? t("pit.unknown"), coup: paid.coup }), " ", el("span", { class: "muted" }, paid.note)),
    el("p", { class: "small muted" }, left > 0 ? t("pit.left", { amount: dollars(left) }) : t("pit.rectified"), paid.to_do?.length ? [" ", t("pit.to-do"), " ", clause(paid.to_do.join(", "))] : null),
    el("div", { class: "row acts" }, ["record-inquiry", "rectify-payment", "record-attempt", "raise-payment"].map((name) => button(t(`do.${name}`), () => act(name, { number: paid.number })))));
}

/** Leave that was given, and leave that can be. */
export function approvalsTab({ staff, choices, act }) {
  const given = Object.entries(staff.approvals);
  return [
    given.length
      ? el("ul", { class: "items" }, given.map(([key, approver]) => {
          const { words, fixed } = approvalOf(key, choices);
          return el("li", { class: "item row apart" }, el("span", {}, `${words} · ${t("pit.by", { who: approver })}`), button(t("do.withdraw-approval"), () => act("withdraw-approval", fixed)));
        }))
      : none("pit.no-approvals"),
    choices.approvals.length ? acts(["approve"], act) : none("pit.no-approvals-here"),
  ];
}

/** "nominate/ada" or "burn/counted", as the command wants it. */
function approvalOf(key, choices) {
  const [what, ...rest] = key.split("/");
  const last = rest.join("/");
  const personal = choices.approvals.some((each) => each.what === what && each.player);
  const fixed = last ? { what, [personal ? "player" : "way"]: last } : { what };
  return { words: `${t(`approval.${what}`)}${last ? `: ${last}` : ""}`, fixed };
}

/** Disputes that wait for a decision or its review; the rest by number. */
export function disputesTab({ staff, choices, act }) {
  return [
    staff.disputes.length
      ? el("ul", { class: "items" }, staff.disputes.map((each) =>
          el("li", { class: "item" },
            el("p", {}, el("b", {}, `${each.number}. ${each.player}`), `: ${each.about}`, each.coup ? ` (${t("pit.coup", { coup: each.coup })})` : ""),
            each.decision ? el("p", {}, t("pit.first", { decision: each.decision, who: each.decider })) : el("p", { class: "muted" }, t("pit.undecided", { who: roleWords(choices.dispute.by) }), " ", clause(choices.dispute.clause)),
            each.review_asked && el("p", { class: "muted" }, t("pit.review-waits", { who: roleWords(choices.review.by) }), " ", clause(choices.review.clause)),
            el("div", { class: "row acts" }, button(t(each.decision ? "do.review-dispute" : "do.decide-dispute"), () => act(each.decision ? "review-dispute" : "decide-dispute", { number: each.number }), "primary")))))
      : none("pit.no-disputes"),
    acts(["raise-dispute", "ask-review", "advise-complaint"], act),
  ];
}

/** Who must be told, and by when. */
export function noticesTab({ staff, act }) {
  if (!staff.notices.length) return none("pit.no-notices");
  return el("ul", { class: "items" }, staff.notices.map((notice) =>
    el("li", { class: "item row apart" },
      el("span", {}, el("b", {}, roleWords(notice.to)), `: ${notice.about} `, clause(notice.clause), el("br"), el("span", { class: "muted small" }, notice.deadline, notice.due ? ` · ${atDate(notice.due)}` : "")),
      notice.given ? el("span", { class: "pill ok" }, t("pit.given", { at: atDate(notice.given) })) : [notice.due && el("span", { class: "tick", data: { until: notice.due, over: t("clock.now") } }), button(t("do.give-notice"), () => act("give-notice", { number: notice.number }), "primary")])));
}

export const TABS = { now: nowTab, players: playersTab, limits: limitsTab, cards: cardsTab, money: moneyTab, approvals: approvalsTab, disputes: disputesTab, notices: noticesTab };

/** How many things wait behind a tab. */
export function badge(tab, { staff }) {
  if (tab === "now") return staff.questions.filter((each) => !each.outcome).length + (isCalled(staff) ? 1 : 0) + (staff.next?.role ? 1 : 0);
  if (tab === "players") return staff.patrons.filter((each) => each.near_limit).length;
  if (tab === "disputes") return staff.disputes.length;
  if (tab === "notices") return staff.notices.filter((each) => !each.given).length;
  return 0;
}
