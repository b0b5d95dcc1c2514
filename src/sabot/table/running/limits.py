"""Minimum and maximum wagers: the sign, changes to it, protected players, personal limits."""

from collections.abc import Sequence
from datetime import datetime
from math import gcd, lcm

import msgspec

from sabot.declarations import RECORD, Stop, on_pages, public, stops
from sabot.money import Odds, cents
from sabot.refusal import Refusal
from sabot.rules import Rulebook
from sabot.rules.conduct import Notice
from sabot.rules.roles import CASINO_SUPERVISOR
from sabot.rules.wager import STANDOFF, Wager
from sabot.streams import Command, Event, Leave
from sabot.table.betting.one_wager import REVISED
from sabot.table.running.signs import (
    DIFFERENTIAL,
    LIMITS,
    MINIMUM,
    PROTECTION,
    check_sign,
    take_sign,
)
from sabot.table.sights import LIMIT
from sabot.table.state import OPEN, Limit, Patron, Setup, Table, WagerLimit
from sabot.table.stream import TABLE, replace


class WagerSign(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    minimum: str | None = None
    maximum: str | None = None


class SignText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sign as people write it, amounts as decimal text."""

    minimum: str
    maximum: str
    unit: str | None = None
    area_maximum: str | None = None
    differential: str | None = None
    wagers: dict[str, WagerSign] = {}
    positions: int | None = None


def limit_of(book: Rulebook, setup: Setup, text: SignText) -> Limit:
    """The sign in cents, if the document knows everything that it says. Every optional bet on the
    layout has its amounts shown, the general ones where the sign gives none of its own."""
    rules = book.conduct.limits
    least, most = cents(text.minimum), cents(text.maximum)
    if least > most:
        raise Refusal("bad-sign", rules.sign, "The minimum on the sign is above the maximum.")
    for wanted, clause, what in (
        (text.area_maximum, rules.area, "maximum for a playing area"),
        (text.differential, rules.differential, "table differential"),
    ):
        if wanted is not None and clause is None:
            raise Refusal(
                "no-rule", rules.sign, "{game} knows no {what}.", game=book.title, what=what
            )
    by_wager = {name: _wager_limit(book, name, sign) for name, sign in text.wagers.items()}
    for name in setup.wagers:
        rule = book.conduct.side_bet(name)
        if rule is not None and rule.optional:
            by_wager.setdefault(name, WagerLimit(least, most))
    return Limit(
        least=least,
        most=most,
        unit=None if text.unit is None else cents(text.unit),
        area=None if text.area_maximum is None else cents(text.area_maximum),
        differential=None if text.differential is None else cents(text.differential),
        by_wager=by_wager,
        positions=text.positions,
    )


def _wager_limit(book: Rulebook, name: str, sign: WagerSign) -> WagerLimit:
    wager = book.wager(name)
    least = None if sign.minimum is None else cents(sign.minimum)
    most = None if sign.maximum is None else cents(sign.maximum)
    if least is not None and most is not None and least > most:
        raise Refusal(
            "bad-sign",
            book.conduct.limits.sign,
            "{wager}: minimum above maximum.",
            wager=wager.name,
        )
    return WagerLimit(least, most)


def bounds(table: Table, patron: Patron, wager: str, *, whole: bool = REVISED) -> tuple[int, int]:
    """Return the least and the most that a player may have on a wager.

    The sign's line for that bet counts before its line for all bets. A personal maximum lifts both
    lines. A personal minimum takes the place of the general one, whatever minimum the player could
    keep otherwise; a kept minimum takes the place of a higher one.
    """
    sign, own = table.sign, patron.own or WagerLimit()
    shown = sign.by_wager.get(wager, WagerLimit())
    least = sign.least if own.least is None else own.least
    if patron.old_least is not None and (own.least is None or not whole):
        least = min(least, patron.old_least)
    most = sign.most if shown.most is None else shown.most
    if own.most is not None:
        lifts = whole or shown.most is None
        most = max(most, own.most) if lifts else most
    return least if shown.least is None else shown.least, most


def check_chips(table: Table, wager: Wager, amount: int, total: int) -> None:
    """Reject a stake that is not made of whole chips, and one whose win chips cannot pay exactly
    where no clause rounds."""
    chip, clause = table.opened.chip, table.conduct.wagering.chips
    if amount % chip:
        message = "Wagers are made in chips, and the smallest here is {chip}: {amount} is none."
        raise Refusal(
            "bad-amount", clause, message, chip=table.told(chip), amount=table.told(amount)
        )
    if table.book.chips is not None:
        return
    for line in wager.in_scheme(table.opened.scheme):
        if line.pays != STANDOFF and total * line.pays.pays % (line.pays.per * chip):
            raise Refusal(
                "bad-amount",
                line.clause,
                "{total} on {wager} could not be paid exactly at {odds} in chips of {chip}.",
                total=table.told(total),
                wager=wager.name,
                odds=str(line.pays),
                chip=table.told(chip),
            )


def chip_step(table: Table, on: str) -> int:
    """Return the smallest stake on a bet that is made of chips, and whose win chips can pay exactly
    where no clause rounds; every such stake is a multiple of it.

    >>> from types import SimpleNamespace as Named
    >>> from sabot.rulebooks import RULEBOOKS
    >>> mini, setup = RULEBOOKS["canberra-mini"], Named(chip=250, scheme="commission")
    >>> [chip_step(Named(book=mini, opened=setup), on) for on in ("player", "banker")]
    [250, 5000]
    """
    chip = table.opened.chip
    if table.book.chips is not None:
        return chip
    lines = table.book.by_id[on].in_scheme(table.opened.scheme)
    odds = [line.pays for line in lines if isinstance(line.pays, Odds)]
    return lcm(chip, *(each.per * chip // gcd(each.pays, each.per * chip) for each in odds))


def check_amount(
    table: Table, patron: Patron, wager: Wager, total: int, *, whole: bool = REVISED
) -> None:
    """Whether so much on one wager keeps to the sign."""
    rules = table.conduct.limits
    least, most = bounds(table, patron, wager.id, whole=whole)
    if total < least:
        raise Refusal(
            "below-minimum",
            rules.sign,
            "{wager} takes at least {least} here, not {total}.",
            wager=wager.name,
            least=table.told(least),
            total=table.told(total),
        )
    if total > most:
        raise Refusal(
            "above-maximum",
            rules.sign,
            "{wager} takes at most {most} here, not {total}.",
            wager=wager.name,
            most=table.told(most),
            total=table.told(total),
        )
    unit = table.sign.unit
    if unit is not None and (total - least) % unit:
        raise Refusal(
            "not-a-unit",
            rules.unit,
            "Above {least} wagers go in steps of {unit}: {total} is not one.",
            least=table.told(least),
            unit=table.told(unit),
            total=table.told(total),
        )


# Changing the limits


class ChangeLimits(Command, frozen=True, kw_only=True):
    """A new sign for the table."""

    pages = on_pages("pit")
    stopped_by = stops(Stop.HEAT_LIMITS)

    sign: SignText


class LimitsChanged(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("clause", limit=LIMIT)

    limit: Limit
    clause: str


def _by_whom(table: Table) -> Leave:
    change = table.conduct.limits.change
    return Leave(change.clause if change else table.conduct.overlaid, table.conduct.limits.by)


def _no_change(table: Table) -> Refusal:
    return Refusal("no-rule", table.conduct.overlaid, "No rule lets the limits be changed here.")


@TABLE.decides(ChangeLimits, lambda table, _: _by_whom(table), OPEN, sent_by=(CASINO_SUPERVISOR,))
def change_limits(table: Table, command: ChangeLimits, now: datetime) -> Sequence[Event]:
    """Limits change at once, but a higher minimum needs its sign; where the document asks for prior
    notice without a time, every change needs one if there is somebody to notify."""
    rules, old, change = table.conduct.limits, table.sign, table.conduct.limits.change
    if change is None:
        raise _no_change(table)
    new = limit_of(table.book, table.opened, command.sign)
    if change.minutes:
        for higher in _higher_minimums(old, new):
            check_sign(table, change, MINIMUM, now, higher)
        return [LimitsChanged(limit=new, clause=change.clause)]
    if not table.patrons:
        return [LimitsChanged(limit=new, clause=change.clause)]
    if new.differential != old.differential and rules.differential_change is not None:
        notice = _notice(change, rules.differential_change)
        check_sign(table, notice, DIFFERENTIAL, now, among=(new.differential or 0,))
    if replace(new, differential=None) != replace(old, differential=None):
        check_sign(table, change, LIMITS, now, among=_changed(old, new))
    return [LimitsChanged(limit=new, clause=change.clause)]


def _changed(old: Limit, new: Limit) -> set[int]:
    """The amounts of a new sign that the old one does not say in the same place; 0: one is gone."""
    pairs: list[tuple[object, object]] = [(old, new), *_of_bets(old, new)]
    found: set[int] = set()
    for before, after in pairs:
        for name in ("least", "most", "unit", "area"):
            was, amount = getattr(before, name, None), getattr(after, name, None)
            if was != amount:
                found.add(amount or 0)
    return found or {0}


def _of_bets(old: Limit, new: Limit) -> list[tuple[WagerLimit, WagerLimit]]:
    none = WagerLimit()
    bets = {**old.by_wager, **new.by_wager}
    return [(old.by_wager.get(bet, none), new.by_wager.get(bet, none)) for bet in bets]


def _higher_minimums(old: Limit, new: Limit) -> set[int]:
    """The minimums that would be higher than before, the general one and those of single bets."""
    higher = {new.least} if new.least > old.least else set()
    for wager in {**old.by_wager, **new.by_wager}:
        least = _least(new, wager)
        if least > _least(old, wager):
            higher.add(least)
    return higher


def _least(limit: Limit, wager: str) -> int:
    shown = limit.by_wager.get(wager, WagerLimit()).least
    return limit.least if shown is None else shown


def _notice(rule: Notice, clause: str) -> Notice:
    return Notice(clause, rule.by, rule.minutes, rule.or_consent)


@TABLE.evolves(LimitsChanged)
def limits_changed(table: Table, event: LimitsChanged) -> Table:
    signs = table.signs
    for kind in (MINIMUM, LIMITS, DIFFERENTIAL):
        signs = take_sign(signs, kind)
    return replace(table, limit=event.limit, signs=signs)


class RaiseMinimum(Command, frozen=True, kw_only=True):
    """Raise the minimum at once: players who are here keep the old one."""

    pages = on_pages("pit")
    stopped_by = stops(Stop.HEAT_LIMITS)

    minimum: str


class MinimumRaised(Event, frozen=True, kw_only=True):
    """Two minimums apply from now on; `markers` are the boxes of those who keep the old one."""

    basis = RECORD
    sight = public("old new markers clause signs")
    grows_with = "the players at the table"

    old: int
    new: int
    markers: dict[str, int | None]
    clause: str
    signs: str | None


def _at_once(table: Table, command: Command) -> Leave:
    return Leave(table.conduct.limits.at_once, table.conduct.limits.by)


@TABLE.decides(RaiseMinimum, _at_once, OPEN, sent_by=(CASINO_SUPERVISOR,))
def raise_minimum(table: Table, command: RaiseMinimum, now: datetime) -> Sequence[Event]:
    rules, old, new = table.conduct.limits, table.sign, cents(command.minimum)
    if rules.change is None:
        raise _no_change(table)
    if rules.at_once is None:
        raise Refusal(
            "no-rule", rules.change.clause, "A minimum is raised here with prior notice only."
        )
    if not old.least < new <= old.most:
        raise Refusal(
            "bad-sign",
            rules.at_once,
            "The new minimum lies above {least} and not above {most}.",
            least=table.told(old.least),
            most=table.told(old.most),
        )
    markers = {
        player: patron.place if patron.place is not None else next(iter(patron.boxes), None)
        for player, patron in table.patrons.items()
    }
    return [
        MinimumRaised(
            old=old.least, new=new, markers=markers, clause=rules.at_once, signs=rules.two_signs
        )
    ]


@TABLE.evolves(MinimumRaised)
def minimum_raised(table: Table, event: MinimumRaised) -> Table:
    patrons = {
        player: replace(patron, old_least=event.old)
        if player in event.markers and patron.old_least is None
        else patron
        for player, patron in table.patrons.items()
    }
    return replace(table, patrons=patrons, limit=replace(table.sign, least=event.new))


class EndProtection(Command, frozen=True, kw_only=True):
    """Protected players come to the minimum that all others have."""

    pages = on_pages("pit")
    stopped_by = stops(Stop.HEAT_LIMITS)


class ProtectionEnded(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("minimum clause")

    minimum: int
    clause: str


@TABLE.decides(EndProtection, _at_once, OPEN, sent_by=(CASINO_SUPERVISOR,))
def end_protection(table: Table, command: EndProtection, now: datetime) -> Sequence[Event]:
    rule = table.conduct.limits.end_protection
    if table.conduct.limits.change is None:
        raise _no_change(table)
    if rule is None or not any(p.old_least is not None for p in table.patrons.values()):
        clause = rule.clause if rule else None
        raise Refusal("nobody-protected", clause, "No player here keeps an old minimum.")
    check_sign(table, rule, PROTECTION, now, table.sign.least)
    return [ProtectionEnded(minimum=table.sign.least, clause=rule.clause)]


@TABLE.evolves(ProtectionEnded)
def protection_ended(table: Table, event: ProtectionEnded) -> Table:
    patrons = {name: replace(patron, old_least=None) for name, patron in table.patrons.items()}
    return replace(table, patrons=patrons, signs=take_sign(table.signs, PROTECTION))
