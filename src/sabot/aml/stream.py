"""State and stream of the anti-money-laundering desk."""

from datetime import date, datetime
from typing import Annotated, Final

import msgspec

from sabot.core.refusal import Refusal
from sabot.engine.declarations import bound, fixed, on_pages
from sabot.engine.streams import Leave, Stream
from sabot.parts.notices import DueNotice, GiveNotice, NoticeDue, NoticeGiven, Notices, give_notice
from sabot.parts.notices import notice_due as due_again
from sabot.parts.notices import notice_given as given_now
from sabot.rules.roles import COMMISSION, DUTY_MANAGER

replace = msgspec.structs.replace
MOST_OF_ONE: Final = 20
"""Most players and events that one alert names."""


class Alert(msgspec.Struct, frozen=True):
    """Suspicion that a screening found: its kind, the players, the day, the cents concerned, and
    the events behind it, as "stream event"."""

    kind: str
    players: Annotated[tuple[str, ...], fixed(MOST_OF_ONE, "players of an alert")]
    day: date
    amount: int
    events: Annotated[tuple[str, ...], fixed(MOST_OF_ONE, "events of an alert")]


class AmlBook(msgspec.Struct, frozen=True, omit_defaults=True):
    """State of the desk."""

    version: int = 0
    at: datetime | None = None
    # Alerts that wait for a decision, by number.
    alerts: Annotated[
        dict[int, Alert], bound(2_000, "alerts that wait", "Decide some of them first.")
    ] = {}
    # Number of all alerts.
    count: int = 0
    # Last day that was screened.
    screened: date | None = None
    # Reports that are due, and the newest that were handed in.
    notices: Notices = Notices()


AML: Stream[AmlBook] = Stream(
    lambda book: book.version,
    lambda book: "",
    lambda book, at: replace(book, version=book.version + 1, at=at),
)
BY_DUTY_MANAGER: Final = Leave(None, DUTY_MANAGER)


def report_due(
    book: AmlBook, duty: str, rule: str, about: str, by: datetime | None, days: int
) -> NoticeDue:
    """Return the duty to report to the authority by a deadline in business days."""
    if by is None:
        raise Refusal("no-policy", None, "No policy is in force that sets the report's deadline.")
    due = DueNotice(
        number=book.notices.count + 1, to=COMMISSION, clause=rule, about=about, by=by,
        deadline=f"within {days} business days", duty=duty,
    )  # fmt: skip
    return NoticeDue(notice=due)


def _give(book: AmlBook, command: GiveNotice, now: datetime) -> list[NoticeGiven]:
    """Record that a report was handed in; `channel` has its reference."""
    return [give_notice(book.notices, command, now)]


AML.decides(GiveNotice, BY_DUTY_MANAGER, pages=on_pages("duties"))(_give)


@AML.evolves(NoticeDue)
def report_is_due(book: AmlBook, event: NoticeDue) -> AmlBook:
    return replace(book, notices=due_again(book.notices, event))


@AML.evolves(NoticeGiven)
def report_given(book: AmlBook, event: NoticeGiven) -> AmlBook:
    return replace(book, notices=given_now(book.notices, event))
