"""Background tasks of a policy: time of play is noted, days are screened, alerts stay private."""

from collections.abc import Iterator

import pytest

from policies.office import HEAD, stated
from sabot.aml import AML_STREAM, Alert, ScreenDay
from sabot.parts.periods import day_in
from sabot.rules.roles import (
    CASHIER,
    CASINO_SUPERVISOR,
    DEALER,
    DUTY_MANAGER,
    GAMING_MANAGER,
    INSPECTOR,
    PLAYER,
    SURVEILLANCE,
)
from sabot.server.operations.gaming_time import note_play
from sabot.server.operations.screening import screen_next
from server.harness import House, running

RULES = (
    stated("play.short_hours", 1)
    + stated("play.short_window_hours", 24)
    + stated("play.short_rest_hours", 24)
    + stated("alerts.report_days", 3)
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Start a casino whose own tasks of a policy rest: each test does their work itself."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sabot.server.app.keep_policy", lambda casino: None)
        with running(tmp_path_factory.mktemp("tasks")) as house:
            change = {"id": "p1", "reason": "the law", "text": HEAD + RULES}
            assert house.ask(DUTY_MANAGER, "PUT", "/api/policy", change).status_code == 200
            (row,) = house.pending(GAMING_MANAGER)
            assert house.decide(GAMING_MANAGER, row["stream"], row["number"]).status_code == 200
            yield house


def test_the_server_sends_a_player_away_whose_time_is_over(house: House) -> None:
    house.sit("mini", "alice")
    assert house.ask("alice", "GET", "/api/account/play").json()["since"] is not None
    assert note_play(house.casino) == 0
    house.clock.advance(hours=1)
    assert note_play(house.casino) == 1 and note_play(house.casino) == 0
    seen = house.ask("alice", "GET", "/api/account").json()
    assert (seen["table"], seen["play"]["rest"]["rule"]) == (None, "play.short_hours")
    seat = house.do("mini", "alice", "join-table", player="alice", chips="100", place=1)
    assert seat.json()["error"]["code"] == "resting"


def test_a_day_is_screened_once_when_it_is_over(house: House) -> None:
    day = screen_next(house.casino)
    assert day is not None and screen_next(house.casino) is None
    house.clock.advance(days=1)
    following = screen_next(house.casino)
    assert following is not None and (following - day).days == 1


def test_an_alert_is_seen_by_those_alone_who_need_to_know(house: House) -> None:
    house.clock.advance(days=1)
    today = day_in("Australia/Sydney", house.clock())
    found = Alert("little play", ("alice",), today, 2_500_00, ("table:mini 3",))
    command = ScreenDay(
        id=f"{AML_STREAM}/today", actor="house", role="casino operator", day=today,
        edition="here@2026-01-01", found=(found,),
    )  # fmt: skip
    assert house.casino.floor.give(AML_STREAM, command).rejected is None
    decision = {"id": "d1", "number": 1, "verdict": "reported", "reason": "odd"}
    for who in (PLAYER, DEALER, CASHIER, CASINO_SUPERVISOR, GAMING_MANAGER):
        assert house.ask(who, "GET", "/api/alerts").status_code == 403, who
        assert house.ask(who, "POST", "/api/alerts", decision).status_code == 403, who
        assert "alerts" not in house.ask(who, "GET", "/api/session").text, who
    for who in (INSPECTOR, SURVEILLANCE, DUTY_MANAGER):
        assert len(house.ask(who, "GET", "/api/alerts").json()["waiting"]) == 1, who
    assert house.ask(DUTY_MANAGER, "POST", "/api/alerts", decision).status_code == 200
    for who, knows in ((GAMING_MANAGER, False), (CASINO_SUPERVISOR, False), (DUTY_MANAGER, True)):
        for path in ("/api/duties?show=open", "/api/duties/calendar"):
            text = house.ask(who, "GET", path).text
            assert ("uspicion" in text) == knows, (who, path)
    (decided,) = house.ask(INSPECTOR, "GET", "/api/alerts").json()["decided"]
    assert (decided["verdict"], decided["by"]) == ("reported", "dylan")
