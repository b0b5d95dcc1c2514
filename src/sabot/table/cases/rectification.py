"""Wrong payments put right: by a supervisor, and confirmed by a person who did not find them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

import msgspec

from sabot.core.alike import is_same
from sabot.core.money import CHIPS
from sabot.core.refusal import Refusal
from sabot.core.revision import MONEY, REPAIRS, WAGERS, holds
from sabot.engine.declarations import (
    STAFF_ONLY,
    Guard,
    StaffAmounts,
    StaffText,
    Stop,
    Topic,
    guarded,
    in_topics,
    on_pages,
    server_fills,
    statement,
    stops,
    transfers_of,
)
from sabot.engine.ledger import Move
from sabot.engine.streams import Command, Confirmer, Event
from sabot.rules.roles import CASINO_SUPERVISOR
from sabot.table.cases.payment_steps import (
    again,
    filed_if_done,
    is_on_file,
    mispaid_of,
    rule_of,
    with_payment,
)
from sabot.table.cases.payments import BY_ITS_BOOKS, moves_of, places_of
from sabot.table.players.room import with_rooms
from sabot.table.result.repayments import from_payment
from sabot.table.result.void_wagers import with_changes
from sabot.table.state import Mispaid, PaymentStep, Table
from sabot.table.stream import (
    BY_SUPERVISOR,
    TABLE,
    affordable,
    amount_of,
    check_felt,
    moved,
    replace,
)


class RectifyPayment(Command, frozen=True, kw_only=True):
    """Put it right, in part where `amount` says so: the player gets, or gives back, the money.
    `record` is a payment that is on file, put in by the house."""

    pages = on_pages("pit")
    server_fields = server_fills("record")
    stopped_by = stops(Stop.COUNT)

    number: int
    amount: str | None = None
    note: StaffText = ""
    record: Mispaid | None = None


class PaymentRectified(Event, frozen=True, kw_only=True):
    """`again` is the payment that was on file. `losses`: how it changes what the player has lost at
    this visit, where the books had the wrong result."""

    basis = statement("mispayment")
    sight = STAFF_ONLY
    transfers = transfers_of()
    topics = in_topics(Topic.MISPAYMENT)

    number: int
    amount: int
    step: Annotated[PaymentStep, guarded(Guard.STAFF)]
    clause: str
    moves: tuple[Move, ...]
    again: Mispaid | None = None
    losses: StaffAmounts = msgspec.field(default_factory=dict)


def _second_person(table: Table, command: RectifyPayment) -> Confirmer | None:
    """Return who has to confirm it: another person than the two who found the payment wrong
    (`check_other_person`)."""
    if not holds(command, MONEY):
        return None
    known = command.record or table.payments.get(command.number)
    tried = not is_on_file(table, command.number)
    return Confirmer(_remedy(known) if known else None, CASINO_SUPERVISOR, tried=tried)


def check_other_person(table: Table, command: RectifyPayment, actor: str) -> None:
    """Reject a person who found a payment wrong as the one who confirms that it is put right."""
    known = table.payments.get(command.number) or command.record
    if known is not None and any(
        is_same(actor, each) for each in (known.found_by, known.confirmed_by)
    ):
        message = "You found this payment wrong: another person confirms that it is put right."
        raise Refusal("own-finding", _remedy(known), message)


@TABLE.decides(
    RectifyPayment,
    BY_SUPERVISOR,
    confirmed_by=_second_person,
    confirmers=(CASINO_SUPERVISOR,),
    seen="a finding that was confirmed",
)
def rectify_payment(table: Table, command: RectifyPayment, now: datetime) -> Sequence[Event]:
    mispaid = mispaid_of(table, command.number, command.record)
    clause = _remedy(mispaid)
    check_felt(table, command, BY_ITS_BOOKS, clause)
    left = mispaid.amount - mispaid.rectified
    if not left:
        raise Refusal("rectified", clause, "That payment has been put right already.")
    amount = left if command.amount is None else amount_of(command.amount)
    if amount > left:
        raise Refusal(
            "bad-amount", clause, "At most {left} is left to put right.", left=table.told(left)
        )
    house, player = places_of(table, mispaid)
    source, target = (player, house) if mispaid.over else (house, player)
    moves = affordable(table, moves_of(source, target, mispaid, amount))
    step = PaymentStep("rectify", now, command.actor, command.note)
    rectified = PaymentRectified(
        number=mispaid.number,
        amount=amount,
        step=step,
        clause=clause,
        moves=moves,
        again=again(table, mispaid),
        losses=_losses(table, mispaid, amount) if holds(command, WAGERS) else {},
    )
    events: list[Event] = [rectified, *filed_if_done(table, _rectified(mispaid, rectified))]
    underpaid = not mispaid.over and mispaid.currency == CHIPS
    if mispaid.player is not None and underpaid and holds(command, REPAIRS):
        events += from_payment(table, mispaid.player, amount)
    return events


def _losses(table: Table, mispaid: Mispaid, amount: int) -> dict[str, int]:
    """Return what a player at the table has lost more, or less: the result of the wager changes
    with the books (14.3 and kin)."""
    player = mispaid.player
    if not mispaid.in_books or player not in table.patrons:
        return {}
    return {player: amount if mispaid.over else -amount}


def _remedy(mispaid: Mispaid) -> str:
    """The clause that asks for the payment to be put right."""
    rule = rule_of(mispaid)
    return rule.intended_rectify or rule.intended if mispaid.intended else rule.rectify


def _rectified(mispaid: Mispaid, event: PaymentRectified) -> Mispaid:
    steps = (*mispaid.steps, event.step)
    return replace(mispaid, rectified=mispaid.rectified + event.amount, steps=steps)


@TABLE.evolves(PaymentRectified)
def payment_rectified(table: Table, event: PaymentRectified) -> Table:
    mispaid = _rectified(event.again or table.payments[event.number], event)
    days = {each: mispaid.day for each in event.losses if mispaid.day is not None}
    patrons = with_changes(table, event.losses, days)
    table = with_rooms(with_payment(table, mispaid), patrons)
    return moved(replace(table, patrons=patrons), event.moves)
