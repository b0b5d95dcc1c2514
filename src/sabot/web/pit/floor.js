/** All tables at a glance, those that need somebody first. */
import { el, fill } from "../shared/dom.js";
import { short } from "../shared/money.js";
import { has, t } from "../shared/words.js";

const WEIGHTS = { calling: 100, questions: 50, disputes: 10, notices: 5, loss_flags: 3 };

/** How much a table wants somebody to come. */
export function pressing(card) {
  const waits = card.wait?.step === "supervisor" ? 50 : 0;
  return waits + Object.entries(WEIGHTS).reduce((sum, [key, weight]) => sum + (card[key] ? weight : 0), 0);
}

/** The most pressing first, then by name. */
export function inOrder(tables) {
  return [...tables].sort((one, other) => pressing(other) - pressing(one) || one.id.localeCompare(other.id));
}

/** The tables as buttons; `chosen` is the one whose panel is open. */
export function showFloor(place, tables, chosen, choose) {
  if (!tables.length) return void fill(place, el("p", { class: "empty" }, t("pit.no-tables")));
  fill(place, el("ul", { class: "tables" }, inOrder(tables).map((card) => el("li", {}, cardView(card, card.id === chosen, choose)))));
}

function cardView(card, open, choose) {
  const waits = card.wait && has(`wait.${card.wait.step}`) ? t(`wait.${card.wait.step}`) : card.wait?.why ?? "";
  return el(
    "button",
    { type: "button", class: `table-card ${pressing(card) ? "pressing" : ""}`, "aria-pressed": String(open), data: { table: card.id }, on: { click: () => choose(card.id) } },
    el("span", { class: "row apart" }, el("b", { class: "name" }, card.id), el("span", { class: "pill" }, t(`phase.${card.phase}`))),
    el("span", { class: "muted small" }, `${card.title} · ${card.casino}`),
    el("span", { class: "facts small" },
      el("span", {}, t("pit.coup", { coup: card.coup })),
      el("span", {}, t("pit.players", { players: card.players, places: card.places })),
      card.least != null && el("span", {}, `${short(card.least)}–${short(card.most)}`),
      card.float != null && el("span", {}, t("status.float", { amount: short(card.float) }))),
    el("span", { class: "small" }, waits),
    el("span", { class: "flags" }, flags(card)),
  );
}

function flags(card) {
  const counted = ["questions", "disputes", "notices", "loss_flags"].filter((key) => card[key]);
  return [
    card.calling && el("span", { class: "pill danger" }, t("pit.calls", { reason: card.calling })),
    ...counted.map((key) => el("span", { class: `pill ${key === "questions" ? "danger" : "gold"}` }, t(`pit.${key}`, { count: card[key] }))),
    ...(card.signs ?? []).map((sign) => el("span", { class: "pill" }, `${t(`sign.${sign.kind}`)} `, sign.takes_effect ? el("span", { class: "tick", data: { until: sign.takes_effect } }) : null)),
  ];
}

/** What waits on the whole floor, the most pressing first; each line opens its table. */
export function showAttention(place, tables, notices, now, open) {
  const lines = [
    ...tables.filter((card) => card.calling).map((card) => ({ table: card.id, tab: "now", text: t("pit.calls", { reason: card.calling }), style: "danger" })),
    ...tables.filter((card) => card.questions && !card.calling).map((card) => ({ table: card.id, tab: "now", text: t("pit.questions", { count: card.questions }), style: "danger" })),
    ...near(notices, now).map((notice) => ({ table: notice.table, tab: "notices", text: t("pit.notice", { to: notice.to, about: notice.about }), until: notice.due, style: "gold" })),
    ...tables.filter((card) => card.disputes).map((card) => ({ table: card.id, tab: "disputes", text: t("pit.disputes", { count: card.disputes }), style: "gold" })),
    ...tables.filter((card) => card.loss_flags).map((card) => ({ table: card.id, tab: "players", text: t("pit.loss_flags", { count: card.loss_flags }), style: "gold" })),
  ];
  fill(
    place,
    el("h2", {}, t("pit.attention"), " ", el("span", { class: "pill" }, lines.length)),
    lines.length
      ? el("ul", { class: "attention" }, lines.map((line) =>
          el("li", {}, el("button", { type: "button", class: "button", on: { click: () => open(line.table, line.tab) } }, el("b", {}, line.table), el("span", { class: `pill ${line.style}` }, line.text), line.until && el("span", { class: "tick", data: { until: line.until, over: t("clock.now") } }))),
        ))
      : el("p", { class: "muted" }, t("pit.calm")),
  );
}

const SOON = 2 * 60 * 60 * 1000;

/** Notices that are due within two hours, or overdue, and not given. */
export function near(notices, now) {
  return notices.filter((notice) => !notice.given && notice.due && Date.parse(notice.due) - now < SOON);
}
