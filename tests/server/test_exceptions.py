"""The exceptions report over HTTP: who may read it, what is asked for, and reading on."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from sabot.parts.periods import day_in
from sabot.rules.roles import (
    CASINO_SUPERVISOR,
    DEALER,
    DUTY_MANAGER,
    GAMING_SUPERVISOR,
    INSPECTOR,
    PLAYER,
    SURVEILLANCE,
)
from sabot.server.inspect import exceptions
from sabot.server.inspect.exceptions import ExceptionsDesk, RowFilter
from server.harness import NAMES, House, voucher

ALL = RowFilter("baccarat", "", None, "UTC")


@pytest.fixture(scope="module")
def house(casino: House) -> House:
    """A casino where one statement was confirmed, one refused, one waits, and a wager was refused,
    after two coups."""
    casino.prepare("baccarat")
    casino.sit("baccarat", "alice")
    for _ in range(2):
        casino.done("baccarat", "alice", "place-wager", player="alice", on="player", amount="20")
        casino.play("baccarat")
    for amount in ("70", "80", "90"):
        casino.done("baccarat", DEALER, "exchange-voucher", **voucher(amount))
    said = {"number": 1, "reason": "counted"}
    casino.done("baccarat", DUTY_MANAGER, "confirm-statement", **said)
    casino.done("baccarat", DUTY_MANAGER, "refuse-statement", **{**said, "number": 2})
    casino.done("baccarat", "alice", "place-wager", player="alice", on="player", amount="30")
    casino.done("baccarat", DUTY_MANAGER, "refuse-wager", player="alice", on="player", reason="no")
    return casino


def asked(house: House, who: str = INSPECTOR, **query: Any) -> Any:
    pairs = "&".join(f"{key}={value}" for key, value in query.items())
    answer = house.ask(who, "GET", f"/api/exceptions?{pairs}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def but_float(rows: list[Any]) -> list[Any]:
    """Leave out the opening of a float, which every table has."""
    return [row for row in rows if row["effects"] != ["float"]]


def test_lines_and_totals_the_newest_first(house: House) -> None:
    page = asked(house, table="baccarat")
    dealer, manager = NAMES[DEALER], NAMES[DUTY_MANAGER]
    rows = but_float(page["rows"])
    found = [(row["effects"], row["rests"], row["cents"], row["asked"]) for row in rows]
    assert found == [
        (["statement"], "pending", 0, 9_000),
        (["refused-wager"], "alone", 3_000, 0),
        (["statement"], "refused", 0, 8_000),
        (["voucher"], "confirmed", 7_000, 0),
    ]
    last = rows[-1]
    assert (last["table"], last["coup"], last["players"]) == ("baccarat", 3, ["alice"])
    assert (last["stated_by"], last["decided_by"]) == (dealer, manager)
    assert last["text"] and last["words"]["zh"]
    totals = {(each["by"], each["name"]): (each["times"], each["cents"]) for each in page["totals"]}
    assert totals["player", "alice"] == (4, 10_000)
    assert totals["table", "baccarat"] == (5, 100_010_000)
    assert totals["confirmer", manager][0] >= 3
    assert totals["pair", dealer] == (2, 7_000)
    assert (page["before"], page["behind"]) == (None, False)


def test_pages_and_filters(house: House) -> None:
    here = {"table": "baccarat"}
    whole = asked(house, **here)["rows"]
    first = asked(house, limit=2, **here)
    assert first["rows"] == whole[:3]
    rest = asked(house, limit=2, before=first["before"], **here)
    assert rest["rows"] == whole[3:] and rest["before"] is None
    assert first["totals"] == rest["totals"] == asked(house, **here)["totals"]
    assert but_float(asked(house, table="seven-up")["rows"]) == []
    assert asked(house, table="baccarat", person="alice")["rows"] == but_float(whole)
    decided = asked(house, person=NAMES[DUTY_MANAGER], **here)["rows"]
    assert but_float(decided) == but_float(whole)[1:]
    at = datetime.fromisoformat(whole[0]["at"])
    day = day_in(house.casino.settings.zone, at)
    assert asked(house, day=day, **here)["rows"] == whole
    assert asked(house, day=day - timedelta(days=1), **here)["rows"] == []
    assert asked(house, day="2001-01-01")["rows"] == []
    answer = house.ask(INSPECTOR, "GET", "/api/exceptions?day=yesterday")
    assert answer.status_code == 400
    assert answer.json()["error"]["message"] == '"yesterday" is no day: write it as 2026-01-31.'


def test_luck_of_coups_that_can_no_longer_be_opened_again(house: House) -> None:
    while (answer := house.ask(SURVEILLANCE, "GET", "/api/exceptions/luck").json())["behind"]:
        pass
    found = {(row["of"], row["name"]): row for row in answer["rows"]}
    assert found.keys() == {("player", "alice"), ("dealer", NAMES[DUTY_MANAGER])}
    row = found["player", "alice"]
    assert (row["coups"], row["staked"], row["flagged"]) == (1, 2_000, False)
    assert 0 < row["chance"] <= 1 and row["expected"] == pytest.approx(-24.7, abs=0.1)
    assert answer["improbable"] == 0.001
    own = house.ask(SURVEILLANCE, "GET", "/api/exceptions/luck?person=alice").json()["rows"]
    assert own == [row]


def test_it_is_for_casino_supervisors_and_those_who_watch(house: House) -> None:
    for path in ("/api/exceptions", "/api/exceptions/luck"):
        for who in (CASINO_SUPERVISOR, DUTY_MANAGER, SURVEILLANCE, INSPECTOR):
            assert house.ask(who, "GET", path).status_code == 200, who
        for who in (DEALER, GAMING_SUPERVISOR, PLAYER):
            assert house.ask(who, "GET", path).status_code == 403, who


def test_the_log_is_read_on_and_never_from_the_beginning(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = house.casino.store
    at_once = ExceptionsDesk(store, "UTC").page(ALL, 0, 50)
    begun: list[int] = []

    class Counting:
        def read_all(self, after: int = 0) -> Any:
            begun.append(after)
            return store.read_all(after)

    desk = ExceptionsDesk(Counting(), "UTC")  # type: ignore[arg-type]
    monkeypatch.setattr(exceptions, "AT_ONCE", 7)
    monkeypatch.setattr(exceptions, "PATIENCE", -1.0)
    pages = 0
    while desk.page(ALL, 0, 50).behind:
        pages += 1
    assert pages > 3 and begun[0] == 0 and begun == sorted(set(begun))
    assert desk.page(ALL, 0, 50) == at_once and len(at_once.rows) > 4
    assert begun.count(0) == 1
    assert desk.luck("", 50).behind and desk.luck("", 50).rows == []
    monkeypatch.setattr(exceptions, "PATIENCE", 600.0)
    assert len(desk.luck("", 50).rows) == 2
