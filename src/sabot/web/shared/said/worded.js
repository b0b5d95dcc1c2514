/** Elements whose text is a key: a change of language fills them again by itself. */
import { el } from "../dom.js";
import { t } from "../words.js";

/** An element that says the words of `key`; `props` as for `el`. */
export function worded(tag, key, props = {}) {
  return el(tag, { ...props, data: { ...props.data, t: key } }, t(key));
}

/** A labelled field: the control gets the id, the words come from `key`, a hint from `hint`. */
export function field(key, control, hint = null) {
  control.id ||= `field-${crypto.randomUUID()}`;
  const said = hint && worded("span", hint, { class: "hint", id: `${control.id}-hint` });
  if (said) control.setAttribute("aria-describedby", said.id);
  return el("div", { class: "field" }, worded("label", key, { for: control.id }), said, control);
}

/** A choice among [value, text]; text may be a node with words of its own. */
export function choice(options, value, onchange) {
  const select = el("select", {}, options.map(([each, text]) => el("option", { value: each }, text)));
  select.value = value ?? select.value;
  if (onchange) select.addEventListener("change", () => onchange(select.value));
  return select;
}

/** A head of columns: keys of words, "" for none; `numbers` are the places that hold figures. */
export function columns(keys, numbers = []) {
  const cell = (key, place) => {
    const kind = numbers.includes(place) ? "number" : null;
    return key ? worded("th", key, { scope: "col", class: kind }) : el("td", { class: kind });
  };
  return el("thead", {}, el("tr", {}, keys.map(cell)));
}

/** Something wide that scrolls sideways by itself, also from the keyboard. */
export function scroller(key, ...children) {
  return el(
    "div",
    { class: "scroll", tabindex: 0, role: "region", data: { tLabel: key }, "aria-label": t(key) },
    children,
  );
}
