/** What is worth telling beside a result: a streak, or that a single point was missing. */
import { t } from "../../shared/words.js";
import { handName } from "../said/spoken.js";
import { netOf } from "../beside/results.js";

const LEAST = 3; // coups in a row that are worth telling

/** How often the newest result of the shoe has come in a row; ties break no streak and make none. */
function shoeStreak(past) {
  const results = past.filter((each) => !each.void && each.result).map(({ result }) => result);
  const newest = results.at(-1);
  if (!newest || newest === "tie") return null;
  const others = results.filter((each) => each !== "tie");
  const before = others.findLastIndex((each) => each !== newest);
  return { hand: newest, count: others.length - 1 - before };
}

/** The hand on which a stake lay, and the one it plays against; null where it lay on no hand. */
function handsOf({ on, box }, totals) {
  const own = box ? `box ${box}` : on;
  const other = Object.keys(totals).find((hand) => hand !== own && (!box || !hand.startsWith("box ")));
  return own in totals && other ? [own, other] : null;
}

/** The hands of this player that lost by a single point. */
export function missedByOne(stage, ends) {
  const totals = stage.coup.totals ?? {};
  const lost = ends.filter(({ outcome }) => outcome === "lose").map((end) => handsOf(end, totals));
  return new Set(lost.filter((hands) => hands && totals[hands[1]] - totals[hands[0]] === 1).map(([own]) => own));
}

/** The wins of one player in a row, kept for as long as the page's tab is open. */
export class Wins {
  constructor(id) {
    this.key = `sabot.wins.${id}`;
  }

  /** How many with this coup; a coup that brought nothing and took nothing counts as none. */
  after(coup, net) {
    const kept = JSON.parse(sessionStorage.getItem(this.key) ?? "null") ?? { coup: "", count: 0 };
    if (kept.coup === coup || net === 0) return kept.count;
    const count = net > 0 ? kept.count + 1 : 0;
    sessionStorage.setItem(this.key, JSON.stringify({ coup, count }));
    return count;
  }
}

/** The one sentence beside the result, or nothing: what is rarer comes first. */
export function streakWords({ missed, wins, past }) {
  const shoe = shoeStreak(past);
  if (missed) return t("near-one");
  if (wins >= LEAST && wins >= (shoe?.count ?? 0)) return t("streak-wins", { count: wins });
  if (shoe && shoe.count >= LEAST) return t("streak-hand", { hand: handName(shoe.hand), count: shoe.count });
  return "";
}

/** The result of a coup for one player, in cents. */
export const netOfAll = (ends) => ends.reduce((sum, end) => sum + netOf(end), 0);
