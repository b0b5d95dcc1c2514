/** A player's time of play: today's time and result, limits asked for, suspension, play data. */
import { el } from "../shared/dom.js";
import { gain } from "../shared/said/money.js";
import { dayOf, lasting, told } from "../shared/said/times.js";
import { language, t } from "../shared/words.js";
import { field, smallForm } from "./forms.js";

const HOURS = 24;
const DAY = 24 * 3600 * 1000;

/** The days of a statement: today, the week so far, the month so far. */
function periods(today) {
  const at = new Date(`${today}T00:00:00Z`);
  const monday = new Date(at - ((at.getUTCDay() + 6) % 7) * DAY).toISOString().slice(0, 10);
  return [["day", { day: today }], ["week", { first: monday, last: today }], ["month", { month: today.slice(0, 7) }]];
}

function statements(today) {
  return periods(today).map(([name, period]) =>
    el("a", {
      class: "button",
      href: `/api/statement?${new URLSearchParams({ ...period, form: "html", language: language() })}`,
      download: `statement-${name}.html`,
    }, t(`account.statement-${name}`))
  );
}

/** The panel; `send(command, done)` sends one and says that it is done. */
export function playPanel({ play }, send) {
  if (!play) return null;
  return el(
    "section",
    { class: "panel play" },
    el("h2", {}, t("account.play")),
    el("p", { id: "played" }, t("account.played", { time: lasting(play.seconds), net: gain(play.net) })),
    el("p", { class: "muted", id: "play-policy" }, play.policy ? policyText(play) : t("account.no-policy")),
    play.rest && el("p", { class: "error", role: "status" }, t("account.resting", { time: told(play.rest.until) })),
    play.asks_limits && asked(send),
    el("div", { class: "row" }, statements(play.day ?? dayOf(new Date().toISOString()))),
    data(play, send),
    suspension(play, send),
  );
}

function policyText({ policy, remind }) {
  const said = t("account.policy", { policy });
  return remind ? `${said} ${t("account.reminded", { minutes: remind })}` : said;
}

function asked(send) {
  const decline = () => send({ do: "decline-limits" }, t("account.declined"));
  return el(
    "div",
    { class: "asks-limits", role: "status" },
    el("p", {}, el("b", {}, t("account.asks-limits"))),
    el("button", { type: "button", class: "button", on: { click: decline } }, t("account.decline-limits")),
  );
}

function data(play, send) {
  if (play.data_due) return el("p", { class: "muted" }, t("account.data-due", { time: told(play.data_due) }));
  if (!play.data_hours) return null;
  const ask = () => send({ do: "request-play-data" }, t("account.data-asked"));
  return el(
    "button",
    { type: "button", class: "button", on: { click: ask } },
    t("account.ask-data", { hours: play.data_hours }),
  );
}

function suspension(play, send) {
  const least = play.least_hours ?? 1;
  return [
    el("h3", {}, t("account.suspension")),
    play.suspension &&
    el("p", { class: "error", role: "status" }, t("account.suspended", { time: told(play.suspension.until) })),
    el("p", { class: "muted" }, t("account.suspension-text", { hours: least })),
    smallForm(
      t("account.suspension"),
      [field("hours", t("account.hours"), { type: "number", min: least, value: Math.max(least, HOURS) })],
      [{ value: "suspend", label: t("account.suspend") }],
      (elements) => send({ do: "suspend-play", hours: Number(elements.hours.value) }, t("account.suspension-begun")),
    ),
  ];
}
