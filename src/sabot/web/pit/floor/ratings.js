/** How players rate: all of them as a list, and the card of one. */
import { get } from "../../shared/api.js";
import { personName, personNode } from "../../shared/said/called.js";
import { el, fill, refusalText, toast } from "../../shared/dom.js";
import { cashShort, gain } from "../../shared/said/money.js";
import { calledOf } from "../../shared/said/titles.js";
import { t } from "../../shared/words.js";
import { inDialog } from "../../staff/forms/form.js";
import { button, dataTable, fact, facts, none } from "../parts.js";

/** Seconds as hours and minutes: 5400 -> "1:30". */
export function lasting(seconds) {
  const minutes = Math.floor(seconds / 60);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

/** Whole dollars: a rating compares players, and cents only blur it. */
const roughly = (cents) => cashShort(Math.round(cents / 100) * 100);
const bet = (row) => (row.average_bet == null ? "—" : roughly(row.average_bet));

function line(row, head, act) {
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, head, " ", row.is_here ? el("span", { class: "pill ok" }, t("rating.here")) : null),
    el("td", { class: "money" }, lasting(row.seconds)),
    el("td", { class: "money" }, String(row.coups)),
    el("td", { class: "money" }, bet(row)),
    el("td", { class: "money" }, gain(row.result)),
    el("td", { class: "money" }, roughly(row.theoretical)),
    act && el("td", {}, button(t("rating.card"), act)),
  );
}

const heads = (first, acts) => [
  first,
  t("rating.time"),
  t("rating.coups"),
  t("pit.average-bet"),
  t("rating.result"),
  t("rating.theoretical"),
  ...(acts ? [""] : []),
];

/** One line a player, all tables together, those who lose the most by the odds first. */
export function byPlayer(rows) {
  const found = new Map();
  for (const row of rows) {
    const whole = found.get(row.player) ??
      { player: row.player, seconds: 0, coups: 0, staked: 0, result: 0, theoretical: 0 };
    for (const key of ["seconds", "coups", "staked", "result", "theoretical"]) whole[key] += row[key];
    whole.is_here ||= row.is_here;
    whole.average_bet = whole.coups ? Math.round(whole.staked / whole.coups) : null;
    found.set(row.player, whole);
  }
  return [...found.values()].sort((one, other) => other.theoretical - one.theoretical);
}

async function dialog(title, path, show) {
  try {
    const body = el("div", { class: "column" });
    const leave = button(t("close"), () => {});
    fill(body, show(await get(path)), el("div", { class: "actions" }, leave));
    await inDialog(title, body, (close) => leave.addEventListener("click", () => close(null)), true);
  } catch (refused) {
    toast(refusalText(refused), "error");
  }
}

/** Everybody who plays, or has played, in the shifts that are on the books. */
export function openRatings() {
  return dialog(t("rating.title"), "/api/ratings", (rows) =>
    rows.length
      ? dataTable(
        t("rating.title"),
        heads(t("felt.player"), true),
        byPlayer(rows).map((row) => line(row, personNode(row.player), () => openCard(row.player))),
      )
      : none("rating.nobody"));
}

/** One player's card: the whole of it, and table by table. */
export function openCard(player) {
  return dialog(
    t("rating.of", { player: personName(player) }),
    `/api/ratings/${encodeURIComponent(player)}`,
    ({ whole, tables }) => [
      facts(
        fact("rating.time", lasting(whole.seconds)),
        fact("rating.coups", String(whole.coups)),
        fact("pit.average-bet", bet(whole)),
        fact("rating.staked", cashShort(whole.staked)),
        fact("rating.result", gain(whole.result)),
        fact("rating.theoretical", cashShort(whole.theoretical)),
      ),
      dataTable(
        t("pit.tables"),
        heads(t("pit.table")),
        tables.map((row) => line(row, calledOf({ called: row.called, id: row.table }))),
      ),
      el("p", { class: "small muted" }, t("rating.about")),
    ],
  );
}
