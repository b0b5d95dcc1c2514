/** The fields that the forms of supervisors are made of. */
import { cash, parse } from "../../shared/said/money.js";
import { has, t } from "../../shared/words.js";
import { centsOf } from "../../staff/chips.js";
import { boxes, peopleOptions, players } from "../../staff/names.js";

export const field = (name, kind, more = {}) => ({ name, kind, label: t(`field.${name}`), ...more });
export const must = { required: true };
export const named = (names, prefix) =>
  names.map((name) => ({ value: name, label: prefix ? t(`${prefix}.${name}`) : name }));
export const clausedWords = (text, clause) => (clause ? t("with-clause", { text, clause }) : text);
export const withClause = (choice, prefix) => ({
  value: choice.name,
  label: clausedWords(prefix ? t(`${prefix}.${choice.name}`) : choice.name, choice.clause),
});
/** Return people to choose from, including the one who is meant already. */
export const listed = (names, meant) => peopleOptions([...new Set([...(meant ? [meant] : []), ...names])]);
export const player = ({ staff, preset }) =>
  field("player", "select", { ...must, options: players(staff), value: preset.player });
export const box = ({ table }) => field("box", "select", { options: boxes(table) });
export const numbers = (...keys) => (said) => ({
  ...said,
  ...Object.fromEntries(
    keys.filter((key) => said[key] !== undefined).map((key) => [key, Number(said[key])]),
  ),
});

/** An amount that was typed, as people read it. */
export const typed = (amount, sign) => cash(parse(amount) ?? 0, sign);

/** What is done with so much money, once an amount is there. */
export function amountAct(name) {
  return ({ amount, chips }, { table }) =>
    (amount || chips) &&
    t(`act.${name}`, { amount: chips ? cash(centsOf(chips), table.money) : typed(amount, table.money) });
}

/** What has to be at a table, in the reader's words. */
export const thing = (name) => (has(`thing.${name}`) ? t(`thing.${name}`) : name);

/** A way to burn cards; any other name is a player's. */
export const wayWords = (way) => (has(`way.${way}`) ? t(`way.${way}`) : way);
