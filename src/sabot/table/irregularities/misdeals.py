"""When a misdeal can be declared: until the result is announced.

After that a hand with a wrong number of cards is void alone, on what the log shows, and an error of
the announcement or the settlement is put right.
"""

from collections.abc import Mapping

from sabot.core.refusal import Refusal
from sabot.rules import box_name
from sabot.rules.irregularities.irregularity import Cell, Irregularities, Value, rule_for
from sabot.rules.irregularities.outcomes import Outcome
from sabot.table.irregularities.report_command import ReportIrregularity as Report
from sabot.table.shoe.cards import initial_in
from sabot.table.state import IN_COUP, Round, Table

SETTLING = "wrong-call-or-settlement"
"""The situation that is about an error of the announcement or the settlement."""
SHORT = "hand-short"


def round_of(table: Table) -> Round:
    """Return the coup in progress, or the one just over."""
    over = table.phase not in IN_COUP
    return table.last if over and table.last is not None else table.round


def is_announced(table: Table) -> bool:
    """Return True if the result of the coup in progress, or of the one just over, was called."""
    return round_of(table).result is not None


def after_announcement(
    cells: Irregularities, situation: str, circumstances: Mapping[str, Value]
) -> Cell:
    """Return the rule that holds once a misdeal cannot be declared any more."""
    first = rule_for(cells, situation, circumstances)
    later = tuple(cell for cell in cells[situation] if not cell.outcome.value.until_announced)
    rule = rule_for({situation: later}, situation, circumstances)
    of_one_hand = first is not None and "hand" in first.when
    if rule is None or of_one_hand:
        clause = next((cell.clause for cell in cells[SETTLING] if cell.clause), None)
        message = "The result is announced: report a wrong call or settlement instead."
        raise Refusal("too-late", clause, message)
    return rule


def check_number(table: Table, report: Report, cell: Cell) -> None:
    """Reject a void hand after the announcement where the log shows its right number of cards."""
    if cell.outcome is not Outcome.HAND_VOID or not is_announced(table):
        return
    if report.situation != SHORT:
        if not (report.cards or report.card):
            message = "Name the card beyond those in the log; null if it was not seen."
            raise Refusal("say-more", cell.clause, message)
        return
    round_, name = round_of(table), box_name(report.box or 0)
    due = sum(step.hand == name for step in initial_in(table, round_))
    dealt = sum(slot.hand == name for slot in round_.slots)
    if due and dealt >= due:
        message = "By the log the hand of box {box} has {dealt} cards."
        raise Refusal("not-so", cell.clause, message, box=report.box, dealt=dealt)
