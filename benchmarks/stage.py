"""The player's page by the browser's own trace: how soon a bet is on screen, how long scripts run
while cards are dealt and squeezed and a coup ends, and how many frames are missed beside an empty
animation.

    python -P benchmarks/stage.py [rounds]

Each round shows an empty animation, then a coup, then an empty animation again, while the same
server deals: what else the machine has to do meets them alike, and the difference is the page's.
"""

import os
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import CDPSession, Page, expect, sync_playwright

from server.harness import House, running
from web.browser import CHROMIUM, FLAGS, sign_in
from web.seated import answer_for_players, deal_until, drop, finish_coup, send_home, staked

TABLE: Final = "baccarat"
BESIDE: Final = "mini"
"""The table that is dealt while the empty animation runs."""
BETS: Final = 12
ROUNDS: Final = 8
FRAME: Final = 1000 / 60
LONG: Final = 16.0
OURS: Final = "/web/"
"""Scripts of the page itself; what Playwright runs there to look at it is none of ours."""
CATEGORIES: Final = "devtools.timeline,disabled-by-default-devtools.timeline"
DRAWING: Final = {
    "layout": ("Layout", "UpdateLayoutTree"),
    "paint": ("PrePaint", "Paint", "Layerize", "Commit"),
    "raster": ("RasterTask",),
}
"""Costs of a page other than scripts, by the names of the trace."""

SHOWN: Final = """(key) => new Promise((shown) => {
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

COUNT: Final = """() => {
  const frames = (window.frameTimes = []);
  const next = (now) => { frames.push(now); window.counting = requestAnimationFrame(next); };
  window.counting = requestAnimationFrame(next);
}"""
COUNTED: Final = "() => { cancelAnimationFrame(window.counting); return window.frameTimes; }"
EMPTY: Final = """<style>div { width: 80px; height: 80px; background: green;
animation: turn 1s infinite; } @keyframes turn { to { transform: rotate(1turn); } }</style>
<div></div>"""


@dataclass
class Seen:
    """Work of the browser in one kind of time: scripts in ms of processor, which a busy machine
    does not lengthen, and by the clock on the wall, which it does; frames and those that were
    missed, and the ms of processor that drawing took."""

    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)
    frames: int = 0
    missed: int = 0
    drawing: dict[str, float] = field(default_factory=lambda: dict.fromkeys(DRAWING, 0.0))
    shares: list[float] = field(default_factory=list)

    def add(self, events: list[dict[str, Any]], times: list[float]) -> None:
        gaps = [later - sooner for sooner, later in pairwise(times)]
        missed = sum(max(0, round(gap / FRAME) - 1) for gap in gaps)
        self.frames += len(gaps)
        self.missed += missed
        self.shares.append(missed / max(1, missed + len(gaps)))
        for event in (each for each in events if "dur" in each):
            own = event.get("tdur", event["dur"]) / 1000
            if is_ours(event):
                self.cpu.append(own)
                self.wall.append(event["dur"] / 1000)
            for kind, names in DRAWING.items():
                self.drawing[kind] += own if event["name"] in names else 0

    def join(self, other: "Seen") -> None:
        """Count what was seen in another time as well."""
        self.cpu += other.cpu
        self.wall += other.wall
        self.frames += other.frames
        self.missed += other.missed
        self.shares += other.shares
        for kind, ms in other.drawing.items():
            self.drawing[kind] += ms

    def say(self, name: str) -> None:
        share = self.missed / max(1, self.missed + self.frames)
        shown = max(1, self.frames) / 60
        drawn = ", ".join(f"{kind} {ms / shown:.1f}" for kind, ms in self.drawing.items())
        print(
            f"{name:16} scripts: longest {max(self.cpu, default=0.0):5.1f} ms of processor"
            f" ({_over(self.cpu)} over 16), {max(self.wall, default=0.0):5.1f} ms by the wall"
            f" ({_over(self.wall)} over 16); frames {self.frames:5d}, missed {self.missed:4d}"
            f" ({share:.1%}); ms of processor a second of frames: {drawn}"
        )


def _over(times: list[float]) -> int:
    return sum(each > LONG for each in times)


def is_ours(event: dict[str, Any]) -> bool:
    """Return True if an event of the trace is a call into one of the page's scripts, or work that
    such a call left to be done after it."""
    url = event.get("args", {}).get("data", {}).get("url", "")
    return event["name"] == "RunMicrotasks" or (event["name"] == "FunctionCall" and OURS in url)


@contextmanager
def traced(page: Page, found: Seen) -> Iterator[None]:
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
    found.add(events, page.evaluate(COUNTED))
    cdp.detach()


def bets(page: Page) -> None:
    taken = []
    for _ in range(BETS):
        page.keyboard.press("3")
        taken.append(page.evaluate(SHOWN, "player"))
        staked(page, "25.00", "player")
        page.get_by_role("button", name="Clear").click()
        page.wait_for_selector('.area[data-key="player"] .chips svg', state="detached")
    slow = max(taken)
    print(f"bet on screen    median {statistics.median(taken):.0f} ms, slowest {slow:.0f} ms")


def empty(page: Page, house: House, found: Seen) -> None:
    """Measure as long as a coup, and while one is dealt at a table without viewers."""
    page.bring_to_front()
    house.done(BESIDE, "bob", "place-wager", player="bob", on="player", amount="25")
    with traced(page, found):
        deal_until(house, BESIDE, "clear")
        page.wait_for_timeout(2400)
    finish_coup(house, BESIDE)


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


def coup(page: Page, house: House, dealt: Seen, squeezed: Seen) -> Seen:
    """Both cards of one hand are squeezed; return what was seen of the result: faces, totals, lit
    spots, chips that travel, the amount that counts up, and the cards cleared away."""
    page.bring_to_front()
    drop(page, "25", "player")
    staked(page, "25.00", "player")
    with traced(page, dealt):
        deal_until(house, TABLE, "clear")
        page.wait_for_timeout(900)
    with traced(page, squeezed):
        squeeze(page)
    result = Seen()
    with traced(page, result):
        while deal_until(house, TABLE, "clear") != "clear":
            answer_for_players(house, TABLE)
        page.wait_for_timeout(2500)
        finish_coup(house, TABLE)
        page.wait_for_timeout(900)
    return result


def beside(shares: list[float], empties: list[float]) -> str:
    """By how much more is missed than by the empty animations right before and after, in points of
    a hundred frames: the mean of all rounds, and its standard error."""
    pairs = zip(shares, pairwise(empties), strict=True)
    apart = [100 * (share - sum(around) / 2) for share, around in pairs]
    error = statistics.stdev(apart) / sqrt(len(apart)) if len(apart) > 1 else float("nan")
    return (
        f"{statistics.mean(apart):+.1f} ± {error:.1f} (from {min(apart):+.1f} to {max(apart):+.1f})"
    )


def measure(table: Page, blank: Page, house: House, rounds: int) -> None:
    nothing, dealt, squeezed = Seen(), Seen(), Seen()
    ended, won = Seen(), Seen()
    wins = []
    empty(blank, house, nothing)
    for each in range(rounds):
        result = coup(table, house, dealt, squeezed)
        ended.join(result)
        if table.locator(".amount.plus").count():
            won.join(result)
            wins.append(each)
        empty(blank, house, nothing)
    kinds = {"deal": dealt, "squeeze": squeezed, "result": ended}
    for name, seen in {"empty animation": nothing, **kinds, f"{len(wins)} wins": won}.items():
        seen.say(name)
    told = [f"{name} {beside(seen.shares, nothing.shares)}" for name, seen in kinds.items()]
    if wins:
        empties = [share for each in wins for share in nothing.shares[each : each + 2]]
        more = statistics.mean(won.shares) - statistics.mean(empties)
        told.append(f"win moment {100 * more:+.1f}")
    print(f"missed more than an empty animation, of 100 frames: {', '.join(told)}")


def main(rounds: int) -> None:
    options = {"star-baccarat": {"method": "B"}}
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, {rounds} rounds")
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder), options=options, betting_seconds=900) as house,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS])
        for table, player in ((TABLE, "alice"), (BESIDE, "bob")):
            house.prepare(table)
            house.sit(table, player, chips="5000", place=2)
        blank = browser.new_page()
        blank.set_content(EMPTY)
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        sign_in(context, house, "alice")
        page = context.new_page()  # with every shadow, as players have it
        page.goto(f"{house.origin}/table/{TABLE}")
        page.wait_for_selector("body.ready")
        bets(page)
        measure(page, blank, house, rounds)
        send_home(house, TABLE)
        browser.close()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS)
