/** All tables at a glance, those that need attention first. */
import { naming, personName } from "../../shared/said/called.js";
import { el, fill } from "../../shared/dom.js";
import { cashShort } from "../../shared/said/money.js";
import { told } from "../../shared/said/times.js";
import { calledOf, titleOf } from "../../shared/said/titles.js";
import { has, own, t } from "../../shared/words.js";
import { roleWords } from "../../staff/guide/rule-words.js";
import { figuresView } from "./figures.js";

const WEIGHTS = { calling: 100, statements: 80, questions: 50, disputes: 10, fill: 6, loss_flags: 3 };

/** Decisions that cannot wait. */
const PRESSING = ["statements", "questions"];

/** Return how urgently a table needs attention. */
export function pressing(card, now) {
  const waits = (card.wait?.step === "supervisor" ? 50 : 0) +
    (isStalled(card, now) ? 40 : isIdle(card, now) ? 2 : 0) +
    (isTellingDue(card, now) ? 5 : 0);
  return waits + Object.entries(WEIGHTS).reduce((sum, [key, weight]) => sum + (card[key] ? weight : 0), 0);
}

/** The most pressing first, then by name; closed tables come last. */
export function inOrder(tables, now) {
  return [...tables].sort(
    (one, other) =>
      pressing(other, now) - pressing(one, now) ||
      (one.phase === "closed") - (other.phase === "closed") ||
      calledOf(one).localeCompare(calledOf(other), undefined, { numeric: true }),
  );
}

/** The tables as buttons; `chosen` is the one whose panel is open. */
export function showFloor(place, tables, chosen, now, choose, trends = new Map()) {
  if (!tables.length) return void fill(place, el("p", { class: "empty" }, t("pit.no-tables")));
  fill(
    place,
    el(
      "ul",
      { class: "tables" },
      inOrder(tables, now).map((card) =>
        el("li", {}, cardView(card, card.id === chosen, now, choose, trends.get(card.id)))
      ),
    ),
  );
}

function cardView(card, open, now, choose, trend) {
  const urgent = pressing(card, now);
  const waits = card.wait && has(`wait.${card.wait.step}`)
    ? t(`wait.${card.wait.step}`)
    : own(card.wait?.why ?? "", card.wait?.why_words);
  return el(
    "button",
    {
      type: "button",
      class: `table-card ${urgent ? "pressing" : ""}`,
      "aria-pressed": String(open),
      data: { table: card.id },
      on: { click: () => choose(card.id) },
    },
    el(
      "span",
      { class: "row apart" },
      el("b", { class: "name" }, calledOf(card)),
      el("span", { class: "pill" }, t(`phase.${card.phase}`)),
    ),
    el("span", { class: "muted small" }, `${titleOf(card)} · ${card.casino}`),
    el(
      "span",
      { class: "facts small" },
      el("span", {}, t("pit.coup", { coup: card.coup })),
      el("span", {}, t("pit.players", { players: card.players, places: card.places })),
      card.least != null && el("span", {}, `${cashShort(card.least, card.money)}–${cashShort(card.most, card.money)}`),
      card.float != null && el("span", {}, t("status.float", { amount: cashShort(card.float, card.money) })),
      card.figures?.dealer && dealerWords(card.figures),
    ),
    figuresView(card.figures, trend),
    el("span", { class: "small" }, waits),
    el("span", { class: "flags" }, isStalled(card, now) && danger(stalledWords(card)), flags(card)),
  );
}

/** Who deals there, and since when. */
export function dealerWords({ dealer, dealing_since: since }) {
  return naming([dealer], () => t("pit.dealer", { dealer: personName(dealer), at: told(since, "time") }));
}

const danger = (words) => el("span", { class: "pill danger" }, words);

function flags(card) {
  const counted = [...PRESSING, "disputes", "notices", "loss_flags"].filter((key) => card[key]);
  return [
    card.calling && el("span", { class: "pill danger" }, callWords(card)),
    ...counted.map((key) =>
      el(
        "span",
        { class: `pill ${PRESSING.includes(key) ? "danger" : "gold"}` },
        t(`pit.${key}`, { count: card[key] }),
      )
    ),
    ...(card.signs ?? []).map((sign) =>
      el(
        "span",
        { class: "pill" },
        `${t(`sign.${sign.kind}`)} `,
        sign.takes_effect ? el("span", { class: "tick", data: { until: sign.takes_effect } }) : null,
      )
    ),
  ];
}

const SOON = 2 * 60 * 60 * 1000;

/** Whether the most pressing notice of a table has to be given within two hours, or is overdue. */
export function isTellingDue({ tell }, now) {
  return Boolean(tell) && (!tell.due || Date.parse(tell.due) - now < SOON);
}

const callWords = ({ calling, calling_words: words }) => t("pit.calls", { reason: own(calling, words) });

/** What a table calls out for, in words. */
export function aloud(card, now) {
  return [
    isStalled(card, now) && `${calledOf(card)}: ${stalledWords(card)}`,
    card.calling && `${calledOf(card)}: ${callWords(card)}`,
    card.statements && `${calledOf(card)}: ${t("pit.statements", { count: card.statements })}`,
  ].filter(Boolean);
}

/** Whether no card and no call has come for five times the table's own time for a coup. */
function isQuiet({ phase, figures }, now) {
  return phase !== "closed" && Boolean(figures?.stalls) && now > Date.parse(figures.stalls);
}

/** Players are there and nothing is dealt, and no supervisor is waited for already. */
export const isStalled = (card, now) =>
  isQuiet(card, now) && card.players > 0 && card.wait?.step !== "supervisor" && !card.calling;

/** A dealer has signed on at a table without players. */
export const isIdle = (card, now) => isQuiet(card, now) && card.players === 0 && Boolean(card.figures.signed_on);

const stalledWords = ({ figures }) => t("pit.stalled", { since: told(figures.dealt, "time") });

const WAITS = [
  {
    when: (card) => card.calling,
    tab: "now",
    style: "danger",
    words: (card) => callWords(card),
  },
  {
    when: (card) => card.statements,
    tab: "now",
    style: "danger",
    words: (card) => t("pit.statements", { count: card.statements }),
  },
  {
    when: (card) => card.questions && !card.calling,
    tab: "now",
    style: "danger",
    words: (card) => t("pit.questions", { count: card.questions }),
  },
  {
    when: (card) => card.wait?.step === "supervisor" && !["calling", ...PRESSING].some((key) => card[key]),
    tab: "now",
    style: "gold",
    words: () => t("wait.supervisor"),
  },
  { when: isStalled, tab: "now", style: "danger", words: stalledWords },
  {
    when: isIdle,
    tab: "now",
    style: "gold",
    words: ({ figures }) => t("pit.idle", { dealer: personName(figures.dealer) }),
  },
  {
    when: isTellingDue,
    tab: "notices",
    style: "gold",
    words: ({ tell }) => t("pit.notice", { to: roleWords(tell.to), about: own(tell.about, tell.about_words) }),
    until: ({ tell }) => tell.due,
  },
  {
    when: (card) => card.fill,
    tab: "money",
    style: "gold",
    words: (card) => t("pit.fill-asked", { amount: cashShort(card.fill, card.money) }),
  },
  {
    when: (card) => card.disputes,
    tab: "disputes",
    style: "gold",
    words: (card) => t("pit.disputes", { count: card.disputes }),
  },
  {
    when: (card) => card.loss_flags,
    tab: "players",
    style: "gold",
    words: (card) => t("pit.loss_flags", { count: card.loss_flags }),
  },
];

/** What waits on the whole floor, the most pressing first; each line opens its table. `duties` are
 * those that are late, or due today. */
export function showAttention(place, tables, now, open, duties = {}) {
  const lines = WAITS.flatMap((wait) =>
    tables.filter((card) => wait.when(card, now)).map((card) => waitLine(card, wait, open))
  );
  const due = dutyLine(duties);
  if (due) lines.push(due);
  place.classList.toggle("calm", !lines.length);
  fill(
    place,
    lines.length > 0 && el("h2", {}, t("pit.attention"), " ", el("span", { class: "pill" }, lines.length)),
    lines.length ? el("ul", { class: "attention" }, lines) : el("p", { class: "all-clear" }, t("pit.calm")),
  );
}

/** Reminds of duties: a link to the calendar. */
function dutyLine({ late = 0, today = 0 }) {
  if (!late && !today) return null;
  const pill = (count, style, words) => count > 0 && el("span", { class: `pill ${style}` }, t(words, { count }));
  return el(
    "li",
    {},
    el(
      "a",
      { class: "button", href: late ? "/duties#late" : "/duties" },
      el("b", {}, t("page.duties")),
      pill(late, "danger", "pit.duties-late"),
      pill(today - late, "gold", "pit.duties-due"),
    ),
  );
}

function waitLine(card, { tab, style, words, until }, open) {
  const due = until?.(card);
  return el(
    "li",
    {},
    el(
      "button",
      { type: "button", class: "button", on: { click: () => open(card.id, tab) } },
      el("b", {}, calledOf(card)),
      el("span", { class: `pill ${style}` }, words(card)),
      due && el("span", { class: "tick", data: { until: due, over: t("clock.now") } }),
    ),
  );
}
