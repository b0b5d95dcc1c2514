/** Chips on their way: taken by the house, or home to their player. */
import { stack } from "../../shared/cards/chips.js";
import { el } from "../../shared/dom.js";

export const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Let a stack leave a place: "away" to the house, "home" to the rack. */
export function sweep(place, cents, way) {
  if (still.matches || !place.isConnected) return;
  const gone = el("span", { class: `chips gone ${way}`, "aria-hidden": "true" }, stack(cents));
  gone.addEventListener("animationend", () => gone.remove());
  place.append(gone);
}
