/** A game in one minute: a sentence for each thing that one has to know before the first bet. */
const SAYS = {
  common: ["common.aim", "values", "common.printed", "common.natural", "common.player"],
  "three-cards": ["three-cards.aim", "values", "three-cards.order"],
  draw: ["draw.aim", "values", "draw.decide", "draw.dealer"],
  own: ["values"],
};

/** `howto` is what `/api/rulebooks/ID/howto` says; `say(key, slots)` has the words of the rules. */
export function minute({ way, essentials, printed }, say) {
  // 0, 1, 2, 3 -> "0–3"; 8, 9 -> "8 or 9"
  const totals = (list) => (list.length > 2 ? `${list[0]}–${list.at(-1)}` : list.join(say("howto.or", {})));
  const slots = {
    printed: printed.join(" "),
    ...Object.fromEntries(Object.entries(essentials).map(([name, list]) => [name, totals(list)])),
  };
  const said = SAYS[way].filter((key) => key !== "common.printed" || printed.length);
  return said.map((key) => say(`howto.${key}`, slots));
}
