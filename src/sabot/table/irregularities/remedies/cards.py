"""Remedies for a card that came out wrongly, and for the stack."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.cards import read_card
from sabot.core.refusal import Refusal, named
from sabot.core.revision import REPAIRS, WAGERS, holds
from sabot.engine.declarations import (
    RECORD,
    GameCard,
    StaffNumber,
    StaffText,
    Topic,
    in_topics,
    public,
    statement,
    transfers_of,
)
from sabot.engine.ledger import Move
from sabot.engine.streams import Event
from sabot.rules import BANKER, Due
from sabot.rules.irregularities.irregularity import Cell
from sabot.table.betting.sides import back
from sabot.table.coup.cutting_card import check_cutting_card_out
from sabot.table.coup.dealing import CardDealt, check_before_third, seen
from sabot.table.irregularities.report_command import ReportIrregularity as Report
from sabot.table.result.void_wagers import void_coup
from sabot.table.shoe.burning import burned_from
from sabot.table.shoe.cards import check_copies, due
from sabot.table.shoe.omissions import NOT_BURNED, BurnSkipped
from sabot.table.shoe.preparation import ShuffleOrdered, first_card_lapses, without_first_card
from sabot.table.state import (
    BETWEEN,
    DEALING,
    IN_COUP,
    PREPARING,
    READY,
    SETTLED,
    Slot,
    Stack,
    Table,
)
from sabot.table.stream import TABLE, moved, reason_of, replace

EXPOSED = "exposed"
"""The circumstance that says whether the card was seen."""
ALWAYS_SEEN = "first-card-exposed"
"""The situation about a card that was seen in any way."""
FACE_UP = "face-up-card"
"""The situation that is about a card in the shoe or device once the coup has begun."""


class CardSetAside(Event, frozen=True, kw_only=True):
    """A card that came out waits for its turn: the next card due, or (`next_coup`) the first of the
    next coup. An unseen card has no name, and perhaps a seal."""

    basis = RECORD
    sight = public("card up clause next_coup")
    topics = in_topics(Topic.CARDS)

    card: GameCard | None
    up: bool
    position: StaffNumber
    clause: str
    next_coup: bool
    seal: StaffText | None = None


@TABLE.evolves(CardSetAside)
def card_set_aside(table: Table, event: CardSetAside) -> Table:
    slot = Slot("", event.card, event.up, event.seal, event.position)
    stack = replace(
        table.stack,
        dealt=table.stack.dealt + 1,
        seen=seen(table.stack, event.card if event.up else None),
        set_aside=event.clause,
    )
    if event.next_coup and table.phase in IN_COUP:
        stack = replace(stack, waiting=(*stack.waiting, slot))
    else:
        stack = replace(stack, carried=(*stack.carried, slot))
    return replace(table, stack=stack)


def was_seen(report: Report) -> bool:
    """Return True if the card that came out was seen. A card counts as seen if it is named and the
    report does not say otherwise."""
    if report.situation == ALWAYS_SEEN:
        return True
    return bool(report.circumstances.get(EXPOSED, report.card is not None))


def aside(table: Table, report: Report, clause: str, *, next_coup: bool) -> CardSetAside:
    """The card that came out, laid aside."""
    _check_cutting_card(table, report)
    up = was_seen(report)
    card = _seen_card(table, report) if up else None
    return CardSetAside(
        card=card,
        up=up,
        position=table.stack.dealt,
        clause=clause,
        next_coup=next_coup,
        seal=None if up else report.seal,
    )


def _check_cutting_card(table: Table, report: Report) -> None:
    """Reject a card from behind the cutting card until that is reported."""
    if holds(report, REPAIRS):
        bare = replace(table, stack=replace(table.stack, carried=()))
        check_cutting_card_out(bare, first=table.phase not in IN_COUP)


def _seen_card(table: Table, report: Report) -> str:
    if report.card is None:
        raise Refusal("unknown-card", None, "Name the card that came out: it was seen.")
    card = read_card(report.card).name
    check_copies(table, card)
    return card


def reassign_to_banker(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    """The Player stands and the Banker draws: the card was meant for the Banker."""
    step = due(table) if table.phase == DEALING else None
    if not isinstance(step, Due) or step.hand != BANKER:
        raise Refusal("not-so", cell.clause, "The Banker is not due a card: report it otherwise.")
    return [_dealt(table, report, cell, BANKER)]


def _dealt(table: Table, report: Report, cell: Cell, hand: str) -> CardDealt:
    """Deal the card that came out to a hand: face down only if all cards are and it was not
    seen."""
    if table.stack.carried:
        raise Refusal("not-so", cell.clause, "Another card waits to be dealt first: deal that one.")
    check_before_third(table)
    if holds(report, WAGERS):
        check_cutting_card_out(table, first=False)
    down = report.card is None and table.round.face != "up"
    return CardDealt(
        hand=hand,
        clause=str(cell.clause),
        card=None if down else _seen_card(table, report),
        up=not down,
        position=table.stack.dealt,
        seal=report.seal if down else None,
    )


def first_of_next(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    _check_complete(table, cell)
    return [aside(table, report, str(cell.clause), next_coup=True)]


def _check_complete(table: Table, cell: Cell) -> None:
    """A card is surplus only where none is due; a box game may still owe its dealer cards."""
    if table.stack.stage != READY:
        raise Refusal("not-so", cell.clause, "No card can have come out: none is ready to deal.")
    if table.phase == DEALING and not table.book.procedure.takes_boxes and due(table) is not None:
        raise Refusal("not-so", cell.clause, "A card is due: the one that came out is not surplus.")


class NoBetForced(Event, frozen=True, kw_only=True):
    """The next coup is dealt without wagers; what lies on the layout for it goes back."""

    basis = statement("void", when=lambda event, at: bool(event.returned))
    sight = public("clause returned")
    grows_with = "the wagers of a coup"
    transfers = transfers_of()

    clause: str
    returned: tuple[int, ...]
    moves: tuple[Move, ...]


def force_no_bet(table: Table, clause: str) -> NoBetForced:
    stakes = () if table.phase in IN_COUP else tuple(table.round.stakes.values())
    return NoBetForced(
        clause=clause,
        returned=tuple(laid.sequence for laid in stakes),
        moves=tuple(back(laid) for laid in stakes),
    )


@TABLE.evolves(NoBetForced)
def no_bet_forced(table: Table, event: NoBetForced) -> Table:
    if table.phase in IN_COUP:
        return replace(table, next_no_bet=(event.clause, *table.next_no_bet[1:]))
    round_ = replace(table.round, stakes={}, no_bet=event.clause)
    return moved(replace(table, round=round_), event.moves)


def first_of_no_bet(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    _check_complete(table, cell)
    clause = str(cell.clause)
    return [aside(table, report, clause, next_coup=True), force_no_bet(table, clause)]


class CardBurned(Event, frozen=True, kw_only=True):
    """A card out of the stack goes to the rack."""

    basis = RECORD
    sight = public("card clause")

    card: GameCard | None
    position: StaffNumber
    clause: str


@TABLE.evolves(CardBurned)
def card_burned(table: Table, event: CardBurned) -> Table:
    burned = replace(burned_from(table.stack, (event.card,), 1), burned=table.stack.burned)
    return replace(table, stack=burned)


def burn_card(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    """A card seen too early, or dealt to a hand that was complete."""
    dealing = table.phase == DEALING and due(table) is not None
    if report.situation == ALWAYS_SEEN and dealing:
        raise Refusal(
            "wrong-phase",
            cell.clause,
            "A {coup_word} is being dealt already.",
            coup_word=table.book.coup,
        )
    if report.situation == FACE_UP and table.phase != DEALING:
        raise Refusal(
            "wrong-phase",
            cell.clause,
            "No {coup_word} is being dealt now.",
            coup_word=table.book.coup,
        )
    _check_cutting_card(table, report)
    card = _seen_card(table, report) if report.card is not None else None
    return [CardBurned(card=card, position=table.stack.dealt, clause=str(cell.clause))]


def play_as_dealt(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    """A card found face up is dealt where it is due, for all to see."""
    step = due(table) if table.phase == DEALING else None
    if not isinstance(step, Due):
        raise Refusal("not-so", cell.clause, "No card is due now.")
    _seen_card(table, report)
    return [_dealt(table, report, cell, step.hand)]


# The stack


def shuffle_after(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    return [ShuffleOrdered(reason=report.note, clause=str(cell.clause))]


def taken_out(table: Table, report: Report, cell: Cell) -> ShuffleOrdered:
    """All cards come out; a no-bet coup that one of them forced lapses."""
    called = {rule.clause for rule in table.conduct.no_bet}
    forced = table.next_no_bet[:1] if table.stack.waiting or table.stack.carried else ()
    in_coup = table.phase in IN_COUP and any(clause not in called for clause in forced)
    lapses = in_coup or (table.phase not in IN_COUP and first_card_lapses(table))
    return ShuffleOrdered(
        reason=report.note, clause=str(cell.clause), lapses=lapses and holds(report, WAGERS)
    )


def shuffle_if_directed(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    """A supervisor's word, with a reason where the document asks for one."""
    if report.situation == "not-mixed" and table.conduct.doubts.needs_reason:
        reason_of(report.note)
    return shuffle_after(table, report, cell, now)


def new_cards_if_agreed(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    missing = [player for player in table.patrons if player not in report.agreed]
    if missing:
        name = named(missing[0])
        raise Refusal("not-agreed", cell.clause, "{name} has not agreed to new cards.", name=name)
    return shuffle_after(table, report, cell, now)


class CardsFlagged(Event, frozen=True, kw_only=True):
    """Before the next coup the cards must be checked, or replaced; once they are played out, if
    players handled them."""

    basis = RECORD
    sight = public("need clause")
    topics = in_topics(Topic.CARDS)

    need: str
    clause: str


@TABLE.evolves(CardsFlagged)
def cards_flagged(table: Table, event: CardsFlagged) -> Table:
    if event.need == "handled":
        return replace(table, stack=replace(table.stack, handled=True))
    changed = {"check": event.clause} if event.need == "check" else {"replace": event.clause}
    return replace(table, stack=replace(table.stack, **changed))


def check_after(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    return [CardsFlagged(need="check", clause=str(cell.clause))]


def empty_and_check(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    """All cards come out to be checked, so they are shuffled before they are played again."""
    return [*check_after(table, report, cell, now), taken_out(table, report, cell)]


def replace_played_out(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    """The shoe is played on; its cards are never shuffled again."""
    return [CardsFlagged(need="handled", clause=str(cell.clause))]


def replace_now(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    if table.phase not in BETWEEN:
        raise Refusal("wrong-phase", cell.clause, "Cards are replaced between coups.")
    return [CardsFlagged(need="replace", clause=str(cell.clause))]


class ShoeVoided(Event, frozen=True, kw_only=True):
    """These cards are not played any further; `lapses`: nor is the no-bet coup that one of them
    forced."""

    basis = RECORD
    sight = public("clause")
    topics = in_topics(Topic.CARDS)

    clause: str
    lapses: bool = False


@TABLE.evolves(ShoeVoided)
def shoe_voided(table: Table, event: ShoeVoided) -> Table:
    stack = Stack(
        back=table.stack.back,
        number=table.stack.number,
        checked=table.stack.checked,
        handled=table.stack.handled,
        pre_shuffled=table.stack.pre_shuffled,
    )
    return replace(without_first_card(table, event.lapses), stack=stack, phase=PREPARING)


def void_shoe(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    """Cards that are void give no result: a coup begun with them and not settled is void too.
    Before the revision `WAGERS`, one that was settled was as well."""
    if table.phase in IN_COUP:
        clause = str(cell.clause)
        paid = table.phase == SETTLED and holds(report, WAGERS)
        if table.round.void or paid:
            return [taken_out(table, report, cell)]
        voided = void_coup(table, clause, reverse=True, revised=holds(report, WAGERS))
        return [voided, taken_out(table, report, cell)]
    return [ShoeVoided(clause=str(cell.clause), lapses=first_card_lapses(table))]


def burn_forgotten(table: Table, report: Report, cell: Cell, now: datetime) -> Sequence[Event]:
    """Continue play without the burn; the cards that should have been burned are in play."""
    if table.stack.burned or report.situation != NOT_BURNED:
        return ()
    return [BurnSkipped(clause=str(cell.clause))]
