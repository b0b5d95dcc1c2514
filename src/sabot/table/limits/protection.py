"""A minimum that is raised at once: players who are here keep the old one until a sign ends it."""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from sabot.core.money import cents
from sabot.core.refusal import Refusal
from sabot.core.revision import WAGERS, holds
from sabot.engine.declarations import RECORD, Stop, on_pages, public, stops
from sabot.engine.streams import Command, Event, Leave
from sabot.rules.roles import CASINO_SUPERVISOR
from sabot.table.limits.limit_changes import LEAST, amount_of, follows, no_change
from sabot.table.limits.limits import bounds
from sabot.table.limits.signs import PROTECTION, check_ready, check_sign, take_sign
from sabot.table.state import OPEN, Limit, Table, WagerLimit
from sabot.table.stream import TABLE, replace


class RaiseMinimum(Command, frozen=True, kw_only=True):
    """Raise the minimum at once: players who are here keep the old one.

    With `wager` the minimum of that bet alone goes up; without it the table's, and that of every
    bet whose own line on the sign is lower.
    """

    pages = on_pages("pit")
    stopped_by = stops(Stop.HEAT_LIMITS)

    minimum: str
    wager: str | None = None


class MinimumRaised(Event, frozen=True, kw_only=True):
    """Two minimums apply from now on; `markers` are the boxes of those who keep the old one.

    `lines`: the new minimum of each bet with a line of its own; `kept`: what each of those players
    keeps on such a bet. `wager`: the one bet that was raised.
    """

    basis = RECORD
    sight = public("old new markers clause signs lines wager")
    grows_with = "the players at the table"

    old: int
    new: int
    markers: dict[str, int | None]
    clause: str
    signs: str | None
    lines: dict[str, int] = msgspec.field(default_factory=dict)
    kept: dict[str, dict[str, int]] = msgspec.field(default_factory=dict)
    wager: str | None = None


def _at_once(table: Table, command: Command) -> Leave:
    return Leave(table.conduct.limits.at_once, table.conduct.limits.by)


@TABLE.decides(RaiseMinimum, _at_once, OPEN, sent_by=(CASINO_SUPERVISOR,))
def raise_minimum(table: Table, command: RaiseMinimum, now: datetime) -> Sequence[Event]:
    rules, sign, new = table.conduct.limits, table.sign, cents(command.minimum)
    if rules.change is None:
        raise no_change(table)
    if rules.at_once is None:
        raise Refusal(
            "no-rule", rules.change.clause, "A minimum is raised here with prior notice only."
        )
    if command.wager is not None and command.wager not in table.opened.wagers:
        wager = table.book.wager(command.wager).name
        message = "{wager} is not offered at this table."
        raise Refusal("not-offered", rules.at_once, message, wager=wager)
    old = amount_of(sign, LEAST, command.wager) or 0
    most = amount_of(sign, "most", command.wager) or 0
    if not old < new <= most:
        raise Refusal(
            "bad-sign",
            rules.at_once,
            "The new minimum lies above {least} and not above {most}.",
            least=table.told(old),
            most=table.told(most),
        )
    markers = {
        player: patron.place if patron.place is not None else next(iter(patron.boxes), None)
        for player, patron in table.patrons.items()
    }
    lines = _lines(sign, new, command.wager) if holds(command, WAGERS) else {}
    kept = {
        player: {bet: bounds(table, replace(patron, own=None), bet)[0] for bet in lines}
        for player, patron in table.patrons.items()
        if lines
    }
    return [
        MinimumRaised(
            old=old,
            new=new,
            markers=markers,
            clause=rules.at_once,
            signs=rules.two_signs,
            lines=lines,
            kept=kept,
            wager=command.wager,
        )
    ]


def _lines(sign: Limit, new: int, wager: str | None) -> dict[str, int]:
    """Return the bets whose own line goes up: the one that was named, or else all that are lower,
    none beyond its own maximum."""
    if wager is not None:
        return {wager: new}
    return {
        bet: min(new, new if line.most is None else line.most)
        for bet, line in sign.by_wager.items()
        if line.least is not None and line.least < new
    }


@TABLE.evolves(MinimumRaised)
def minimum_raised(table: Table, event: MinimumRaised) -> Table:
    whole = event.wager is None
    patrons = {
        player: replace(
            patron,
            old_least=event.old if whole and patron.old_least is None else patron.old_least,
            kept={**patron.kept, **event.kept.get(player, {})},
        )
        if player in event.markers
        else patron
        for player, patron in table.patrons.items()
    }
    sign = table.sign
    lines = {
        bet: replace(sign.by_wager.get(bet, WagerLimit()), least=least)
        for bet, least in event.lines.items()
    }
    limit = replace(
        sign,
        least=event.new if whole else sign.least,
        by_wager={**sign.by_wager, **lines},
    )
    return replace(table, patrons=patrons, limit=limit)


class EndProtection(Command, frozen=True, kw_only=True):
    """Protected players come to the minimum that all others have."""

    pages = on_pages("pit")
    stopped_by = stops(Stop.HEAT_LIMITS)


class ProtectionEnded(Event, frozen=True, kw_only=True):
    """`lines`: the minimums of bets with a line of their own that protected players come to."""

    basis = RECORD
    sight = public("minimum clause lines")

    minimum: int
    clause: str
    lines: dict[str, int] = msgspec.field(default_factory=dict)


@TABLE.decides(EndProtection, _at_once, OPEN, sent_by=(CASINO_SUPERVISOR,))
def end_protection(table: Table, command: EndProtection, now: datetime) -> Sequence[Event]:
    rule, sign = table.conduct.limits.end_protection, table.sign
    if table.conduct.limits.change is None:
        raise no_change(table)
    general = any(patron.old_least is not None for patron in table.patrons.values())
    bets = {bet for patron in table.patrons.values() for bet in patron.kept}
    if rule is None or not (general or bets):
        clause = rule.clause if rule else None
        raise Refusal("nobody-protected", clause, "No player here keeps an old minimum.")
    if general or not holds(command, WAGERS):
        check_sign(table, rule, PROTECTION, now, sign.least)
    lines = {bet: amount_of(sign, LEAST, bet) or 0 for bet in sorted(bets)}
    for bet, least in lines.items():
        if general and follows(sign, LEAST, bet):
            continue
        what = f"{PROTECTION}, {table.book.names[bet]}, {table.told(least)}"
        found = [
            each
            for each in table.signs
            if (each.kind, each.wager, each.amount) == (PROTECTION, bet, least)
        ]
        check_ready(table, rule, found, what, now)
    return [ProtectionEnded(minimum=sign.least, clause=rule.clause, lines=lines)]


@TABLE.evolves(ProtectionEnded)
def protection_ended(table: Table, event: ProtectionEnded) -> Table:
    patrons = {
        name: replace(patron, old_least=None, kept={}) for name, patron in table.patrons.items()
    }
    done = {event.minimum, *event.lines.values()}
    return replace(table, patrons=patrons, signs=take_sign(table.signs, PROTECTION, done))
