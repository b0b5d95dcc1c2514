/** What the documents' situations and outcomes are called in the page's language. The server has
 * them in English; the Chinese words are loaded when they are wanted. */
import { has, language, t } from "../shared/words.js";

let chinese = null;

export async function prepareRules() {
  if (language() === "zh") chinese ??= await (await fetch("/web/deal/rules-zh.json")).json();
}

const zh = () => (language() === "zh" ? chinese : null);

export const situationWords = (situation) => zh()?.situations[situation.name] ?? situation.title;
export const outcomeWords = (rule) => zh()?.outcomes[rule.outcome ?? rule.name] ?? capital(rule.words);
export const groupWords = (group) => zh()?.groups[group] ?? group;
export const whenWords = (when) => zh()?.times[when] ?? when;
export const circumstanceWords = (name, option) =>
  zh()?.circumstances[name]?.[String(option.value)] ?? capital(option.words);

/** What happens in order: as the server says it, or what follows and what is done next. */
export function stepWords(rule, steps) {
  if (!zh()) return steps;
  return [zh().outcomes[rule.outcome], zh().next[rule.outcome]].filter(Boolean).map((step) => `${step}。`);
}

export function roleWords(role) {
  return has(`role.${role}`) ? t(`role.${role}`) : role;
}

function capital(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : text;
}
