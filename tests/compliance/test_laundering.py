"""Screening of a day: each sign of laundering with its nearest miss, from logs of real commands."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from compliance.nights import Night, audited
from policies.office import CASS, NOON, SUE, Office, stated
from policies.test_cash import ALICE, CAP, DORA, DYLAN, STREAM
from sabot.aml import AML_STREAM, Alert, AmlBook, ScreenDay
from sabot.compliance.laundering.movements import Movements, correlation
from sabot.compliance.laundering.screening import screened
from sabot.engine.streams import read_line
from sabot.floor import Floor
from sabot.floor.kinds import AML_DESKS
from sabot.odds.distributions.together import Game
from sabot.parts.periods import day_in
from sabot.policies import PolicyTerms
from sabot.rulebooks import EDITIONS
from sabot.store import Store, export_lines, open_store

ZONE = "Australia/Sydney"
TERMS = PolicyTerms(
    "here@2026-01-01",
    cash_cap=5_000_00,
    cash_report_from=10_000_00,
    alerts_structuring_days=7,
    alerts_structuring_parts=3,
    alerts_structuring_percent=80,
    alerts_little_play_from=2_000_00,
    alerts_little_play_percent=20,
    alerts_offset_coups=8,
    alerts_offset_percent=60,
    alerts_chips_from=1_000_00,
)
DAY = day_in(ZONE, NOON)


@pytest.fixture
def office() -> Iterator[Office]:
    """Alice has an account since last week, and there is a table with a float."""
    with open_store("sqlite://") as store:
        made = Office(Floor(store))
        made.now = NOON - timedelta(days=8)
        made.account("alice")
        made.done(STREAM, ALICE, "set-pin", pin="73910")
        opening = {"rulebook": "star-baccarat", "method": "A", "feed": "typed"}
        sign = {"minimum": "5", "maximum": "9000"}
        made.done("table:1", SUE, "open-table", sign=sign, **opening)
        made.done("table:1", SUE, "open-float", amount="90000")
        made.now = NOON
        yield made


def movements(store: Store, days: int = 7) -> Movements:
    """Return the movements of the days up to today."""
    found, start = Movements(ZONE), NOON - timedelta(days=days - 1, hours=12)
    for raw in export_lines(store):
        line = raw.rstrip(b"\n")
        if read_line(line).at >= start:
            found.take(line)
    return found


def kinds_of(store: Store) -> list[str]:
    return [each.kind for each in screened(DAY, movements(store), TERMS)]


def pays(office: Office, amount: str, reference: str) -> None:
    paid = {"amount": amount, "method": "cash", "reference": reference}
    office.done(STREAM, CASS, "deposit", **paid)


@pytest.mark.parametrize(("amount", "found"), [("4000", ["structuring"]), ("3999.99", [])])
def test_cash_just_below_the_limit_three_times_a_week(
    office: Office, amount: str, found: list[str]
) -> None:
    for days in (6, 3, 0):
        office.now = NOON - timedelta(days=days)
        pays(office, amount, f"s {days}")
    assert kinds_of(office.floor.store) == found


def test_cash_of_eight_days_is_not_added_up(office: Office) -> None:
    for days in (7, 3, 0):
        office.now = NOON - timedelta(days=days)
        pays(office, "4900", f"s {days}")
    assert kinds_of(office.floor.store) == []


@pytest.mark.parametrize(("last", "found"), [("1500", ["structuring"]), ("1499.99", [])])
def test_cash_that_is_divided_within_a_day(office: Office, last: str, found: list[str]) -> None:
    for number, amount in enumerate(("1500", "1000", last)):
        office.now = NOON + timedelta(hours=number)
        pays(office, amount, f"s {number}")
    assert kinds_of(office.floor.store) == found


def sits(office: Office) -> None:
    office.done("table:1", DORA, "join-table", player="alice", card="card of alice")


@pytest.mark.parametrize(("amount", "found"), [("2000", ["little play"]), ("1995", [])])
def test_a_large_buy_in_without_play(office: Office, amount: str, found: list[str]) -> None:
    sits(office)
    office.done("table:1", DORA, "buy-chips", player="alice", amount=amount, means="cash")
    office.done("table:1", DORA, "leave-table", player="alice")
    assert kinds_of(office.floor.store) == found


@pytest.mark.parametrize(("amount", "found"), [("1000", ["chips of unknown origin"]), ("995", [])])
def test_chips_that_no_record_explains(office: Office, amount: str, found: list[str]) -> None:
    sits(office)
    office.done("table:1", DORA, "declare-chips", player="alice", amount=amount)
    office.confirm("table:1", SUE)
    office.done("table:1", DORA, "leave-table", player="alice")
    assert kinds_of(office.floor.store) == found


@pytest.mark.parametrize(("amount", "found"), [("1000", True), ("999.99", False)])
def test_money_paid_out_that_others_brought(office: Office, amount: str, found: bool) -> None:
    sits(office)
    for _ in range(2):
        office.done("table:1", DORA, "declare-chips", player="alice", amount="900")
        office.confirm("table:1", SUE)
    office.done("table:1", DORA, "leave-table", player="alice")
    paid = {"amount": amount, "card": "card of alice", "pin": "73910", "reference": "t 1"}
    office.done(STREAM, CASS, "withdraw", **paid)
    assert ("cash-out by a third party" in kinds_of(office.floor.store)) == found
    own = screened(DAY, movements(office.floor.store), TERMS, lambda player: 1)
    assert "cash-out by a third party" not in [each.kind for each in own]


@pytest.mark.parametrize(
    ("stake", "coups", "found"), [("80", 8, True), ("75", 8, False), ("80", 7, False)]
)
def test_two_players_who_bet_against_each_other(stake: str, coups: int, found: bool) -> None:
    night = Night("star-baccarat")
    night.bets = [
        {"player": "alice", "on": "player", "amount": "100"},
        {"player": "bob", "on": "banker", "amount": stake},
    ]
    night.coups(coups)
    seen = Movements(ZONE)
    for raw in export_lines(night.store):
        seen.take(raw.rstrip(b"\n"))
    day = day_in(ZONE, night.now)
    alerts = [each for each in screened(day, seen, TERMS) if each.kind == "offsetting bets"]
    assert bool(alerts) == found


def test_opposite_bets_are_known_by_exact_odds() -> None:
    game = Game("star-baccarat", [*EDITIONS["star-baccarat"]][-1], 8, "commission", 500)
    assert correlation(game, "player", "banker", None) < -0.95
    assert correlation(game, "banker", "banker", None) > 0.95
    assert correlation(game, "player", "tie", None) > -0.5


# Decisions


def raised(office: Office) -> None:
    alert = Alert("little play", ("alice",), DAY, 2_000_00, ("table:1 9",))
    command = ScreenDay(
        id="screen 1", actor="house", role="casino operator", at=office.now, day=DAY,
        edition="here@2026-01-01", found=(alert,),
    )  # fmt: skip
    assert office.floor.give(AML_STREAM, command).rejected is None
    again = office.floor.give(AML_STREAM, ScreenDay(
        id="screen 2", actor="house", role="casino operator", at=office.now, day=DAY, edition="x",
    ))  # fmt: skip
    assert again.rejected is not None and again.rejected.code == "screened"


def test_a_person_decides_an_alert_with_a_reason(office: Office) -> None:
    raised(office)
    said = {"number": 1, "verdict": "reported"}
    assert office.code(AML_STREAM, SUE, "decide-alert", **said, reason="x") == "wrong-role"
    assert office.code(AML_STREAM, DYLAN, "decide-alert", **said, reason=" ") == "no-reason"
    assert office.code(AML_STREAM, DYLAN, "decide-alert", **said, reason="odd") == "no-policy"
    office.adopt(CAP, stated("alerts.report_days", 3))
    office.done(AML_STREAM, DYLAN, "decide-alert", **said, reason="odd")
    assert office.code(AML_STREAM, DYLAN, "decide-alert", **said, reason="odd") == "no-alert"
    book: AmlBook = office.floor.state(AML_DESKS, "casino")
    (due,) = book.notices.due.values()
    assert (due.duty, due.deadline) == ("suspicion-report", "within 3 business days")
    assert "alice" not in due.about
    office.done(AML_STREAM, DYLAN, "give-notice", number=1, channel="SMR 4")
    assert audited(export_lines(office.floor.store)) == []
