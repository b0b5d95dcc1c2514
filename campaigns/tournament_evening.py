"""Run a tournament in a browser from the conditions to the regulator's report, and measure it.

Every act of the desk is a click or a field on a page, by a person with a role. Entrants come from
a file. Robots deal and wager. It prints seconds, clicks and fields by stage, and keeps pictures in
the folder that is named.

    python campaigns/tournament_evening.py --entrants 24 --pictures /tmp/evening
    python campaigns/tournament_evening.py --game canberra-mini --entrants 12
    python campaigns/tournament_evening.py --entrants 200 --until seated
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from sabot.floor.kinds import ACCOUNTS
from sabot.robots.programme import CHIP
from sabot.robots.tournaments import RobotCup, card_of
from sabot.rulebooks import RULEBOOKS
from sabot.rules.roles import (
    CASHIER,
    CASINO_SUPERVISOR,
    DUTY_MANAGER,
    GAMING_MANAGER,
    INSPECTOR,
)
from sabot.tournament.desk.next import next_step
from server.harness import NAMES, House, running
from web.browser import CHROMIUM, FLAGS, new_context, sign_in

CUP = "evening"
GAMES = ("star-baccarat", "star-seven-up", "canberra-mini")
COUPS = 3
"""Coups of each session, so that robots are done soon."""


class Evening:
    """The people at their pages, and what they have done so far."""

    def __init__(
        self, browser: Browser, house: House, game: str, entrants: int, pictures: Path | None
    ) -> None:
        self.house, self.pictures, self.game = house, pictures, game
        rules = RULEBOOKS[game].tournament
        assert rules is not None
        self.head = rules.desk.head
        self.names = [f"entrant {number:03}" for number in range(1, entrants + 1)]
        self.robots = RobotCup(house.casino.floor, CUP, house.clock)
        self.clicks = self.fields = 0
        self.stages: list[tuple[str, float, int, int]] = []
        self._browser = browser
        self._contexts: dict[str, BrowserContext] = {}
        self._pages: dict[str, Page] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Measure what is done until the end of the block."""
        began, clicks, fields = time.monotonic(), self.clicks, self.fields
        yield
        took = time.monotonic() - began
        self.stages.append((name, took, self.clicks - clicks, self.fields - fields))
        done = self.clicks - clicks, self.fields - fields
        print(f"{name:34} {took:7.1f} s {done[0]:4} clicks {done[1]:4} fields")

    def page(self, who: str, path: str = f"/tournament/{CUP}") -> Page:
        """Return the page of a person, who stays at it."""
        key = f"{who} {path}"
        if key not in self._pages:
            if who not in self._contexts:
                context = new_context(self._browser, self.house, who, 1280, "light")
                self._contexts[who] = context
            page = self._contexts[who].new_page()
            page.set_viewport_size({"width": 1280, "height": 900})
            page.set_default_timeout(120_000)
            page.goto(self.house.origin + path)
            self._pages[key] = page
        return self._pages[key]

    def click(self, place: Any) -> None:
        place.click()
        self.clicks += 1

    def fill(self, dialog: Any, **said: str) -> None:
        for name, text in said.items():
            control = dialog.locator(f"[name={name}]").first
            if control.evaluate("each => each.localName") == "select":
                control.select_option(text)
            else:
                control.fill(text)
            self.fields += 1

    def act(self, page: Page, name: str, **said: str) -> None:
        """Press the button of an act, fill its form and send it."""
        self.click(page.locator(f"[data-act={name}]").first)
        self.fill(page.locator("dialog"), **said)
        self.send(page)

    def send(self, page: Page) -> None:
        self.click(page.locator("dialog .actions button").last)
        page.wait_for_function(
            "() => { const d = document.querySelector('dialog');"
            " return !d || d.querySelector('.error[role=alert]:not([hidden])') !== null; }"
        )
        left = page.locator("dialog")
        assert not left.count(), left.inner_text()

    def picture(self, page: Page, name: str) -> None:
        if self.pictures is not None:
            page.wait_for_timeout(2_500)
            page.screenshot(path=self.pictures / f"{name}.png")
        wide = page.evaluate("() => document.documentElement.scrollWidth")
        assert wide <= page.viewport_size["width"], f"{name}: {wide} px wide"  # type: ignore[index]

    # Stages

    def prepare(self) -> None:
        manager = self.page(DUTY_MANAGER, "/tournaments")
        self.click(manager.get_by_role("button", name="Begin a tournament"))
        self.fill(manager.locator("dialog"), title="The Evening Cup", name=CUP, rulebook=self.game)
        self.send_and_follow(manager)
        manager = self.page(DUTY_MANAGER)
        self.act(manager, "appoint-head", person=NAMES[self.head], licence="L 1")
        self.click(manager.locator("[data-act=publish-conditions]"))
        template = "1" if len(self.names) <= 24 else "2"
        self.fill(manager.locator("dialog"), **{"begin-with": template})
        self.picture(manager, "conditions")
        self.send(manager)
        for _ in self.robots.contest.notices.due:  # Canberra's Commission has the conditions first
            manager.reload()
            self.act(manager, "give-notice", channel="by letter")
        until = self.house.clock().strftime("%Y-%m-%dT%H:%M:%S")
        free = self.robots.contest.desk.withdrawal is not None
        self.act(manager, "open-entry", **({"free_until": until} if free else {}))
        head = self.page(self.head)
        self.click(head.locator("[data-act=set-schedule]"))
        dialog = head.locator("dialog")
        self.fill(dialog, **{"begin-with": str(int(template) - 1), "chip": CHIP})
        for field in dialog.locator("[name=lasts]").all():
            field.fill(str(COUPS))
            self.fields += 1
        self.picture(head, "schedule")
        self.send(head)

    def send_and_follow(self, page: Page) -> None:
        self.click(page.locator("dialog .actions button").last)
        expect(page.locator("h1")).to_have_text("The Evening Cup")

    def enter(self) -> None:
        """The cashier enters a file; what waits for a second person is confirmed at once."""
        lines = "\n".join(f"{name},F {number}" for number, name in enumerate(self.names, 1))
        path = Path(tempfile.mkstemp(suffix=".csv")[1])
        path.write_text(f"player,form\n{lines}\n", "utf-8")
        cashier = self.page(CASHIER)
        self.click(cashier.locator("[data-act=entrants-file]"))
        cashier.locator("dialog [name=file]").set_input_files(path)
        self.fields += 1
        self.fill(cashier.locator("dialog"), method="cash", reference="slip")
        go = cashier.get_by_role("button", name="Enter them")
        expect(go).to_be_enabled(timeout=60_000)
        self.click(go)
        expect(cashier.locator("dialog [data-done]")).to_have_count(1, timeout=300_000)
        print("   ", cashier.locator("dialog [role=status]").inner_text())
        self.picture(cashier, "entrants")
        self.click(cashier.locator("dialog .actions button").first)
        path.unlink()
        if len(self.robots.contest.alive) < len(self.names):
            second = self.page("carl" if "carl" in NAMES.values() else CASINO_SUPERVISOR)
            self.act(second, "confirm-all", reason="the list and the slips agree")
        assert len(self.robots.contest.alive) == len(self.names), len(self.robots.contest.alive)

    def seat(self) -> None:
        head = self.page(self.head)
        for name in ("close-entry", "start-tournament"):
            self.act(head, name)
        self.session()

    def session(self) -> None:
        """Draw the seats of the next session, at as many tables as it needs."""
        head, contest = self.page(self.head), self.robots.contest
        leg = contest.schedule.legs[contest.leg]  # type: ignore[union-attr]
        tables = [f"{CUP}-{n}" for n in range(1, ceil(len(contest.alive) / leg.seats) + 1)]
        head.reload()
        self.act(head, "seal-draw")
        self.click(head.locator("[data-act=call-session]"))
        for table in tables:
            head.locator(f"dialog [name=tables][value={table}]").check()
            self.clicks += 1
        self.send(head)
        self.act(head, "open-draw")
        expect(head.locator(".seats li")).to_have_count(len(contest.alive), timeout=60_000)

    def play(self) -> None:
        """Start the session; look at the desk and the wall; robots play."""
        robots, head = self.robots, self.page(self.head)
        sitting = robots.contest.sitting
        assert sitting is not None
        ahead = (sitting.starts - self.house.clock()).total_seconds()
        self.house.clock.advance(seconds=max(0, ahead + 1))
        for who, context in self._contexts.items():  # an hour has passed: everybody signs in again
            sign_in(context, self.house, who)
        robots._sit_down()
        head.reload()
        self.act(head, "start-session")
        desk = self.page(self.head, f"/desk/{CUP}")
        desk.reload()  # between sessions hours can pass, after which everybody signs in again
        expect(desk.locator(".heat-card")).to_have_count(len(sitting.tables), timeout=60_000)
        self.picture(desk, f"desk-{sitting.number}")
        wall = self.page("", f"/room/{CUP}")
        wall.set_viewport_size({"width": 1920, "height": 1080})
        expect(wall.locator(".heat-card").first).to_be_visible(timeout=60_000)
        self.picture(wall, f"wall-{sitting.number}")
        robots._play_tables()

    def to_the_end(self) -> None:
        """Sessions and play-offs until the places are announced."""
        head = self.page(self.head)
        while self.robots.contest.phase == "running":
            step = self.step()
            if step in ("seal-draw", "call-session"):
                if self.robots.contest.orders:
                    self.play_off()
                else:
                    self.session()
            elif step == "start-session":
                self.play()
            elif step in ("announce-session", "place-level"):
                head.reload()
                said = {"reason": "as drawn by lot"} if step == "place-level" else {}
                self.act(head, step, **said)
            else:
                raise AssertionError(step)

    def play_off(self) -> None:
        head = self.page(self.head)
        if self.step() == "seal-draw":
            head.reload()
            self.act(head, "seal-draw")
        if self.step() == "call-play-off":
            head.reload()
            self.click(head.locator("[data-act=call-play-off]"))
            for number, select in enumerate(head.locator("dialog select").all(), 1):
                select.select_option(f"{CUP}-{number}")
                self.fields += 1
            self.send(head)
        while self.step() == "open-draw":
            head.reload()
            self.act(head, "open-draw")

    def step(self) -> str:
        found = next_step(self.robots.contest)
        return "" if found is None else found.do

    def pay(self) -> None:
        manager, other = self.page(DUTY_MANAGER), self.page(GAMING_MANAGER)
        manager.reload()
        self.act(manager, "award-prizes")
        self.confirm(other)
        cashier, second = self.page(CASHIER), self.page(CASINO_SUPERVISOR)
        cashier.reload()
        self.act(cashier, "pay-owed", method="cheque", reference="cheques 1 to 3")
        self.confirm(second)
        assert self.robots.contest.phase == "paid", self.robots.contest.phase

    def confirm(self, page: Page) -> None:
        page.reload()
        self.click(page.locator(".statement button").last)
        self.fill(page.locator("dialog"), reason="seen")
        self.send(page)

    def report(self) -> None:
        inspector = self.page(INSPECTOR, f"/tournament/{CUP}?papers=report")
        expect(inspector.locator(".report")).to_be_visible(timeout=60_000)
        self.picture(inspector, "report")
        cashier = self.page(CASHIER, f"/tournament/{CUP}?papers=receipts")
        expect(cashier.locator(".receipt")).to_have_count(len(self.names) + 3, timeout=60_000)
        self.picture(cashier, "receipts")


def open_accounts(evening: Evening) -> None:
    """Everybody has an account and a card, and the tables are open: that is before the evening."""
    robots, teller = evening.robots, "robot cashier"
    for name in evening.names:
        stream = ACCOUNTS.stream(name)
        robots.do(stream, "open-account", teller, CASHIER, player=name)
        robots.do(stream, "issue-player-card", teller, CASHIER, card=card_of(name))


def open_tables(evening: Evening) -> None:
    count = ceil(len(evening.names) / (6 if len(evening.names) <= 24 else 7))
    for number in range(1, count + 1):
        evening.robots.open(f"{CUP}-{number}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=GAMES, default=GAMES[0])
    parser.add_argument("--entrants", type=int, default=24)
    parser.add_argument("--until", choices=("seated", "report"), default="report")
    parser.add_argument("--pictures", type=Path)
    chosen = parser.parse_args()
    if chosen.pictures is not None:
        chosen.pictures.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as place,
        running(Path(place)) as house,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS])
        evening = Evening(browser, house, chosen.game, chosen.entrants, chosen.pictures)
        open_accounts(evening)
        began = time.monotonic()
        with evening.stage("conditions, schedule, entries open"):
            evening.prepare()
        open_tables(evening)
        with evening.stage("entrants from a file"):
            evening.enter()
        with evening.stage("close, start, draw the seats"):
            evening.seat()
        if chosen.until == "report":
            with evening.stage("sessions and play-offs"):
                evening.to_the_end()
            with evening.stage("prizes awarded and paid"):
                evening.pay()
            with evening.stage("report and receipts"):
                evening.report()
        took = time.monotonic() - began
        print(
            f"{chosen.entrants} entrants: {took:.0f} s,"
            f" {evening.clicks} clicks, {evening.fields} fields"
        )
        browser.close()


if __name__ == "__main__":
    main()
