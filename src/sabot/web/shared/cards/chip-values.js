/** The casino's chips: value in cents, its colour's name, and the colours it is drawn in. */
export const CHIPS = [
  { value: 50, colour: "bronze", face: "#8a5a2b", spot: "#f2dfc4", ink: "#ffffff" },
  { value: 100, colour: "white", face: "#efe9dc", spot: "#2b5ea8", ink: "#211d17" },
  { value: 250, colour: "pink", face: "#b0467f", spot: "#ffe3f0", ink: "#ffffff" },
  { value: 500, colour: "red", face: "#b3202b", spot: "#fff3ea", ink: "#ffffff" },
  { value: 1000, colour: "blue", face: "#22549c", spot: "#f4f0df", ink: "#ffffff" },
  { value: 2500, colour: "green", face: "#1f6b41", spot: "#f4ecd2", ink: "#ffffff" },
  { value: 10000, colour: "black", face: "#22222a", spot: "#e2c070", ink: "#ffffff" },
  { value: 50000, colour: "purple", face: "#5b2f86", spot: "#f1dcff", ink: "#ffffff" },
  { value: 100000, colour: "yellow", face: "#e0b23a", spot: "#5c3c0a", ink: "#211d17" },
  { value: 500000, colour: "orange", face: "#b2540f", spot: "#fff0dc", ink: "#ffffff" },
  { value: 2500000, colour: "teal", face: "#0d6670", spot: "#dff6f4", ink: "#ffffff" },
  { value: 10000000, colour: "ivory", face: "#f5ead0", spot: "#8f1f2b", ink: "#211d17" },
];

const SHOWN = 6;

/** The chips that make sense at this table: from somewhat below its minimum up to its maximum. */
export function usefulChips(table) {
  const from = table.chip || 1,
    least = table.sign?.least ?? 0,
    most = table.sign?.most ?? Infinity;
  const whole = CHIPS.map(({ value }) => value).filter(
    (value) => value >= from && value % from === 0,
  );
  const first = Math.max(
    0,
    whole.findIndex((value) => value * 2 >= least),
  );
  const shown = whole.slice(first, first + SHOWN).filter((value) => value <= Math.max(most, least));
  return shown.length ? shown : whole.slice(0, 1);
}

/** The chip of this value, or the largest below it. */
export function chipOf(value) {
  return CHIPS.findLast((chip) => chip.value <= value) ?? CHIPS[0];
}

/**
 * An amount in as few chips as there are: [{value, count}], largest first. A rest smaller than the
 * least chip is one chip of its own.
 */
export function breakdown(cents) {
  const parts = [];
  let rest = cents;
  for (const { value } of [...CHIPS].reverse()) {
    const count = Math.floor(rest / value);
    if (count) parts.push({ value, count });
    rest -= count * value;
  }
  return rest ? [...parts, { value: rest, count: 1 }] : parts;
}
