/** The fields that a remedy needs, asked for in the way that fits them. */
import { t } from "../../shared/words.js";
import { fieldOf } from "../forms/form.js";
import { boxes, hands, players, wagers } from "../names.js";

const KINDS = {
  amount: "money",
  coup: "number",
  number: "number",
  card: "card",
  cards: "cards",
  "yes-no": "yes-no",
  players: "checks",
};
const NUMBERS = ["box", "area"];

const OPTIONS = { player: players, players, hand: hands, wager: wagers, box: boxes };

/** One field of a report: {name, node, read()}. */
export function needField(need, table, staff, value) {
  const kind = KINDS[need.kind] ?? "select";
  const choosing = kind === "select" || kind === "checks";
  const made = fieldOf({
    name: need.field,
    label: t(`need.${need.field}`),
    kind,
    required: need.required,
    options: choosing ? OPTIONS[need.kind](need.kind.startsWith("player") ? staff : table) : undefined,
    value,
  });
  if (!NUMBERS.includes(need.field)) return { ...made, required: need.required };
  return {
    ...made,
    required: need.required,
    read: () => (made.read() === undefined ? undefined : Number(made.read())),
  };
}
