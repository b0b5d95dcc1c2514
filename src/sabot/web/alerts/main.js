/** Alerts of the screening, for those who need to know: each is decided by a person, with a reason. */
import { get, me, post } from "../shared/api.js";
import { el, fill, refusalText, toast } from "../shared/dom.js";
import "../shared/frame/header.js";
import { cash } from "../shared/said/money.js";
import { t } from "../shared/words.js";
import { field } from "../shared/said/worded.js";

const READERS = ["surveillance", "inspector"];
const main = document.getElementById("main");
let who = null;
let page = null;

async function refresh() {
  page = await get("/api/alerts");
  show();
}

/** An event as a person names it; who reads the log goes there. */
function event(ref) {
  const [stream, seq] = ref.split(" ");
  const said = `${stream.replace(":", " ")} · ${seq}`;
  const where = `/inspect?${new URLSearchParams({ stream, seq })}#log`;
  return el(
    "li",
    {},
    READERS.includes(who.role) ? el("a", { href: where }, said) : el("span", { class: "pill" }, said),
  );
}

function heading({ number, alert }) {
  return el(
    "h3",
    {},
    `${number}. ${t(`alerts.kind.${alert.kind}`)}`,
    el("span", { class: "pill" }, alert.players.join(", ")),
    el("span", { class: "pill gold" }, cash(alert.amount)),
    el("span", { class: "muted" }, alert.day),
  );
}

/** What was found, and what it means. */
function about({ alert }) {
  return [
    el("p", {}, t(`alerts.why.${alert.kind}`)),
    el("ul", { class: "refs" }, alert.events.map(event)),
  ];
}

async function decide(number, verdict, reason) {
  try {
    await post("/api/alerts", { id: crypto.randomUUID(), number, verdict, reason });
    toast(t(`alerts.was-${verdict}`, { number }), "ok");
    await refresh();
  } catch (refused) {
    toast(refusalText(refused), "error");
  }
}

function decision({ number }) {
  if (READERS.includes(who.role)) return null;
  const reason = el("input", { required: true, maxlength: 500, autocomplete: "off" });
  const send = (pressed) => {
    pressed.preventDefault();
    return decide(number, pressed.submitter.value, reason.value.trim());
  };
  return el(
    "form",
    { class: "decision", onsubmit: send },
    field("alerts.reason", reason),
    el(
      "div",
      { class: "row" },
      el("button", { class: "button primary", value: "reported" }, t("alerts.report")),
      el("button", { class: "button", value: "closed" }, t("alerts.close")),
    ),
  );
}

function waiting(each) {
  return el(
    "section",
    { class: "panel alert", data: { number: each.number } },
    heading(each),
    about(each),
    decision(each),
  );
}

function decided(each) {
  const style = each.verdict === "reported" ? "pill danger" : "pill ok";
  return el(
    "section",
    { class: "panel alert decided", data: { number: each.number } },
    heading(each),
    el("p", {}, el("span", { class: style }, t(`alerts.${each.verdict}`)), ` ${each.reason} (${each.by})`),
    el("ul", { class: "refs" }, each.alert.events.map(event)),
  );
}

function show() {
  document.title = `${t("page.alerts")} · Sabot`;
  const policy = page.policy
    ? t("alerts.policy", { policy: page.policy, day: page.screened ?? t("alerts.no-day") })
    : t("alerts.no-policy");
  fill(
    main,
    el("h1", {}, t("alerts.title")),
    el("p", { class: "muted" }, t("alerts.intro")),
    el("p", { id: "alerts-policy" }, policy),
    el("h2", {}, t("alerts.waiting")),
    page.waiting.length ? page.waiting.map(waiting) : el("p", { class: "empty" }, t("alerts.none")),
    page.decided.length ? el("h2", {}, t("alerts.decided")) : null,
    page.decided.map(decided),
  );
}

document.addEventListener("language", () => page && show());
who = await me();
try {
  await refresh();
} catch (refused) {
  toast(refusalText(refused), "error");
}
