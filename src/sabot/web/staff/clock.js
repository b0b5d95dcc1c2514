/** Clocks that count down to a moment of the server's time. */
/** "1:05", or "0:00" once the moment has come. */
export function left(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/**
 * Every node below `root` with data-until (an ISO time) shows what is left; once it has come, it
 * shows data-over and gets the class "over". `now()` is the server's time. Returns what stops it.
 */
export function tick(root, now) {
  const once = () => {
    for (const node of root.querySelectorAll("[data-until]")) {
      const rest = Date.parse(node.dataset.until) - now();
      node.textContent = rest <= 0 ? (node.dataset.over ?? left(0)) : left(rest);
      node.classList.toggle("over", rest <= 0);
      node.classList.toggle("soon", rest > 0 && rest <= 10000);
    }
  };
  once();
  const timer = setInterval(once, 250);
  return () => clearInterval(timer);
}
