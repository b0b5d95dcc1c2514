"""A shuffling device that fails, and discards shuffled to finish a round."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.refusal import Refusal
from sabot.core.revision import WAGERS, holds
from sabot.engine.declarations import RECORD, CardOrder, StaffNumber, Topic, in_topics, public
from sabot.engine.streams import Event
from sabot.rules.irregularities.irregularity import Cell
from sabot.shoe.procedure import DEVICE, ONE_DECK, SHUFFLED, check_cut, check_cutting_card
from sabot.table.irregularities.occasions import device_in_coup
from sabot.table.irregularities.report_command import ReportIrregularity as Report
from sabot.table.players.offers import offer
from sabot.table.state import DEALING, VIRTUAL, Stack, Table
from sabot.table.state import SHUFFLED as STAGE_SHUFFLED
from sabot.table.stream import TABLE, replace

DISCARDS = "discards"
"""The source of a renewed stack that is made of the discards."""


class DeviceReplaced(Event, frozen=True, kw_only=True):
    """The cards went to another device; damaged ones were replaced from a new deck."""

    basis = RECORD
    sight = public("clause")
    topics = in_topics(Topic.CARDS)

    damaged: int
    clause: str


@TABLE.evolves(DeviceReplaced)
def device_replaced(table: Table, event: DeviceReplaced) -> Table:
    return replace(table, stack=replace(table.stack, devices=table.stack.devices + 1))


def transfer(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    device_in_coup(table, report, cell)
    return [DeviceReplaced(damaged=0, clause=str(cell.clause))]


def replace_damaged(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    device_in_coup(table, report, cell)
    left = table.stack.cards - table.stack.dealt
    if not 1 <= report.damaged <= left:
        raise Refusal(
            "say-more", cell.clause, "Say how many of the {left} cards are damaged.", left=left
        )
    return [DeviceReplaced(damaged=report.damaged, clause=str(cell.clause))]


CUT, BURN = "cut", "burn"
"""Steps that cards shuffled during a coup need before the next coup is dealt."""


class StackRenewed(Event, frozen=True, kw_only=True):
    """In the middle of a coup the cards that are left, or the discards, are shuffled, and the coup
    is finished with them. A virtual stack is bound to its new order. `awaits`: the cut or the burn
    that comes before the next card; None: the report said where they were cut (`depth`)."""

    basis = RECORD
    sight = public("source digest clause")
    topics = in_topics(Topic.CARDS)

    source: str
    cards: int
    depth: StaffNumber
    clause: str
    damaged: int = 0
    digest: str | None = None
    opened: CardOrder | None = None
    cutting: int | None = None
    awaits: str | None = None


@TABLE.evolves(StackRenewed)
def stack_renewed(table: Table, event: StackRenewed) -> Table:
    old = table.stack
    counts: dict[str, int] = {}
    for slot in (*table.round.slots, *old.carried, *old.waiting):
        if slot.card is not None:
            counts[slot.card] = counts.get(slot.card, 0) + 1
    discards = event.source == DISCARDS
    if not discards:
        for cards in old.rack:
            for card in cards:
                if card is not None:
                    counts[card] = counts.get(card, 0) + 1
    stack = Stack(
        back=old.back,
        cards=event.cards,
        stage=STAGE_SHUFFLED if event.awaits == CUT else old.stage,
        number=old.number + 1,
        digest=event.digest,
        cutting=event.cutting,
        depth=event.depth,
        burned=event.awaits is None,
        carried=old.carried,
        waiting=old.waiting,
        seen=counts,
        rack=() if discards else old.rack,
        checked=old.checked,
        handled=old.handled,
        shuffle=None if discards else event.clause,
    )
    if event.awaits == CUT:
        ran_down = old.left is not None
        occasion, named = (old.occasion, old.named) if ran_down else (SHUFFLED, None)
        stack = replace(stack, occasion=occasion, named=named)
    return replace(table, stack=stack)


def reshuffle_and_finish(
    table: Table, report: Report, cell: Cell, now: datetime
) -> Sequence[Event]:
    """The discards come back into play; the round goes on."""
    if table.phase != DEALING:
        raise Refusal(
            "wrong-phase",
            cell.clause,
            "No {coup_word} is being dealt now.",
            coup_word=table.book.coup,
        )
    left = table.stack.cards - table.stack.dealt
    if left:
        raise Refusal("not-so", cell.clause, "{left} cards are left to deal.", left=left)
    cards = sum(map(len, table.stack.rack))
    if not cards:
        raise Refusal("not-so", cell.clause, "There are no discards to shuffle.")
    renewed = _renewed(table, report, cell, DISCARDS, cards)
    if renewed.awaits is not None:
        return [renewed]
    if table.opened.source == DEVICE:
        return [replace(renewed, depth=0)]
    return [replace(renewed, cutting=cards - _from_back(table, report, cards))]


def _from_back(table: Table, report: Report, cards: int) -> int:
    """Return the position of the cutting card from the back: as reported, else one deck."""
    rule = table.book.preparation.cutting_card
    assert rule is not None
    if report.from_back is None:
        return max(rule.nearest, min(ONE_DECK, rule.deepest(cards)))
    check_cutting_card(cards, report.from_back, rule)
    return int(report.from_back)


def _renewed(table: Table, report: Report, cell: Cell, source: str, cards: int) -> StackRenewed:
    if (table.opened.feed == VIRTUAL) != (report.digest is not None):
        raise Refusal("bad-command", None, "A virtual stack, and no other, comes with its digest.")
    rule = table.book.preparation.cut
    if holds(report, WAGERS):
        return _shuffled(table, report, cell, source, cards)
    depth = cards // 2 if report.depth is None else report.depth
    if rule is not None and cards >= 2 * rule.depth:
        check_cut(cards, depth, rule)
    elif not 0 <= depth < cards:  # too few to keep a deck from either end
        raise Refusal(
            "wrong-cut", cell.clause, "The cut lies inside the {cards} cards.", cards=cards
        )
    return StackRenewed(
        source=source,
        cards=cards,
        depth=depth,
        clause=str(cell.clause),
        damaged=report.damaged,
        digest=report.digest,
        opened=report.opened,
    )


def _shuffled(table: Table, report: Report, cell: Cell, source: str, cards: int) -> StackRenewed:
    """Return the cards shuffled: the cut is offered, and the burn follows, as before any shoe."""
    preparation = table.book.preparation
    if report.depth is not None or report.from_back is not None:
        clause = preparation.cut.clause if preparation.cut else cell.clause
        message = "The cut is offered after the shuffle: `cut-cards` says who cut, and where."
        raise Refusal("wrong-cut", clause, message)
    from_device = source == DISCARDS and table.opened.source == DEVICE
    return StackRenewed(
        source=source,
        cards=cards,
        depth=0,
        clause=str(cell.clause),
        damaged=report.damaged,
        digest=report.digest,
        opened=report.opened,
        awaits=BURN if from_device else CUT,
    )


def refund_or_finish(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    """Offer players their stakes back; the others are dealt the rest from a card shoe."""
    device_in_coup(table, report, cell)
    left = table.stack.cards - table.stack.dealt
    if not 0 <= report.damaged <= left:
        raise Refusal(
            "say-more", cell.clause, "Say how many of the {left} cards are damaged.", left=left
        )
    if table.phase != DEALING:
        raise Refusal("wrong-phase", cell.clause, "All cards are out: there is nothing to finish.")
    renewed = _renewed(table, report, cell, "shoe", left)
    return [offer(str(cell.clause), now), renewed]
