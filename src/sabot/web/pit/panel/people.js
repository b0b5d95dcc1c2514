/** Who is at the table, and what leave was given to whom. */
import { naming, personName, personNode } from "../../shared/said/called.js";
import { el } from "../../shared/dom.js";
import { cashShort, gain } from "../../shared/said/money.js";
import { t } from "../../shared/words.js";
import { actionsAt } from "../actions/actions.js";
import { wayWords } from "../actions/fields.js";
import { acts, button, buttonsAt, dataTable, doing, list, none } from "../parts.js";
import { openCard } from "../floor/ratings.js";

/** Money, losses, limits of their own, and what can be done about one of them. */
export function playersTab(given) {
  const { staff } = given;
  const heads = [t("felt.player"), t("balance"), t("pit.lost"), t("pit.marks"), ""];
  const rows = staff.patrons.map((patron) => patronRow(patron, given));
  return [
    rows.length ? dataTable(t("tab.players"), heads, rows) : none("pit.nobody"),
    acts("players", given),
  ];
}

function patronRow(patron, given) {
  const sign = given.table.money;
  const { player, place, balance, lost = 0, room } = patron;
  const seat = place ? t("pit.seat", { place }) : t("pit.standing");
  const may = room != null && el("small", { class: "muted" }, ` / ${cashShort(room)}`);
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, personNode(player), el("br"), el("small", { class: "muted" }, seat)),
    el("td", { class: "money" }, cashShort(balance, sign)),
    el("td", { class: "money" }, gain(-lost, sign), may),
    el("td", {}, marks(patron, sign)),
    el("td", {}, [
      button(t("rating.card"), () => openCard(player)),
      doing(t("pit.acts"), () => given.menu(player, actionsAt("player", given))),
    ]),
  );
}

function marks(patron, sign) {
  const own = { least: cashShort(patron.own_least ?? 0, sign), most: cashShort(patron.own_most ?? 0, sign) };
  const shown = [
    patron.near_limit && ["danger", t("mark.near-limit")],
    patron.paused && ["gold", t("mark.paused")],
    patron.old_least != null && ["gold", t("mark.protected", { least: cashShort(patron.old_least, sign) })],
    patron.own_most != null && ["gold", t("mark.own", own)],
    patron.barred && ["danger", t("mark.barred", { clause: patron.barred })],
    patron.excluded && ["danger", t("mark.excluded")],
    patron.idle > 0 && ["", t("mark.idle", { coups: patron.idle })],
  ].filter(Boolean);
  const pills = shown.map(([style, text]) => el("span", { class: `pill ${style}` }, text));
  return el("span", { class: "flags" }, pills);
}

/** Leave that was given, and leave that can be. */
export function approvalsTab(given) {
  const { staff, choices } = given;
  const approved = Object.entries(staff.approvals).map(([key, approver]) => {
    const { words, fixed } = approvalOf(key, choices);
    const withdraw = buttonsAt("approval", given, fixed);
    const by = naming([approver], () => `${words} · ${t("pit.by", { who: personName(approver) })}`);
    return el("li", { class: "item row apart" }, by, withdraw);
  });
  return [
    list(approved, "pit.no-approvals"),
    choices.approvals.length ? acts("approvals", given) : none("pit.no-approvals-here"),
  ];
}

/** "nominate/ada" or "burn/counted", as the command wants it. */
function approvalOf(key, choices) {
  const [what, ...rest] = key.split("/");
  const last = rest.join("/");
  const personal = choices.approvals.some((each) => each.what === what && each.player);
  const fixed = last ? { what, [personal ? "player" : "way"]: last } : { what };
  return { words: `${t(`approval.${what}`)}${last ? `: ${wayWords(last)}` : ""}`, fixed };
}
