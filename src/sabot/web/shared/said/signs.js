/** Signs that announce a change: what changes, to how much, from when, and how long that is from now. */
import { t, wordOr } from "../words.js";
import { cashShort } from "./money.js";
import { told } from "./times.js";

const SECOND = 1000, MINUTE = 60, HOUR = 3600;

/** From when a sign takes effect. */
export const startOf = (each) => each.takes_effect ?? each.posted;

/** How long it is until then: "4 min 10 s"; nothing once it has come. */
export function leftUntil(iso, now) {
  const all = Math.ceil((Date.parse(iso) - now) / SECOND);
  if (!(all > 0)) return "";
  const [hours, minutes, seconds] = [Math.floor(all / HOUR), Math.floor((all % HOUR) / MINUTE), all % MINUTE];
  if (hours) return t("left-hours", { hours, minutes });
  return minutes ? t("left-minutes", { minutes, seconds }) : t("left-seconds", { seconds });
}

/** What a sign announces, as a sentence: "From 11:59 the minimum is $25". */
export function announced(each, { money, wagers }) {
  const time = told(startOf(each), "time");
  const amount = cashShort(each.amount ?? 0, money);
  const bet = wagers.find(({ id }) => id === each.wager);
  const on = each.wager ? "-on" : each.kind === "differential" && !each.amount ? "-none" : "";
  return t(`sign-at.${each.kind}${on}`, {
    time,
    amount,
    wager: each.wager ? wordOr(`wager.${each.wager}`, bet?.name ?? each.wager) : "",
    least: cashShort(each.limit?.least ?? 0, money),
    most: cashShort(each.limit?.most ?? 0, money),
    scheme: wordOr(`scheme.${each.text}`, each.text),
  });
}

/** The sentence with its countdown; a change that has come is said to hold now. */
export function counting(each, table, now) {
  const text = announced(each, table), left = leftUntil(startOf(each), now);
  return left ? t("sign-counts", { text, left }) : t("sign-now", { text });
}

/** The signs at a table, the next one first. */
export function signsOf({ sign }) {
  return [...(sign?.posted ?? [])].sort((one, other) => Date.parse(startOf(one)) - Date.parse(startOf(other)));
}
