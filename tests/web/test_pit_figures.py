"""A pit that manages, in a real browser: what tables win, how players rate."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from server.harness import House, running
from web.browser import PageAs, everywhere
from web.floor_checks import ready, seat, whole_coup
from web.pit_checks import act, do_it, field, form, pit, press, tab

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
    expect(dialog.locator("tbody th")).to_have_text(["al at the table", "ben at the table"])
    everywhere(page)


# Names, hand-overs, and many tables at once


def test_two_tables_are_opened_and_named_at_once(casino: House, page_as: PageAs) -> None:
    page = pit(page_as)
    page.get_by_role("button", name="Open a table").click()
    field(page, "Game").select_option("canberra-mini")
    field(page, "How many tables").fill("2")
    page.get_by_role("button", name="Go on", exact=True).click()
    field(page, "Name").fill("Mini 7, high limit")
    expect(act(page)).to_have_text("Open Mini 7, high limit, Mini 8, high limit")
    do_it(page, "a long queue")
    expect(page.locator(".table-panel h2")).to_contain_text("Mini 7, high limit")
    names = page.locator(".table-card .name")
    expect(names.filter(has_text="high limit")).to_have_text(
        ["Mini 7, high limit", "Mini 8, high limit"]
    )
    player = page_as("alice", "/table/mini-7-high-limit")
    expect(player).to_have_title("Mini 7, high limit · Sabot")


def test_limits_move_at_many_tables_and_each_answers(casino: House, page_as: PageAs) -> None:
    """A table takes the new limits; a higher minimum waits for its sign."""
    ready(casino, "calm")
    ready(casino, "cheap", sign={"minimum": "5", "maximum": "1000"})
    page = pit(page_as)
    page.get_by_role("button", name="Many tables").click()
    field(page, "What to do").select_option("change-limits")
    for table in ("calm", "cheap"):
        form(page).get_by_label(table).check()
    page.get_by_role("button", name="Go on", exact=True).click()
    field(page, "Minimum").fill("10")
    field(page, "Maximum").fill("2000")
    expect(act(page)).to_have_text("Change limits: 2 tables")
    field(page, "Reason").fill("a busy night")
    everywhere(page)
    act(page).click()
    said = page.locator("dialog[open] .item")
    expect(said.filter(has_text="calm")).to_contain_text("Done")
    expect(said.filter(has_text="cheap")).to_contain_text("No sign at the table announces this")
    page.locator("dialog[open]").get_by_role("button", name="Close").click()
    expect(page.locator('[data-table="calm"]')).to_contain_text("$10–$2,000")


def test_a_dealer_signs_on_and_the_pit_knows(casino: House, page_as: PageAs) -> None:
    table = ready(casino, "relief")
    console = page_as("dealer", f"/deal/{table}")
    console.get_by_role("button", name="Sign on").click()
    expect(console.locator(".relief .pill")).to_contain_text("dora deals since")
    page = pit(page_as)
    expect(page.locator(f'[data-table="{table}"]')).to_contain_text("dora deals since")
    everywhere(console)
    console.get_by_role("button", name="Sign off").click()
    expect(console.get_by_role("button", name="Sign on")).to_be_visible()


def test_people_are_chosen_from_lists(casino: House, page_as: PageAs) -> None:
    page = pit(page_as, "busy")
    tab(page, "players")
    press(page, "Sanction")
    expect(field(page, "Player").locator("option")).to_have_text(["al", "ben"])
    form(page).get_by_label("Bar from the game").check()
    expect(act(page)).to_have_text("al: Bar from the game")
