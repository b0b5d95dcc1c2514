/** What protects a patron under the policy in force: time of play, rest, suspension, play data. */
import { el } from "../shared/dom.js";
import { gain } from "../shared/said/money.js";
import { lasting, told } from "../shared/said/times.js";
import { t } from "../shared/words.js";
import { field } from "../shared/said/worded.js";

const HOURS = 24;
const text = (props) => el("input", { required: true, autocomplete: "off", ...props });
const cardField = () => text({ maxlength: 60 });

/** Rows of facts about an account's time of play. */
export function playFacts({ play }) {
  if (!play) return [];
  return [
    [
      "cage.fact-policy",
      play.policy ?? t("cage.no-policy"),
    ],
    ["cage.fact-played", t("cage.played", { time: lasting(play.seconds), net: gain(play.net) })],
    play.rest && ["cage.fact-rest", el("span", { class: "pill danger" }, told(play.rest.until))],
    play.suspension && ["cage.fact-suspension", el("span", { class: "pill danger" }, told(play.suspension.until))],
    play.asks_limits && ["cage.fact-asks-limits", el("span", { class: "pill gold" }, t("cage.asks-limits"))],
    play.data_due && ["cage.fact-data", told(play.data_due)],
  ].filter(Boolean);
}

/** Forms for what a patron asks for at the desk, with their card; `desk` is the patron's desk. */
export function protectionForms(desk) {
  const { card, play } = desk.account;
  if (!card || !play) return [];
  return [
    desk.may.has("decline-limits") && play.asks_limits && declineForm(desk),
    desk.may.has("suspend-play") && suspendForm(desk, play),
    desk.may.has("request-play-data") && play.data_hours && !play.data_due && dataForm(desk),
  ];
}

function declineForm(desk) {
  const [card, pin] = [cardField(), text({ type: "password", inputmode: "numeric", maxlength: 8 })];
  const inputs = [field("cage.card", card, "cage.card-hint"), field("cage.pin", pin)];
  const commanded = () => {
    const said = { do: "decline-limits", card: card.value.trim(), pin: pin.value };
    pin.value = "";
    return said;
  };
  return desk.act("decline-limits", inputs, commanded, "cage.limits-declined");
}

function suspendForm(desk, play) {
  const least = play.least_hours ?? 1;
  const hours = text({ type: "number", min: least, value: Math.max(least, HOURS) });
  const card = cardField();
  const inputs = [field("cage.hours", hours, "cage.hours-hint"), field("cage.card", card, "cage.card-hint")];
  const commanded = () => ({ do: "suspend-play", hours: Number(hours.value), card: card.value.trim() });
  return desk.act("suspend-play", inputs, commanded, "cage.suspended");
}

function dataForm(desk) {
  const card = cardField();
  const commanded = () => ({ do: "request-play-data", card: card.value.trim() });
  return desk.act("request-play-data", [field("cage.card", card, "cage.card-hint")], commanded, "cage.data-asked");
}
