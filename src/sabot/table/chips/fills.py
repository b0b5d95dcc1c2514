"""Fills and credits: chips between the cage and the float, on slips that both sides sign."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Annotated, Final

from sabot.core.denominations import Count, taken_from, worth
from sabot.core.refusal import Refusal
from sabot.core.revision import DENOMINATIONS, MONEY, holds
from sabot.engine.declarations import (
    STAFF_ONLY,
    Purse,
    StaffText,
    Stop,
    fixed,
    on_pages,
    statement,
    stops,
    transfers_of,
)
from sabot.engine.ledger import FLOAT, WORLD, Move
from sabot.engine.streams import Claim, Command, Confirmer, Event
from sabot.parts.papers import SLIP, number_on, used_slip
from sabot.rules.roles import CASHIER
from sabot.table.chip_set import ChipsSaid, check_in_tray, stated_chips
from sabot.table.chips.floats import float_chips, open_shift
from sabot.table.state import OPEN, Table
from sabot.table.stream import BY_SUPERVISOR, TABLE, affordable, amount_of, moved, replace
from sabot.table.tray import MOST_TAKERS


def signed(table: Table, command: "SlipCommand") -> tuple[str, ...]:
    """Return who signed a slip: for the pit, then for the cage."""
    other = table.statements.confirmed_by
    return (command.actor, other) if other and holds(command, DENOMINATIONS) else ()


def with_signer(table: Table, signed_by: tuple[str, ...]) -> Table:
    """Return the table where a person of the cage has signed a slip: they do not count its box."""
    added = tuple(each for each in signed_by[1:] if each not in table.signers)
    return replace(table, signers=(*table.signers, *added)[-MOST_TAKERS:]) if added else table


SIGNED_BY_CAGE: Final = Confirmer(None, CASHIER)
"""A slip has two signatures: a supervisor's for the table and a cashier's for the cage."""


def _confirms_slip(table: Table, command: "SlipCommand") -> Confirmer | None:
    """Chips that leave or enter the cage are seen by both sides; at a table that has no float open
    there is nothing to sign."""
    has_float = table.shift is not None and table.shift.is_open
    return SIGNED_BY_CAGE if has_float and holds(command, MONEY) else None


def _slip_of(command: "SlipCommand") -> str:
    """Return the number of the slip that chips go with."""
    slip = number_on(command.slip, command)
    if not slip and holds(command, MONEY):
        raise Refusal("no-slip", None, "Give the number of the slip that the chips go with.")
    return slip if holds(command, MONEY) else command.slip


class SlipCommand(Command, frozen=True, kw_only=True):
    """Chips on a slip. `slip` is the number of the paper that goes with them, which a cashier signs
    too; `chips` are their numbers by value in dollars."""

    amount: str
    slip: StaffText = ""
    chips: ChipsSaid | None = None


class SlipEvent(Event, frozen=True, kw_only=True):
    """`signed_by`: who signed the slip for the pit, and who for the cage."""

    amount: int
    slip: StaffText
    moves: tuple[Move, ...]
    signed_by: Annotated[tuple[str, ...], fixed(2, "signatures of a slip")] = ()

    def claims(self, name: str) -> Iterator[Claim]:
        return used_slip(self.slip)


class Fill(SlipCommand, frozen=True, kw_only=True):
    """Chips from the cage into the float. `slip` is the number of the paper that came along, which
    a cashier signs too; `chips` are their numbers by value in dollars."""

    pages = on_pages("pit")
    stopped_by = stops(Stop.COUNT)


class FloatFilled(SlipEvent, frozen=True, kw_only=True):
    """`signed_by`: who signed the slip for the pit, and who for the cage."""

    basis = statement("float", alone=True)  # in logs of the first release
    sight = STAFF_ONLY
    claim_kinds = (SLIP,)
    transfers = transfers_of(Purse.FLOAT)


@TABLE.decides(
    Fill, BY_SUPERVISOR, OPEN, confirmed_by=_confirms_slip,
    confirmers=(CASHIER,),
)  # fmt: skip
def fill(table: Table, command: Fill, now: datetime) -> Sequence[Event]:
    shift, amount = open_shift(table), amount_of(command.amount)
    move = Move(WORLD, FLOAT, amount, shift.currency, float_chips(table, amount, command.chips))
    return [_on_slip(FloatFilled, table, command, amount, (move,))]


def _on_slip(
    event: type[SlipEvent],
    table: Table,
    command: SlipCommand,
    amount: int,
    moves: tuple[Move, ...],
) -> SlipEvent:
    return event(
        amount=amount, slip=_slip_of(command), moves=moves, signed_by=signed(table, command)
    )


@TABLE.evolves(FloatFilled)
def float_filled(table: Table, event: FloatFilled) -> Table:
    shift = open_shift(table)
    shift = replace(shift, fills=shift.fills + event.amount)
    table = with_signer(replace(table, fill_asked=None), event.signed_by)
    return moved(replace(table, shift=shift), event.moves)


class Credit(SlipCommand, frozen=True, kw_only=True):
    """Chips from the float back to the cage, on a slip that a cashier signs too; `chips` are their
    numbers by value in dollars."""

    pages = on_pages("pit")
    stopped_by = stops(Stop.COUNT)


class FloatCredited(SlipEvent, frozen=True, kw_only=True):
    """`signed_by`: who signed the slip for the pit, and who for the cage."""

    basis = statement("float", alone=True)  # in logs of the first release
    sight = STAFF_ONLY
    claim_kinds = (SLIP,)
    transfers = transfers_of(Purse.FLOAT)


@TABLE.decides(
    Credit, BY_SUPERVISOR, OPEN, confirmed_by=_confirms_slip,
    confirmers=(CASHIER,),
)  # fmt: skip
def credit(table: Table, command: Credit, now: datetime) -> Sequence[Event]:
    shift, amount = open_shift(table), amount_of(command.amount)
    move = Move(FLOAT, WORLD, amount, shift.currency, _credit_chips(table, amount, command.chips))
    return [_on_slip(FloatCredited, table, command, amount, affordable(table, (move,)))]


def _credit_chips(table: Table, amount: int, said: ChipsSaid | None) -> Count | None:
    """Return the chips of a credit: nothing comes back from the cage as change."""
    chips = stated_chips(table.opened.chips, amount, said)
    if table.tray is None or amount > worth(table.tray):
        return chips
    if chips is None and min(taken_from(table.tray, amount, ()).values()) < 0:
        message = "The float has no chips that make {amount}: change some first."
        raise Refusal("short-of-chips", None, message, amount=table.told(amount))
    check_in_tray(table.tray, chips)
    return chips


@TABLE.evolves(FloatCredited)
def float_credited(table: Table, event: FloatCredited) -> Table:
    shift = open_shift(table)
    shift = replace(shift, credits=shift.credits + event.amount)
    return moved(with_signer(replace(table, shift=shift), event.signed_by), event.moves)
