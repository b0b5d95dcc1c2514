/** How the lab writes its figures. */
import { has, t, wordOr } from "../shared/words.js";

const whole = new Intl.NumberFormat("en-AU", { maximumFractionDigits: 0 });

/** 0.0123 -> "1.2300%" */
export function percent(value, digits = 4) {
  return `${(100 * value).toFixed(digits).replace("-", "−")}%`;
}

export function count(value) {
  return whole.format(value);
}

/** Digits as text, in groups of three: they may be more than a number holds. */
export function grouped(text) {
  return text.replace(/\B(?=(\d{3})+$)/g, ",");
}

/** With its sign and so many decimals. */
export function signedNumber(value, digits = 1) {
  const size = Math.abs(value).toFixed(digits);
  return `${value < 0 && Number(size) ? "−" : "+"}${size}`;
}

/** A wager in the language of the page, else as the rulebook names it. */
export function wagerName({ wager, id, name }) {
  return wordOr(`wager.${wager ?? id}`, name);
}

/** "8:1" -> "8 to 1" */
export function oddsText(odds) {
  if (odds === "standoff") return t("lab.standoff");
  const [pays, per] = odds.split(":");
  return t("lab.to", { pays, per });
}

export function schemeName(scheme) {
  const key = `scheme.${scheme}`;
  return has(key) ? t(key) : scheme;
}
