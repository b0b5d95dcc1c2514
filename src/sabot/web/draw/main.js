/** The draw on a screen for the room: what was bound, the tickets, and the order as it comes out. */
import { ownTitle } from "../shared/said/own-title.js";
import { askOnce } from "../shared/api.js";
import { el, fill, refusalText } from "../shared/dom.js";
import { cashShort } from "../shared/said/money.js";
import { told } from "../shared/said/times.js";
import { language, languages, locale, own, setLanguage, t } from "../shared/words.js";

const EVERY = 2000;
const SPIN = 2600;
const main = document.getElementById("main");
const name = decodeURIComponent(location.pathname.split("/").pop());
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let shown = "";
let revealed = 0;
let spinning = null;

async function load() {
  const view = await askOnce("GET", `/api/promotions/${encodeURIComponent(name)}`);
  const seen = JSON.stringify([view, language()]);
  if (seen === shown) return;
  const first = shown === "";
  shown = seen;
  const drawn = view.draw.first.length > 0;
  if (!drawn) revealed = 0;
  else if (first || calm.matches) revealed = view.winners.length;
  show(view);
  if (drawn && revealed < view.winners.length) reveal(view);
}

function show(view) {
  const { card, draw } = view;
  document.title = `${ownTitle(card)} · Sabot`;
  fill(
    main,
    el(
      "header",
      {},
      el("h1", {}, ownTitle(card)),
      el(
        "p",
        { class: "phase" },
        card.doubt
          ? t("draw.postponed")
          : t(`draw.phase-${card.phase}`, { when: told(card.when, "long"), closes: told(card.closes, "long") }),
      ),
    ),
    el("section", { class: "stage", "aria-live": "polite" }, stage(view)),
    el("footer", {}, proof(draw, card), tongues()),
  );
}

function stage({ card, draw, winners, passed }) {
  if (!draw.first.length) {
    return el(
      "div",
      { class: "counted" },
      el("b", {}, card.tickets.toLocaleString(locale())),
      el("span", {}, t("draw.tickets")),
      prizes(card),
    );
  }
  return el(
    "ol",
    { class: "winners" },
    winners.map((each, at) => {
      const prize = card.prizes[each.prize - 1];
      const out = at < revealed;
      return el(
        "li",
        { class: out ? "out" : "waits", data: { prize: each.prize } },
        el("span", { class: "what" }, own(prize.description, prize.description_words), " · ", cashShort(prize.value)),
        el("span", { class: "ticket" }, out ? each.ticket || "–" : "?"),
        el("span", { class: "whose" }, out ? each.entrant : ""),
        out &&
          passed.filter(({ prize: of }) => of === each.prize).map(({ ticket, cause }) =>
            el("span", { class: "passed" }, t("draw.passed-over", { ticket, cause: t(`passed.${cause}`) }))
          ),
      );
    }),
  );
}

const prizes = (card) =>
  el(
    "ul",
    { class: "prizes" },
    card.prizes.map((each) =>
      el("li", {}, own(each.description, each.description_words), " · ", cashShort(each.value))
    ),
  );

/** One prize after the other: numbers run, and stop at the ticket that was drawn. */
function reveal(view) {
  if (spinning) return;
  const place = revealed;
  const box = main.querySelectorAll(".winners .ticket")[place];
  const started = performance.now();
  spinning = setInterval(() => {
    const over = performance.now() - started >= SPIN;
    if (!over && box.isConnected) {
      box.textContent = 1 + Math.floor(Math.random() * view.card.tickets);
      return;
    }
    clearInterval(spinning);
    spinning = null;
    revealed = place + 1;
    const now = JSON.parse(shown)[0];
    show(now);
    if (revealed < now.winners.length) reveal(now);
  }, 70);
}

function proof(draw, card) {
  const line = (key, value) =>
    value && el("div", {}, el("dt", {}, t(`draw.${key}`)), el("dd", { class: "mono" }, value));
  return el(
    "dl",
    { class: "proof" },
    line("commitment", draw.commitment),
    line("beacon", draw.beacon),
    line("digest", draw.digest && `${draw.digest} · ${t("draw.count", { count: card.tickets })}`),
    line("value", draw.value),
    line("secret", draw.secret),
    line("scrutineer", draw.seen?.called ?? (draw.overseer || draw.scrutineer)),
    line("saw", draw.seen && `${t(draw.seen.sound ? "draw.sound" : "draw.unsound")} ${draw.seen.saw}`),
  );
}

function tongues() {
  const set = (to) => () => setLanguage(to);
  return el(
    "p",
    { class: "row" },
    languages().map(({ code, tag, name }) =>
      el("button", { type: "button", class: "button quiet", lang: tag, onclick: set(code) }, name)
    ),
    el("a", { href: "/promotions" }, t("draw.check")),
  );
}

document.addEventListener("language", () => shown && show(JSON.parse(shown)[0]));
const say = (refused) => shown || fill(main, el("p", { class: "empty error", role: "alert" }, refusalText(refused)));
load().catch(say);
setInterval(() => document.hidden || load().catch(say), EVERY);
