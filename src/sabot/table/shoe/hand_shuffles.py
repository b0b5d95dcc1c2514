"""Shuffles by hand on request, before cards are cut or loaded."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.refusal import Refusal
from sabot.engine.declarations import RECORD, Stop, on_pages, public, stops
from sabot.engine.streams import Command, Event
from sabot.rules.roles import PLAYER, STAFF
from sabot.shoe.procedure import DEVICE, check_riffle
from sabot.table.running.approvals import RIFFLE, approval_key, is_approved
from sabot.table.state import BETWEEN, READY, Table
from sabot.table.stream import BY_DEALER, TABLE, leave, patron_of, replace


class Riffle(Command, frozen=True, kw_only=True):
    """Shuffle pre-shuffled cards by hand before they are cut or loaded. `asked_by` is the role of
    the person who asked for it, `player` the player who did."""

    pages = on_pages("deal")
    stopped_by = stops(Stop.STATEMENT)

    asked_by: str
    player: str | None = None


class CardsRiffled(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("clause")

    asked_by: str
    clause: str
    player: str | None = None


@TABLE.decides(Riffle, BY_DEALER, BETWEEN)
def riffle(table: Table, command: Riffle, now: datetime) -> Sequence[Event]:
    stack, rules = table.stack, table.book.preparation.pre_shuffled
    clause = rules[0].clause if rules else None
    if stack.pre_shuffled is None or stack.stage == READY:
        raise Refusal("not-pre-shuffled", clause, "Only pre-shuffled cards that are not cut yet.")
    rule = check_riffle(
        rules,
        command.asked_by,
        approved=is_approved(table, command, RIFFLE),
        of=stack.pre_shuffled,
        loading=table.opened.source == DEVICE,
    )
    if command.asked_by == PLAYER:
        patron_of(table, command.player or "")
    return [CardsRiffled(asked_by=command.asked_by, clause=rule.clause, player=command.player)]


@TABLE.evolves(CardsRiffled)
def cards_riffled(table: Table, event: CardsRiffled) -> Table:
    """An approval is for these cards only."""
    approvals = {k: v for k, v in table.approvals.items() if k != approval_key(RIFFLE)}
    return replace(table, approvals=approvals)


class ShuffleByHand(Command, frozen=True, kw_only=True):
    """Shuffle the cards by hand before they go into the device."""

    pages = on_pages("deal", "pit")
    stopped_by = stops(Stop.STATEMENT)


class ShuffledByHand(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("clause")

    clause: str


@TABLE.decides(
    ShuffleByHand,
    lambda table, _: leave(table.conduct.doubts.hand_shuffle),
    BETWEEN,
    sent_by=(STAFF,),
)
def shuffle_by_hand(table: Table, command: ShuffleByHand, now: datetime) -> Sequence[Event]:
    """Shuffle by hand before a device, where the document allows it, for the cards that it
    names."""
    doubts, stack = table.conduct.doubts, table.stack
    if doubts.hand_shuffle is None:
        raise Refusal("no-rule", None, "No clause of this game has cards shuffled so.")
    clause = doubts.hand_shuffle.clause
    if table.opened.source != DEVICE:
        raise Refusal("wrong-source", clause, "This shuffle comes before a shuffling device.")
    if stack.stage == READY and stack.shuffle is None:
        raise Refusal("not-now", clause, "The cards are in the device already.")
    if doubts.hand_shuffle_of != "any" and stack.pre_shuffled != "casino":
        raise Refusal("not-pre-shuffled", clause, "Only cards that the casino had pre-shuffled.")
    return [ShuffledByHand(clause=clause)]


@TABLE.evolves(ShuffledByHand)
def shuffled_by_hand(table: Table, event: ShuffledByHand) -> Table:
    return table
