"""The next card in words: its hand and its reason."""

from sabot.rules import BANKER, PLAYER, CommonHands, Due
from sabot.table.coup.cutting_card import is_cutting_card_due
from sabot.table.coup.dealing import start_coup
from sabot.table.devices.comparison import next_seen
from sabot.table.devices.enrolment import card_device
from sabot.table.shoe.cards import counts_of
from sabot.table.state import VIRTUAL, Table
from sabot.table.stream import replace
from sabot.views.desk.staff_shapes import NextStep
from sabot.views.steps.reasons import Because, because


def hand_name(hand: str) -> str:
    """
    >>> hand_name("box 3")
    'Box 3'
    """
    return hand.capitalize()


def first_card(table: Table) -> NextStep:
    """Return the step that deals the first card of the coup."""
    assert table.at is not None
    start = start_coup(table, table.at)
    begun = replace(table, round=replace(table.round, boxes=start.boxes, face=start.face))
    return next_card(begun, table.book.procedure.initial(start.boxes)[0])


def next_card(table: Table, step: Due) -> NextStep:
    """Return the step that deals a card to the hand that is due one."""
    seen = seen_by_device(table)
    named = table.opened.feed != VIRTUAL and table.round.face == "up" and not table.stack.carried
    out = is_cutting_card_due(table)
    why = because("By the log the cutting card comes before this card") if out else None
    return NextStep(
        "deal-card",
        f"Deal to {step.hand}",
        {"cutting_card": True} if out else {},
        clause=step.clause,
        **(seen or why or _why(table, step)),
        card=f"the card for {step.hand}" if named else None,
        seen=seen is not None and next_seen(table) is not None,
        hand=step.hand,
    )


def seen_by_device(table: Table) -> Because | None:
    """Return whether the device has seen the next card; None where no device says so."""
    device = card_device(table)
    if device is None or table.stack.carried:
        return None
    if next_seen(table) is None:
        return because("The device {device} has not seen the card yet", device=device)
    return because("The device {device} has seen the card", device=device)


def _why(table: Table, step: Due) -> Because:
    initial = table.book.procedure.initial(table.round.boxes)
    dealt = len(table.round.slots)
    if dealt < len(initial):
        return because("Card {card} of the first {cards}", card=dealt + 1, cards=len(initial))
    totals, hand = counts_of(table), step.hand
    if sum(slot.hand == hand for slot in table.round.slots) == 1:
        return because("{hand} has one card and takes a second", hand=hand_name(hand))
    draws: dict[str, object] = {"hand": hand_name(hand), "total": totals[hand]}
    if not isinstance(table.book.procedure, CommonHands) or hand != BANKER:
        return because("{hand} has {total} and draws", **draws)
    third = [slot.card for slot in table.round.slots[len(initial) :] if slot.hand == PLAYER]
    if third:
        return because(
            "{hand} has {total} and draws against the third card {third}", **draws, third=third[0]
        )
    stands = totals[PLAYER]
    return because(
        "{hand} has {total} and draws: Player stands on {stands}", **draws, stands=stands
    )
