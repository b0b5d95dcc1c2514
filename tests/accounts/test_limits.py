"""Limits that are tightened hold at once, and limits that are loosened after 24 hours."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import msgspec
import pytest

from accounts.desk import ALICE, DEALER, NOON, Desk, utc
from sabot.accounts import (
    CloseVisit,
    Deposit,
    OpenVisit,
    PostReversal,
    SetDepositLimit,
    SetHouseLimit,
    SetLossLimit,
    deposit_limit,
    loss_limits,
    loss_room,
    net_loss,
    next_easing,
)
from sabot.engine.streams import Rejection
from sabot.rulebooks import RULEBOOKS

DAY = timedelta(hours=24)
TICK = timedelta(microseconds=1)


def loses(desk: Desk, lost: str) -> None:
    desk.do(OpenVisit, ALICE, table="T1")
    desk.do(CloseVisit, table="T1", chips="0", lost=lost)


def room(desk: Desk) -> int | None:
    return loss_room(desk.account, desk.now)


def test_a_lower_deposit_limit_holds_at_once_and_a_higher_one_after_24_hours() -> None:
    desk = Desk()
    desk.do(SetDepositLimit, ALICE, amount="100")
    desk.do(SetDepositLimit, ALICE, amount="50")
    assert desk.account.deposit_limits[0].until is None
    assert deposit_limit(desk.account, NOON) == 5000
    desk.do(SetDepositLimit, ALICE, amount="200")
    assert next_easing(desk.account.deposit_limits, NOON) == NOON + DAY
    assert deposit_limit(desk.account, NOON + DAY - TICK) == 5000
    assert deposit_limit(desk.account, NOON + DAY) == 20000
    assert next_easing(desk.account.deposit_limits, NOON + DAY) is None


def test_a_limit_is_gone_24_hours_after_it_was_removed() -> None:
    desk = Desk()
    desk.no("no-limit", SetDepositLimit, ALICE, amount=None)
    desk.do(SetDepositLimit, ALICE, amount="100")
    desk.do(SetDepositLimit, ALICE, amount=None)
    desk.no("no-limit", SetDepositLimit, ALICE, amount=None)
    desk.now = NOON + DAY - TICK
    desk.no("deposit-limit", Deposit, amount="100.01", method="cash")
    desk.now = NOON + DAY
    desk.do(Deposit, amount="100.01", method="cash")


def test_a_second_change_does_not_lengthen_or_shorten_the_wait() -> None:
    desk = Desk()
    desk.do(SetDepositLimit, ALICE, amount="100")
    desk.do(SetDepositLimit, ALICE, amount="200")
    desk.now = NOON + timedelta(hours=23)
    desk.do(SetDepositLimit, ALICE, amount="300")
    for hours, limit in ((23, 10000), (24, 20000), (46.99, 20000), (47, 30000)):
        assert deposit_limit(desk.account, NOON + timedelta(hours=hours)) == limit


def test_a_limit_is_loosened_three_times_a_local_day_and_tightened_as_often_as_one_likes() -> None:
    desk = Desk()
    desk.do(SetDepositLimit, ALICE, amount="100")
    for cents in range(1, 4):
        desk.do(SetDepositLimit, ALICE, amount=f"100.0{cents}")
    desk.no("loosened-often", SetDepositLimit, ALICE, amount="100.04")
    desk.no("loosened-often", SetDepositLimit, ALICE, amount=None)
    for amount in range(90, 60, -1):
        desk.do(SetDepositLimit, ALICE, amount=str(amount))
    assert len(desk.account.deposit_limits) == 1
    desk.no("loosened-often", SetDepositLimit, ALICE, amount="62")
    desk.do(SetLossLimit, ALICE, amount="10")  # another kind has a count of its own
    desk.do(SetLossLimit, ALICE, amount="20")
    desk.now = NOON.replace(hour=14, minute=0)  # midnight in Sydney
    desk.do(SetDepositLimit, ALICE, amount="62")


def test_a_change_of_period_is_loosening_and_the_same_amount_is_not() -> None:
    desk = Desk()
    desk.do(SetLossLimit, ALICE, amount="100")
    for period in ("week", "day", "month"):
        desk.do(SetLossLimit, ALICE, amount="100", period=period)
    desk.no("loosened-often", SetLossLimit, ALICE, amount="100", period="week")
    desk.do(SetLossLimit, ALICE, amount="100", period="month")


def test_raising_a_limit_by_a_cent_all_day_does_not_fill_the_log() -> None:
    """1,500 requests once wrote 60 MB: each event repeated all limits of the last 24 hours."""
    desk, largest, refused = Desk(), 0, 0
    for number in range(1500):
        cents = f"{1000 + number // 100}.{number % 100:02}"
        answer = desk.decide(desk.command(SetDepositLimit, ALICE, {"amount": cents}))
        if isinstance(answer, Rejection):
            refused += 1
        else:
            largest = max(largest, *(len(msgspec.json.encode(event)) for event in answer))
    assert refused == 1500 - 4 and largest < 500


def test_thinking_better_of_it_takes_the_higher_limit_back() -> None:
    desk = Desk()
    desk.do(SetDepositLimit, ALICE, amount="100")
    desk.do(SetDepositLimit, ALICE, amount="200")
    desk.do(SetDepositLimit, ALICE, amount="100")
    assert deposit_limit(desk.account, NOON + 9 * DAY) == 10000


def test_24_hours_are_hours_also_when_the_clocks_change() -> None:
    for start in ("2025-10-04 03:00", "2026-04-04 03:00"):
        desk = Desk(at=utc(start))
        desk.do(SetDepositLimit, ALICE, amount="100")
        desk.do(SetDepositLimit, ALICE, amount="200")
        assert deposit_limit(desk.account, utc(start) + DAY - TICK) == 10000
        assert deposit_limit(desk.account, utc(start) + DAY) == 20000


def test_a_moment_may_be_told_in_local_time() -> None:
    """Within one zone, arithmetic follows the clock on the wall; 24 hours do not."""
    sydney = ZoneInfo("Australia/Sydney")
    for start in ("2025-10-04 03:00", "2026-04-04 03:00"):
        desk = Desk(at=utc(start).astimezone(sydney))
        desk.do(SetDepositLimit, ALICE, amount="100")
        desk.do(SetDepositLimit, ALICE, amount="200")
        assert next_easing(desk.account.deposit_limits, utc(start)) == utc(start) + DAY
        after = (utc(start) + DAY).astimezone(sydney)
        assert deposit_limit(desk.account, after) == 20000


def test_a_clock_that_is_set_back_shortens_no_wait() -> None:
    desk = Desk()
    desk.do(SetDepositLimit, ALICE, amount="100")
    desk.now = NOON - timedelta(hours=5)
    desk.do(SetDepositLimit, ALICE, amount="200")
    assert deposit_limit(desk.account, NOON + DAY - TICK) == 10000


def test_the_same_limit_again_changes_nothing() -> None:
    desk = Desk()
    desk.do(SetLossLimit, ALICE, amount="100")
    before = desk.account.loss_limits
    desk.do(SetLossLimit, ALICE, amount="100")
    assert desk.account.loss_limits == before


@pytest.mark.parametrize(
    ("period", "last_inside", "first_outside"),
    [
        ("day", "2025-08-20 13:59:59", "2025-08-20 14:00"),
        ("week", "2025-08-24 13:59:59", "2025-08-24 14:00"),  # Sunday and Monday
        ("month", "2025-08-31 13:59:59", "2025-08-31 14:00"),
    ],
)
def test_the_net_loss_of_a_period(period: str, last_inside: str, first_outside: str) -> None:
    desk = Desk()
    assert room(desk) is None
    desk.do(SetLossLimit, ALICE, amount="100", period=period)
    loses(desk, "30")
    assert room(desk) == 7000
    loses(desk, "-50")
    assert (room(desk), net_loss(desk.account, period, desk.now)) == (12000, -2000)
    loses(desk, "119.99")
    desk.now = utc(last_inside)
    assert room(desk) == 1
    desk.now = utc(first_outside)
    assert room(desk) == 10000


@pytest.mark.parametrize(
    ("inside", "outside"),
    [
        ("2025-02-28 12:59", "2025-02-28 13:00"),
        ("2028-02-29 12:59", "2028-02-29 13:00"),
        ("2025-04-30 13:59", "2025-04-30 14:00"),
        ("2025-12-31 12:59", "2025-12-31 13:00"),
        ("2026-03-31 12:59", "2026-03-31 13:00"),
    ],
)
def test_months_end_at_midnight_in_sydney(inside: str, outside: str) -> None:
    desk = Desk(at=utc(inside) - timedelta(days=27))
    desk.do(SetLossLimit, ALICE, amount="100", period="month")
    loses(desk, "40")
    assert loss_room(desk.account, utc(inside)) == 6000
    assert loss_room(desk.account, utc(outside)) == 10000


def test_a_visit_counts_in_the_period_in_which_it_ends() -> None:
    desk = Desk(at=utc("2025-08-20 13:00"))
    desk.do(SetLossLimit, ALICE, amount="100")
    desk.do(OpenVisit, ALICE, table="T1")
    desk.now = utc("2025-08-20 14:00")
    desk.do(CloseVisit, table="T1", chips="0", lost="30")
    assert room(desk) == 7000


def test_no_play_without_room_to_lose() -> None:
    desk = Desk()
    desk.do(SetLossLimit, ALICE, amount="100")
    loses(desk, "99.99")
    assert room(desk) == 1
    loses(desk, "0.02")
    assert room(desk) == 0
    desk.no("loss-limit", OpenVisit, ALICE, table="T1")
    desk.now = utc("2025-08-20 14:00")
    event = desk.do(OpenVisit, ALICE, table="T1")
    assert getattr(event, "room", None) == 10000


@pytest.mark.parametrize("book", [None, *RULEBOOKS])
def test_the_clause_is_the_rulebook_s(book: str | None) -> None:
    desk = Desk(rules=book)
    desk.do(SetLossLimit, ALICE, amount="0")
    gaming = RULEBOOKS[book].conduct.gaming if book else None
    expected = gaming.bar if gaming else None
    assert desk.no("loss-limit", OpenVisit, ALICE, table="T1") == expected


def test_a_lower_loss_limit_holds_at_once_and_a_higher_one_after_24_hours() -> None:
    desk = Desk()
    desk.do(SetLossLimit, ALICE, amount="100", period="month")
    desk.do(SetLossLimit, ALICE, amount="60", period="month")
    loses(desk, "10")
    assert room(desk) == 5000
    desk.do(SetLossLimit, ALICE, amount="500", period="month")
    assert loss_room(desk.account, NOON + DAY - TICK) == 5000
    assert loss_room(desk.account, NOON + DAY) == 49000
    desk.do(SetLossLimit, ALICE, amount=None)
    assert loss_room(desk.account, NOON + DAY - TICK) == 5000
    assert loss_room(desk.account, NOON + DAY) is None


@pytest.mark.parametrize("periods", [("day", "month"), ("month", "day")])
def test_of_two_periods_the_tighter_limit_holds_for_24_hours(periods: tuple[str, str]) -> None:
    """Either change may be the looser one: last week's win hides in the month, not in the day."""
    desk = Desk(at=NOON - 8 * DAY)
    loses(desk, "-500")
    desk.now = NOON
    desk.do(SetLossLimit, ALICE, amount="100", period=periods[0])
    loses(desk, "80")
    desk.do(SetLossLimit, ALICE, amount="100", period=periods[1])
    assert len(loss_limits(desk.account, NOON)) == 2
    assert room(desk) == 2000
    after = NOON + DAY  # the next day at noon, so that a limit by the day starts fresh
    assert loss_room(desk.account, after) == (52000 if periods[1] == "month" else 10000)


def test_of_house_and_player_the_tighter_loss_limit_holds() -> None:
    desk = Desk()
    desk.do(SetHouseLimit, kind="loss", amount="200", period="week")
    desk.do(SetLossLimit, ALICE, amount="150")
    loses(desk, "60")
    assert room(desk) == 9000
    desk.now = NOON + DAY
    assert room(desk) == 14000
    desk.do(SetLossLimit, ALICE, amount="1000")
    desk.now += DAY
    assert room(desk) == 14000


def test_the_house_s_limit_changes_at_once_and_by_a_supervisor() -> None:
    desk = Desk()
    desk.no("no-limit", SetHouseLimit, kind="loss", amount=None)
    desk.no("wrong-role", SetHouseLimit, DEALER, kind="loss", amount="5")
    desk.do(SetHouseLimit, kind="loss", amount="5", period="month")
    desk.do(SetHouseLimit, kind="loss", amount="9", period="week")
    assert room(desk) == 900
    desk.do(SetHouseLimit, kind="loss", amount=None)
    assert room(desk) is None


def test_limits_that_make_no_sense() -> None:
    desk = Desk(rules=next(iter(RULEBOOKS)))
    desk.no("bad-period", SetLossLimit, ALICE, amount="5", period="year")
    desk.no("bad-period", SetLossLimit, ALICE, amount=None, period="year")
    desk.no("bad-amount", SetLossLimit, ALICE, amount="-5")
    desk.no("bad-amount", SetDepositLimit, ALICE, amount="five")
    desk.no("bad-limit", SetHouseLimit, kind="fun", amount="5")
    gaming = RULEBOOKS[next(iter(RULEBOOKS))].conduct.gaming
    clause = desk.no("bad-period", SetHouseLimit, kind="deposit", amount="5", period="week")
    assert gaming is not None
    assert clause == gaming.deposit


def test_a_reversal_is_no_loss_and_what_it_takes_is() -> None:
    desk = Desk()
    desk.do(SetLossLimit, ALICE, amount="100")
    loses(desk, "40")
    desk.do(PostReversal, table="T1", coup=3, amount="15", reason="void")
    assert room(desk) == 7500
    desk.do(PostReversal, table="T1", coup=4, amount="-5", reason="void")
    assert room(desk) == 7000
