/** The promotions desk: terms handed in and changed, and every step of a promotion that runs. */
import { get, mayDo, me, post } from "../shared/api.js";
import { learnPeople, personTo } from "../shared/said/called.js";
import { ownTitle } from "../shared/said/own-title.js";
import { announce, ask, el, fill, reason, refusalText, toast } from "../shared/dom.js";
import "../shared/frame/header.js";
import { cashShort } from "../shared/said/money.js";
import { told } from "../shared/said/times.js";
import { language, own, t, translate, wordOr } from "../shared/words.js";
import { worded } from "../shared/said/worded.js";
import { openForm } from "../staff/forms/form.js";
import { Editor } from "./editor.js";
import { commandOf, stepsForAll, stepsForAward } from "./steps.js";

const EVERY = 4000;
const main = document.getElementById("main");
const place = el("div", { class: "column" });
let who = null;
let may = null;
let asks = null;
let shown = "";
let editing = null;

const path = (name, rest = "") => `/api/promotions/${encodeURIComponent(name)}${rest}`;

/** Return a person's name as the desk reads it. */
const called = (name) => personTo(who.role)(name);

async function load() {
  if (editing) return;
  const cards = await get("/api/promotions");
  const [desks, waiting] = await Promise.all([
    Promise.all(cards.map(({ name }) => get(path(name, "/desk")))),
    get("/api/statements"),
  ]);
  const seen = JSON.stringify([desks, waiting, language()]);
  if (editing || seen === shown) return;
  shown = seen;
  await learnPeople([
    ...waiting.map((each) => each.stated_by),
    ...desks.flatMap(({ awards: won }) => won.map(({ player }) => player)),
  ]);
  fill(
    place,
    desks.length ? desks.map((desk) => article(desk, waiting)) : worded("p", "promote.none", { class: "empty" }),
  );
  translate(place);
}

function article(desk, waiting) {
  const { view } = desk;
  const { card, draw } = view;
  const stream = `promotion:${card.name}`;
  return el(
    "article",
    { class: "panel promotion", id: `desk-${card.name}`, "aria-label": ownTitle(card) },
    el(
      "div",
      { class: "row apart" },
      el("h2", { title: card.name }, ownTitle(card)),
      el(
        "span",
        { class: `pill ${desk.doubt ? "danger" : "gold"}` },
        desk.doubt ? t("promote.doubt", { reason: desk.doubt }) : t(`promote.phase-${card.phase}`),
      ),
    ),
    el(
      "p",
      { class: "muted" },
      t("promote.dates", {
        starts: told(card.starts),
        closes: told(card.closes),
        when: told(card.when),
        tickets: card.tickets,
        entrants: card.entrants,
      }),
    ),
    waiting.filter((each) => each.stream === stream).map(statement),
    notices(desk, stream),
    awards(desk),
    steps(desk),
    el(
      "details",
      {},
      worded("summary", "promote.published"),
      el(
        "dl",
        { class: "facts" },
        [["commitment", draw.commitment], ["beacon", draw.beacon], ["digest", draw.digest], ["value", draw.value]].map((
          [key, value],
        ) => [worded("dt", `promote.${key}`), el("dd", { class: "mono" }, value || "–")]),
      ),
    ),
    el(
      "div",
      { class: "row" },
      el("a", { class: "button", href: `/draw/${encodeURIComponent(card.name)}` }, worded("span", "promote.screen")),
      may.has("change-terms") && ["submitted", "open"].includes(card.phase) &&
        worded("button", "promote.change", { type: "button", class: "button", onclick: () => edit(desk) }),
    ),
  );
}

function statement(each) {
  const said = own(each.said, each.said_words) || t(`promote.do-${each.do}`);
  const decide = async (confirm) => {
    const why = await reason(t(confirm ? "promote.confirm" : "promote.refuse"));
    if (why) await send("/api/statements", { stream: each.stream, number: each.number, confirm, reason: why });
  };
  return el(
    "div",
    { class: "waiting", role: "group", "aria-label": t("promote.waits") },
    el(
      "p",
      {},
      el("b", {}, t(`promote.do-${each.do}`)),
      " · ",
      t("promote.stated", { name: called(each.stated_by) }),
      el("br"),
      said,
    ),
    each.yours &&
      el(
        "div",
        { class: "row" },
        worded("button", "promote.confirm", { type: "button", class: "button primary", onclick: () => decide(true) }),
        worded("button", "promote.refuse", { type: "button", class: "button", onclick: () => decide(false) }),
      ),
  );
}

/** Until when; what has no minutes is open until it is given. */
const until = ({ deadline, by }) =>
  wordOr(`promote.until-${deadline.replaceAll(" ", "-")}`, t("promote.until", { moment: told(by) }));

function notices({ notices: due }, stream) {
  if (!due.length) return null;
  const give = (each) =>
    openForm({
      title: t("promote.give", { to: wordOr(`promote.to-${each.to}`, each.to) }),
      fields: [{ name: "channel", label: t("promote.channel"), required: true }, {
        name: "note",
        label: t("promote.field-note"),
        kind: "long",
      }],
      submit: (said) =>
        post("/api/duties", {
          id: crypto.randomUUID(),
          stream,
          number: each.number,
          channel: said.channel,
          note: said.note ?? "",
        }),
    }).then(load);
  return el(
    "ul",
    { class: "due" },
    due.map((each) =>
      el(
        "li",
        {},
        el(
          "b",
          {},
          t("promote.due", {
            to: wordOr(`promote.to-${each.to}`, each.to),
            about: own(each.about, each.about_words),
            clause: each.clause,
          }),
        ),
        " ",
        until(each),
        " ",
        may.has("give-notice") &&
          worded("button", "promote.given", { type: "button", class: "button", onclick: () => give(each) }),
      )
    ),
  );
}

function awards(desk) {
  if (!desk.awards.length) return null;
  return el(
    "ul",
    { class: "awards" },
    desk.awards.map((each) => {
      const prize = desk.view.card.prizes[each.prize - 1];
      return el(
        "li",
        {},
        el("b", {}, t("promote.award", each)),
        " ",
        own(prize.description, prize.description_words),
        " · ",
        cashShort(prize.value),
        each.player ? el("span", { title: each.player }, ` · ${called(each.player)}`) : "",
        el("br"),
        each.done ? t("promote.over") : t("promote.so-far", {
          attempts: each.attempts,
          reached: t(each.reached ? "yes" : "no"),
          claim: each.claim || "–",
        }),
        stepRow(
          desk,
          stepsForAward(desk, may, each),
          { prize: String(each.prize) },
          `${desk.view.card.name}-${each.prize}`,
        ),
        !each.player && may.has("refuse-claim") &&
          worded("button", "promote.whose", {
            type: "button",
            class: "button quiet",
            onclick: () => reveal(desk, each.entrant),
          }),
      );
    }),
  );
}

async function reveal({ view }, entrant) {
  try {
    const found = await get(path(view.card.name, `/people/entrant-${entrant}`));
    await ask(entrant, el("p", {}, found.name, el("br"), found.address), [{ value: "", label: t("close") }]);
  } catch (refused) {
    toast(refusalText(refused), "error");
  }
}

/** The next step as a button, all others under "More". */
function stepRow(desk, { next, more }, known, id) {
  const button = (primary) => ([name, step]) =>
    el("button", {
      type: "button",
      class: `button ${primary ? "primary" : ""} ${step.danger ? "danger" : ""}`,
      data: { do: name },
      onclick: () => act(desk, name, step, known),
    }, t(`promote.do-${name}`));
  if (!next && !more.length) return null;
  const isOpen = place.querySelector(`details[data-more="${id}"]`)?.open ?? false;
  return el(
    "div",
    { class: "row steps" },
    next && button(true)(next),
    more.length > 0 &&
      el(
        "details",
        { class: "more", open: isOpen, data: { more: id } },
        el("summary", {}, t("promote.more")),
        el("div", { class: "row" }, more.map(button(false))),
      ),
  );
}

const steps = (desk) => stepRow(desk, stepsForAll(desk, may), {}, desk.view.card.name);

/** `known` are values that need not be asked for again, such as the prize of a row. */
async function act(desk, name, step, known = {}) {
  const done = await openForm({
    title: t(`promote.do-${name}`),
    fields: step.fields(desk).map((each) => ({ ...each, value: known[each.name] ?? each.value })),
    danger: step.danger,
    submit: (said) =>
      post(path(desk.view.card.name, "/commands"), { id: crypto.randomUUID(), do: name, ...commandOf(name, said) }),
  });
  if (!done) return;
  announce(t("promote.done"));
  await load();
}

async function send(to, body) {
  try {
    await post(to, { id: crypto.randomUUID(), ...body });
    await load();
  } catch (refused) {
    toast(refusalText(refused), "error");
    await load();
  }
}

function edit(desk = null) {
  const name = el("input", {
    id: "promotion-name",
    required: true,
    maxlength: 40,
    pattern: "[a-z0-9][a-z0-9-]*",
    autocomplete: "off",
    value: desk?.view.card.name ?? "",
    disabled: Boolean(desk),
  });
  const submit = async (form) => {
    try {
      if (!desk) await post("/api/promotions", { id: crypto.randomUUID(), name: name.value.trim(), form });
      else {
        const why = await reason(t("promote.do-change-terms"), t("promote.approval-hint"));
        if (!why) return;
        const approval = el("input", { maxlength: 200, "aria-label": t("promote.approval") });
        const dated = el("input", { type: "date", "aria-label": t("promote.approval-dated") });
        const signed = el("input", { maxlength: 200, "aria-label": t("promote.approved-by") });
        const field = (key, input) => el("label", { class: "field" }, t(key), input);
        const document_ = el(
          "div",
          { class: "column" },
          field("promote.approval", approval),
          field("promote.approval-dated", dated),
          field("promote.approved-by", signed),
        );
        await ask(t("promote.approval"), document_, [{
          value: "yes",
          label: t("confirm"),
          class: "primary",
        }]);
        await post(path(desk.view.card.name, "/commands"), {
          id: crypto.randomUUID(),
          do: "change-terms",
          form,
          reason: why,
          approval: approval.value,
          approval_dated: dated.value || null,
          approved_by: signed.value,
        });
      }
      leave();
    } catch (refused) {
      toast(refusalText(refused), "error");
    }
  };
  editing = new Editor(asks, submit);
  if (desk) editing.open(desk.view.form);
  const back = worded("button", "promote.back", { type: "button", class: "button", onclick: leave });
  fill(
    place,
    el(
      "section",
      { class: "panel column" },
      el("div", { class: "row apart" }, worded("h2", desk ? "promote.change" : "promote.new"), back),
      el("div", { class: "field" }, worded("label", "promote.address", { for: name.id }), name),
      editing.node,
    ),
  );
  translate(place);
}

function leave() {
  editing = null;
  shown = "";
  load().catch(() => null);
}

async function open() {
  [who, may, asks] = await Promise.all([me(), mayDo("promotion"), get("/api/promotions/form")]);
  const fresh = may.has("submit-promotion") &&
    worded("button", "promote.new", { type: "button", class: "button primary", onclick: () => edit() });
  fill(
    main,
    el("div", { class: "column" }, el("div", { class: "row apart" }, worded("h1", "promote.title"), fresh), place),
  );
  await load();
  document.addEventListener("language", () => load().catch(() => null));
  setInterval(() => document.hidden || load().catch(() => null), EVERY);
}

open().catch((refused) => fill(main, el("p", { class: "empty error", role: "alert" }, refusalText(refused))));
