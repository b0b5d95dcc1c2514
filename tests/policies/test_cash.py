"""Cash of a player and day against the cap, and reports of large transactions, to the cent."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import msgspec
import pytest

from compliance.nights import audited, find, forged, kinds
from policies.office import CASS, NOON, SUE, Office, stated
from sabot.aml import AML_KIND, AML_STREAM, AmlBook
from sabot.floor import Floor
from sabot.floor.kinds import AML_DESKS, may_know
from sabot.policies.business_days import days_after
from sabot.store import export_lines, open_store

DORA = {"actor": "dora", "role": "dealer"}
DYLAN = {"actor": "dylan", "role": "duty manager"}
ALICE = {"actor": "alice", "role": "player"}
STREAM = "player:alice"
SECOND = timedelta(seconds=1)
CAP = stated("cash.cap", 5000)
BEFORE = NOON - timedelta(days=1)


@pytest.fixture
def office() -> Iterator[Office]:
    """Alice has an account since yesterday, and sits at the first of two tables with a float."""
    with open_store("sqlite://") as store:
        made = Office(Floor(store))
        made.now = BEFORE
        made.account("alice")
        made.done(STREAM, ALICE, "set-pin", pin="73910")
        for name in ("1", "2"):
            table = f"table:{name}"
            opening = {"rulebook": "star-baccarat", "method": "A", "feed": "typed"}
            made.done(table, SUE, "open-table", sign={"minimum": "5", "maximum": "9000"}, **opening)
            made.done(table, SUE, "open-float", amount="90000")
        made.now = NOON
        made.done("table:1", DORA, "join-table", player="alice", card="card of alice")
        yield made


def pays(office: Office, amount: str, reference: str, method: str = "cash") -> str:
    paid = {"amount": amount, "method": method, "reference": reference}
    answer = office.say(STREAM, CASS, "deposit", **paid).rejected
    return "" if answer is None else answer.code


def buys(office: Office, amount: str, table: str = "1", means: str = "cash") -> str:
    bought = {"player": "alice", "amount": amount, "means": means}
    answer = office.say(f"table:{table}", DORA, "buy-chips", **bought).rejected
    return "" if answer is None else answer.code


def takes(office: Office, amount: str, reference: str) -> str:
    paid = {"amount": amount, "card": "card of alice", "pin": "73910", "reference": reference}
    answer = office.say(STREAM, CASS, "withdraw", **paid).rejected
    return "" if answer is None else answer.code


@pytest.mark.parametrize("second", ["1", "2"])
def test_cash_at_cage_and_tables_counts_together_to_the_cent(office: Office, second: str) -> None:
    office.adopt(CAP)
    assert pays(office, "2000", "c 1") == ""
    assert buys(office, "1500") == ""
    if second == "2":
        office.done("table:1", DORA, "leave-table", player="alice")
        office.done("table:2", DORA, "join-table", player="alice", card="card of alice")
    assert buys(office, "1000", second) == ""
    assert takes(office, "500.01", "c 2") == "cash-cap"  # a cent too much
    assert pays(office, "500.01", "c 3", "eftpos") == ""
    assert takes(office, "500", "c 4") == ""
    assert pays(office, "0.01", "c 5") == "cash-cap"
    assert buys(office, "5", second) == "cash-cap"
    office.now = datetime(2026, 3, 14, 12, 59, 59, tzinfo=UTC)  # the last second of that day
    assert pays(office, "0.01", "c 6") == "cash-cap"
    office.now += SECOND
    assert pays(office, "5000", "c 7") == ""
    assert audited(export_lines(office.floor.store)) == []


def test_the_day_is_the_casino_s_when_the_clocks_go_back(office: Office) -> None:
    office.adopt(CAP)
    office.now = datetime(2026, 4, 4, 13, tzinfo=UTC)  # midnight; this Sunday has 25 hours
    assert pays(office, "5000", "d 1") == ""
    office.now = datetime(2026, 4, 5, 13, 59, 59, tzinfo=UTC)
    assert pays(office, "0.01", "d 2") == "cash-cap"
    office.now += SECOND
    assert pays(office, "0.01", "d 3") == ""


def test_a_cap_of_a_later_edition_holds_from_its_first_second(office: Office) -> None:
    office.adopt(CAP, stated("cash.cap", 1000, since="2026-03-15"))
    office.now = datetime(2026, 3, 14, 12, 59, 59, tzinfo=UTC)
    assert pays(office, "1000.01", "e 1") == ""
    office.now += SECOND
    assert pays(office, "1000.01", "e 2") == "cash-cap"
    assert pays(office, "1000", "e 3") == ""


def test_cash_before_a_policy_counts_once_there_is_one(office: Office) -> None:
    assert pays(office, "6000", "f 1") == ""
    office.adopt(CAP)
    assert pays(office, "0.01", "f 2") == "cash-cap"


def test_cash_that_cannot_be_counted_is_not_taken(office: Office) -> None:
    office.done("table:1", DORA, "join-table", player="walter", card="x")
    bought = {"player": "walter", "amount": "100", "means": "cash"}
    office.done("table:1", DORA, "buy-chips", **bought)
    office.adopt(CAP)
    assert office.code("table:1", DORA, "buy-chips", **bought) == "not-counted"


def test_cash_beyond_the_cap_in_a_forged_log_is_found(office: Office) -> None:
    office.adopt(CAP.replace("5000", "9000"))
    assert pays(office, "6000", "g 1") == ""

    def lower(events: list[dict[str, Any]]) -> None:
        event = find(events, "policy-adopted")
        event["policy"]["editions"][0]["values"][0]["value"] = 500_000

    assert "cash-over-cap" in kinds(audited(forged(export_lines(office.floor.store), lower)))


def test_a_purchase_that_is_not_counted_as_cash_is_found(office: Office) -> None:
    assert buys(office, "100") == ""

    def cashless(events: list[dict[str, Any]]) -> None:
        event = find(events, "purchase-counted")
        event["cash"], event["do"]["means"] = 0, "cashless"

    assert kinds(audited(forged(export_lines(office.floor.store), cashless))) == {"wrong-visit"}


# Reports of large transactions

REPORTS = stated("cash.report_from", 10_000) + stated("cash.report_days", 10)


def book(office: Office) -> AmlBook:
    found: AmlBook = office.floor.state(AML_DESKS, "casino")
    return found


def test_cash_of_the_amount_is_a_duty_and_a_cent_less_is_none(office: Office) -> None:
    office.adopt(REPORTS, stated("holidays.nsw", True))
    office.now = datetime(2026, 3, 30, 1, tzinfo=UTC)
    assert pays(office, "9999.99", "h 1") == ""
    assert not book(office).notices.due
    office.now += timedelta(days=1)
    assert pays(office, "10000", "h 2") == ""
    (due,) = book(office).notices.due.values()
    assert (due.to, due.duty, due.deadline) == (
        "commission", "threshold-report", "within 10 business days",
    )  # fmt: skip
    # Good Friday and Easter Monday are none of the ten days after 31 March
    assert due.by == datetime(2026, 4, 16, 14, tzinfo=UTC)
    given = {"number": 1, "channel": "TTR 77"}
    assert office.code(AML_STREAM, SUE, "give-notice", **given) == "wrong-role"
    office.done(AML_STREAM, DYLAN, "give-notice", **given)
    assert audited(export_lines(office.floor.store)) == []


def test_a_purchase_of_chips_for_cash_is_reported_too(office: Office) -> None:
    office.adopt(REPORTS)
    office.done("table:1", DORA, "buy-chips", player="alice", amount="10000", means="cash")
    if not book(office).notices.due:
        office.confirm("table:1", SUE)
    assert len(book(office).notices.due) == 1


def test_business_days() -> None:
    friday = date(2026, 4, 2)
    assert days_after(friday, 1, nsw=True) == date(2026, 4, 7)
    assert days_after(friday, 1, nsw=False) == date(2026, 4, 3)
    assert days_after(date(2026, 12, 24), 1, nsw=True) == date(2026, 12, 29)


def test_only_those_who_need_to_know_see_a_line(office: Office) -> None:
    office.adopt(REPORTS)
    assert pays(office, "10000", "i 1") == ""
    line = next(each for each in export_lines(office.floor.store) if b"threshold-noted" in each)
    for role in ("player", "dealer", "cashier", "casino supervisor", "gaming manager", ""):
        seen = msgspec.json.decode(AML_KIND.sees(role, "alice", line))
        assert (seen["what"], len(seen)) == ("private/1", 3), role
        assert not may_know(AML_STREAM, role)
    for role in ("duty manager", "inspector", "surveillance"):
        assert b"alice" in AML_KIND.sees(role, "dylan", line) and may_know(AML_STREAM, role)
