/** A field for a count of chips: a number for each kind, and the total below. */
import { chip } from "../../shared/cards/chips.js";
import { el, fill } from "../../shared/dom.js";
import { cash, cashShort, decimal } from "../../shared/said/money.js";
import { t } from "../../shared/words.js";

/** `field.chips` are the kinds ({value, colour}); `field.start` has numbers by value to begin with. */
export function chipsField(field, id) {
  const total = el("output", { class: "chips-total" });
  const inputs = field.chips.map(({ value, colour }) => {
    const input = el("input", {
      type: "number",
      inputmode: "numeric",
      min: 0,
      max: 100000,
      step: 1,
      name: `${field.name}-${value}`,
      value: field.start?.[value] || "",
      "aria-label": `${cashShort(value)} ${t(`colour.${colour}`)}`,
    });
    return { value, input };
  });
  const cents = () => inputs.reduce((sum, { value, input }) => sum + value * Number(input.value || 0), 0);
  const say = () => fill(total, t("chips.total", { amount: cash(cents()) }));
  for (const { input } of inputs) input.addEventListener("input", say);
  say();
  const node = el(
    "fieldset",
    { class: "field long chips-field", id },
    el("legend", {}, field.label),
    field.hint && el("p", { class: "hint" }, field.hint),
    el(
      "div",
      { class: "chips-grid" },
      inputs.map(({ value, input }) => el("label", {}, chip(value), input)),
    ),
    total,
  );
  const read = () => {
    const counts = inputs.filter(({ input }) => Number(input.value));
    return counts.length
      ? Object.fromEntries(counts.map(({ value, input }) => [decimal(value), Number(input.value)]))
      : undefined;
  };
  return { name: field.name, node, input: inputs[0]?.input, read };
}
