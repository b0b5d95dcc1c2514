"""When a situation can be reported at all: where a clause speaks of it, what it takes for granted
has to be so."""

from collections.abc import Callable, Mapping
from typing import Any

from sabot.core.refusal import Refusal, named
from sabot.core.revision import WAGERS, holds
from sabot.rules import Due
from sabot.rules.irregularities.irregularity import Cell
from sabot.rules.irregularities.outcomes import Outcome
from sabot.rules.irregularities.situations import BEFORE, DURING
from sabot.shoe.procedure import DEVICE
from sabot.table.irregularities.report_command import ReportIrregularity as Report
from sabot.table.players.recipients import NOBODY, able
from sabot.table.shoe.cards import due
from sabot.table.state import BETTING, DEALING, IN_COUP, READY, SETTLED, VIRTUAL, Table
from sabot.table.stream import is_void, patron_of

Check = Callable[[Table, Any, Cell], None]


def check_occasion(table: Table, report: Report, cell: Cell) -> None:
    """Refuse a report of what cannot have happened as the table stands."""
    _check_coup(table, report, cell)
    check = OCCASIONS.get(report.situation)
    if check is not None and cell.clause is not None:
        check(table, report, cell)


def _check_coup(table: Table, report: Report, cell: Cell) -> None:
    """Reject a report about another coup than the one at hand; only outcomes that ask for a coup's
    number reach further back."""
    effect = cell.outcome.value
    rebuilt = "cards" in effect.needs
    if report.coup is None or "coup" in effect.needs or not (rebuilt or effect.money):
        return
    at_hand = [table.round.number]
    if table.phase not in IN_COUP and table.last is not None:
        at_hand = [table.last.number, *([] if rebuilt else at_hand)]
    if report.coup not in at_hand:
        raise Refusal(
            "too-late" if report.coup < min(at_hand) else "no-coup",
            cell.clause,
            "This is about {coup_word} {at_hand}: nothing of it can be done to {coup_word} {coup}.",
            coup_word=table.book.coup,
            at_hand=at_hand[0],
            coup=report.coup,
        )


def _not_so(cell: Cell, sentence: str) -> Refusal:
    return Refusal("not-so", cell.clause, sentence)


def _cards_in_use(table: Table, report: Report, cell: Cell) -> None:
    if table.stack.stage != READY or table.phase not in (BETTING, *IN_COUP):
        raise Refusal(
            "wrong-phase", cell.clause, "No cards are ready to deal, so none can have come out."
        )
    if table.stack.dealt >= table.stack.cards and not cell.outcome.value.set_aside:
        raise _not_so(cell, "No card is left that could come out.")


def _first_card(table: Table, report: Report, cell: Cell) -> None:
    _cards_in_use(table, report, cell)
    if table.stack.carried or table.stack.waiting:
        raise _not_so(cell, "The next first card is out already.")


def _dealt_or_burned(table: Table, report: Report, cell: Cell) -> None:
    if cell.outcome is Outcome.STAYS_BURNED:
        _cards_in_use(table, report, cell)


def _burn_forgotten(table: Table, report: Report, cell: Cell) -> None:
    """Reject the report unless the first card of a coup is out without a burn; before that card the
    burn can still be done."""
    if table.stack.stage != READY or table.stack.burned:
        raise _not_so(cell, "The burn was not forgotten.")
    if table.phase not in IN_COUP:
        raise _not_so(cell, f"No card of a {table.book.coup} is out: burn now.")


def _cards_short(table: Table, report: Report, cell: Cell) -> None:
    """Fewer than the count says would be a missing card."""
    if table.phase != DEALING or not isinstance(due(table), Due):
        raise _not_so(cell, "No card is due now.")
    left = table.stack.cards - table.stack.dealt
    if left or table.stack.carried:
        raise _not_so(cell, f"{left} cards are left to deal.")


def _not_cut(table: Table, report: Report, cell: Cell) -> None:
    _cut(table, report, cell)
    if table.opened.feed == VIRTUAL:
        raise _not_so(cell, "The cards were cut as the log has it.")


def _not_shuffled(table: Table, report: Report, cell: Cell) -> None:
    _cut(table, report, cell)
    if table.opened.feed == VIRTUAL and table.stack.left is None:
        raise _not_so(cell, "The cutting card has not come out of these cards.")
    if cell.outcome is Outcome.COUP_VOID:
        _cards_short(table, report, cell)


def _cut(table: Table, report: Report, cell: Cell) -> None:
    if table.opened.source == DEVICE:
        raise _not_so(cell, "The cards of a shuffling device are not cut.")


def _cutting_card(table: Table, report: Report, cell: Cell) -> None:
    _cut(table, report, cell)
    _in_coup(table, report, cell)
    _cutting_card_there(table, cell)


def _cutting_card_first(table: Table, report: Report, cell: Cell) -> None:
    """Reject the report unless the cutting card came before the first card, which may have been
    dealt before the report."""
    _cut(table, report, cell)
    if table.phase not in (BETTING, DEALING) or len(table.round.slots) > 1:
        raise _not_so(cell, "The cutting card did not come before the first card.")
    _cutting_card_there(table, cell)


def _cutting_card_there(table: Table, cell: Cell) -> None:
    cutting = table.stack.cutting
    if table.opened.feed == VIRTUAL and cutting is not None and table.stack.dealt < cutting:
        raise _not_so(cell, "The cutting card is still in the shoe.")


def _after_void(table: Table, report: Report, cell: Cell) -> None:
    round_ = table.round if table.phase in IN_COUP else table.last
    if round_ is None or (round_.void is None and not is_void(table, round_.number)):
        raise _not_so(cell, f"No {table.book.coup} has just been declared void.")


def _next_begun(table: Table, report: Report, cell: Cell) -> None:
    last = table.round.number if table.phase in IN_COUP else table.round.number - 1
    if report.coup is not None and report.coup >= last:
        raise _not_so(cell, f"No other {table.book.coup} has begun since {report.coup}.")


def _device(table: Table, report: Report, cell: Cell) -> None:
    if table.opened.source != DEVICE:
        raise _not_so(cell, "No shuffling device is in use here.")


def device_in_coup(table: Table, report: Report, cell: Cell) -> None:
    """A device fails only where one is in use and has dealt a card of this coup."""
    _device(table, report, cell)
    _in_coup(table, report, cell)
    if holds(report, WAGERS) and is_over(table):
        coup = table.book.coup
        raise Refusal(
            "wrong-phase", cell.clause, "That can be reported during a {coup} only.", coup=coup
        )
    if holds(report, WAGERS) and _is_finished_from_a_shoe(table):
        raise _not_so(cell, "The device failed before: the rest is dealt from a card shoe.")


def is_over(table: Table) -> bool:
    """Return True if no coup is in progress: where the document ends one with its payment, it is
    over while the cards still lie."""
    paid = table.phase == SETTLED and table.round.void is None
    return table.phase not in IN_COUP or (paid and table.conduct.over_when_paid is not None)


def _is_finished_from_a_shoe(table: Table) -> bool:
    """Return True if the device of this coup failed without a spare: no device is in use now."""
    cells = table.conduct.irregularities["device-without-spare"]
    ways = [each.clause for each in cells if each.outcome is Outcome.REFUND_OR_FINISH]
    return table.stack.shuffle in ways


def _in_coup(table: Table, report: Report, cell: Cell) -> None:
    if table.phase not in IN_COUP:
        coup = table.book.coup
        raise Refusal(
            "wrong-phase", cell.clause, "That can be reported during a {coup} only.", coup=coup
        )


def _scanning(table: Table, report: Report, cell: Cell) -> None:
    if not table.opened.scanning:
        raise _not_so(cell, "No scanning shoe is in use here.")


def _handed(table: Table, report: Report, cell: Cell) -> None:
    """A rule about handing cards takes it for granted that they are handed."""
    about = cell.outcome in (Outcome.NEXT_BETTOR, Outcome.STAND, Outcome.TAKE_DOWN_ONLY)
    if about and table.method.recipient == NOBODY:
        raise _not_so(cell, "The dealer keeps all cards in this way of dealing.")
    if cell.outcome is Outcome.TAKE_DOWN_ONLY:
        _handed_to(table, report, cell)


def _handed_to(table: Table, report: Report, cell: Cell) -> None:
    """The table knows that a hand was handed to a player, or the report says which and to whom."""
    if report.hand is None or report.player is None:
        if table.round.handled:
            return
        raise Refusal("say-more", cell.clause, "Say which hand was handed to whom.")
    patron_of(table, report.player)
    if not any(slot.hand == report.hand for slot in table.round.slots):
        raise _not_so(cell, "There is no such hand on the layout.")
    if report.player in able(table, report.hand):
        raise _not_so(cell, f"{named(report.player)} may have that hand.")


def _where_of_coup(table: Table, report: Report, cell: Cell) -> None:
    if cell.outcome.value.in_coup:
        _in_coup(table, report, cell)


def _when(table: Table, report: Report, cell: Cell) -> None:
    """Before the first card, after it, or in an earlier coup: the table knows which."""
    when = report.circumstances.get("when")
    if when == BEFORE and table.phase != BETTING:
        raise Refusal("wrong-phase", cell.clause, "The first card is out, or no cards are ready.")
    if when == DURING:
        _in_coup(table, report, cell)


OCCASIONS: Mapping[str, Check] = {
    "surplus-to-player-banker-draws": _cards_in_use,
    "surplus-to-player-banker-stands": _cards_in_use,
    "surplus-to-banker": _cards_in_use,
    "dealt-or-burned-in-error": _dealt_or_burned,
    "cards-after-void": _after_void,
    "found-after-next-coup": _next_begun,
    "cards-to-wrong-player": _handed,
    "first-card-exposed": _first_card,
    "more-face-up": _device,
    "cards-run-out": _cards_short,
    "not-cut": _not_cut,
    "burn-forgotten": _burn_forgotten,
    "not-shuffled": _not_shuffled,
    "cutting-card-during-coup": _cutting_card,
    "cutting-card-first": _cutting_card_first,
    "scanner-disagrees": _scanning,
    "device-fails": device_in_coup,
    "device-damages-cards": device_in_coup,
    "device-harms": device_in_coup,
    "device-without-spare": device_in_coup,
    "below-minimum": _in_coup,
    "above-maximum": _when,
    "area-maximum": _when,
    "differential": _when,
    "invalid-wager": _where_of_coup,
    "invalid-player-card": _when,
    "loss-limit": _where_of_coup,
    "disturbance-or-fraud": _where_of_coup,
    "cards-refused": _handed,
}
"""Preconditions by situation; other situations have none."""
