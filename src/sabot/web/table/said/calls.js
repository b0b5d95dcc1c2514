/** What is called at the table, from its events: on the call line for the eye, spoken for the ear. */
import { cardName } from "../../shared/cards/cards.js";
import { isAway } from "../../shared/said/away.js";
import { own, t } from "../../shared/words.js";
import { saidWith } from "./clauses.js";
import { countsText, coupWord, handName } from "./spoken.js";

const plain = (key) => () => t(key);

function result(event, { table }) {
  const counts = countsText(event.counts ?? table.coup.totals ?? {});
  if (!event.result) return t("call.boxes", { counts });
  if (event.result === "tie") return t("call.tie", { counts });
  return t("call.wins", { hand: handName(event.result), counts });
}

function passed(event, { you }) {
  const own = event.player === you?.name;
  return t(own ? "call.passed-you" : "call.passed", {
    player: event.player,
    hand: handName(event.hand),
  });
}

const CALLS = {
  "bets-opened": plain("call.bets-opened"),
  "bets-closed": plain("call.bets-closed"),
  "coup-started": (event, { table }) =>
    t("call.coup-started", {
      word: t(table.coup.word ?? "coup"),
      number: event.number ?? table.coup.number,
    }),
  "counts-announced": (event) => t("call.counts", { counts: countsText(event.counts ?? {}) }),
  "result-announced": result,
  "wagers-settled": (event) => t(event.early ? "call.early" : "call.settled"),
  "coup-voided": (event, { table }) => saidWith(t("call.voided", { word: coupWord(table) }), event.clause),
  "cutting-card-out": (event, { table }) => event.last_coup ? t("call.last", { word: coupWord(table) }) : null,
  "cards-shuffled": plain("call.shuffled"),
  "hand-passed": passed,
  "cards-refused": (event) => t("call.refused", { player: event.player, hand: handName(event.hand) }),
  "hand-decided": (event) => t(event.decision === "draw" ? "call.draw" : "call.stand", { box: event.box }),
  "card-corrected": (event) => t("call.card-corrected", { hand: handName(event.hand), card: cardName(event.card) }),
  "no-bet-coup-called": (event, { table }) => t("call.no-bet", { word: coupWord(table) }),
  "table-closed": plain("call.closed"),
  "wagers-reopened": plain("call.reopened"),
  "take-down-offered": plain("call.take-down"),
};

/** Return the sentence for one event; null where there is no call. */
export function callOf(event, state) {
  const [what] = event.what.split("/");
  return CALLS[what]?.(event, state) ?? null;
}

/** What a screen reader says of cards: which came where, face up or down. */
export function cardWords(event, { table }) {
  const [what] = event.what.split("/");
  if (what === "card-dealt" && event.hand) {
    const hand = handName(event.hand);
    if (!event.up || !event.card) return t("card-down", { hand });
    const card = t("card-to", { hand, card: cardName(event.card) });
    return event.count == null ? card : t("card-counted", { card, count: event.count });
  }
  if (what !== "cards-exposed") return null;
  const lies = new Map(
    table.hands.flatMap((hand) => hand.cards.map((seen) => [seen.slot, hand.hand])),
  );
  const said = (event.cards ?? []).filter((turned) => turned.card && lies.has(turned.slot));
  return said
    .map((turned) => t("card-to", { hand: handName(lies.get(turned.slot)), card: cardName(turned.card) }))
    .join(". ");
}

/** What the table waits for, in a sentence; `now` is the server's clock. */
export function waitText(table, now) {
  const { wait } = table;
  if (isAway(table, now)) return t(table.coup.bets_open ? "dealer-away-bets" : "dealer-away");
  const key = `wait.${wait.step}`;
  const text = t(key, { hand: wait.hand ? handName(wait.hand) : "", box: wait.box ?? "" });
  return text === key ? own(wait.why ?? "", wait.why_words) : text;
}
