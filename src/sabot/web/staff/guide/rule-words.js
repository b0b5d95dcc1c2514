/** What the documents' situations and outcomes are called in the page's language. The server has
 * them in English; other words are loaded when they are wanted. */
import { fetchMore, has, language, t } from "../../shared/words.js";

const loaded = {};

export async function prepareRules() {
  const wanted = language();
  loaded[wanted] ??= await fetchMore("matrix", wanted);
}

const own = () => loaded[language()];

export const situationWords = (situation) => own()?.situations?.[situation.name] ?? situation.title;
export const outcomeWords = (rule) => own()?.outcomes?.[rule.outcome ?? rule.name] ?? capital(rule.words);
export const groupWords = (group) => own()?.groups?.[group] ?? group;
export const whenWords = (when) => own()?.times?.[when] ?? when;
export const circumstanceWords = (name, option) =>
  own()?.circumstances?.[name]?.[String(option.value)] ?? capital(option.words);

/** What happens in order: as the server says it, or who confirms, what follows and what is next. */
export function stepWords(rule, steps, confirms = null) {
  if (!own()?.outcomes) return steps;
  const first = confirms ? [t("guide.first", { who: roleWords(confirms) })] : [];
  const then = [own().outcomes[rule.outcome], own().next?.[rule.outcome]].filter(Boolean);
  return [...first, ...then.map((step) => `${step}${t("stop")}`)];
}

export function roleWords(role) {
  return has(`role.${role}`) ? t(`role.${role}`) : role;
}

function capital(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : text;
}
