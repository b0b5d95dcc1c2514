"""The first screen on a slow network: when the page has a skeleton, its content, and live data.

    python -P benchmarks/first_screen.py [rounds]

Chromium emulates the network: 400 ms until an answer begins, 50 kB/s. Each first visit has an empty
cache; then the same browser comes back with what it has kept. The demo is a process of its own.
"""

import statistics
import sys
from typing import Any, Final

from playwright.sync_api import Browser, Page, sync_playwright

from server.serving import await_ready, served
from web.browser import CHROMIUM, FLAGS

SLOW: Final = {
    "offline": False,
    "latency": 400,
    "downloadThroughput": 50_000,
    "uploadThroughput": 50_000,
}
ROUNDS: Final = 5
LOBBY: Final = ".table-card :is(.mini-road, .mini-boxes)"
TABLE: Final = ".table-page:has(.odds):has(.fact-pill):has(:is(.mini-road, .totals))"
"""The cloth with its odds, the limits, and the road of the shoe."""
WATCH: Final = """(content) => {
  const at = (window.firstScreen = {});
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) {
      if (each.name === "first-contentful-paint") at.skeleton = each.startTime;
    }
  }).observe({ type: "paint", buffered: true });
  const look = () => {
    const seen = document.querySelector(content);
    if (seen?.checkVisibility({ visibilityProperty: true })) at.content ??= performance.now();
    requestAnimationFrame(look);
  };
  look();
  const { WebSocket } = window;
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      const heard = () => {
        if (document.body.matches(":has([data-at]):not(.ready)")) requestAnimationFrame(heard);
        else at.live ??= performance.now();
      };
      this.addEventListener("message", heard, { once: true });
    }
  };
}"""
"""Note when the first paint, the content and the first live message came, in ms since the visit. A
table that has its first message and not yet its whole script is not live."""


def visit(page: Page, url: str) -> dict[str, float]:
    """Return the milestones of one visit, in ms."""
    page.goto(url, wait_until="commit")
    page.wait_for_function("() => window.firstScreen?.live && window.firstScreen.content")
    page.wait_for_timeout(50)
    found: dict[str, float] = page.evaluate("() => window.firstScreen")
    return found


def measure(browser: Browser, url: str, content: str, role: str) -> list[list[dict[str, float]]]:
    """Return a first visit and a second one, so many times."""
    rounds = []
    for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS):
        context = browser.new_context(locale="en", viewport={"width": 390, "height": 844})
        page = context.new_page()
        if role:
            page.goto(url.rsplit("/table", 1)[0])
            page.evaluate(SIT, role)
            context.new_cdp_session(page).send("Network.clearBrowserCache")
        page.add_init_script(f"({WATCH})({content!r})")
        session: Any = context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", SLOW)
        rounds.append([visit(page, url), visit(page, url)])
        context.close()
    return rounds


SIT: Final = """(role) => fetch("/api/demo/session", {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ role }),
})"""


def main() -> None:
    with served("--demo") as (_, origin), sync_playwright() as playwright:
        await_ready(origin)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS])
        places = (("lobby", "/", LOBBY, ""), ("table", "/table/baccarat", TABLE, "player"))
        for name, path, content, role in places:
            rounds = measure(browser, origin + path, content, role)
            for number, which in enumerate(("first visit", "later visit")):
                times = [each[number] for each in rounds]
                said = ", ".join(
                    f"{what} {statistics.median(each[what] for each in times):.0f}"
                    f" (at most {max(each[what] for each in times):.0f})"
                    for what in ("skeleton", "content", "live")
                )
                print(f"{name}, {which}, ms: {said}", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
