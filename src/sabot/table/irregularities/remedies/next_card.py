"""A card dealt or burned in error that is played as the next one; and boxes that stand for it."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.refusal import Refusal
from sabot.engine.streams import Event
from sabot.rules import Choice, Due, box_name
from sabot.rules.irregularities.irregularity import Cell
from sabot.table.coup.decisions import HandDecided
from sabot.table.irregularities.remedies.cards import aside
from sabot.table.irregularities.report_command import ReportIrregularity as Report
from sabot.table.shoe.cards import counts_of, due
from sabot.table.state import DEALING, IN_COUP, Table


def deal_as_next(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    """The next card due is the one that came out; where none is due any more, the next coup's."""
    if table.phase not in IN_COUP:
        raise Refusal(
            "wrong-phase",
            cell.clause,
            "No {coup_word} is being dealt now.",
            coup_word=table.book.coup,
        )
    return [aside(table, report, str(cell.clause), next_coup=False)]


def decline_card(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    """Let the player whose turn it is decline the card that came out: that box stands. An
    unreported card is set aside for the next player or the dealer."""
    stands = deemed_stand(table, report, cell, now)
    return [*_set_aside(table, report, cell, now), *stands]


def dealers_next(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    """Everybody declines it: all who have not decided stand, and the dealer takes it."""
    step = due(table) if table.phase == DEALING else None
    initial = table.book.procedure.initial(table.round.boxes)
    if not isinstance(step, Choice | Due) or len(table.round.slots) < len(initial):
        raise Refusal("not-so", cell.clause, "Players decline a card when it is theirs to take.")
    boxes = [box for box in table.round.boxes if box not in table.round.decisions]
    stands = [_stands(table, box, cell) for box in boxes]
    return [*_set_aside(table, report, cell, now), *stands]


def _set_aside(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    return () if table.stack.carried else deal_as_next(table, report, cell, now)


def deemed_stand(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    """The player whose turn it is stands, and so has no DRAW wager."""
    step = due(table) if table.phase == DEALING else None
    if not isinstance(step, Choice) or step.box != report.box:
        raise Refusal("bad-box", cell.clause, "Say which box: the one that has to decide now.")
    return [_stands(table, step.box, cell)]


def _stands(table: Table, box: int, cell: Cell) -> HandDecided:
    count = counts_of(table)[box_name(box)]
    return HandDecided(box=box, decision="stand", clause=str(cell.clause), count=count)
