/** Chips by denomination: fields for a count, and the float as it lies in the tray. */
import { pile } from "../shared/cards/chips.js";
import { el } from "../shared/dom.js";
import { cash, cashShort, decimal, parse } from "../shared/said/money.js";
import { t } from "../shared/words.js";

/** Kinds of chips of the table's set, tokens left out; none where people see no chips. */
export const kinds = (staff) => staff.chip_set.filter((each) => !each.token);

/** The cents of a count by value in dollars. */
export const centsOf = (chips) =>
  Object.entries(chips ?? {}).reduce((sum, [value, pieces]) => sum + parse(value) * pieces, 0);

/** A field for chips where the table has a chip set, else one for an amount. */
export function chipsOrAmount(staff, { name = "amount", start = null, hint = null } = {}) {
  const chips = kinds(staff);
  if (!chips.length) return { name, kind: "money", label: t(`field.${name}`), required: true };
  return { name: "chips", kind: "chips", label: t("field.chips"), chips, start, hint };
}

/** The command's fields of what was said: chips with the amount that they make, or the amount alone. */
export function shaped({ chips, ...said }, name = "amount") {
  return chips ? { ...said, chips, [name]: decimal(centsOf(chips)) } : said;
}

/** Numbers by value in cents, for a form to begin with. */
export const startOf = (counts) => Object.fromEntries(counts.map(({ value, count }) => [value, count]));

/** Chips as they are named: a pile of each, with its number and colour. */
export function chipsList(counts, sign, style = "chips") {
  return el("ul", { class: style }, counts.map((each) => chipsView(each, sign)));
}

function chipsView({ value, colour, count }, sign) {
  return el(
    "li",
    { title: `${cashShort(value, sign)} ${t(`colour.${colour}`)}`, class: count ? null : "none" },
    pile(value, Math.max(1, count)),
    el("span", { class: "times" }, `× ${count}`),
    el("span", { class: "colour" }, t(`colour.${colour}`)),
  );
}

/** The float by chip, with what is worth most first, and its total. */
export function trayView({ tray, float }, sign) {
  if (!tray.length) return null;
  return el(
    "div",
    { class: "tray-view" },
    chipsList(tray, sign, "chips small-chips"),
    el("p", { class: "muted small" }, t("chips.total", { amount: cash(float, sign) })),
  );
}
