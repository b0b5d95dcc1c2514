/** The fields that a remedy needs, asked for in the way that fits them. */
import { t } from "../shared/words.js";
import { fieldOf } from "./form.js";

const KINDS = { amount: "money", coup: "number", number: "number", card: "card", cards: "cards", "yes-no": "yes-no", players: "checks" };
const NUMBERS = ["box", "area"];

/** A name in the page's language: "player" and "box 3" are hands. */
export function handWords(hand) {
  const box = /^box (\d+)$/.exec(hand);
  return box ? t("hand.box", { box: box[1] }) : t(`hand.${hand}`);
}

/** A wager as this table names it. */
export function wagerWords(table, id) {
  return table.wagers.find((wager) => wager.id === id)?.name ?? id;
}

export const players = (staff) => staff.patrons.map(({ player }) => ({ value: player, label: player }));

function optionsFor(kind, table, staff) {
  if (kind === "player" || kind === "players") return players(staff);
  if (kind === "hand") return table.hands.map(({ hand }) => ({ value: hand, label: handWords(hand) }));
  if (kind === "wager") return table.wagers.map(({ id, name }) => ({ value: id, label: name }));
  const boxes = Array.from({ length: table.places }, (_, index) => index + 1);
  return boxes.map((box) => ({ value: box, label: t("hand.box", { box }) }));
}

/** One field of a report: {name, node, read()}. */
export function needField(need, table, staff, value) {
  const kind = KINDS[need.kind] ?? "select";
  const choosing = kind === "select" || kind === "checks";
  const made = fieldOf({
    name: need.field,
    label: t(`need.${need.field}`),
    kind,
    required: need.required,
    options: choosing ? optionsFor(need.kind, table, staff) : undefined,
    value,
  });
  if (!NUMBERS.includes(need.field)) return { ...made, required: need.required };
  return { ...made, required: need.required, read: () => (made.read() === undefined ? undefined : Number(made.read())) };
}
