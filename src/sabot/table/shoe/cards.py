"""The cards of the coup as they lie: what is due next, which hands they make, what is sealed."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, cast

from sabot.core.cards import Card, Hand, point_count, read_card
from sabot.core.refusal import Refusal
from sabot.core.seals import bound
from sabot.coup import Coup, deal_so_far
from sabot.rules import Choice, Decision, Due, box_name
from sabot.table.state import Round, Slot, Table
from sabot.table.stream import replace

EXPOSE = "expose"


def due(table: Table) -> Due | Choice | str | None:
    """Return the next step of the cards: a card to a hand, a decision, cards to be turned (EXPOSE),
    or None."""
    return due_in(table, table.round)


def initial_in(table: Table, round_: Round) -> Sequence[Due]:
    """Return the cards of the initial deal in their order, without those that a void hand has not
    been dealt and will not be."""
    steps = table.book.procedure.initial(round_.boxes)
    if not round_.void_hands:
        return steps
    dealt, kept = Counter(slot.hand for slot in round_.slots), list[Due]()
    for step in steps:
        if dealt[step.hand] or step.hand not in round_.void_hands:
            dealt[step.hand] -= 1
            kept.append(step)
    return kept


def due_in(table: Table, round_: Round) -> Due | Choice | str | None:
    initial = initial_in(table, round_)
    if len(round_.slots) < len(initial):
        return initial[len(round_.slots)]
    if lies_down(round_):
        return EXPOSE
    boxes = round_.boxes
    if round_.void_hands:
        boxes = tuple(box for box in boxes if box_name(box) not in round_.void_hands)
    return deal_so_far(table.book, known(round_), boxes, decided(round_)).due


def lies_down(round_: Round) -> bool:
    """Return True if a card still has to be turned; those of a void hand need not be."""
    return any(not slot.up and slot.hand not in round_.void_hands for slot in round_.slots)


def known(round_: Round) -> tuple[Card, ...]:
    """The cards in the order in which they came, all of them face up; without void hands, whose
    cards need not be seen and which decide nothing."""
    return tuple(read_card(s.card) for s in round_.slots if s.hand not in round_.void_hands)


def decided(round_: Round) -> Mapping[int, Decision]:
    return cast(Mapping[int, Decision], round_.decisions)


def is_initial(table: Table) -> bool:
    """The initial deal is complete and all of it face up, and nothing follows it yet."""
    slots = table.round.slots
    initial = initial_in(table, table.round)
    return len(slots) == len(initial) and not lies_down(table.round)


def of_initial(table: Table) -> Table:
    """The table without any further card: a rebuilt coup may have them before its counts are
    called."""
    slots = table.round.slots
    initial = len(initial_in(table, table.round))
    if len(slots) <= initial:
        return table
    return replace(table, round=replace(table.round, slots=slots[:initial]))


def hands_of(table: Table) -> dict[str, Hand]:
    """The hands that lie face up."""
    hands = table.book.procedure.open(table.round.boxes)
    for slot in table.round.slots:
        if slot.up and slot.card is not None:
            hands.setdefault(slot.hand, []).append(read_card(slot.card))
    return {name: Hand(cards, point_count(cards)) for name, cards in hands.items()}


def coup_of(table: Table) -> Coup:
    """The coup that the hands make, for settlement."""
    return Coup(table.book, hands_of(table), len(table.round.slots), {})


def counts_of(table: Table) -> dict[str, int]:
    return {name: hand.total for name, hand in hands_of(table).items()}


def counts_clause(table: Table) -> str | None:
    """The clause by which point counts are called, in this way of dealing."""
    calls = table.conduct.calls
    handed = table.method.recipient != "nobody"
    return calls.counts_handed if handed and calls.counts_handed else calls.counts


def dealer_turns(table: Table) -> str:
    """The clause by which the dealer turns what lies face down, in this way of dealing."""
    handed = table.method.recipient != "nobody"
    return (handed and table.conduct.handing.turned_by_dealer) or table.method.face_clause


def seal_of(salt: str, position: int, card: str) -> str:
    """Return the seal of a face-down card: SHA-256 over the line `sabot card 1`, the salt, the
    card's place in the stack and its name, each ending in a newline."""
    return bound("card", salt, position, card)


def check_seal(slot: Slot, card: str, salt: str | None) -> None:
    """Reject a card that is not the one that was sealed."""
    if slot.seal is None:
        return
    if salt is None or seal_of(salt, slot.position or 0, card) != slot.seal:
        raise Refusal(
            "broken-seal", None, "{card} is not the card that was dealt face down.", card=card
        )


def foreign_clause(table: Table) -> str | None:
    """The clause on missing and foreign cards, where the document has one."""
    cells = table.conduct.irregularities.get("missing-or-foreign-card", ())
    return next((cell.clause for cell in cells if cell.clause), None)


TOO_MANY: Final = "too-many-copies"
"""Code of the refusal of a card that is one copy more than the decks hold."""


def check_copies(table: Table, card: str) -> None:
    """Reject a card beyond the decks' copies: a foreign card is an irregularity."""
    if table.stack.seen.get(card, 0) >= table.opened.decks:
        raise Refusal(
            TOO_MANY,
            foreign_clause(table),
            "{decks} decks hold no further {card}: report a foreign card.",
            decks=table.opened.decks,
            card=card,
        )
