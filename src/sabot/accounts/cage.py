"""The cage: above how much money a second person of the house confirms what a cashier does.

One stream of the casino holds the thresholds, so that every change of them is on record. Two of
them count what one person alone has taken or paid for a player on one local day, in however many
parts. The third counts what one cashier alone has taken and paid for all players together on one
local day; the stream keeps that total for each cashier.

The stream also numbers the receipts of all deposits and withdrawals, in one series of the casino,
and has the cashiers' drawers.
"""

from collections.abc import Sequence
from datetime import date, datetime
from functools import partial
from typing import Annotated, Final

import msgspec

from sabot.accounts.days import added, counted
from sabot.accounts.state import PeriodTally
from sabot.accounts.stream import reason_of
from sabot.core.money import cents
from sabot.core.refusal import Refusal
from sabot.engine.declarations import (
    RECORD,
    SERVER_ONLY,
    STAFF_ONLY,
    bound,
    decision,
    fixed,
    on_pages,
)
from sabot.engine.kind import Kind, only_staff
from sabot.engine.streams import Command, Confirmer, Event, Leave, Stream
from sabot.parts.statements import Statements, take_statements
from sabot.rules.roles import CASHIER, CASINO_OPERATOR, CASINO_SUPERVISOR

SECOND_ABOVE: Final = 10_000_00
"""In cents, unless the house has set another threshold."""
CASHIER_ABOVE: Final = 50_000_00
"""The same for all that one cashier takes and pays alone on one day."""
replace = msgspec.structs.replace


class CageRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cage's rule for a deposit or withdrawal: cents a day above which a second person confirms
    it, and the local day."""

    above: int
    day: date


class CashierTotal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Total that a cashier has taken and paid alone on one local day for all players, in cents,
    before the deposit or withdrawal that names it, and the threshold above which a second person is
    needed."""

    cashier: str
    alone: int
    above: int


class CashDrawer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A cashier's drawer. `counted`: notes and coins of its last count, by their value in cents;
    `expected`: cents by the books since; `cashier`: whose it is, empty while it is closed."""

    counted: Annotated[dict[int, int], fixed(11, "notes and coins")]
    expected: int
    cashier: str = ""


class Cage(msgspec.Struct, frozen=True, omit_defaults=True):
    """The thresholds, in cents, what waits for a second person, what each cashier has taken and
    paid alone on the last day on which any did, the number of the last receipt, and the drawers."""

    version: int = 0
    at: datetime | None = None
    deposit: int = SECOND_ABOVE
    withdrawal: int = SECOND_ABOVE
    cashier: int = CASHIER_ABOVE
    alone: Annotated[dict[str, PeriodTally], fixed(10_000, "cashiers of one day")] = {}
    statements: Statements = Statements()
    receipts: int = 0
    drawers: Annotated[
        dict[str, CashDrawer], bound(200, "drawers", "Open one that is closed.")
    ] = {}


CAGE_RULES: Stream[Cage] = Stream(
    lambda cage: cage.version,
    lambda cage: "",
    lambda cage, at: replace(cage, version=cage.version + 1, at=at),
)
take_statements(CAGE_RULES)


class SetThresholds(Command, frozen=True, kw_only=True):
    """Say above how much a second person is needed: for what comes in and what goes out for one
    player, and for all that one cashier does alone; that stays as it is where nothing is said."""

    pages = on_pages("cage")

    deposit: str
    withdrawal: str
    reason: str
    cashier: str | None = None


class ThresholdsSet(Event, frozen=True, kw_only=True):
    basis = decision("thresholds", alone=False)
    sight = STAFF_ONLY

    deposit: int
    withdrawal: int
    reason: str
    cashier: int | None = None


@CAGE_RULES.decides(
    SetThresholds,
    Leave(None, CASINO_OPERATOR),
    confirmed_by=Confirmer(None, CASINO_OPERATOR),
)
def set_thresholds(cage: Cage, command: SetThresholds, now: datetime) -> Sequence[Event]:
    new = ThresholdsSet(
        deposit=cents(command.deposit),
        withdrawal=cents(command.withdrawal),
        reason=reason_of(command.reason),
        cashier=None if command.cashier is None else cents(command.cashier),
    )
    if thresholds_set(cage, new) == cage:
        raise Refusal("no-change", None, "These are the thresholds already.")
    return [new]


@CAGE_RULES.evolves(ThresholdsSet)
def thresholds_set(cage: Cage, event: ThresholdsSet) -> Cage:
    cashier = cage.cashier if event.cashier is None else event.cashier
    return replace(cage, deposit=event.deposit, withdrawal=event.withdrawal, cashier=cashier)


# Totals that cashiers take and pay alone


class CountAlone(Command, frozen=True, kw_only=True):
    """Count what a cashier has taken or paid alone, in cents."""

    pages = SERVER_ONLY

    cashier: str
    amount: int
    day: date


class AloneCounted(Event, frozen=True, kw_only=True):
    """`total` is what the cashier has taken and paid alone on that day."""

    basis = RECORD
    sight = STAFF_ONLY

    cashier: str
    amount: int
    day: date
    total: int


@CAGE_RULES.decides(CountAlone, Leave(None, CASINO_SUPERVISOR))
def count_alone(cage: Cage, command: CountAlone, now: datetime) -> Sequence[Event]:
    total = counted(cage.alone.get(command.cashier), command.day) + command.amount
    return [
        AloneCounted(cashier=command.cashier, amount=command.amount, day=command.day, total=total)
    ]


@CAGE_RULES.evolves(AloneCounted)
def alone_counted(cage: Cage, event: AloneCounted) -> Cage:
    """Keep the totals of that day; those of earlier days are needed no more."""
    same_day = {name: each for name, each in cage.alone.items() if each.start >= event.day}
    tally = added(cage.alone.get(event.cashier), event.day, event.amount)
    return replace(cage, alone={**same_day, event.cashier: tally})


def total_of(cage: Cage, cashier: str, day: date) -> CashierTotal:
    """Return what a cashier has done alone on a day, and the threshold."""
    return CashierTotal(cashier, counted(cage.alone.get(cashier), day), cage.cashier)


# Receipts


class NumberReceipt(Command, frozen=True, kw_only=True):
    """Take the next number of the series of receipts for a player's payment."""

    pages = SERVER_ONLY

    number: int
    player: str


class ReceiptNumbered(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY

    number: int
    player: str


@CAGE_RULES.decides(NumberReceipt, Leave(None, CASINO_SUPERVISOR))
def number_receipt(cage: Cage, command: NumberReceipt, now: datetime) -> Sequence[Event]:
    if command.number != cage.receipts + 1:
        message = "The next receipt is {next}, not {number}."
        raise Refusal("wrong-receipt", None, message, next=cage.receipts + 1, number=command.number)
    return [ReceiptNumbered(number=command.number, player=command.player)]


@CAGE_RULES.evolves(ReceiptNumbered)
def receipt_numbered(cage: Cage, event: ReceiptNumbered) -> Cage:
    return replace(cage, receipts=event.number)


CAGE_KIND = Kind(
    prefix="cage:",
    word="cage",
    rules=CAGE_RULES,
    state=Cage,
    empty=lambda name: Cage(),
    words="sabot.accounts",
    seen=partial(only_staff, also=frozenset({CASHIER})),
    whose="cage's",
    refused="This follows from what a cashier takes and pays.",
)
CAGE_STREAM: Final = CAGE_KIND.stream("house")
