/**
 * A page in parts, one shown at a time: arrow keys, Home and End go between them, and the address
 * remembers which one is open.
 */
import { el } from "../dom.js";
import { worded } from "../said/worded.js";

/**
 * `parts` are {id, key, panel, shown}: `key` names the words, `shown(true|false)` hears when the
 * part is opened or left. `home` is opened for any other address. Returns {node,
 * open(id), current()}.
 */
export function tabs(parts, labelKey, home = parts[0].id) {
  let current = null;
  const buttons = parts.map(({ id, key }) =>
    worded("button", key, { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `part-${id}` })
  );
  const panels = parts.map(({ id, panel }) =>
    el(
      "section",
      { role: "tabpanel", id: `part-${id}`, "aria-labelledby": `tab-${id}`, tabindex: -1, hidden: true },
      panel,
    )
  );
  const list = el("div", { role: "tablist", class: "tabs", data: { tLabel: labelKey } }, buttons);

  function open(id, { focus = false, remember = true } = {}) {
    const known = parts.some((part) => part.id === id) ? id : home;
    const place = parts.findIndex((part) => part.id === known);
    if (parts[place] === current) return;
    current?.shown?.(false);
    current = parts[place];
    buttons.forEach((button, at) => {
      button.setAttribute("aria-selected", String(at === place));
      button.tabIndex = at === place ? 0 : -1;
      panels[at].hidden = at !== place;
    });
    buttons[place].scrollIntoView({ block: "nearest", inline: "nearest" });
    if (focus) buttons[place].focus();
    if (remember) history.replaceState(null, "", `#${current.id}`);
    current.shown?.(true);
  }

  buttons.forEach((button, place) => button.addEventListener("click", () => open(parts[place].id)));
  list.addEventListener("keydown", (event) => {
    const at = buttons.indexOf(document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    open(parts[(to + buttons.length) % buttons.length].id, { focus: true });
  });
  addEventListener("hashchange", () => open(location.hash.slice(1), { remember: false }));
  return { node: el("div", { class: "tabbed" }, list, panels), open, current: () => current?.id };
}
