/** The signs on the buttons of a replay. */
import { svg } from "../../shared/dom.js";

const PATHS = {
  first: "M5 4h3v16H5zM20 4v16L9 12z",
  previous: "M17 4v16L6 12z",
  play: "M7 4v16l12-8z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  next: "M7 4v16l11-8z",
  last: "M16 4h3v16h-3zM4 4v16l11-8z",
};

export function icon(name) {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", width: 20, height: 20, "aria-hidden": "true", focusable: "false" },
    svg("path", { d: PATHS[name], fill: "currentColor" }),
  );
}
