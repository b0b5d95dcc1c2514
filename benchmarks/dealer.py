"""The dealer's console: keys and seconds for a coup, as a person types it.

    PYTHONPATH=tests python -P benchmarks/dealer.py [rounds]

A coup of four, five and six cards is keyed at the console, 120 ms from key to key. The next action
is pressed as soon as the console shows it. Keys are counted by the page; the seconds are from the
first key until the table takes bets again, with the time that typing takes.
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, expect, sync_playwright

from server.harness import House, running
from web.browser import CHROMIUM, FLAGS, new_context
from web.floor_checks import next_is, ready

ROUNDS: Final = 5
BETWEEN_KEYS: Final = 120
COUNT: Final = (
    "() => { window.keys = 0; addEventListener('keydown', () => (window.keys += 1), true); }"
)
COUPS: Final = {
    4: (("9S", "5H", "KD", "KC"), ""),
    5: (("4S", "7H", "TD", "TC"), "5C"),
    6: (("2S", "3H", "KD", "KC"), "6C 9D"),
}
"""Cards of the initial deal, and those drawn after the counts, by the number of all."""


def key(page: Page, *keys: str) -> None:
    for each in keys:
        page.keyboard.press(each)
        page.wait_for_timeout(BETWEEN_KEYS)


def step(page: Page, words: str) -> None:
    next_is(page, words)
    expect(page.locator("#next-button")).to_be_enabled()
    key(page, "Enter")


def coup(house: House, page: Page, table: str, cards: int) -> tuple[int, float]:
    """Deal a coup; the keys that were pressed, and the seconds."""
    first, drawn = COUPS[cards]
    house.done(table, "dealer", "place-wager", player="al", on="player", amount="50")
    next_is(page, "No more bets")
    page.evaluate("() => { window.keys = 0; }")
    began = time.perf_counter()
    step(page, "No more bets")
    next_is(page, "Deal a card")
    for card in first:
        key(page, *card)
    step(page, "Call the counts")
    for card in drawn.split():
        next_is(page, "Deal a card")
        key(page, *card)
    if drawn:
        step(page, "Call the result")
    step(page, "Take and pay")
    step(page, "Clear the cards")
    next_is(page, "Players are betting")
    return int(page.evaluate("() => window.keys")), time.perf_counter() - began


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    folder = Path(tempfile.mkdtemp())
    with running(folder, feed="typed", betting_seconds=0) as house, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS])
        page = new_context(browser, house, "dealer", 1440, "light").new_page()
        table = ready(house, "bench")
        house.done(table, "dealer", "join-table", player="al", chips="5000", card="al 1")
        page.goto(f"{house.origin}/deal/{table}")
        page.evaluate(COUNT)
        for cards in COUPS:
            found = [coup(house, page, table, cards) for _ in range(rounds)]
            keys = max(each[0] for each in found)
            seconds = statistics.median(each[1] for each in found)
            print(f"{cards} cards: {keys} keys, {seconds:.1f} s", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
