"""An undisclosed wager is not seen early, and a bare word moves no chips: on the real floor."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from sabot.audit.audit import Audit
from sabot.compliance.exceptions.report import ExceptionsReport
from sabot.floor import Floor
from sabot.rules.roles import ROLES
from sabot.views import Watching, seen_by, staff_of, view_of, you_of
from support.evening import START
from support.heat_floor import HeatFloor

AMOUNT = "431"
GUS = {"actor": "gus", "role": "gaming supervisor"}


@pytest.fixture
def heat(tmp_path: Path) -> Iterator[HeatFloor]:
    """Ann has written a form: 431 on Banker."""
    floor = HeatFloor(tmp_path)
    floor.by("bea", "place-wager", on="player", amount="100")
    floor.by("cy", "place-wager", on="player", amount="100")
    floor.by("ann", "write-form", on="banker", amount=AMOUNT)
    yield floor
    floor.store.close()


def secrets_in(text: bytes) -> list[bytes]:
    return [each for each in (b'"banker"', b"43100", b'"431"') if each in text]


def test_the_log_has_the_seal_alone(heat: HeatFloor) -> None:
    (written,) = (line for line in heat.log().splitlines() if b"form-written" in line)
    assert secrets_in(written) == []


def test_nobody_is_shown_it_in_events_or_views(heat: HeatFloor) -> None:
    last = heat.log().splitlines()[-1]
    for role in (*ROLES, "administrator", ""):
        for name in ("ann", "bea", "gus"):
            line = seen_by(role, name, last)
            assert secrets_in(line) == [], role
    table = heat.table
    shown = msgspec.json.encode(
        (
            view_of(table, Watching()).heat,
            staff_of(table).next,
            you_of(table, "bea", None, START),
            table.heat,
        )
    )
    assert b"43100" not in shown and b'"laid":"form"' in shown


def test_the_player_reads_it_and_the_supervisor_who_examines_it_and_nobody_else(
    heat: HeatFloor,
) -> None:
    read = heat.house.forms
    for role in (*ROLES, "administrator", ""):
        assert read("1", role, "gus") == {}, role
    assert heat.code("read-form", actor="mo", role="gaming manager", player="ann") == "wrong-role"
    (seen,) = heat.ok("read-form", **GUS, player="ann")
    assert (seen["reader"], seen["clause"]) == ("gus", "15.8.2.5")
    for role, name in (("player", "ann"), ("gaming supervisor", "gus")):
        (found,) = read("1", role, name).values()
        assert (found.on, found.amount) == ("banker", 43_100)
    for role in {*ROLES, "administrator", ""} - {"player"}:
        assert read("1", role, "mo") == read("1", role, "ann") == {}, role
    assert read("1", "player", "bea") == {}
    assert b"gus" not in seen_by("player", "ann", heat.log().splitlines()[-1])
    gil = {"actor": "gil", "role": "casino supervisor", "player": "ann"}
    assert heat.code("read-form", **gil) == "no-reason"
    heat.ok("read-form", **gil, reason="gus was called away")
    assert read("1", "gaming supervisor", "gus") == {}
    report = ExceptionsReport()
    rows = [row for line in heat.log().splitlines() for row in report.take(line)]
    again = [row.text for row in (*rows, *report.rest()) if row.effects == ("secret",)]
    assert len(again) == 1 and "called away" in again[0]


def test_what_was_written_cannot_be_changed_by_the_supervisor_or_the_house(heat: HeatFloor) -> None:
    assert heat.code("announce-forms", **GUS) == "not-called"
    forged = [{"player": "ann", "salt": "00", "on": "player", "amount": 100}]
    assert heat.code("announce-forms", **GUS, forms=forged) == "bad-command"
    assert heat.code("return-form", **GUS, player="ann", faulty=True) == "bad-command"
    again = {"actor": "ann", "role": "player", "player": "ann"}
    assert heat.code("write-form", **again, on="tie", amount="100") == "no-form"
    assert heat.code("write-form", **again, seal="0" * 64) == "bad-command"


def test_a_faulty_form_goes_back_unseen_and_a_right_one_does_not(tmp_path: Path) -> None:
    floor = HeatFloor(tmp_path)
    floor.by("ann", "write-form", on="banker", amount="50")
    floor.ok("read-form", **GUS, player="ann")
    (returned,) = floor.ok("return-form", **GUS, player="ann")
    assert returned["clause"] == "15.8.2.5"
    floor.by("ann", "write-form", on="banker", amount="300")
    floor.ok("read-form", **GUS, player="ann")
    assert floor.code("return-form", **GUS, player="ann") == "form-stands"


def test_announced_it_is_everybodys_and_the_audit_opens_the_seal(heat: HeatFloor) -> None:
    assert heat.code("deal-card") in ("not-called", "not-announced")
    assert heat.code("no-more-bets") == "not-examined"
    assert heat.code("examine-form", player="ann") == "wrong-role"
    assert heat.code("examine-form", **GUS, player="ann") == "not-read"
    heat.ok("read-form", **GUS, player="ann")
    heat.ok("examine-form", **GUS, player="ann")
    heat.ok("no-more-bets")
    assert heat.code("deal-card") == "not-announced"
    *_, announced = heat.ok("announce-forms", **GUS)
    assert announced["forms"][0]["amount"] == 43_100
    line = seen_by("player", "bea", heat.log().splitlines()[-1])
    assert b"43100" in line and b"salt" not in line
    assert heat.house.forms("1", "gaming supervisor", "gus") == {}
    audit = Audit()
    found = [wrong for each in heat.store.read_all(0) for wrong in audit.take(bytes(each.line))]
    assert found == []


def test_who_is_killed_after_writing_finds_the_form_again(heat: HeatFloor) -> None:
    again = Floor(heat.store, clock=lambda: START)
    (found,) = again.forms("1", "player", "ann").values()
    assert (found.on, found.amount) == ("banker", 43_100)


def test_nobody_seats_a_heat_but_the_house(heat: HeatFloor) -> None:
    street = Floor(heat.store, clock=lambda: START)
    for do, more in (
        ("cancel-heat", {"reason": "mine"}),
        ("replace-entrant", {"box": 1, "player": "eve"}),
    ):
        asked = {"id": do, "do": do, "actor": "olga", "role": "casino operator", **more}
        answer = street.do("1", street.read(msgspec.json.encode(asked)))
        assert answer.rejected is not None and answer.rejected.code == "bad-command"


def test_who_is_out_leaves_the_table(tmp_path: Path) -> None:
    floor = HeatFloor(tmp_path)
    why = {"player": "cy", "grounds": "breach", "reason": "advice"}
    floor.ok("disqualify-entrant", actor="tina", role="tournament manager", **why)
    carl = {"actor": "carl", "role": "casino supervisor"}
    floor.ok("confirm-statement", **carl, number=1, reason="seen")
    assert "cy" not in floor.table.patrons
