/** The sign at the top of the display: which table, its limits, its shoe, and one button. */
import { el, fill, svg } from "../shared/dom.js";
import { cashShort } from "../shared/said/money.js";
import { isAway } from "../shared/said/away.js";
import { counting, signsOf } from "../shared/said/signs.js";
import { calledOf, titleOf } from "../shared/said/titles.js";
import { t } from "../shared/words.js";

function figure(label, value) {
  return el("div", { class: "figure" }, el("dt", {}, label), el("dd", {}, value));
}

function limits({ sign, money }) {
  if (!sign) return [];
  return [
    figure(t("display.limits"), `${cashShort(sign.least, money)} – ${cashShort(sign.most, money)}`),
    sign.differential && figure(t("display.differential"), cashShort(sign.differential, money)),
  ];
}

/** What the table is doing now, in two or three words; `time` is the server's clock. */
export function doing(table, time) {
  const { coup } = table;
  if (isAway(table, time)) return ["waits", t("dealer-away")];
  if (coup.held) return ["waits", t("display.held")];
  if (coup.no_bet) return ["waits", t("display.no-bet")];
  if (coup.bets_open) return ["open", t(coup.called ? "display.bets-called" : "display.bets-open")];
  if (table.wait.step === "closed" || table.phase === "closed") return ["waits", t("display.closed")];
  if (table.hands.some((hand) => hand.cards.length)) return ["shut", t("display.no-more")];
  return null;
}

const corners = "M3 9V3h6M15 3h6v6M21 15v6h-6M9 21H3v-6";

/** The only control; made once, so that it keeps the focus while the sign changes. */
export function fullScreenButton() {
  const toggle =
    () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  const button = el(
    "button",
    { type: "button", class: "full-screen", hidden: !document.fullscreenEnabled, on: { click: toggle } },
    svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: corners })),
  );
  const label = () => {
    button.title = t(document.fullscreenElement ? "display.leave-full-screen" : "display.full-screen");
    button.setAttribute("aria-label", button.title);
  };
  for (const event of ["fullscreenchange", "language"]) document.addEventListener(event, label);
  label();
  return button;
}

/** The signs of changes to come, each with its countdown. */
export function showChanges(place, table, time) {
  const said = signsOf(table).map((each) => counting(each, table, time));
  if (place.childElementCount !== said.length) fill(place, said.map(() => el("p", { class: "posted" })));
  for (const [index, text] of said.entries()) {
    const node = place.children[index];
    if (node.textContent !== text) node.textContent = text;
  }
  place.hidden = !said.length;
}

export function showSign(place, table, status, time) {
  const now = doing(table, time);
  fill(
    place,
    el(
      "div",
      { class: "name" },
      el("h1", {}, titleOf(table)),
      el(
        "p",
        {},
        table.called ? `${table.casino} · ${calledOf(table)}` : `${table.casino} · ${t("display.table")} ${table.id}`,
      ),
    ),
    el("p", { class: `doing ${now?.[0] ?? ""}` }, status === "online" ? now?.[1] : t(status)),
    el(
      "dl",
      {},
      limits(table),
      figure(t("display.shoe"), table.shoe.number),
      figure(t("display.coup"), table.coup.number),
    ),
  );
}
