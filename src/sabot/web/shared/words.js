/**
 * The words of the pages, in English and traditional Chinese, switched at once. Every folder has a
 * file for each language in `words/`; a further language is a row here, those files
 * and their import.
 */
import en from "./words/en.js";
import zh from "./words/zh.js";

const LANGUAGES = {
  en: { tag: "en", name: "English" },
  zh: { tag: "zh-Hant", name: "中文" },
};
/** The language in which the server itself speaks. */
export const SERVER = "en";

const KEPT = "sabot.language";
const dictionaries = Object.fromEntries(Object.keys(LANGUAGES).map((each) => [each, {}]));

function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function first() {
  const wanted = kept();
  if (wanted in LANGUAGES) return wanted;
  const browsers = navigator.language?.toLowerCase().split("-")[0];
  return browsers in LANGUAGES ? browsers : SERVER;
}

let spoken = first();
document.documentElement.lang = LANGUAGES[spoken].tag;

/** "en" or "zh". */
export function language() {
  return spoken;
}

/** Change the language: kept for the next visit, and `document` hears "language". */
export function setLanguage(wanted) {
  if (!(wanted in LANGUAGES) || wanted === spoken) return;
  spoken = wanted;
  try {
    localStorage.setItem(KEPT, wanted);
  } catch {
    // A browser that keeps nothing still switches this page.
  }
  document.documentElement.lang = LANGUAGES[wanted].tag;
  translate(document);
  document.dispatchEvent(new CustomEvent("language", { detail: wanted }));
}

/** Join a folder's words by language, before its page draws anything. */
export function addWords(words) {
  for (const [each, own] of Object.entries(words)) Object.assign(dictionaries[each], own);
}

addWords({ en, zh });

/** Whether a key has words. */
export function has(key) {
  return key in dictionaries[SERVER];
}

/** The words for a key, with {name} filled in from `params`; an unknown key is shown itself. */
export function t(key, params = {}) {
  const text = dictionaries[spoken][key] ?? dictionaries[SERVER][key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) =>
    name in params ? String(params[name]) : whole,
  );
}

/**
 * Fill all nodes that name their words: data-t="key" is the text, data-t-label="key" the
 * aria-label, data-t-title="key" the title. Done again at each change of language.
 */
export function translate(root) {
  for (const node of root.querySelectorAll("[data-t]")) node.textContent = t(node.dataset.t);
  for (const node of root.querySelectorAll("[data-t-label]"))
    node.setAttribute("aria-label", t(node.dataset.tLabel));
  for (const node of root.querySelectorAll("[data-t-title]")) node.title = t(node.dataset.tTitle);
}

function following() {
  const all = Object.keys(LANGUAGES);
  return all[(all.indexOf(spoken) + 1) % all.length];
}

/** <sabot-language>: the one button that switches to the next language. */
class LanguageSwitch extends HTMLElement {
  connectedCallback() {
    this.button ??= document.createElement("button");
    this.button.type = "button";
    this.button.onclick = () => setLanguage(following());
    this.show = () => {
      const { tag, name } = LANGUAGES[following()];
      this.button.textContent = name;
      this.button.lang = tag;
    };
    this.show();
    this.replaceChildren(this.button);
    document.addEventListener("language", this.show);
  }

  disconnectedCallback() {
    document.removeEventListener("language", this.show);
  }
}

customElements.define("sabot-language", LanguageSwitch);
