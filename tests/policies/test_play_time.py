"""Time of play under a policy, over tables: each rule with its nearest miss, to the second."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest

from compliance.nights import audited, find, forged, kinds
from policies.office import CASS, GRETA, MAREK, NOON, SUE, Office, stated
from sabot.accounts import NotePlay
from sabot.core.refusal import Refusal
from sabot.floor import Floor
from sabot.policies import POLICY_STREAM
from sabot.policies.play_time import Period, began, played, reached_at
from sabot.store import export_lines, open_store
from sabot.table.players.play_time import check_play_time

ALICE = {"actor": "alice", "role": "player"}
DORA = {"actor": "dora", "role": "dealer"}
HOUR, SECOND = timedelta(hours=1), timedelta(seconds=1)
ASSESSED = stated("play.assessed_hours", 6) + stated("play.break_minutes", 30)
SHORT = (
    stated("play.short_hours", 12)
    + stated("play.short_window_hours", 24)
    + stated("play.short_rest_hours", 24)
)
LONG = (
    stated("play.long_hours", 48)
    + stated("play.long_window_hours", 168)
    + stated("play.long_rest_hours", 168)
)
SEAT = {"player": "alice", "card": "card of alice"}
STREAM = "player:alice"
NUMBERS = count(1)


@pytest.fixture
def office() -> Iterator[Office]:
    """Two open tables, and alice with an account; the audit finds nothing at the end."""
    with open_store("sqlite://") as store:
        made = Office(Floor(store))
        for name in ("1", "2"):
            opening = {"rulebook": "star-baccarat", "method": "A", "feed": "typed"}
            sign = {"minimum": "5", "maximum": "1000"}
            made.done(f"table:{name}", SUE, "open-table", sign=sign, **opening)
        made.account("alice")
        yield made
        assert audited(export_lines(store)) == []


def sits(office: Office, table: str = "1") -> None:
    office.done(f"table:{table}", DORA, "join-table", **SEAT)


def goes(office: Office, table: str = "1") -> None:
    office.done(f"table:{table}", DORA, "leave-table", player="alice")


def plays(office: Office, hours: float, table: str = "1") -> None:
    sits(office, table)
    office.now += timedelta(hours=hours)
    goes(office, table)


def note(office: Office) -> str:
    """Let the server look at the time of play; return the code of its refusal, or ""."""
    number = f"note {next(NUMBERS)}"
    command = NotePlay(id=number, actor="house", role="casino operator", at=office.now)
    answer = office.floor.give(STREAM, command)
    return "" if answer.rejected is None else answer.rejected.code


def duties(office: Office) -> list[str]:
    return [each.duty for each in office.floor.account("alice").notices.due.values()]


# Arithmetic


def test_time_of_play_is_counted_to_the_tick() -> None:
    day = datetime(2026, 3, 14, tzinfo=UTC)
    periods = (Period(day, day + 5 * HOUR), Period(day + 6 * HOUR, day + 9 * HOUR))
    assert played(periods, day + 4 * HOUR, day + 7 * HOUR) == 2 * HOUR
    # eight hours lie in the window until the first of them leave it, as fast as new ones come
    assert reached_at(periods, day + 10 * HOUR, 12 * HOUR, 24 * HOUR) == day + 14 * HOUR
    assert reached_at((), day, 12 * HOUR, 24 * HOUR) == day + 12 * HOUR
    assert began(periods, day + 9.5 * HOUR, 0.5 * HOUR) == day + 9.5 * HOUR
    assert began(periods, day + 9.5 * HOUR - SECOND, 0.5 * HOUR) == day + 6 * HOUR


# Continuous play


def test_after_six_hours_staff_assess_the_player_once(office: Office) -> None:
    office.adopt(ASSESSED)
    sits(office)
    office.now = NOON + 6 * HOUR - SECOND
    assert note(office) == "nothing-due"
    office.now = NOON + 6 * HOUR
    assert note(office) == "" and duties(office) == ["play-assessment"]
    assert note(office) == "nothing-due"
    yes = {"number": 1, "channel": "had a talk"}
    assert office.code(STREAM, SUE, "give-notice", **yes) == "unknown-outcome"
    office.done(STREAM, SUE, "give-notice", number=1, channel="may play on", note="awake")
    office.now += 7 * HOUR
    assert note(office) == "nothing-due"
    goes(office)


@pytest.mark.parametrize(("away", "due"), [(1799, True), (1800, False)])
def test_a_break_of_the_policy_s_length_ends_continuous_play(
    office: Office, away: int, due: bool
) -> None:
    office.adopt(ASSESSED)
    plays(office, 5)
    office.now += timedelta(seconds=away)
    sits(office, "2")
    office.now = NOON + 6 * HOUR
    assert (note(office) == "") == due
    if due:
        office.done(STREAM, SUE, "give-notice", number=1, channel="takes a break")
    goes(office, "2")


def test_an_assessment_is_asked_for_as_the_player_leaves(office: Office) -> None:
    office.adopt(ASSESSED)
    plays(office, 6)
    assert duties(office) == ["play-assessment"]
    office.done(STREAM, SUE, "give-notice", number=1, channel="has left already")


# Bars


@pytest.mark.parametrize("second", ["1", "2"])
def test_twelve_hours_in_a_day_ask_for_a_day_of_rest_over_all_tables(
    office: Office, second: str
) -> None:
    office.adopt(SHORT, LONG)
    plays(office, 8)
    office.now += HOUR
    sits(office, second)
    table, buy = f"table:{second}", {"player": "alice", "amount": "20", "means": "cash"}
    office.now = NOON + 13 * HOUR - SECOND
    assert note(office) == "nothing-due"
    office.now = NOON + 13 * HOUR
    assert note(office) == ""
    account = office.floor.account("alice")
    assert account.rest is not None and account.rest.until == NOON + 37 * HOUR
    assert account.stay is None  # sent away in the same unit of work
    assert "alice" not in office.floor.table(second).patrons
    assert office.code(table, DORA, "buy-chips", **buy) == "not-at-table"
    office.now = NOON + 37 * HOUR - SECOND
    for each in ("1", "2"):
        assert office.code(f"table:{each}", DORA, "join-table", **SEAT) == "resting"
    office.now = NOON + 37 * HOUR
    plays(office, 0.1)


def test_a_second_less_than_twelve_hours_is_no_bar(office: Office) -> None:
    office.adopt(SHORT)
    plays(office, 12 - 1 / 3600)
    office.now += SECOND
    sits(office)
    office.now += SECOND
    goes(office)
    assert office.floor.account("alice").rest is not None


def test_forty_eight_hours_in_a_week_ask_for_a_week_of_rest(office: Office) -> None:
    office.adopt(LONG)
    for day in range(4):
        office.now = NOON + timedelta(days=day)
        plays(office, 11.99)
    office.now = NOON + timedelta(days=6)
    sits(office)
    office.now += timedelta(hours=0.04) - SECOND
    assert note(office) == "nothing-due"
    office.now += SECOND
    assert note(office) == ""
    end = office.now + timedelta(days=7)
    office.now = end - SECOND
    assert office.code("table:1", DORA, "join-table", **SEAT) == "resting"
    office.now = end
    sits(office)
    goes(office)


def test_hours_of_play_are_elapsed_hours_when_the_clocks_go_back(office: Office) -> None:
    office.adopt(SHORT)
    office.now = datetime(2026, 4, 4, 8, tzinfo=UTC)  # 19:00; at three the clocks go back
    sits(office)
    office.now += 12 * HOUR - SECOND
    assert note(office) == "nothing-due"
    office.now += SECOND
    assert note(office) == ""


def test_no_wager_is_taken_from_the_last_second_on(office: Office) -> None:
    office.adopt(SHORT)
    sits(office)
    play = office.floor.table("1").patrons["alice"].play
    assert play is not None and (play.stop, play.rule) == (NOON + 12 * HOUR, "play.short_hours")
    patron = office.floor.table("1").patrons["alice"]
    check_play_time("alice", patron, NOON + 12 * HOUR - SECOND)
    with pytest.raises(Refusal, match="plays no longer"):
        check_play_time("alice", patron, NOON + 12 * HOUR)
    office.now = NOON + 12 * HOUR
    goes(office)


# Policies that change


def test_a_policy_that_comes_or_goes_in_mid_visit_holds_from_then_on(office: Office) -> None:
    sits(office)
    office.now += 11 * HOUR
    assert note(office) == "nothing-due"
    office.adopt(SHORT)
    assert note(office) == ""  # the table is told
    play = office.floor.table("1").patrons["alice"].play
    assert play is not None and play.stop == NOON + 12 * HOUR
    office.done(POLICY_STREAM, GRETA, "end-policy", reason="a test")
    office.confirm(POLICY_STREAM, MAREK)
    office.now += 10 * HOUR
    assert note(office) == ""
    assert office.floor.table("1").patrons["alice"].play is None
    goes(office)
    assert office.floor.account("alice").rest is None


def test_a_rest_is_not_enforced_once_no_policy_is_in_force(office: Office) -> None:
    office.adopt(SHORT)
    plays(office, 12)
    assert office.code("table:1", DORA, "join-table", **SEAT) == "resting"
    office.done(POLICY_STREAM, GRETA, "end-policy", reason="a test")
    office.confirm(POLICY_STREAM, MAREK)
    plays(office, 1)


# Suspension


def test_a_suspension_ends_by_itself_and_never_early(office: Office) -> None:
    office.adopt(stated("suspension.least_hours", 24))
    sits(office, "2")
    assert office.code(STREAM, ALICE, "suspend-play", hours=23) == "bad-hours"
    assert office.code(STREAM, CASS, "suspend-play", hours=24) == "no-consent"
    office.done(STREAM, ALICE, "suspend-play", hours=24)
    assert office.floor.account("alice").stay is None
    assert office.code(STREAM, ALICE, "suspend-play", hours=24) == "suspended"
    cash = {"amount": "5", "method": "cash", "reference": "s 1"}
    office.now = NOON + 24 * HOUR - SECOND
    assert office.code("table:1", DORA, "join-table", **SEAT) == "suspended"
    assert office.code(STREAM, CASS, "deposit", **cash) == "suspended"
    office.now = NOON + 24 * HOUR
    office.done(STREAM, CASS, "deposit", **cash)
    plays(office, 1)


# Limits that are asked for


def test_a_player_sets_a_limit_or_declines_before_play(office: Office) -> None:
    office.adopt(stated("limits.asked_months", 12))
    assert office.code("table:1", DORA, "join-table", **SEAT) == "limits-not-said"
    shown = {"card": "card of alice"}
    assert office.code(STREAM, CASS, "decline-limits") == "no-consent"
    assert office.code(STREAM, CASS, "decline-limits", **shown) == "not-authorised"
    office.done(STREAM, ALICE, "decline-limits")
    plays(office, 1)
    office.now = datetime(2027, 3, 13, 12, 59, 59, tzinfo=UTC)  # the last second of that day
    plays(office, 0)
    office.now += SECOND
    assert office.code("table:1", DORA, "join-table", **SEAT) == "limits-not-said"
    office.done(STREAM, ALICE, "set-deposit-limit", amount="500")
    assert office.code(STREAM, ALICE, "decline-limits") == "limits-set"
    plays(office, 1)


# Data


def test_a_request_for_data_has_its_deadline(office: Office) -> None:
    assert office.code(STREAM, ALICE, "request-play-data") == "no-policy"
    office.adopt(stated("data.request_hours", 48))
    office.done(STREAM, ALICE, "request-play-data")
    assert office.code(STREAM, ALICE, "request-play-data") == "asked-already"
    due = office.floor.account("alice").notices.due[1]
    assert (due.by, due.deadline) == (NOON + 48 * HOUR, "within 48 hours")
    office.now = NOON + 48 * HOUR
    office.done(STREAM, SUE, "give-notice", number=1, channel="printed")


# Forged logs


def test_a_bar_that_a_forged_log_leaves_out_is_found(office: Office) -> None:
    office.adopt(SHORT)
    plays(office, 12)
    lines = list(export_lines(office.floor.store))

    def without(events: list[dict[str, Any]]) -> None:
        events.remove(find(events, "rest-begun"))

    def longer(events: list[dict[str, Any]]) -> None:
        for each in events:
            said = each.get("do", {})
            for holder in (each, said.get("visit") or {}):
                if holder.get("play"):
                    holder["play"]["stop"] = "2026-03-20T01:00:00Z"

    assert kinds(audited(forged(lines, without)))
    found = kinds(audited(forged(lines, longer)))
    assert found


def test_a_table_that_was_told_another_time_is_found(office: Office) -> None:
    office.adopt(SHORT)
    sits(office)
    lines = list(export_lines(office.floor.store))

    def longer(events: list[dict[str, Any]]) -> None:
        event = find(events, "player-joined")
        for holder in (event, event["do"]["visit"]):
            holder["play"]["stop"] = "2026-03-20T01:00:00Z"

    assert kinds(audited(forged(lines, longer))) == {"wrong-play-time"}


def test_a_duty_that_was_done_late_is_found(office: Office) -> None:
    office.adopt(stated("data.request_hours", 48))
    office.done(STREAM, ALICE, "request-play-data")
    office.done(STREAM, SUE, "give-notice", number=1, channel="printed")

    def later(events: list[dict[str, Any]]) -> None:
        given = find(events, "notice-given")
        given["at"] = given["given"] = "2026-03-16T01:00:00.000001Z"

    assert "notice-late" in kinds(audited(forged(export_lines(office.floor.store), later)))
