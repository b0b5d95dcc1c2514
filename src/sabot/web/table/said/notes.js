/** Notes that a player or watcher must read first. */
import { cash, gain } from "../../shared/said/money.js";
import { t } from "../../shared/words.js";
import { saidWith } from "./clauses.js";
import { coupWord } from "./spoken.js";

/** The notes as sentences; `role` is who looks. */
export function notes(table, you, role) {
  const { coup } = table,
    word = coupWord(table);
  return [
    coup.void && saidWith(t("void-coup", { word }), coup.void),
    coup.no_bet && saidWith(t("no-bet", { word }), coup.no_bet),
    (you?.barred ?? you?.excluded) && saidWith(t("barred"), you.barred ?? you.excluded),
    you?.paused && t("paused"),
    you?.owes && t("owes", { amount: cash(you.owes, table.money) }),
    you?.kept && t("kept", { amount: cash(you.kept, table.money) }),
    you?.at_table && you.limit && lossLimit(you),
    role && role !== "player" && t("watching-staff", { role: t(`role.${role}`) }),
  ].filter(Boolean);
}

/** The limit as it was set, and what is left of it after all that was won and lost. */
function lossLimit({ limit, room, lost = 0 }) {
  const set = t(`loss-limit.${limit.period ?? "day"}`, { limit: cash(limit.amount) });
  return t("loss-room", { set, room: cash(room), net: gain(-lost) });
}
