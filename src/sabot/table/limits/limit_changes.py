"""Changes to the sign with the limits: which amounts differ, and which signs announced them."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from sabot.core.refusal import Refusal
from sabot.core.revision import WAGERS, holds
from sabot.engine.declarations import RECORD, Stop, on_pages, public, stops
from sabot.engine.streams import Command, Event, Leave
from sabot.rules.operation.conduct import Notice
from sabot.rules.roles import CASINO_SUPERVISOR
from sabot.table.limits.sign_text import SignText, limit_of
from sabot.table.limits.signs import (
    DIFFERENTIAL,
    LIMITS,
    MINIMUM,
    check_ready,
    check_sign,
    notice_of,
    without_fulfilled,
)
from sabot.table.sights import LIMIT
from sabot.table.sign import ShownSign
from sabot.table.state import OPEN, Limit, Table, WagerLimit
from sabot.table.stream import TABLE, replace

LEAST: Final = "least"
OF_BETS: Final = (LEAST, "most")
"""Amounts of the sign that a bet may have a line of its own for."""
OF_TABLE: Final = ("unit", "area", "differential", "positions")
CALLED: Final = {
    LEAST: "minimum",
    "most": "maximum",
    "unit": "unit",
    "area": "maximum for a playing area",
    "differential": "table differential",
    "positions": "positions for side bets",
}
"""Names of a sign's amounts in refusals."""


class LimitDifference(NamedTuple):
    """An amount by which a new sign differs from the old one."""

    what: str
    """Name of the field of `Limit`."""
    wager: str | None
    """The bet whose line it is; None: the table's."""
    before: int | None
    after: int | None


def differences(old: Limit, new: Limit) -> Iterator[LimitDifference]:
    """Yield the amounts that differ. A bet that has the table's amount before and after does not
    differ on its own."""
    for what in (*OF_BETS, *OF_TABLE):
        before, after = amount_of(old, what), amount_of(new, what)
        if before != after:
            yield LimitDifference(what, None, before, after)
    for wager in {**old.by_wager, **new.by_wager}:
        for what in OF_BETS:
            before, after = amount_of(old, what, wager), amount_of(new, what, wager)
            if before != after and not (follows(old, what, wager) and follows(new, what, wager)):
                yield LimitDifference(what, wager, before, after)


def amount_of(limit: Limit, what: str, wager: str | None = None) -> int | None:
    """Return an amount of the sign: that of a bet's own line, or else the table's."""
    line = limit.by_wager.get(wager) if wager is not None and what in OF_BETS else None
    own: int | None = getattr(line, what, None)
    whole: int | None = getattr(limit, what)
    return whole if own is None else own


def follows(limit: Limit, what: str, wager: str) -> bool:
    """Return whether the sign says the same of this bet as of the table."""
    return amount_of(limit, what, wager) == amount_of(limit, what)


def announces(sign: ShownSign, change: LimitDifference) -> bool:
    """Return whether a sign announced exactly this change."""
    if sign.limit is not None:
        return amount_of(sign.limit, change.what, change.wager) == change.after
    if sign.kind == DIFFERENTIAL:
        return change.what == "differential" and sign.amount == (change.after or 0)
    minimum = sign.kind == MINIMUM and change.what == LEAST
    return minimum and (sign.wager, sign.amount) == (change.wager, change.after)


class ChangeLimits(Command, frozen=True, kw_only=True):
    """A new sign for the table."""

    pages = on_pages("pit")
    stopped_by = stops(Stop.HEAT_LIMITS)

    sign: SignText


class LimitsChanged(Event, frozen=True, kw_only=True):
    """`ended`: the bets whose minimum a sign has raised for protected players too; an empty name:
    the table's minimum."""

    basis = RECORD
    sight = public("clause ended", limit=LIMIT)

    limit: Limit
    clause: str
    ended: tuple[str, ...] = ()


def by_whom(table: Table) -> Leave:
    change = table.conduct.limits.change
    return Leave(change.clause if change else table.conduct.overlaid, table.conduct.limits.by)


def no_change(table: Table) -> Refusal:
    return Refusal("no-rule", table.conduct.overlaid, "No rule lets the limits be changed here.")


@TABLE.decides(ChangeLimits, lambda table, _: by_whom(table), OPEN, sent_by=(CASINO_SUPERVISOR,))
def change_limits(table: Table, command: ChangeLimits, now: datetime) -> Sequence[Event]:
    """Change the limits at once. A higher minimum needs its sign; where the document asks for prior
    notice without a time, every change needs one if there are players to notify."""
    change = table.conduct.limits.change
    if change is None:
        raise no_change(table)
    new = limit_of(table.book, table.opened, command.sign)
    if not holds(command, WAGERS):
        _check_kinds(table, change, new, now)
        return [LimitsChanged(limit=new, clause=change.clause)]
    changes = list(differences(table.sign, new))
    if change.minutes:
        changes = [each for each in changes if is_higher_minimum(each)]
    elif not table.patrons:
        changes = []
    for each in changes:
        _check_announced(table, change, each, now)
    ended = tuple(_ended(changes, new)) if change.minutes else ()
    return [LimitsChanged(limit=new, clause=change.clause, ended=ended)]


def is_higher_minimum(change: LimitDifference) -> bool:
    return change.what == LEAST and (change.after or 0) > (change.before or 0)


def _ended(changes: Sequence[LimitDifference], new: Limit) -> Iterator[str]:
    """Yield the bets whose higher minimum a sign announced, and so for all players."""
    for each in changes:
        yield each.wager or ""
        if each.wager is None:
            yield from (bet for bet in new.by_wager if follows(new, LEAST, bet))


def _check_announced(table: Table, rule: Notice, change: LimitDifference, now: datetime) -> None:
    if change.what == "differential":
        rule = notice_of(table, DIFFERENTIAL) or rule
    what = CALLED[change.what]
    if change.wager is not None:
        what = f"{table.book.names[change.wager]}, {what}"
    if change.after is not None:
        amount = str(change.after) if change.what == "positions" else table.told(change.after)
        what = f"{what} {amount}"
    check_ready(table, rule, [s for s in table.signs if announces(s, change)], what, now)


@TABLE.evolves(LimitsChanged)
def limits_changed(table: Table, event: LimitsChanged) -> Table:
    signs = without_fulfilled(table.signs, event.limit)
    patrons = table.patrons
    if event.ended:
        patrons = {
            player: replace(
                patron,
                old_least=None if "" in event.ended else patron.old_least,
                kept={bet: least for bet, least in patron.kept.items() if bet not in event.ended},
            )
            for player, patron in patrons.items()
        }
    return replace(table, limit=event.limit, signs=signs, patrons=patrons)


# Before the revision WAGERS: a sign of the right kind licensed any of its amounts


def _check_kinds(table: Table, change: Notice, new: Limit, now: datetime) -> None:
    rules, old = table.conduct.limits, table.sign
    if change.minutes:
        for higher in _higher_minimums(old, new):
            check_sign(table, change, MINIMUM, now, higher)
        return
    if not table.patrons:
        return
    if new.differential != old.differential and rules.differential_change is not None:
        notice = notice_of(table, DIFFERENTIAL) or change
        check_sign(table, notice, DIFFERENTIAL, now, among=(new.differential or 0,))
    if replace(new, differential=None) != replace(old, differential=None):
        check_sign(table, change, LIMITS, now, among=_changed(old, new))


def _changed(old: Limit, new: Limit) -> set[int]:
    """The amounts of a new sign that the old one does not say in the same place; 0: one is gone."""
    none = WagerLimit()
    bets = {**old.by_wager, **new.by_wager}
    lines = [(old.by_wager.get(bet, none), new.by_wager.get(bet, none)) for bet in bets]
    pairs: list[tuple[object, object]] = [(old, new), *lines]
    found: set[int] = set()
    for before, after in pairs:
        for name in ("least", "most", "unit", "area"):
            was, amount = getattr(before, name, None), getattr(after, name, None)
            if was != amount:
                found.add(amount or 0)
    return found or {0}


def _higher_minimums(old: Limit, new: Limit) -> set[int]:
    """The minimums that would be higher than before, the general one and those of single bets."""
    higher = {new.least} if new.least > old.least else set()
    for wager in {**old.by_wager, **new.by_wager}:
        least = amount_of(new, LEAST, wager) or 0
        if least > (amount_of(old, LEAST, wager) or 0):
            higher.add(least)
    return higher
