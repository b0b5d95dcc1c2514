/** What a sign at a table announces, in the reader's words. */
import { cash } from "../shared/said/money.js";
import { t } from "../shared/words.js";
import { wagerWords } from "../staff/names.js";

/** The amounts that the whole new sign has: the table's, and those of bets with a line of their own. */
function limitWords({ least, most, unit, area, differential, wagers = {} }, table) {
  const money = (amount) => cash(amount, table.money);
  return [
    `${money(least)} – ${money(most)}`,
    unit && `${t("field.unit")} ${money(unit)}`,
    area && `${t("field.area_maximum")} ${money(area)}`,
    differential && `${t("field.differential")} ${money(differential)}`,
    ...Object.entries(wagers).map(([id, own]) => `${wagerWords(table, id)} ${money(own.least)} – ${money(own.most)}`),
  ]
    .filter(Boolean)
    .join(", ");
}

/** A sign in one line: its kind, the bet and the amount, or the whole new sign, and its text. */
export function signWords(sign, table) {
  return [
    t(`sign.${sign.kind}`),
    sign.wager && wagerWords(table, sign.wager),
    sign.amount != null && cash(sign.amount, table.money),
    sign.limit && limitWords(sign.limit, table),
    sign.text && `“${sign.text}”`,
  ]
    .filter(Boolean)
    .join(" ");
}
