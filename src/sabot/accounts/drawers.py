"""Cashiers' drawers: counted by denomination when they are opened and closed, and handed over.

A drawer is one cashier's from its opening to its closing count. Cash that the cashier takes and
pays in between moves in and out of it, and cash from the safe is brought and taken back by two
persons. The closing count is compared with the books. The next cashier counts the drawer again, and
that count is compared with the last one, note by note. A count that does not agree is confirmed by
a second person and stands on the exceptions report.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Final

from sabot.accounts.cage import CAGE_RULES, Cage, CashDrawer, replace
from sabot.accounts.stream import reason_of
from sabot.core.denominations import count_of, differences, worth
from sabot.core.refusal import Refusal, named, quoted
from sabot.engine.declarations import RECORD, SERVER_ONLY, STAFF_ONLY, fixed, on_pages, statement
from sabot.engine.streams import Command, Confirmer, Event, Leave
from sabot.parts.statements import is_same
from sabot.rules.roles import CAGE, CASHIER, CASINO_SUPERVISOR

PIECES: Final = (100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10, 5)
"""Notes and coins of Australian dollars, in cents."""
MOST_PIECES: Final = 100_000
"""Most notes or coins of one kind in a count."""
MOST_DRAWERS: Final = 200
LONGEST_NAME: Final = 20
FROM_SAFE, TO_SAFE = "from the safe", "to the safe"
KINDS_OF_PIECES: Final = fixed(len(PIECES), "notes and coins")
Counts = Annotated[dict[str, int], KINDS_OF_PIECES]
"""Number of notes and coins by their value in dollars, as a person sends it."""
Counted = Annotated[dict[int, int], KINDS_OF_PIECES]
"""Number of notes and coins by their value in cents."""


def counted_of(counts: Mapping[str, int]) -> dict[int, int]:
    """Return a count of notes and coins by value in cents, the largest first."""
    return count_of(
        counts,
        PIECES,
        most=MOST_PIECES,
        unknown="There is no note or coin of {value} dollars.",
        too_many="{pieces} notes or coins of {value} cannot be.",
    )


def drawer_of(cage: Cage, cashier: str) -> str:
    """Return the name of a cashier's open drawer; empty if the cashier has none."""
    found = (name for name, each in cage.drawers.items() if each.cashier == cashier)
    return next(found, "")


def _own(cage: Cage, command: Command) -> tuple[str, CashDrawer]:
    """Return the sender's open drawer."""
    name = drawer_of(cage, command.actor)
    if not name:
        message = "{cashier} has no open drawer: count one and open it first."
        raise Refusal("no-drawer", None, message, cashier=named(command.actor))
    return name, cage.drawers[name]


# Opening


class OpenDrawer(Command, frozen=True, kw_only=True):
    """Open a drawer with a count of its notes and coins by their value in dollars. A drawer that
    was closed before is taken over: the count is compared with the last one."""

    pages = on_pages("cage")

    drawer: str
    counts: Counts


class DrawerOpened(Event, frozen=True, kw_only=True):
    """`differs` are the notes and coins by which the count differs from the last closing count,
    `difference` the cents; nothing where the drawer is new."""

    basis = statement(
        "variance",
        alone=True,
        when=lambda event, at: bool(event.differs),
        amount=lambda event: abs(event.difference),
    )
    sight = STAFF_ONLY

    drawer: str
    cashier: str
    counted: Counted
    total: int
    differs: Counted
    difference: int


SECOND_COUNT: Final = Confirmer(None, CAGE)


def _confirms_opening(cage: Cage, command: OpenDrawer) -> Confirmer | None:
    """A drawer that does not hold what it was closed with is taken over by two persons."""
    known = cage.drawers.get(command.drawer.strip())
    if known is None or known.cashier:
        return None
    return SECOND_COUNT if differences(known.counted, counted_of(command.counts)) else None


@CAGE_RULES.decides(
    OpenDrawer, Leave(None, CASHIER), confirmed_by=_confirms_opening, confirmers=(CAGE,)
)
def open_drawer(cage: Cage, command: OpenDrawer, now: datetime) -> Sequence[Event]:
    name, counted = command.drawer.strip(), counted_of(command.counts)
    if not name or len(name) > LONGEST_NAME:
        raise Refusal("bad-drawer", None, "Give the drawer's name or number.")
    own, known = drawer_of(cage, command.actor), cage.drawers.get(name)
    if own:
        message = "{cashier} has drawer {drawer} open: close it first."
        raise Refusal("drawer-open", None, message, cashier=named(command.actor), drawer=named(own))
    if known is not None and known.cashier:
        message = "Drawer {drawer} is {cashier}'s until it is closed."
        raise Refusal(
            "drawer-open", None, message, cashier=named(known.cashier), drawer=named(name)
        )
    before = counted if known is None else known.counted
    return [
        DrawerOpened(
            drawer=name,
            cashier=command.actor,
            counted=counted,
            total=worth(counted),
            differs=differences(before, counted),
            difference=worth(counted) - worth(before),
        )
    ]


def _with_drawer(cage: Cage, name: str, drawer: CashDrawer) -> Cage:
    return replace(cage, drawers={**cage.drawers, name: drawer})


@CAGE_RULES.evolves(DrawerOpened)
def drawer_opened(cage: Cage, event: DrawerOpened) -> Cage:
    return _with_drawer(cage, event.drawer, CashDrawer(event.counted, event.total, event.cashier))


# Cash in and out


class MoveDrawerCash(Command, frozen=True, kw_only=True):
    """Count cash that a cashier has taken, or with a minus paid, in the cashier's drawer."""

    pages = SERVER_ONLY

    cashier: str
    amount: int
    receipt: int


class DrawerCashMoved(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY

    drawer: str
    cashier: str
    amount: int
    receipt: int


@CAGE_RULES.decides(MoveDrawerCash, Leave(None, CASINO_SUPERVISOR))
def move_drawer_cash(cage: Cage, command: MoveDrawerCash, now: datetime) -> Sequence[Event]:
    name = drawer_of(cage, command.cashier)
    if not name or cage.drawers[name].expected + command.amount < 0:
        message = "The drawer of {cashier} does not hold so much: bring cash from the safe first."
        raise Refusal("drawer-empty", None, message, cashier=named(command.cashier))
    return [
        DrawerCashMoved(
            drawer=name, cashier=command.cashier, amount=command.amount, receipt=command.receipt
        )
    ]


@CAGE_RULES.evolves(DrawerCashMoved)
def drawer_cash_moved(cage: Cage, event: DrawerCashMoved) -> Cage:
    drawer = cage.drawers[event.drawer]
    moved = replace(drawer, expected=drawer.expected + event.amount)
    return _with_drawer(cage, event.drawer, moved)


class SupplyDrawer(Command, frozen=True, kw_only=True):
    """Bring notes and coins "from the safe" into one's drawer, or take them back "to the safe";
    another person of the cage counts them too."""

    pages = on_pages("cage")

    direction: str
    counts: Counts
    reason: str


class DrawerSupplied(Event, frozen=True, kw_only=True):
    """`total`: cents that came into the drawer, with a minus those that went to the safe."""

    basis = statement("cage", amount=lambda event: abs(event.total))
    sight = STAFF_ONLY

    drawer: str
    cashier: str
    counted: Counted
    total: int
    reason: str


@CAGE_RULES.decides(SupplyDrawer, Leave(None, CASHIER), confirmed_by=SECOND_COUNT)
def supply_drawer(cage: Cage, command: SupplyDrawer, now: datetime) -> Sequence[Event]:
    name, drawer = _own(cage, command)
    if command.direction not in (FROM_SAFE, TO_SAFE):
        message = 'Cash is brought "from the safe" or "to the safe", not {direction}.'
        raise Refusal("bad-direction", None, message, direction=quoted(command.direction))
    counted = counted_of(command.counts)
    total = worth(counted) * (1 if command.direction == FROM_SAFE else -1)
    if not total:
        raise Refusal("bad-count", None, "Count the notes and coins that are brought.")
    if drawer.expected + total < 0:
        message = "The drawer of {cashier} does not hold so much: bring cash from the safe first."
        raise Refusal("drawer-empty", None, message, cashier=named(command.actor))
    reason = reason_of(command.reason)
    return [
        DrawerSupplied(
            drawer=name, cashier=command.actor, counted=counted, total=total, reason=reason
        )
    ]


@CAGE_RULES.evolves(DrawerSupplied)
def drawer_supplied(cage: Cage, event: DrawerSupplied) -> Cage:
    drawer = cage.drawers[event.drawer]
    return _with_drawer(cage, event.drawer, replace(drawer, expected=drawer.expected + event.total))


# Closing


class CloseDrawer(Command, frozen=True, kw_only=True):
    """Close a drawer with a count of its notes and coins. The cashier whose it is does so, or a
    supervisor where the cashier cannot."""

    pages = on_pages("cage")

    drawer: str
    counts: Counts


class DrawerClosed(Event, frozen=True, kw_only=True):
    """`expected` are the cents by the books, `difference` what was counted more or, with a minus,
    less."""

    basis = statement(
        "variance",
        alone=True,
        when=lambda event, at: event.difference != 0,
        amount=lambda event: abs(event.difference),
    )
    sight = STAFF_ONLY

    drawer: str
    cashier: str
    counted: Counted
    total: int
    expected: int
    difference: int


def _confirms_closing(cage: Cage, command: CloseDrawer) -> Confirmer | None:
    """A drawer that does not agree with the books is closed by two persons."""
    known = cage.drawers.get(command.drawer.strip())
    if known is None or not known.cashier:
        return None
    total = worth(counted_of(command.counts))
    return None if total == known.expected else SECOND_COUNT


@CAGE_RULES.decides(
    CloseDrawer, Leave(None, CAGE), confirmed_by=_confirms_closing, confirmers=(CAGE,)
)
def close_drawer(cage: Cage, command: CloseDrawer, now: datetime) -> Sequence[Event]:
    name = command.drawer.strip()
    known = cage.drawers.get(name)
    if known is None or not known.cashier:
        raise Refusal("no-drawer", None, "Drawer {drawer} is not open.", drawer=quoted(name))
    if command.role == CASHIER and not is_same(command.actor, known.cashier):
        message = "Drawer {drawer} is {cashier}'s: they close it, or a supervisor does."
        raise Refusal("not-yours", None, message, drawer=named(name), cashier=named(known.cashier))
    counted = counted_of(command.counts)
    total = worth(counted)
    return [
        DrawerClosed(
            drawer=name,
            cashier=known.cashier,
            counted=counted,
            total=total,
            expected=known.expected,
            difference=total - known.expected,
        )
    ]


@CAGE_RULES.evolves(DrawerClosed)
def drawer_closed(cage: Cage, event: DrawerClosed) -> Cage:
    return _with_drawer(cage, event.drawer, CashDrawer(event.counted, event.total))
