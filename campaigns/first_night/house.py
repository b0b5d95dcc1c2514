"""The house: who is there, what each stage took, pictures and papers, and a coup at a table."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, expect

from first_night.people import Person

PATRON = "alice"


class House:
    """The people at their pages, what they have done, and the papers of the night."""

    def __init__(self, browser: Browser, origin: str, pictures: Path | None) -> None:
        self._browser, self._origin, self._pictures = browser, origin, pictures
        self.people: dict[str, Person] = {}
        self.stages: list[tuple[str, float, int, int]] = []
        self.card = ""

    def who(self, name: str) -> Person:
        if name not in self.people:
            self.people[name] = Person(self._browser, self._origin, name)
        return self.people[name]

    def done(self) -> tuple[int, int]:
        people = self.people.values()
        return sum(each.clicks for each in people), sum(each.fields for each in people)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Measure what is done until the end of the block."""
        began, (clicks, fields) = time.monotonic(), self.done()
        yield
        after = self.done()
        row = name, time.monotonic() - began, after[0] - clicks, after[1] - fields
        self.stages.append(row)
        print(f"| {row[0]} | {row[1]:.1f} | {row[2]} | {row[3]} |", flush=True)

    def picture(self, who: str, name: str) -> None:
        """Keep the page as it is, which is no wider than its window."""
        page = self.who(who).page
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 1440, f"{name}: {wide} px wide"
        if self._pictures is not None:
            page.wait_for_timeout(400)
            page.screenshot(path=self._pictures / f"{name}.png", full_page=True)

    def paper(self, who: str, name: str) -> None:
        """Keep what a printer would get."""
        if self._pictures is not None:
            page = self.who(who).page
            page.emulate_media(media="print")
            page.screenshot(path=self._pictures / f"{name}.png", full_page=True)
            page.emulate_media(media="screen")

    # At a table

    def prepare(self, called: str) -> None:
        dana = self.who("dana")
        dana.table("Deal", called)
        for step in ("Shuffle", "Cut the cards", "Burn"):
            self.next(step)

    def next(self, words: str) -> None:
        """Press the dealer's one next button, once it says so."""
        dana = self.who("dana")
        button = dana.page.locator("#next-button")
        expect(button).to_contain_text(words)
        expect(button).to_be_enabled()
        dana.click(button)

    def sit(self, called: str, chips: str) -> None:
        patron = self.who(PATRON)
        patron.table("Sit down", called)
        patron.form().get_by_label("Buy-in", exact=True).first.fill(chips)
        patron.fields += 1
        patron.click(patron.form().get_by_role("button", name="Sit down with"))
        expect(patron.page.locator(".rack")).to_be_visible()

    def bet(self) -> None:
        """A hundred on Player, by key and click."""
        patron = self.who(PATRON)
        area = patron.page.locator('.area[data-key="player"]')
        expect(patron.page.locator(".felt")).to_contain_text("Place your bets")
        patron.page.keyboard.press("4")
        patron.click(area)
        expect(area).to_have_attribute("aria-label", "Player. Pays 1 to 1. Your stake $100.00. "
                                       "Minimum $10, maximum $1,000.")  # fmt: skip

    def deal(self, cards: tuple[str, ...] = ()) -> None:
        """A coup from the call to the cleared table; typed cards where there are some."""
        dana = self.who("dana")
        button = dana.page.locator("#next-button")
        left = list(cards)
        expect(button).to_contain_text("No more bets")
        while not (words := button.inner_text().partition("\n")[0]).startswith("Players"):
            if words.startswith("Deal a card") and cards:
                dana.page.locator("#card-field").focus()
                dana.page.keyboard.type(left.pop(0))
                expect(button).not_to_contain_text(words)
            elif button.is_enabled():
                dana.click(button)
            dana.page.wait_for_timeout(150)

    def leave(self) -> None:
        patron = self.who(PATRON)
        patron.press("Leave the table")
        patron.click(patron.form().get_by_role("button", name="Leave the table"))
        expect(patron.page.get_by_role("button", name="Sit down")).to_be_visible()
