/** Money: whole cents inside, decimal text outside. A view leaves out what is nothing: that is 0. */

const two = new Intl.NumberFormat("en-AU", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat("en-AU", { maximumFractionDigits: 0 });

/** 123450 -> "1,234.50" */
export function dollars(cents = 0) {
  return two.format(cents / 100);
}

/** As `dollars`, without cents where there are none: 2500 -> "25". */
export function short(cents = 0) {
  return cents % 100 ? two.format(cents / 100) : whole.format(cents / 100);
}

/** With its sign: 500 -> "+5.00", -500 -> "−5.00". */
export function signed(cents = 0) {
  return `${cents > 0 ? "+" : cents < 0 ? "−" : ""}${dollars(Math.abs(cents))}`;
}

const DOLLARS = "$";

/** As a sign or a receipt has it: 123450 -> "$1,234.50". Chips that are worth no money have a sign
 * of their own (`table.money`), and are counted in units: 100000 -> "◉1,000". */
export function cash(cents = 0, sign = DOLLARS) {
  return `${sign}${sign === DOLLARS ? dollars(cents) : short(cents)}`;
}

/** As `cash`, without cents where there are none: 2500 -> "$25". */
export function cashShort(cents = 0, sign = DOLLARS) {
  return `${sign}${short(cents)}`;
}

/** Return a win or loss with its sign: 500 -> "+$5.00". */
export function gain(cents = 0, sign = DOLLARS) {
  return `${cents > 0 ? "+" : cents < 0 ? "−" : ""}${cash(Math.abs(cents), sign)}`;
}

/** As commands want it: 123450 -> "1234.50". */
export function decimal(cents = 0) {
  const sign = cents < 0 ? "-" : "";
  const size = Math.abs(cents);
  return `${sign}${Math.floor(size / 100)}.${String(size % 100).padStart(2, "0")}`;
}

/** "1,234.5" -> 123450; null for what is no amount. */
export function parse(text) {
  const clean = String(text).replace(/[\s,$]/g, "");
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(clean);
  return match ? Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0")) : null;
}
