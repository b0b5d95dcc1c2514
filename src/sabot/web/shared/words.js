/**
 * The words of the pages, in the reader's language, switched at once. A language is a
 * folder of files on the server; what it has no words for the server says in English. A page names
 * the folders whose words it needs (`data-words` of its root element), and gets them together.
 */
const FIRST = "en";
const KEPT = "sabot.language";
const folders = (document.documentElement.dataset.words ?? "shared").trim().split(/\s+/).join("+");
const fetched = new Map();
let spoken = { language: FIRST, tag: FIRST, locale: "en-AU", zone: "UTC", languages: [], words: {} };

function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function keep(wanted) {
  try {
    localStorage.setItem(KEPT, wanted);
  } catch {
    // A browser that keeps nothing still switches this page.
  }
}

/** The words of some folders, as the server has them; a language that it has not is English. */
async function fetchWords(wanted, which) {
  const path = `/words/${encodeURIComponent(wanted)}/${which}.json`;
  if (!fetched.has(path)) {
    const early = globalThis.sabotEarly?.[path];
    delete globalThis.sabotEarly?.[path];
    const asked = (early ?? fetch(path)).then((reply) => (reply.ok ? reply.json() : Promise.reject(reply)));
    fetched.set(path, asked);
    asked.catch(() => fetched.delete(path));
  }
  return fetched.get(path);
}

/** Words that a page needs only now and then, such as those of the rules, by key. */
export async function fetchMore(which, wanted = language()) {
  return (await fetchWords(wanted, which)).words;
}

async function speak(wanted) {
  spoken = await fetchWords(wanted, folders);
  document.documentElement.lang = spoken.tag;
}

const browsers = () => navigator.language?.toLowerCase().split("-")[0] || FIRST;
await speak(kept() ?? browsers()).catch(() => {});

/** "en", "zh", or another language of the server. */
export function language() {
  return spoken.language;
}

/** All languages that there are: {code, name, tag}, English first. */
export function languages() {
  return spoken.languages;
}

/** How numbers and times are written in it. */
export function locale() {
  return spoken.locale;
}

/** The casino's zone of time, as "Australia/Sydney". */
export function zone() {
  return spoken.zone;
}

/** Change the language: kept for the next visit, and `document` hears "language". */
export async function setLanguage(wanted) {
  if (wanted === spoken.language || !spoken.languages.some(({ code }) => code === wanted)) return;
  await speak(wanted);
  keep(wanted);
  translate(document);
  document.dispatchEvent(new CustomEvent("language", { detail: wanted }));
}

/** Whether a key has words. */
export function has(key) {
  return key in spoken.words;
}

/** The words for a key, with {name} filled in from `params`; an unknown key is shown itself. `words`
 * are those of the page, or what `fetchMore` has brought. */
export function t(key, params = {}, words = spoken.words) {
  return (words[key] ?? key).replace(
    /\{(\w+)\}/g,
    (whole, name) => name in params ? String(params[name]) : whole,
  );
}

/** The words for a key, or what the server says in English where it has none. */
export function wordOr(key, english) {
  return spoken.words[key] ?? english;
}

/** Something that the server tells in every language: {en, zh, …}, or English with the others. */
export function own(english, words) {
  return words?.[language()] || english;
}

/**
 * Fill all nodes that name their words: data-t="key" is the text, data-t-label="key" the
 * aria-label, data-t-title="key" the title. Done again at each change of language.
 */
export function translate(root) {
  for (const node of root.querySelectorAll("[data-t]")) node.textContent = t(node.dataset.t);
  for (const node of root.querySelectorAll("[data-t-label]")) {
    node.setAttribute("aria-label", t(node.dataset.tLabel));
  }
  for (const node of root.querySelectorAll("[data-t-title]")) node.title = t(node.dataset.tTitle);
}

function following() {
  const all = spoken.languages;
  return all[(all.findIndex(({ code }) => code === spoken.language) + 1) % all.length];
}

/** <sabot-language>: the one button that switches to the next language. */
class LanguageSwitch extends HTMLElement {
  connectedCallback() {
    this.button ??= document.createElement("button");
    this.button.type = "button";
    this.button.onclick = () => setLanguage(following().code);
    this.show = () => {
      const next = following();
      this.button.hidden = !next;
      this.button.textContent = next?.name ?? "";
      this.button.lang = next?.tag ?? "";
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
