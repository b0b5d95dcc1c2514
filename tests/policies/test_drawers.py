"""Cashiers' drawers and declarations of where money comes from, with their nearest misses."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from compliance.nights import audited, find, forged, kinds
from policies.office import CASS, NOON, SUE, Office, stated
from sabot.accounts import CAGE_STREAM, Cage
from sabot.floor import Floor
from sabot.floor.kinds import CAGES
from sabot.store import export_lines, open_store

CORA = {"actor": "cora", "role": "cashier"}
FULL = {"100": 10, "20": 5, "0.50": 2}
"""$1,101.00 in a drawer."""


@pytest.fixture
def office() -> Iterator[Office]:
    with open_store("sqlite://") as store:
        yield Office(Floor(store))
        assert audited(export_lines(store)) == []


def cage(office: Office) -> Cage:
    found: Cage = office.floor.state(CAGES, "house")
    return found


def test_a_drawer_is_counted_handed_over_and_closed(office: Office) -> None:
    office.done(CAGE_STREAM, CASS, "open-drawer", drawer="1", counts=FULL)
    assert office.code(CAGE_STREAM, CORA, "open-drawer", drawer="1", counts=FULL) == "drawer-open"
    assert office.code(CAGE_STREAM, CASS, "open-drawer", drawer="2", counts=FULL) == "drawer-open"
    assert office.code(CAGE_STREAM, CORA, "close-drawer", drawer="1", counts=FULL) == "not-yours"
    office.account("alice")  # a deposit of $1,000.00 in cash
    office.done("player:alice", CASS, "deposit", amount="70", method="eftpos", reference="EF 1")
    assert cage(office).drawers["1"].expected == 2101_00
    office.done(CAGE_STREAM, CASS, "close-drawer", drawer="1", counts={**FULL, "100": 20})
    assert cage(office).drawers["1"].cashier == "" and not cage(office).statements.pending
    office.done(CAGE_STREAM, CORA, "open-drawer", drawer="1", counts={**FULL, "100": 20})
    assert cage(office).drawers["1"].cashier == "cora" and not cage(office).statements.pending


def test_a_drawer_that_does_not_agree_is_closed_by_two(office: Office) -> None:
    office.done(CAGE_STREAM, CASS, "open-drawer", drawer="1", counts=FULL)
    short = {**FULL, "20": 4, "10": 1, "5": 1, "2": 2, "0.50": 3, "0.20": 2, "0.05": 1}
    office.done(CAGE_STREAM, CASS, "close-drawer", drawer="1", counts=short)  # five cents short
    assert cage(office).drawers["1"].cashier == "cass"
    yes = {"number": 1, "reason": "seen"}
    assert office.code(CAGE_STREAM, CASS, "confirm-statement", **yes) == "own-statement"
    office.confirm(CAGE_STREAM, SUE)
    assert cage(office).drawers["1"].cashier == ""
    closed = find([dict(each) for each in events(office)], "drawer-closed")
    assert closed["difference"] == -5
    office.done(CAGE_STREAM, CORA, "open-drawer", drawer="1", counts=FULL)  # the note is there
    assert cage(office).drawers["1"].cashier == ""
    office.confirm(CAGE_STREAM, SUE)
    opened = [each for each in events(office) if each["what"].startswith("drawer-opened")][-1]
    assert opened["difference"] == 5 and opened["differs"]["2000"] == 1


def events(office: Office) -> list[dict[str, Any]]:
    return [msgspec.json.decode(line) for line in export_lines(office.floor.store)]


def test_cash_of_the_safe_is_brought_by_two_and_never_more_paid_than_there_is(
    office: Office,
) -> None:
    stream = office.account("alice")
    office.done(stream, {"actor": "alice", "role": "player"}, "set-pin", pin="73910")
    office.done(CAGE_STREAM, CASS, "open-drawer", drawer="1", counts={"100": 1})
    paid = {"card": "card of alice", "pin": "73910", "reference": "slip 9"}
    assert office.code(stream, CASS, "withdraw", amount="100.01", **paid) == "drawer-empty"
    brought = {"direction": "from the safe", "counts": {"0.05": 1}, "reason": "change"}
    office.done(CAGE_STREAM, CASS, "supply-drawer", **brought)
    assert cage(office).drawers["1"].expected == 100_00
    office.confirm(CAGE_STREAM, CORA)
    office.done(stream, CASS, "withdraw", amount="100.05", **paid)
    assert cage(office).drawers["1"].expected == 0
    brought |= {"direction": "to the safe"}
    assert office.code(CAGE_STREAM, CASS, "supply-drawer", **brought) == "drawer-empty"
    wrong = {"drawer": "1", "counts": {"3": 1}}
    assert office.code(CAGE_STREAM, CASS, "close-drawer", **wrong) == "bad-count"


def test_a_policy_asks_for_an_open_drawer(office: Office) -> None:
    stream = office.account("alice")
    office.adopt(stated("cage.drawers", True))
    slip = {"amount": "5", "reference": "d 1"}
    assert office.code(stream, CASS, "deposit", method="cash", **slip) == "no-drawer"
    office.done(stream, CASS, "deposit", method="eftpos", **slip)
    office.done(CAGE_STREAM, CASS, "open-drawer", drawer="1", counts={"100": 1})
    office.done(stream, CASS, "deposit", method="cash", amount="5", reference="d 2")


def test_a_drawer_s_cash_in_a_forged_log_is_found(office: Office) -> None:
    office.done(CAGE_STREAM, CASS, "open-drawer", drawer="1", counts=FULL)
    office.account("alice")

    def hidden(events: list[dict[str, Any]]) -> None:
        find(events, "drawer-cash-moved")["amount"] = 1

    assert kinds(audited(forged(export_lines(office.floor.store), hidden)))


# Where the money comes from


def test_money_from_the_policy_s_amount_on_is_declared(office: Office) -> None:
    stream = office.account("alice")
    office.adopt(stated("funds.declared_from", 2000), "funds.declared_days = "
                 '{ value = 10, choice = "a test", date = 2026-01-01 }\n')  # fmt: skip
    slip = {"method": "cash", "reference": "f 1"}
    office.done(stream, CASS, "deposit", amount="999.99", **slip)  # a cent below, with $1,000.00
    slip["reference"] = "f 2"
    assert office.code(stream, CASS, "deposit", amount="0.01", **slip) == "not-declared"
    assert office.code(stream, CASS, "declare-funds", source="luck", form="F") == "unknown-source"
    assert office.code(stream, CASS, "declare-funds", source="salary", form=" ") == "no-form"
    office.done(stream, CASS, "declare-funds", source="salary", form="F 7")
    office.done(stream, CASS, "deposit", amount="0.01", **slip)
    office.now = NOON + timedelta(days=9)
    office.done(stream, CASS, "deposit", amount="2000", method="cash", reference="f 3")
    office.now = NOON + timedelta(days=10)
    late = {"amount": "2000", "method": "cash", "reference": "f 4"}
    assert office.code(stream, CASS, "deposit", **late) == "not-declared"
