"""State and stream of the anti-money-laundering desk."""

from datetime import datetime
from typing import Final

import msgspec

from sabot.engine.declarations import on_pages
from sabot.engine.streams import Leave, Stream
from sabot.parts.notices import DueNotice, GiveNotice, NoticeDue, NoticeGiven, Notices, give_notice
from sabot.parts.notices import notice_due as due_again
from sabot.parts.notices import notice_given as given_now
from sabot.rules.roles import COMMISSION, DUTY_MANAGER

replace = msgspec.structs.replace


class AmlBook(msgspec.Struct, frozen=True, omit_defaults=True):
    """State of the desk."""

    version: int = 0
    at: datetime | None = None
    # Reports that are due, and the newest that were handed in.
    notices: Notices = Notices()


AML: Stream[AmlBook] = Stream(
    lambda book: book.version,
    lambda book: "",
    lambda book, at: replace(book, version=book.version + 1, at=at),
)
BY_DUTY_MANAGER: Final = Leave(None, DUTY_MANAGER)


def report_due(
    book: AmlBook, duty: str, rule: str, about: str, by: datetime, days: int
) -> NoticeDue:
    """Return the duty to report to the authority by a deadline in business days."""
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
