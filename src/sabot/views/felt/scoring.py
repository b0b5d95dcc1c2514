"""A finished coup on the Winning Result Display."""

from sabot.core.cards import is_pair, point_count, read_card
from sabot.rules import BANKER, PLAYER, CommonHands, Rulebook, Wager, box_name, verdict
from sabot.table.result.settlement import ResultAnnounced
from sabot.table.shoe.cards import coup_of
from sabot.table.state import Round, Table
from sabot.views.felt.table_shapes import Past

VOID = "void"


def scored(table: Table, round_: Round, called: ResultAnnounced) -> Past:
    """Return the display row of a coup whose result was called: with its pairs and naturals where
    all play the same hands, with an outcome for each box where every box has its own."""
    procedure = table.book.procedure
    if not isinstance(procedure, CommonHands):
        boxes = box_outcomes(table, round_)
        return Past(round_.number, called.result or None, dict(called.counts), boxes=boxes)
    return Past(
        round_.number,
        called.result,
        dict(called.counts),
        player_pair=_began_with_pair(procedure, round_, PLAYER),
        banker_pair=_began_with_pair(procedure, round_, BANKER),
        natural=has_natural(procedure, round_, PLAYER) or has_natural(procedure, round_, BANKER),
    )


def _first_cards(procedure: CommonHands, round_: Round, hand: str) -> list[str | None]:
    number = procedure.deal_order.count(hand)
    return [slot.card for slot in round_.slots if slot.hand == hand and slot.up][:number]


def _began_with_pair(procedure: CommonHands, round_: Round, hand: str) -> bool:
    """Return True if a hand began with two dealt cards of one rank. Cards printed on the layout do
    not count."""
    first = _first_cards(procedure, round_, hand)
    return len(first) == 2 and is_pair([read_card(name) for name in first])


def has_natural(procedure: CommonHands, round_: Round, hand: str) -> bool:
    """Return True if the first cards of a hand, all face up, end the deal."""
    first = _first_cards(procedure, round_, hand)
    if len(first) < procedure.deal_order.count(hand):
        return False
    printed = procedure.printed if hand == PLAYER else ()
    return point_count([*printed, *map(read_card, first)]) in procedure.natural


def box_outcomes(table: Table, round_: Round) -> dict[str, str]:
    """Return "win", "lose", "standoff" or "void" of the main wager, by box."""
    main = main_wager(table.book)
    coup = coup_of(_with(table, round_))
    outcomes = {}
    for box in round_.boxes:
        name = box_name(box)
        outcomes[name] = (
            VOID
            if name in round_.void_hands
            else verdict(main, table.opened.scheme, coup.facts(main.space, box)).outcome
        )
    return outcomes


def main_wager(book: Rulebook) -> Wager:
    """Return the wager that a box exists for."""
    return next(
        wager
        for wager in book.wagers
        if wager.space.per_box and not wager.side_bet and wager.played_when is None
    )


def _with(table: Table, round_: Round) -> Table:
    return Table(name=table.name, setup=table.setup, round=round_)
