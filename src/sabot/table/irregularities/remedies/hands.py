"""Remedies for one hand, or for cards that belong to none: void, misdealt, discarded."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.cards import read_card
from sabot.core.refusal import Refusal, named
from sabot.core.revision import WAGERS, holds
from sabot.engine.declarations import RECORD, public
from sabot.engine.streams import Event
from sabot.rules import box_name
from sabot.rules.irregularities.irregularity import Cell
from sabot.table.coup.handouts import HandPassed, check_lies
from sabot.table.irregularities.remedies.coups import void
from sabot.table.irregularities.remedies.reconstruction import reopen
from sabot.table.irregularities.report_command import ReportIrregularity as Report
from sabot.table.players.recipients import offered
from sabot.table.result.void_wagers import HandVoided
from sabot.table.shoe.cards import check_copies
from sabot.table.state import IN_COUP, Table
from sabot.table.stream import TABLE, patron_of, replace

WRONG_PLAYER = "cards-to-wrong-player"


def handed_wrongly(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    """Cards that lie before the wrong player stay there, and that player may turn them. All other
    results that stand ask for nothing."""
    if report.situation != WRONG_PLAYER or report.hand is None or report.player is None:
        return ()
    slots = check_lies(table, report.hand)
    patron_of(table, report.player)
    if report.hand in table.round.out or report.player in offered(table, report.hand):
        raise Refusal(
            "not-so", cell.clause, "{player} is not the wrong player.", player=named(report.player)
        )
    passed = HandPassed(
        hand=report.hand, player=report.player, slots=slots, clause=str(cell.clause)
    )
    return [passed]


def void_hand(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    """The hand of one box is void, settled or not; a card too many goes to the rack with it."""
    clause = str(cell.clause)
    opened = reopen(table, clause, revised=holds(report, WAGERS))
    for event in opened:
        table = TABLE.evolve(table, event, now)
    if report.box not in table.round.boxes:
        raise Refusal("bad-box", clause, "Say which box: one that has a hand.")
    if box_name(report.box) in table.round.void_hands:
        raise Refusal("void", clause, "The hand of box {box} is void already.", box=report.box)
    surplus = [discarded(table, report, cell)] if report.cards or report.card else []
    return [*opened, *surplus, HandVoided(hand=box_name(report.box), clause=clause)]


def void_hand_or_coup(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    remedy = void if report.box is None else void_hand
    return remedy(table, report, cell, now)


def misdeal(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    """Every wager is void. Cards that came out beyond those of the deal go to the rack."""
    voided = void(table, report, cell, now)
    if table.phase not in IN_COUP or not (report.cards or report.card):
        return voided
    return [discarded(table, report, cell), *voided]


class CardsDiscarded(Event, frozen=True, kw_only=True):
    """Cards that came out and belong to no hand are counted into the rack."""

    basis = RECORD
    sight = public("clause")

    cards: tuple[str | None, ...]
    clause: str


@TABLE.evolves(CardsDiscarded)
def cards_discarded(table: Table, event: CardsDiscarded) -> Table:
    counts = dict(table.stack.seen)
    for card in event.cards:
        if card is not None:
            counts[card] = counts.get(card, 0) + 1
    stack = replace(
        table.stack,
        rack=(*table.stack.rack, event.cards),
        dealt=table.stack.dealt + len(event.cards),
        seen=counts,
    )
    return replace(table, stack=stack)


def discarded(table: Table, report: Report, cell: Cell) -> CardsDiscarded:
    """Return an event that discards the cards named in the report; None stands for an unseen
    card."""
    named = report.cards or (report.card,)
    cards = tuple(None if name is None else read_card(name).name for name in named)
    if len(cards) > table.stack.cards - table.stack.dealt:
        raise Refusal(
            "not-so", cell.clause, "Fewer cards were left than are said to have come out."
        )
    before = table
    for card in cards:
        if card is not None:
            check_copies(before, card)
            seen = {**before.stack.seen, card: before.stack.seen.get(card, 0) + 1}
            before = replace(before, stack=replace(before.stack, seen=seen))
    return CardsDiscarded(cards=cards, clause=str(cell.clause))


def discard_hand(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    """Discard a hand dealt to a box without a wager: its cards are counted, and the coup goes
    on."""
    if table.phase not in IN_COUP:
        raise Refusal(
            "wrong-phase",
            cell.clause,
            "No {coup_word} is being dealt now.",
            coup_word=table.book.coup,
        )
    if report.box in table.round.boxes:
        raise Refusal(
            "bad-box", cell.clause, "Box {box} has a wager: its hand is played.", box=report.box
        )
    if not report.cards:
        raise Refusal("say-more", cell.clause, "Count the cards of that hand, seen or not.")
    return [discarded(table, report, cell)]
