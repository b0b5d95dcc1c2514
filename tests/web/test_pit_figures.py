"""A pit that manages, in a real browser: what tables win, how players rate."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from server.harness import House, running
from web.browser import PageAs, everywhere
from web.floor_checks import ready, seat, whole_coup
from web.pit_checks import pit, tab

WON, LOST = "9S 5H KD 2C", "5H 9S 2C KD"


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running(tmp_path_factory.mktemp("figures"), feed="typed") as house:
        ready(house, "busy")
        seat(house, "busy", "al")
        seat(house, "busy", "ben")
        for cards in (LOST, LOST, WON, LOST):
            house.done("busy", "dealer", "place-wager", player="al", on="player", amount="100")
            house.done("busy", "dealer", "place-wager", player="ben", on="player", amount="20")
            whole_coup(house, "busy", cards)
        yield house


def test_a_table_s_win_stands_beside_what_odds_expect(casino: House, page_as: PageAs) -> None:
    """Three coups lost, one won: $240 for the house, far beyond what it expects."""
    page = pit(page_as)
    card = page.locator('[data-table="busy"]')
    expect(card.locator(".won.big")).to_have_text("+$240")
    expect(card.locator(".figures-row")).to_contain_text("$60")
    expect(card.locator(".trend .win")).to_be_visible()
    words = r"\+\$240 by play; exact odds expect \+\$6, and in 19 of 20 shifts −\$"
    expect(card.locator(".band")).to_have_attribute("aria-label", re.compile(words))
    expect(page.locator(".totals .big")).to_have_text("+$240")
    everywhere(page)


def test_a_rating_card(casino: House, page_as: PageAs) -> None:
    page = pit(page_as, "busy", who="gaming supervisor")
    tab(page, "players")
    page.locator(".tab-body tr", has_text="al").get_by_role("button", name="Rating card").click()
    dialog = page.locator("dialog[open]")
    expect(dialog.locator("h2")).to_have_text("Rating card: al")
    expect(dialog.locator("dl.facts")).to_contain_text("−$200.00")
    expect(dialog.locator("dl.facts")).to_contain_text("$4.94")
    everywhere(page)
    dialog.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Ratings").click()
    expect(dialog.locator("tbody th")).to_have_text(["alat the table", "benat the table"])
    everywhere(page)
