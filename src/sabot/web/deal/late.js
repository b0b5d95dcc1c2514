/** A bet that was laid late: who laid it, where, and what the document says of it. */
import { personName } from "../shared/said/called.js";
import { el } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { boxes, players, wagers, wagerWords } from "../staff/names.js";

const SITUATION = "change-of-wagers";

/** What the guide to irregularities begins with: the situation, and who and where beside it. */
export function lateBet(table, staff) {
  const perBox = table.wagers.some((wager) => wager.per_box);
  const isOut = table.phase === "dealing" || table.phase === "settled";
  return {
    situation: SITUATION,
    title: t("late.title"),
    intro: () => el("p", {}, t(isOut ? "late.out" : "late.not-out")),
    fields: [
      { name: "player", kind: "select", label: t("field.player"), required: true, options: players(staff) },
      { name: "on", kind: "select", label: t("field.on"), required: true, options: wagers(table) },
      ...(perBox ? [{ name: "box", kind: "select", label: t("field.box"), options: boxes(table) }] : []),
      { name: "amount", kind: "money", label: t("field.amount") },
    ],
    note: ({ player, on, box, amount }) =>
      player && on
        ? t("late.note", {
          player: personName(player),
          spot: [wagerWords(table, on), box && t("hand.box", { box })].filter(Boolean).join(" "),
          amount: amount ?? "",
        }).trim()
        : "",
  };
}
