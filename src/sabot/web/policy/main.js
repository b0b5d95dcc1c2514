/** The policy in force with its editions and sources; managers adopt and end one here. */
import { get, mayDo, put } from "../shared/api.js";
import { el, fill, refusalText } from "../shared/dom.js";
import "../shared/frame/header.js";
import { cash } from "../shared/said/money.js";
import { told } from "../shared/said/times.js";
import { t, translate } from "../shared/words.js";
import { columns, field, scroller, worded } from "../shared/said/worded.js";
import { Waiting } from "../cage/waiting.js";

const main = document.getElementById("main");
const shown = el("div", { class: "column" });
const waiting = new Waiting(refresh);
let policy = null;

async function refresh() {
  policy = await get("/api/policy");
  show();
}

/** A value as a person reads it: an amount of money, a number with its unit, yes or no. */
function said({ unit, value }) {
  if (typeof value === "boolean") return t(value ? "policy.yes" : "policy.no");
  return unit === "dollars" ? cash(value) : t(`policy.unit.${unit}`, { value });
}

function ruleRow(rule) {
  return el(
    "tr",
    { data: { rule: rule.rule } },
    el("td", {}, t(`policy.rule.${rule.rule}`)),
    el("td", {}, el("strong", {}, said(rule))),
    el("td", {}, rule.choice && el("span", { class: "pill gold" }, t("policy.own")), " ", rule.source),
    el("td", {}, rule.date),
  );
}

function editionPanel(edition) {
  const current = policy.editions.find((each) => each.in_force);
  const later = !current || edition.since > current.since;
  const word = edition.in_force ? "policy.holds" : later ? "policy.comes" : "policy.over";
  return el(
    "section",
    { class: "panel edition" },
    el(
      "h2",
      {},
      t("policy.edition", { since: edition.since }),
      " ",
      el("span", { class: edition.in_force ? "pill ok" : "pill" }, t(word)),
    ),
    scroller(
      "policy.title",
      el(
        "table",
        { class: "data" },
        columns(["policy.rule", "policy.value", "policy.source", "policy.read"]),
        el("tbody", {}, edition.rules.map(ruleRow)),
      ),
    ),
  );
}

function state() {
  const current = policy.editions.find((each) => each.in_force);
  if (current) {
    return el("p", { class: "policy-state" }, t("policy.in-force", { title: policy.title, since: current.since }));
  }
  return el(
    "div",
    { class: "panel policy-none" },
    el("strong", { class: "policy-state" }, t(policy.name ? "policy.later" : "policy.none")),
    el("p", { class: "muted" }, t("policy.none-text")),
  );
}

function show() {
  document.title = `${t("page.policy")} · Sabot`;
  const pinned = policy.adopted && t("policy.adopted", { time: told(policy.adopted, "time"), digest: policy.digest });
  fill(
    shown,
    state(),
    pinned && el("p", { class: "muted small policy-digest" }, pinned),
    policy.editions.map(editionPanel),
  );
  waiting.show();
}

/** A form that states a change; another manager confirms it. */
function changeForm(act, inputs, button, text) {
  const why = el("input", { required: true, autocomplete: "off", maxlength: 200 });
  const answer = el("p", { class: "said", role: "status" });
  const send = async (event) => {
    event.preventDefault();
    try {
      await put("/api/policy", { id: crypto.randomUUID(), reason: why.value.trim(), ...text() });
      fill(answer, el("span", { class: "ok" }, t("policy.stated")));
      why.value = "";
      await waiting.load();
    } catch (refused) {
      fill(answer, el("span", { class: "error" }, refusalText(refused)));
    }
  };
  return el(
    "form",
    { class: `panel ${act}`, onsubmit: send },
    worded("h2", `policy.${act}`),
    inputs,
    field("policy.reason", why),
    answer,
    worded("button", button, { class: "button" }),
  );
}

function adoptForm() {
  const text = el("textarea", { class: "policy-file", required: true, spellcheck: "false" });
  const load = async (name) => (text.value = (await get(`/api/policy/files/${encodeURIComponent(name)}`)).text);
  const loads = policy.shipped.map((name) =>
    el(
      "button",
      { type: "button", class: "button", onclick: () => load(name) },
      t("policy.load", { name: name.toUpperCase() }),
    )
  );
  const inputs = [field("policy.file", text, "policy.file-hint"), el("div", { class: "row" }, loads)];
  return changeForm("adopt", inputs, "policy.state", () => ({ text: text.value }));
}

async function open() {
  const may = await mayDo("policy");
  policy = await get("/api/policy");
  const manages = may.has("adopt-policy");
  fill(
    main,
    worded("h1", "policy.title"),
    worded("p", "policy.intro", { class: "muted" }),
    shown,
    manages && el("section", { class: "panel" }, worded("h2", "policy.waiting"), waiting.node),
    manages && adoptForm(),
    manages && changeForm("end", [], "policy.end-button", () => ({})),
  );
  translate(main);
  show();
  if (manages) waiting.watch();
}

document.addEventListener("language", () => policy && show());
open().catch((refused) => fill(main, el("p", { class: "empty error", role: "alert" }, refusalText(refused))));
