"""The table's notices: those of the duties that its document sets."""

from collections.abc import Sequence
from datetime import datetime

from sabot.engine.streams import Event
from sabot.parts.notices import NoticeDue, NoticeGiven, give_notices, notice_given, notices_of
from sabot.rules.irregularities.irregularity import Duty
from sabot.table.cases.payment_steps import filed_if_done
from sabot.table.state import Table
from sabot.table.stream import BY_STAFF, TABLE, replace


def notices_for(table: Table, duties: Sequence[Duty], about: str, now: datetime) -> list[NoticeDue]:
    """The notices that follow from the duties of one cell."""
    return notices_of(table.notices, duties, about, now, table.conduct.zone)


def _closes(table: Table, given: NoticeGiven) -> Sequence[Event]:
    """A wrong payment may have waited for nothing but its notice."""
    after = replace(table, notices=notice_given(table.notices, given))
    waiting = [each for each in table.payments.values() if each.notice == given.number]
    return [event for each in waiting for event in filed_if_done(after, each)]


give_notices(TABLE, BY_STAFF, _closes)
