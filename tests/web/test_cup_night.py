"""A tournament's night in the browser: seats, papers, a play-off, the room's screen, prizes."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sabot.robots.programme import CHIP, conditions_of
from sabot.robots.tournaments import CASHIERS, RobotCup
from sabot.rulebooks import RULEBOOKS
from sabot.rules.roles import (
    CASHIER,
    DEALER,
    DUTY_MANAGER,
    GAMING_MANAGER,
    PLAYER,
    TOURNAMENT_MANAGER,
)
from sabot.tournament.desk.next import next_step
from server.harness import NAMES, House
from web.browser import PHONE, PageAs, everywhere
from web.test_tournaments import act

BOOK = RULEBOOKS["star-baccarat"]
PLAYERS = ("Anneliese", "Bo", "陳大文", "Dee")
TABLE = "night-1"

"""The robots run the tables; the desk is run on the pages."""


class Night(RobotCup):
    """Robots who wager as they are told: all alike in a session, and against each other after."""

    def level(self) -> None:
        """Play one coup in which all lay the same: all are level with any result."""
        self._alike = True
        self._play_tables()

    def apart(self) -> None:
        self._alike = False
        self._play_tables()

    def _wager(self, name: str, table: Any, owing: list[str]) -> None:
        player = owing[0]
        on = "player" if self._alike or sorted(table.heat.entrants)[0] == player else "banker"
        said = {"player": player, "on": on, "amount": "100"}
        self.do(name, "place-wager", player, PLAYER, **said)


def session(night: Night, hours: int, **more: Any) -> dict[str, Any]:
    starts = night._clock() + timedelta(hours=hours)
    limits = [{"since": 1, "minimum": "100", "maximum": "1000"}]
    return {"starts": starts, "seats": 4, "advance": 1, "coups": 1, "limits": limits, **more}


@pytest.fixture(scope="module")
def night(casino: House) -> Iterator[Night]:
    """Four players at one table, for one place in the session, and a final of three."""
    cup = Night(casino.casino.floor, "night", casino.clock)
    said = conditions_of(BOOK, "Moon Night", len(PLAYERS), 2, casino.clock())
    cup.publish({**said, "order_of_wagering": "none"})
    cup._desk("appoint-head", person=NAMES[TOURNAMENT_MANAGER], licence="L 7")
    cup.enter(PLAYERS, "500")
    legs = [session(cup, 1, advance=3), session(cup, 2, stage="final")]
    cup.start(legs, chip=CHIP)
    cup.open(TABLE)
    yield cup


def desk(page_as: PageAs, casino: House, hours: int = 0) -> Page:
    casino.clock.advance(hours=hours)
    return page_as(TOURNAMENT_MANAGER, "/tournament/night")


def call(head: Page, do: str) -> None:
    head.locator(f"[data-act={do}]").click()
    expect(head.locator("dialog")).to_be_visible()
    tables = head.locator(f"dialog [name=tables][value={TABLE}]")
    if tables.count():
        tables.check()
    else:
        head.locator("dialog select").last.select_option(TABLE)
    head.locator("dialog .actions button").last.click()
    expect(head.locator("dialog")).to_have_count(0)


def test_a_night_from_the_seat_draw_to_the_prizes(
    page_as: PageAs, casino: House, night: Night
) -> None:
    """Play a whole night: each stage begins where the one before it ended."""
    seat_cards_and_session_sheets_are_printed(page_as, casino)
    level_players_play_off(page_as, casino, night)
    the_final_is_played_and_the_prizes_are_paid(page_as, casino, night)


def seat_cards_and_session_sheets_are_printed(page_as: PageAs, casino: House) -> None:
    head = desk(page_as, casino)
    act(head, "seal-draw")
    call(head, "call-session")
    act(head, "open-draw")
    expect(head.locator(".seats li")).to_have_count(4)
    head.get_by_role("link", name="Seat cards").click()
    expect(head.locator(".seat-card .who")).to_have_count(4)
    assert sorted(head.locator(".seat-card .who").all_inner_texts()) == sorted(PLAYERS)
    everywhere(head)
    head.emulate_media(media="print")
    expect(head.locator("sabot-header")).to_be_hidden()
    expect(head.get_by_role("button", name="Print")).to_be_hidden()
    head.emulate_media(media="screen")
    head.get_by_role("link", name="Back to the tournament").click()
    head.get_by_role("link", name="Session sheets").click()
    expect(head.locator(".session-sheet tbody tr")).to_have_count(4)
    expect(head.locator(".session-sheet")).to_contain_text("wagers from 100 to 1,000")
    head.goto(f"{casino.origin}/tournament/night?papers=results")
    expect(head.locator(".papers .empty")).to_have_text("Nothing is counted yet.")
    chinese = page_as(TOURNAMENT_MANAGER, "/tournament/night?papers=cards", locale="zh-TW")
    expect(chinese.locator("h1")).to_have_text("座位卡")
    expect(chinese.locator(".seat-card .where").first).to_contain_text("賭枱")


def level_players_play_off(page_as: PageAs, casino: House, night: Night) -> None:
    head = desk(page_as, casino, hours=1)
    night._sit_down()
    act(head, "start-session")
    room = page_as("", "/room/night")
    expect(room.locator(".state")).to_contain_text("1")
    night.level()
    counted_in_chips(page_as)
    expect(head.locator(".next")).to_contain_text("Prepare the seat draw")
    expect(room.locator(".boards li b")).to_have_count(4)
    assert len(set(room.locator(".boards li b").all_inner_texts())) == 1
    while (step := night_next(night)) in ("seal-draw", "call-play-off"):
        head.reload()
        expect(head.locator("tbody td", has_text="plays off").first).to_be_visible()
        if step == "seal-draw":
            act(head, step)
        else:
            call(head, step)
        while (step := night_next(night)) == "open-draw":
            act(head, step)
        if step == "start-session":
            night._sit_down()
            act(head, step)
            night.apart()
    assert step == "announce-session"
    head.reload()
    act(head, "announce-session")
    expect(head.locator("tbody tr", has_text="out")).to_have_count(1)


def counted_in_chips(page_as: PageAs) -> None:
    """Nowhere at the table are tournament chips dollars."""
    for role, kind in ((PLAYER, "table"), (DEALER, "deal"), ("", "display")):
        page = page_as(role, f"/{kind}/{TABLE}")
        expect(page.locator("body")).to_contain_text("◉100")
        expect(page.locator("body")).to_contain_text("◉1,000")
        assert "$" not in page.locator("body").inner_text()


def night_next(night: Night) -> str:
    step = next_step(night.contest)
    return "" if step is None else step.do


def the_final_is_played_and_the_prizes_are_paid(
    page_as: PageAs, casino: House, night: Night
) -> None:
    head = desk(page_as, casino, hours=1)
    night._alike = False
    while (step := night_next(night)) not in ("award-prizes", ""):
        if step == "announce-session":
            head.reload()
            act(head, step)
        else:
            night.go_on(step, [TABLE])
    manager = page_as(DUTY_MANAGER, "/tournament/night")
    act(manager, "award-prizes")
    expect(manager.locator(".next")).to_contain_text("Award the prizes")
    other = page_as(GAMING_MANAGER, "/tournament/night")
    confirm(other)
    expect(other.locator("p.muted").first).to_contain_text("prizes awarded")
    night._by_two("pay-owed", CASHIERS, CASHIER)
    expect(other.locator("p.muted").first).to_contain_text("paid")
    head.goto(f"{casino.origin}/tournament/night?papers=results")
    prizes = head.locator(".results .result").first.locator("td.number")
    expect(prizes.first).to_contain_text("$")
    everywhere(head)
    room = page_as("", "/room/night")
    expect(room.locator(".boards li").first).to_be_visible()
    expect(room.locator(".clock")).to_be_hidden()
    everywhere(room)


def confirm(page: Page) -> None:
    """Say yes to what waits for a second person."""
    page.locator(".statement button").last.click()
    page.locator("dialog textarea, dialog input").first.fill("seen")
    page.locator("dialog .actions button").last.click()
    expect(page.locator("dialog")).to_have_count(0)


def test_more_rows_than_fit_scroll_by_themselves(page_as: PageAs, night: Night) -> None:
    """A full house: thirty tables; letters are a fortieth of the screen's width."""
    room = page_as("", "/room/night", reduced_motion="reduce")
    room.clock.install()
    seats = {str(box): f"player {box}" for box in range(1, 8)}
    room.route("**/api/tournaments/night", lambda route: crowded(route, seats))
    room.reload()
    expect(room.locator(".boards section")).to_have_count(30)
    size = room.evaluate("() => parseFloat(getComputedStyle(document.body).fontSize)")
    assert size >= 1440 / 40
    boards = room.locator(".boards")
    fits = "each => each.scrollHeight <= each.clientHeight"
    assert not boards.evaluate(fits)
    assert room.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
    room.clock.run_for(9_000)
    assert boards.evaluate("each => each.scrollTop") > 50
    phone = page_as("", "/room/night", width=PHONE)
    phone.route("**/api/tournaments/night", lambda route: crowded(route, seats))
    phone.reload()
    expect(phone.locator(".boards li").first).to_be_visible()


def crowded(route: Any, seats: dict[str, str]) -> None:
    answer = route.fetch()
    view = answer.json()
    tables = [{"table": f"T{each}", "seats": seats, "begun": False, "counted": False}
              for each in range(1, 31)]  # fmt: skip
    sitting = {"number": 1, "session": 1, "stage": "session", "state": "seated", "players": [],
               "starts": "2026-12-01T10:00Z", "tables": tables,
               "groups": {}, "unpaid": []}  # fmt: skip
    route.fulfill(json={**view, "sitting": sitting, "orders": [], "places": []})
