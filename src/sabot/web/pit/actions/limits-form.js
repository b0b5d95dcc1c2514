/** A whole new sign: the general limits, and those of each bet that has its own. */
import { decimal } from "../../shared/said/money.js";
import { t } from "../../shared/words.js";

const money = (name, label, value, required = false) => ({
  name,
  kind: "money",
  label,
  required,
  value: value == null ? "" : decimal(value),
});

/** Bets whose limits are not the sign's general ones: all side bets, and main bets that differ. */
function apart(table) {
  const { least, most } = table.sign;
  return table.wagers.filter((wager) => wager.side || wager.least !== least || wager.most !== most);
}

export function limitFields(table, choices) {
  const { sign } = table;
  return [
    money("minimum", t("least"), sign.least, true),
    money("maximum", t("most"), sign.most, true),
    money("unit", t("field.unit"), sign.unit),
    ...(choices.opening.area ? [money("area_maximum", t("field.area_maximum"), sign.area)] : []),
    ...(choices.opening.differential ? [money("differential", t("field.differential"), sign.differential)] : []),
    { name: "positions", kind: "number", label: t("field.positions"), value: sign.positions ?? "" },
    ...apart(table).flatMap((wager) => [
      money(`least ${wager.id}`, `${wager.name}: ${t("least")}`, wager.least),
      money(`most ${wager.id}`, `${wager.name}: ${t("most")}`, wager.most),
    ]),
  ];
}

/** The sign that was written into those fields. */
export function signOf(said, table) {
  const wagers = {};
  for (const { id } of apart(table)) {
    const minimum = said[`least ${id}`],
      maximum = said[`most ${id}`];
    if (minimum || maximum) wagers[id] = { minimum: minimum ?? null, maximum: maximum ?? null };
  }
  const { minimum, maximum, unit, area_maximum, differential, positions } = said;
  return { minimum, maximum, unit, area_maximum, differential, positions, wagers };
}
