/** The words of the pages, in English and traditional Chinese, switched at once. */
import en from "./words/en.js";
import zh from "./words/zh.js";

const KEPT = "sabot.language";
const TAGS = { en: "en", zh: "zh-Hant" };
const dictionaries = { en: { ...en }, zh: { ...zh } };

function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function first() {
  const wanted = kept();
  if (wanted in TAGS) return wanted;
  return navigator.language?.toLowerCase().startsWith("zh") ? "zh" : "en";
}

let spoken = first();
document.documentElement.lang = TAGS[spoken];

/** "en" or "zh". */
export function language() {
  return spoken;
}

/** Change the language: kept for the next visit, and `document` hears "language". */
export function setLanguage(wanted) {
  if (!(wanted in TAGS) || wanted === spoken) return;
  spoken = wanted;
  try {
    localStorage.setItem(KEPT, wanted);
  } catch {
    // A browser that keeps nothing still switches this page.
  }
  document.documentElement.lang = TAGS[wanted];
  translate(document);
  document.dispatchEvent(new CustomEvent("language", { detail: wanted }));
}

/** Join a page's own words: {en: {key: text}, zh: {key: text}}. */
export function addWords(words) {
  Object.assign(dictionaries.en, words.en);
  Object.assign(dictionaries.zh, words.zh);
}

/** Whether a key has words. */
export function has(key) {
  return key in dictionaries.en;
}

/** The words for a key, with {name} filled in from `params`; an unknown key is shown itself. */
export function t(key, params = {}) {
  const text = dictionaries[spoken][key] ?? dictionaries.en[key] ?? key;
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

/** <sabot-language>: the one button that switches to the other language. */
class LanguageSwitch extends HTMLElement {
  connectedCallback() {
    this.button ??= document.createElement("button");
    this.button.type = "button";
    this.button.onclick = () => setLanguage(spoken === "en" ? "zh" : "en");
    this.show = () => {
      this.button.textContent = spoken === "en" ? "中文" : "English";
      this.button.lang = TAGS[spoken === "en" ? "zh" : "en"];
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
