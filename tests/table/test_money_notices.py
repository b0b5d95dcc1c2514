"""Notices: deadlines by the casino's own clock, and who was told."""

from datetime import UTC, datetime

import pytest

from sabot.parts.notices import NoticeGiven, due_at, outstanding
from sabot.rules.irregularities.irregularity import (
    AT_ONCE,
    BEFOREHAND,
    DAILY_SUMMARY,
    MONTH_END,
    Duty,
)
from sabot.table.cases.notices import notices_for
from sabot.table.stream import TABLE
from support.evening import Evening

SYDNEY = "Australia/Sydney"
DUTIES = (
    Duty("commission", MONTH_END, "12.20.2"),
    Duty("inspector", DAILY_SUMMARY, "12.11.4"),
    Duty("surveillance", AT_ONCE, "12.11.4"),
    Duty("surveillance", BEFOREHAND, "7.4"),
)


def when(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("now", "word", "due"),
    [
        ("2026-03-14 20:00", AT_ONCE, "2026-03-14 20:00"),
        # It is the 15th in Sydney, at +11.
        ("2026-03-14 20:00", DAILY_SUMMARY, "2026-03-15 13:00"),
        ("2026-03-14 12:59:59", DAILY_SUMMARY, "2026-03-14 13:00"),
        ("2026-03-14 13:00", DAILY_SUMMARY, "2026-03-15 13:00"),
        # Clocks go back on 5 April and forward on 4 October.
        ("2026-04-04 20:00", DAILY_SUMMARY, "2026-04-05 14:00"),
        ("2026-10-03 20:00", DAILY_SUMMARY, "2026-10-04 13:00"),
        ("2026-03-14 20:00", MONTH_END, "2026-03-31 13:00"),
        ("2026-03-31 12:59:59", MONTH_END, "2026-03-31 13:00"),
        ("2026-03-31 13:00", MONTH_END, "2026-04-30 14:00"),
        ("2026-12-31 14:00", MONTH_END, "2027-01-31 13:00"),
        ("2028-01-31 14:00", MONTH_END, "2028-02-29 13:00"),
    ],
)
def test_when_a_notice_is_due(now: str, word: str, due: str) -> None:
    assert due_at(when(now), word, SYDNEY) == when(due)


def test_beforehand_is_no_moment_and_other_words_are_none() -> None:
    assert due_at(when("2026-03-14 20:00"), BEFOREHAND, SYDNEY) is None
    with pytest.raises(ValueError, match="soon"):
        due_at(when("2026-03-14 20:00"), "soon", SYDNEY)


def noticed() -> Evening:
    evening = Evening("star-baccarat")
    for event in notices_for(evening.table, DUTIES, "a card too many", evening.now):
        evening.table = TABLE.evolve(evening.table, event, evening.now)
        evening.log.append((event, evening.now))
    return evening


def test_notices_are_numbered_and_the_most_pressing_comes_first() -> None:
    evening = noticed()
    assert list(evening.table.notices.due) == [1, 2, 3, 4]
    assert [due.number for due in outstanding(evening.table.notices)] == [4, 3, 2, 1]
    (more,) = notices_for(evening.table, DUTIES[:1], "another", evening.now)
    assert more.notice.number == 5
    assert notices_for(evening.table, (), "nothing", evening.now) == []


def test_a_notice_is_given_once() -> None:
    evening = noticed()
    evening.wait(minutes=1)
    (event,) = evening.ok("give-notice", number=2, channel="daily summary", note="sent")
    assert isinstance(event, NoticeGiven)
    assert (event.to, event.clause, event.late) == ("inspector", "12.11.4", False)
    assert evening.table.notices.due[2].given == evening.now
    assert [due.number for due in outstanding(evening.table.notices)] == [4, 3, 1]
    evening.no("already-given", "give-notice", number=2, channel="telephone")
    assert evening.replayed() == evening.table


def test_a_late_notice_is_called_late() -> None:
    evening = noticed()
    evening.wait(hours=16, minutes=59)
    decided = evening.ask("give-notice", number=2, channel="daily summary")
    assert not decided[0].late
    evening.wait(minutes=1)
    decided = evening.ask("give-notice", number=2, channel="daily summary")
    assert decided[0].late, "the day is over at that moment"
    assert not evening.ask("give-notice", number=3, channel="telephone")[0].late


def test_a_notice_that_nobody_can_give() -> None:
    evening = noticed()
    evening.no("no-notice", "give-notice", number=9, channel="telephone")
    evening.no("no-channel", "give-notice", number=1, channel="  ")
    for role in ("player", "surveillance", "inspector"):
        evening.no("wrong-role", "give-notice", role=role, number=1, channel="telephone")


def test_notices_outlast_the_table() -> None:
    evening = noticed()
    evening.ok("close-table", role="casino supervisor")
    evening.ok("give-notice", number=3, channel="telephone")
    evening.ok("open-table", role="casino supervisor", rulebook="canberra-mini",
               sign={"minimum": "5", "maximum": "1000"})  # fmt: skip
    evening.ok("give-notice", number=1, channel="letter")
