/**
 * What is drawn anew at each event must not vanish under a finger: while a pointer is down in
 * `place`, drawing waits until it is up, so that a press is never lost. `signal` ends it.
 */
export function steady(place, draw, signal = undefined) {
  let down = false;
  let waits = false;
  const now = () => {
    waits = down;
    if (!down) draw();
  };
  const up = () => {
    if (!down) return;
    down = false;
    setTimeout(() => waits && now());
  };
  place.addEventListener("pointerdown", () => (down = true), { signal });
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, up, { signal });
  return now;
}
