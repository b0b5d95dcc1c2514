"""Personal limits: a sign or marker of their own for one player."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.money import cents
from sabot.core.refusal import Refusal
from sabot.core.revision import WAGERS, holds
from sabot.engine.declarations import RECORD, Stop, on_pages, own, stops
from sabot.engine.streams import Command, Event
from sabot.rules.roles import CASINO_SUPERVISOR
from sabot.table.state import OPEN, Table, WagerLimit
from sabot.table.stream import TABLE, leave, patron_of, replace, with_patron


class SetPersonalLimits(Command, frozen=True, kw_only=True):
    """Let one player bet above the table maximum, with a sign (or marker) of their own; without
    amounts, no longer."""

    pages = on_pages("pit")
    stopped_by = stops(Stop.HEAT_LIMITS)

    player: str
    minimum: str | None = None
    maximum: str | None = None


class PersonalLimitsSet(Event, frozen=True, kw_only=True):
    """`limit` is None where they are lifted."""

    basis = RECORD
    sight = own("player limit clause")

    player: str
    limit: WagerLimit | None
    clause: str


@TABLE.decides(
    SetPersonalLimits,
    lambda table, _: leave(table.conduct.limits.personal),
    OPEN,
    sent_by=(CASINO_SUPERVISOR,),
)
def set_personal_limits(table: Table, command: SetPersonalLimits, now: datetime) -> Sequence[Event]:
    power = table.conduct.limits.personal
    if power is None:
        raise Refusal(
            "no-rule", table.conduct.overlaid, "No rule lets a player have limits of their own."
        )
    clause = power.clause
    patron = patron_of(table, command.player)
    if command.minimum is None and command.maximum is None:
        if patron.own is None:
            raise Refusal("no-limit", clause, "No such limit is set, so none can be removed.")
        return [PersonalLimitsSet(player=command.player, limit=None, clause=clause)]
    if command.minimum is None or command.maximum is None:
        raise Refusal("bad-sign", clause, "Give both, a minimum and a maximum, or neither.")
    least, most = cents(command.minimum), cents(command.maximum)
    if not table.sign.least <= least <= most or most <= table.sign.most:
        raise Refusal(
            "bad-sign",
            clause,
            "A personal maximum lies above the table's {most}, a personal"
            " minimum between the table's {least} and that maximum.",
            most=table.told(table.sign.most),
            least=table.told(table.sign.least),
        )
    if patron.old_least is not None and holds(command, WAGERS):
        least = min(least, patron.old_least)  # which only a sign could raise
    own = WagerLimit(least, most)
    return [PersonalLimitsSet(player=command.player, limit=own, clause=clause)]


@TABLE.evolves(PersonalLimitsSet)
def personal_limits_set(table: Table, event: PersonalLimitsSet) -> Table:
    patron = replace(table.patrons[event.player], own=event.limit)
    return with_patron(table, event.player, patron)
