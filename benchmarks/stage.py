"""The player's page by the browser's own trace: how soon a bet is on screen, how long scripts run
while cards are dealt and squeezed, and how many frames are missed beside an empty animation."""

import os
import statistics
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, expect, sync_playwright

from server.harness import House, running
from web.browser import CHROMIUM, FLAGS, new_context
from web.seated import answer_for_players, deal_until, drop, finish_coup, send_home, staked

TABLE = "baccarat"
BETS = 12
COUPS = 4
EMPTY_SECONDS = 6
FRAME = 1000 / 60
OURS = "/web/"
"""Scripts of the page itself; what Playwright runs there to look at it is none of ours."""
CATEGORIES = "devtools.timeline,disabled-by-default-devtools.timeline"

SHOWN = """(key) => new Promise((shown) => {
  const area = document.querySelector(`.area[data-key="${key}"]`);
  area.addEventListener("click", (event) => {
    const began = event.timeStamp;
    const look = () => area.querySelector(".chips svg")
      ? requestAnimationFrame((now) => shown(Math.max(now, performance.now()) - began))
      : requestAnimationFrame(look);
    look();
  }, { once: true });
  requestAnimationFrame(() => area.click());
})"""
"""From a click on an area to the frame that has the chip on it."""

COUNT = """() => {
  const frames = (window.frameTimes = []);
  const next = (now) => { frames.push(now); window.counting = requestAnimationFrame(next); };
  window.counting = requestAnimationFrame(next);
}"""
COUNTED = "() => { cancelAnimationFrame(window.counting); return window.frameTimes; }"
EMPTY = """<style>div { width: 80px; height: 80px; background: green; animation: turn 1s infinite; }
@keyframes turn { to { transform: rotate(1turn); } }</style><div></div>"""


def is_ours(event: dict[str, Any]) -> bool:
    """Whether an event of the trace is a call into one of the page's scripts, or what such a call
    has left to be done after it."""
    if "dur" not in event:
        return False
    url = event.get("args", {}).get("data", {}).get("url", "")
    return event["name"] == "RunMicrotasks" or (event["name"] == "FunctionCall" and OURS in url)


@contextmanager
def traced(page: Page, found: dict[str, Any]) -> Iterator[None]:
    """What the browser did meanwhile: `longest` script in ms of its own time on a processor, which
    a busy machine does not lengthen, and `missed` of `frames`, which it does."""
    events: list[dict[str, Any]] = []
    cdp: CDPSession = page.context.new_cdp_session(page)
    cdp.on("Tracing.dataCollected", lambda part: events.extend(part["value"]))
    done: list[bool] = []
    cdp.on("Tracing.tracingComplete", lambda _: done.append(True))
    page.evaluate(COUNT)
    cdp.send("Tracing.start", {"categories": CATEGORIES, "transferMode": "ReportEvents"})
    yield
    cdp.send("Tracing.end")
    while not done:
        page.wait_for_timeout(20)
    times = page.evaluate(COUNTED)
    gaps = [later - sooner for sooner, later in pairwise(times)]
    ran = [each.get("tdur", each["dur"]) / 1000 for each in events if is_ours(each)]
    found["longest"] = max([found.get("longest", 0.0), *ran])
    found["over"] = found.get("over", 0) + sum(each > 16 for each in ran)
    found["frames"] = found.get("frames", 0) + len(gaps)
    found["missed"] = found.get("missed", 0) + sum(max(0, round(gap / FRAME) - 1) for gap in gaps)


def say(name: str, found: dict[str, Any]) -> None:
    share = found["missed"] / max(1, found["missed"] + found["frames"])
    print(
        f"{name:18} longest script {found['longest']:5.1f} ms, over 16 ms: {found['over']:2d};"
        f" frames {found['frames']:5d}, missed {found['missed']:4d} ({share:.1%})"
    )


def bets(page: Page, house: House) -> None:
    taken = []
    for _ in range(BETS):
        page.keyboard.press("3")
        taken.append(page.evaluate(SHOWN, "player"))
        staked(page, "25.00", "player")
        page.get_by_role("button", name="Clear").click()
        page.wait_for_selector('.area[data-key="player"] .chips svg', state="detached")
    slow = max(taken)
    print(f"bet on screen      median {statistics.median(taken):.0f} ms, slowest {slow:.0f} ms")


def empty(browser: Browser) -> None:
    page, found = browser.new_page(), dict[str, Any]()
    page.set_content(EMPTY)
    with traced(page, found):
        page.wait_for_timeout(EMPTY_SECONDS * 1000)
    say("empty animation", found)
    page.close()


def squeeze(page: Page) -> None:
    """Peel each card from its lower edge, back and forth, and turn it."""
    while page.locator(".squeeze-card:not(.turning)").count():
        before = page.locator(".squeeze-card").count()
        box = page.locator(".squeeze-card").first.bounding_box()
        assert box is not None
        x, y, high = box["x"] + box["width"] / 2, box["y"], box["height"]
        page.mouse.move(x, y + high * 0.97)
        page.mouse.down()
        for part in (0.6, 0.85, 0.5, 0.02):
            page.mouse.move(x, y + high * part, steps=25)
        page.mouse.up()
        expect(page.locator(".squeeze-card")).not_to_have_count(before)


def coups(page: Page, house: House) -> None:
    deal, squeezed = dict[str, Any](), dict[str, Any]()
    for _ in range(COUPS):
        drop(page, "25", "player")
        staked(page, "25.00", "player")
        with traced(page, deal):
            deal_until(house, TABLE, "clear")
            page.wait_for_timeout(900)
        with traced(page, squeezed):
            squeeze(page)
        with traced(page, deal):
            while deal_until(house, TABLE, "clear") != "clear":
                answer_for_players(house, TABLE)
            page.wait_for_timeout(1500)
        finish_coup(house, TABLE)
    say("deal and result", deal)
    say("squeeze", squeezed)


def main(*measures: Callable[[Page, House], None]) -> None:
    options = {"star-baccarat": {"method": "B"}}
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder), options=options, betting_seconds=900) as house,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS])
        house.prepare(TABLE)
        house.sit(TABLE, "alice", chips="5000", place=2)
        empty(browser)
        page = new_context(browser, house, "alice", 1440, "light").new_page()
        page.goto(f"{house.origin}/table/{TABLE}")
        page.wait_for_selector("body.ready")
        for measure in measures:
            measure(page, house)
        empty(browser)
        send_home(house, TABLE)
        browser.close()


if __name__ == "__main__":
    main(bets, coups)
