/** Nodes made by hand: text is always text, never markup. */
import { own, t } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

function append(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false || child === true) continue;
    node.append(child instanceof Node ? child : String(child));
  }
  return node;
}

function apply(node, name, value) {
  if (value === null || value === undefined) return;
  if (name === "class") node.setAttribute("class", value);
  else if (name === "data") Object.assign(node.dataset, value);
  else if (name === "on") {
    for (const [event, act] of Object.entries(value)) node.addEventListener(event, act);
  } else if (name === "vars") {
    for (const [key, set] of Object.entries(value)) node.style.setProperty(key, set);
  } else if (name.startsWith("on") && typeof value === "function") {
    node.addEventListener(name.slice(2).toLowerCase(), value);
  } else if (name === "value" && "value" in node) node.value = value;
  else if (name === "checked") node.checked = Boolean(value);
  else if (value === true) node.setAttribute(name, "");
  else if (value !== false) node.setAttribute(name, String(value));
}

/**
 * An HTML element. `props` are attributes; besides: `class`, `data` {key: value}, `on` {event:
 * function} or `onclick` and the like, `vars` {"--name": value} for custom properties, booleans.
 * Children are nodes, text, numbers, or lists of them; null and booleans are left out.
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) apply(node, name, value);
  return append(node, children);
}

/** An SVG element; `attrs` as for `el`. */
export function svg(tag, attrs = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attrs ?? {})) apply(node, name, value);
  return append(node, children);
}

/** Replace what is in a node. */
export function fill(node, ...children) {
  node.replaceChildren();
  return append(node, children);
}

function region(id, props) {
  const found = document.getElementById(id);
  if (found) return found;
  const made = el("div", { id, ...props });
  document.body.append(made);
  return made;
}

/** Say a sentence to a screen reader; `urgent` interrupts. */
export function announce(text, urgent = false) {
  const level = urgent ? "assertive" : "polite";
  const place = region(`announce-${level}`, {
    class: "visually-hidden",
    "aria-live": level,
    role: urgent ? "alert" : "status",
  });
  const line = el("p", {}, text);
  place.append(line);
  setTimeout(() => line.remove(), 10000);
}

/** Show a sentence for some seconds, or until it is clicked; `kind` is "info", "ok" or "error". One
 * that stands already is not shown twice. */
export function toast(text, kind = "info") {
  const place = region("toasts", { class: "toasts", role: "region", "aria-label": t("notices") });
  const shown = el(
    "div",
    { class: `toast ${kind}`, role: kind === "error" ? "alert" : "status" },
    text,
  );
  [...place.children].find((old) => old.textContent === text)?.remove();
  shown.addEventListener("click", () => shown.remove());
  place.append(shown);
  setTimeout(() => shown.remove(), kind === "error" ? 9000 : 5000);
  return shown;
}

const GAP = 8; // pixels between a sentence and the place that it speaks of

/** Show a sentence above the place that it speaks of, or below it where there is no room. It takes no
 * clicks: what lies under it can be pressed. */
export function toastAt(place, text, kind = "info") {
  const shown = toast(text, kind);
  shown.classList.add("beside");
  const at = place.getBoundingClientRect(), own = shown.getBoundingClientRect();
  const left = Math.min(Math.max(GAP, at.left + at.width / 2 - own.width / 2), innerWidth - own.width - GAP);
  const above = at.top - own.height - GAP;
  const top = above < GAP ? Math.min(at.bottom + GAP, innerHeight - own.height - GAP) : above;
  shown.style.left = `${left}px`;
  shown.style.top = `${top}px`;
  return shown;
}

/** What a refusal says in the language of the page, with its clause. */
export function refusalText(refused) {
  const said = own(refused.message, refused.words);
  return refused.clause ? t("with-clause", { text: said, clause: refused.clause }) : said;
}

/**
 * Open a dialog made of `body` and the buttons; resolves with the pressed button's value, or null
 * when it is left by Escape. Buttons: [{value, label, class}], or nodes.
 */
export function ask(title, body, buttons) {
  const name = `dialog-${crypto.randomUUID()}`;
  const form = el(
    "form",
    { method: "dialog" },
    el("h2", { id: name }, title),
    body,
    el(
      "div",
      { class: "actions" },
      buttons.map((b) =>
        b instanceof Node ? b : el(
          "button",
          { class: `button ${b.class ?? ""}`, value: b.value, formnovalidate: b.free ?? false },
          b.label,
        )
      ),
    ),
  );
  const dialog = el("dialog", { "aria-labelledby": name }, form);
  document.body.append(dialog);
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue || null);
    });
    dialog.showModal();
    dialog.scrollTop = 0; // what has the focus may lie further down
  });
}

/** Ask for a reason in a dialog: the sentence, or null when it is cancelled. */
export async function reason(title, hint = "") {
  const input = el("textarea", { id: "reason-text", required: true, maxlength: 500, rows: 3 });
  const body = el(
    "div",
    { class: "field" },
    el("label", { for: "reason-text" }, t("reason")),
    hint && el("span", { class: "hint" }, hint),
    input,
  );
  const pressed = await ask(title, body, [
    { value: "", label: t("cancel"), free: true },
    { value: "yes", label: t("confirm"), class: "primary" },
  ]);
  return pressed === "yes" && input.value.trim() ? input.value.trim() : null;
}
