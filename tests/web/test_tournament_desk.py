"""The desk of those who run a tournament, and what is done at its tables."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from sabot.rules.roles import (
    CASHIER,
    CASINO_SUPERVISOR,
    DEALER,
    DUTY_MANAGER,
    GAMING_MANAGER,
    TOURNAMENT_DIRECTOR,
    TOURNAMENT_MANAGER,
)
from server.harness import House, running
from web.browser import PageAs, everywhere
from web.test_tournaments import GAME, SAID, order, seated, send


@pytest.fixture
def casino(tmp_path: Path) -> Iterator[House]:
    with running(tmp_path) as house:
        yield house


def test_the_head_works_at_a_desk_of_their_own(page_as: PageAs, casino: House) -> None:
    """The session starts, an absence is noted at the table and deducted at the desk, and a dispute
    of the table is decided there."""
    table = seated(casino, "cup")
    casino.clock.advance(hours=3)
    order(casino, TOURNAMENT_MANAGER, "cup", "start-session")
    casino.prepare(table)
    desk = page_as(TOURNAMENT_MANAGER, "/desk/cup")
    expect(desk.locator(".heat-card tr")).to_have_count(6)
    expect(desk.locator(".heat-card")).to_contain_text("coup 1 of 5, 4 left")
    expect(desk.locator(".heat-card tr.away").first).to_contain_text("not seated")
    expect(desk.locator(".no-shows")).to_contain_text("dee")
    desk.locator(".desk-panel [data-do=set-pace]").click()
    desk.locator("dialog [name=seconds]").fill("30")
    since = casino.clock() + timedelta(days=1)
    desk.locator("dialog [name=since]").fill(f"{since:%Y-%m-%dT%H:%M:%S}")
    send(desk)
    console = page_as(DEALER, f"/deal/{table}")
    console.locator(".more summary").click()
    console.get_by_role("button", name="Player is away").click()
    console.locator("dialog select").select_option("dee")
    send(console)
    expect(desk.locator("[data-entrant=dee]")).to_contain_text("away")
    casino.done(table, "bob", "join-table", player="bob", card="card of bob")
    casino.done(table, CASINO_SUPERVISOR, "raise-dispute", player="bob", about="a stack fell over")
    expect(desk.locator(".heat-card .pill.danger")).to_have_text("1 to decide")
    desk.locator(".desk-panel [data-do=decide-dispute]").click()
    for name in ("decision", "reason"):
        desk.locator(f"dialog [name={name}]").fill("it stands")
    send(desk)
    expect(desk.locator(".heat-card .pill.danger")).to_have_count(0)
    expect(desk.locator(".desk-exceptions")).to_contain_text("Exceptions")
    everywhere(desk)
    everywhere(page_as(TOURNAMENT_MANAGER, "/desk/cup", locale="zh-TW"))


def test_a_head_reads_the_duties_and_exceptions_of_their_own_tournament(casino: House) -> None:
    seated(casino, "cup")
    for name in ("duties", "exceptions"):
        path = f"/api/tournaments/cup/{name}"
        assert casino.ask(TOURNAMENT_MANAGER, "GET", path).status_code == 200
        refused = casino.ask(TOURNAMENT_DIRECTOR, "GET", path)
        assert refused.status_code == 403, refused.text
        assert casino.ask(CASINO_SUPERVISOR, "GET", path).status_code == 200
    found = casino.ask(TOURNAMENT_MANAGER, "GET", "/api/tournaments/cup/exceptions").json()
    assert {row["stream"] for row in found["rows"]} == {"tournament:cup"}
    public = casino.ask("", "GET", "/api/tournaments/cup/board").json()
    assert [each["table"] for each in public["tables"]] == ["cup-1"]
    assert not public["tables"][0]["statements"] and not public["tables"][0]["disputes"]


def test_the_wall_shows_four_tables_at_once_and_more_by_pages(
    page_as: PageAs, casino: House
) -> None:
    """Six tables in a session: chips, coups and clocks on a screen of 1920 × 1080."""
    table = seated(casino, "cup")
    casino.clock.advance(hours=3)
    order(casino, TOURNAMENT_MANAGER, "cup", "start-session")
    casino.prepare(table)
    wall = page_as("", "/room/cup", width=1920, reduced_motion="reduce")
    wall.clock.install()
    wall.set_viewport_size({"width": 1920, "height": 1080})
    wall.route("**/api/tournaments/cup/board", _six_tables)
    wall.reload()
    expect(wall.locator(".heat-card")).to_have_count(4)
    expect(wall.locator(".heat-card").first).to_contain_text("coup 1 of 5, 4 left")
    fits = "each => each.scrollHeight <= each.clientHeight"
    assert wall.locator(".boards").evaluate(fits)
    assert wall.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
    wall.clock.run_for(9_000)
    expect(wall.locator(".heat-card")).to_have_count(2)
    phone = page_as("", "/room/cup", width=390)
    expect(phone.locator(".heat-card tr")).to_have_count(6)
    everywhere(phone)


def _six_tables(route: Any) -> None:
    """Answer with the one table six times, and three more entrants at each."""
    answer = route.fetch()
    board = answer.json()
    (one,) = board["tables"]
    entrants = one["heat"]["entrants"]
    more = [{**entrants[0], "name": f"a-long-name-{box}", "box": box} for box in (7, 8, 9)]
    one["heat"] |= {"entrants": entrants + more, "until": "2099-01-01T00:00:00Z"}
    tables = [{**one, "table": f"T{each}"} for each in range(1, 7)]
    route.fulfill(json={**board, "tables": tables})


def test_the_report_has_every_call_off_and_draw(page_as: PageAs, casino: House) -> None:
    """Two sessions are called off, then the tournament: each draw says what came of it."""
    table = seated(casino, "cup")
    order(casino, TOURNAMENT_MANAGER, "cup", "call-off-session", reason="a fire alarm")
    order(casino, DUTY_MANAGER, "cup", "confirm-statement", number=1, reason="seen")
    found = casino.ask(TOURNAMENT_MANAGER, "GET", "/api/tournaments/cup/report").json()
    proceedings = found["proceedings"]
    assert [each["outcome"] for each in proceedings["draws"]] == ["called off"]
    acts = {each["kind"]: each for each in proceedings["acts"]}
    assert acts["seating"]["reason"] == "a fire alarm" and acts["seating"]["session"] == 1
    assert [*proceedings["calls"].values()] == [[1, "session", 1]]
    assert casino.ask(CASHIER, "GET", "/api/tournaments/cup/report").status_code == 403
    casino.clock.advance(seconds=1)
    order(casino, TOURNAMENT_MANAGER, "cup", "seal-draw", id="a second draw")
    again: dict[str, Any] = {"tables": [table], "id": "a second call"}
    order(casino, TOURNAMENT_MANAGER, "cup", "call-session", **again)
    order(casino, TOURNAMENT_MANAGER, "cup", "call-off-session", id="off again", reason="smoke")
    seen: dict[str, Any] = {"number": 2, "id": "seen again", "reason": "seen"}
    order(casino, DUTY_MANAGER, "cup", "confirm-statement", **seen)
    casino.clock.advance(seconds=1)
    order(casino, TOURNAMENT_MANAGER, "cup", "seal-draw", id="a third draw")
    order(casino, DUTY_MANAGER, "cup", "cancel-tournament", reason="no more power")
    order(casino, GAMING_MANAGER, "cup", "confirm-statement", number=3, reason="seen")
    found = casino.ask(TOURNAMENT_MANAGER, "GET", "/api/tournaments/cup/report").json()
    draws = found["proceedings"]["draws"]
    assert [(each["outcome"], each["session"], each["call"]) for each in draws] == [
        ("called off", 1, 1),
        ("abandoned", 1, 2),
        ("abandoned", 0, 0),
    ]
    page = page_as(TOURNAMENT_MANAGER, "/tournament/cup?papers=report", width=1280)
    expect(page.locator(".report")).to_contain_text("a fire alarm")
    expect(page.locator(".report")).to_contain_text("Session, session 1")
    wide = "() => document.documentElement.scrollWidth"
    assert page.evaluate(wide) <= 1280
    receipts = casino.ask("alice", "GET", "/api/tournaments/cup/receipts").json()
    assert [(each["player"], each["what"], each["amount"]) for each in receipts] == [
        ("alice", "fee", 25_000)
    ]
    assert table


def test_a_list_is_looked_through_and_then_entered(page_as: PageAs, casino: House) -> None:
    """Two lines are entered; another spelling is told beside its line."""
    new = {"id": "draft", "do": "draft", "name": "cup", "rulebook": GAME, "title": "cup"}
    assert casino.ask(DUTY_MANAGER, "POST", "/api/tournaments", body=new).status_code == 200
    order(casino, DUTY_MANAGER, "cup", "appoint-head", person="tessa", licence="L 1")
    order(casino, DUTY_MANAGER, "cup", "publish-conditions", conditions=SAID)
    until = (casino.clock() + timedelta(days=1)).isoformat()
    order(casino, DUTY_MANAGER, "cup", "open-entry", free_until=until)
    page = page_as(CASHIER, "/tournament/cup", width=1280)
    page.locator("[data-act=entrants-file]").click()
    listed: Any = {"name": "list.csv", "mimeType": "text/csv", "buffer": b"player\nann\nAnn\nbob\n"}
    page.locator("dialog [name=file]").set_input_files(files=[listed])
    expect(page.locator("dialog [data-line='3'] .error")).to_contain_text("another spelling")
    page.locator("dialog [name=method]").select_option("cash")
    page.locator("dialog [name=reference]").fill("slip")
    page.get_by_role("button", name="Enter them").click()
    expect(page.locator("dialog [data-done]")).to_have_text("2 of 2 entered, 0 refused.")
    room = page_as("", "/room/cup")
    expect(room.locator("h2")).to_have_text("Check-in: 0 of 2 are here")
    order(casino, CASHIER, "cup", "check-in", player="bob")
    expect(room.locator("h2")).to_have_text("Check-in: 1 of 2 are here")
