"""Cash transactions that are reported for their size, under a policy."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sabot.aml.stream import AML, AmlBook, report_due
from sabot.engine.declarations import RECORD, SERVER_ONLY, STAFF_ONLY
from sabot.engine.streams import Command, Event, Leave
from sabot.rules.roles import CASINO_SUPERVISOR

REPORT: Final = "threshold-report"
REPORT_FROM: Final = "cash.report_from"


class NoteThreshold(Command, frozen=True, kw_only=True):
    """Note a cash transaction that is to be reported: taken from a player or `paid` to them. `by`
    is the deadline, so many business `days` later."""

    pages = SERVER_ONLY

    player: str
    amount: int
    paid: bool
    by: datetime
    days: int


class ThresholdNoted(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY

    player: str
    amount: int
    paid: bool


@AML.decides(NoteThreshold, Leave(None, CASINO_SUPERVISOR))
def note_threshold(book: AmlBook, command: NoteThreshold, now: datetime) -> Sequence[Event]:
    about = f"cash of {command.player} that is to be reported"
    return [
        ThresholdNoted(player=command.player, amount=command.amount, paid=command.paid),
        report_due(book, REPORT, REPORT_FROM, about, command.by, command.days),
    ]


@AML.evolves(ThresholdNoted)
def threshold_noted(book: AmlBook, event: ThresholdNoted) -> AmlBook:
    return book
