"""A player's page at a table, and the others who must act there."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from sabot.rules.roles import DUTY_MANAGER
from server.harness import House
from web.browser import PageAs

BOX_GAMES = ("three-card", "lucky-draw")
CHIP_OF = {"10": 2, "25": 3, "100": 4}
"""The number key of a chip at a table from 10 to 1,000."""


def open_table(page_as: PageAs, table: str, who: str = "alice", **options: Any) -> Page:
    """The page, once the table is on it."""
    page = page_as(who, f"/table/{table}", **options)
    page.wait_for_selector("body.ready")
    return page


def seated(page_as: PageAs, house: House, table: str, **options: Any) -> Page:
    """Alice's page, with 500 before her at place 2."""
    house.sit(table, "alice", chips="500", place=2)
    return open_table(page_as, table, **options)


def main_bet(table: str, box: int) -> tuple[str, int | None]:
    """A bet that stands alone in the game of that table, on a box where it has boxes."""
    on = "enter" if table == "lucky-draw" else "player"
    return on, box if table in BOX_GAMES else None


def money(cents: int) -> str:
    return f"{cents / 100:,.2f}"


def area(page: Page, on: str, box: int | None = None) -> Locator:
    return page.locator(f'.area[data-key="{on if box is None else f"{on}@{box}"}"]')


def sit_down(page: Page, place: int, chips: str = "500.00") -> None:
    """Through the dialog, as a player does."""
    page.get_by_role("button", name="Sit down").click()
    dialog = page.get_by_role("dialog")
    dialog.locator(f'input[name="place"][value="{place}"]').check(force=True)
    dialog.get_by_label("Buy-in", exact=True).first.fill(chips)
    dialog.get_by_role("button", name="Sit down").click()
    expect(page.locator(".rack")).to_be_visible()


def choose_chip(page: Page, value: str) -> None:
    page.keyboard.press(str(CHIP_OF[value]))
    chosen = page.get_by_role("radio", name=f"Chip {value},")
    expect(chosen).to_have_attribute("aria-checked", "true")


def drop(page: Page, chip: str, on: str, box: int | None = None) -> None:
    choose_chip(page, chip)
    area(page, on, box).click()


def staked(page: Page, amount: str, on: str, box: int | None = None) -> None:
    """The table has taken so much there, and the page shows it."""
    place = area(page, on, box)
    words = re.compile(re.escape(f"Your stake ${amount}"))
    expect(place).to_have_attribute("aria-label", words)
    expect(place.locator(".chips.pending")).to_have_count(0)


def unstaked(page: Page, on: str, box: int | None = None) -> None:
    place = area(page, on, box)
    expect(place.locator("svg")).to_have_count(0)
    assert "Your stake" not in (place.get_attribute("aria-label") or "")


def own_stakes(house: House, table: str, player: str = "alice") -> dict[str, int]:
    """Return a player's stakes, in cents, as the table has them."""
    found: dict[str, int] = {}
    for stake in house.see(table)["table"]["stakes"]:
        if stake["player"] == player:
            key = stake["on"] if "box" not in stake else f"{stake['on']}@{stake['box']}"
            found[key] = found.get(key, 0) + stake["staked"]
    return found


def deal_until(house: House, table: str, *steps: str) -> str:
    """Deal on until the table waits for one of these, or for a player; what it waits for."""
    for _ in range(80):
        wait = house.see(table)["table"]["wait"]
        if wait["step"] in steps or house.step(table) is None:
            return str(wait["step"])
    raise AssertionError("The coup does not end.")


def answer_for_players(house: House, table: str) -> None:
    """Turn the cards or stand for the player who is waited for."""
    wait = house.see(table)["table"]["wait"]
    if wait["step"] == "expose":
        house.done(table, wait["player"], "expose-cards", hand=wait["hand"])
    elif wait["step"] == "decision":
        house.done(table, wait["player"], "decide-hand", box=wait["box"], decision="stand")


def finish_coup(house: House, table: str) -> None:
    """Play to the end of the coup for all who must act; nothing if none is dealt."""
    while house.see(table)["table"]["phase"] in ("dealing", "settled"):
        if house.step(table) is None:
            answer_for_players(house, table)


def send_home(house: House, table: str) -> None:
    """The table is empty again and takes bets."""
    finish_coup(house, table)
    view = house.see(table)["table"]
    if view["coup"].get("called"):
        house.done(table, DUTY_MANAGER, "place-your-bets")
    for stake in reversed(view["stakes"]):
        fields = {key: stake[key] for key in ("player", "on", "box") if key in stake}
        house.do(table, stake["player"], "withdraw-wager", **fields)
    for seat in view["seats"]:
        house.done(table, seat["player"], "leave-table", player=seat["player"])
    house.prepare(table)
