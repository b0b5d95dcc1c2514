/** What an act does, in the words of its own button: never "Do it". */
import { cashShort } from "../../shared/said/money.js";
import { t } from "../../shared/words.js";
import { outcomeWords } from "./rule-words.js";

/** Outcomes by which every stake of the coup goes back. */
const VOIDS = ["COUP_VOID"];

/** What lies on the layout, and whose it is. */
export function atStake(table) {
  const lying = table.stakes.filter((stake) => !stake.settled);
  return {
    coup: table.coup.number,
    amount: cashShort(lying.reduce((sum, stake) => sum + (stake.live ?? stake.staked ?? 0), 0), table.money),
    players: new Set(lying.map((stake) => stake.player)).size,
  };
}

/** One player, or so many, in their own words. */
export const counted = (key, said) => t(said.players === 1 ? `${key}-one` : key, said);

/** The button under what a rulebook says must happen. */
export function ruleAct(rule, table) {
  const stake = atStake(table);
  return VOIDS.includes(rule.outcome ?? rule.name) && stake.players
    ? counted("act.void-coup", stake)
    : outcomeWords(rule);
}
