/** Chips on their way: taken by the house, paid by it, or home to their player. */
import { stack } from "../../shared/cards/chips.js";
import { el } from "../../shared/dom.js";

export const still = matchMedia("(prefers-reduced-motion: reduce)");

const WAY = 620; // milliseconds that chips are on their way
const RISES = 26; // by so much the middle of the way lies higher than a straight line

const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];

/**
 * Let chips travel from one node to another, after `delay` milliseconds. One flat picture over the
 * page, moved by the compositor alone; nothing of the page is laid out or drawn again.
 */
export function travel(cents, from, to, delay = 0) {
  if (still.matches || cents <= 0 || !from?.isConnected || !to?.isConnected) return;
  const [x, y] = middle(from.getBoundingClientRect()), [left, top] = middle(to.getBoundingClientRect());
  const chips = el("span", { class: "travelling", "aria-hidden": "true" }, stack(cents));
  document.body.append(chips);
  const at = (across, down, size) => `translate(${across}px, ${down}px) scale(${size})`;
  const going = chips.animate(
    [
      { transform: at(x, y, 0.7), opacity: 0 },
      { transform: at(x + (left - x) * 0.1, y + (top - y) * 0.1 - RISES / 2, 0.85), opacity: 1, offset: 0.12 },
      { transform: at((x + left) / 2, (y + top) / 2 - RISES, 1.1), offset: 0.55 },
      { transform: at(left, top, 1), opacity: 1 },
    ],
    { duration: WAY, delay, easing: "cubic-bezier(.3,.1,.25,1)", fill: "both" },
  );
  going.finished.catch(() => null).then(() => chips.remove());
}
