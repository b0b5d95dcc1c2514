"""A session that ends early: once nothing that can still happen changes who goes on."""

from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction
from typing import Final, NamedTuple

from sabot.core.money import Odds
from sabot.core.refusal import Refusal, named
from sabot.engine.declarations import on_pages, stops
from sabot.engine.streams import Command, Event
from sabot.rules import Rulebook
from sabot.rules.roles import HEADS
from sabot.table.heat.rounds import HeatOver, stakes_back
from sabot.table.heat.state import Heat
from sabot.table.heat.words import by_head, heat_on, held, play_of
from sabot.table.state import BETWEEN, Table
from sabot.table.stream import TABLE

FINALS: Final = ("final", "play-off")


class FinishEarly(Command, frozen=True, kw_only=True):
    """End the session before its coups or its time are over. `agreed` are the players who agree to
    it, where chips turn into cash."""

    pages = on_pages("desk")
    stopped_by = stops()

    agreed: tuple[str, ...] = ()


@TABLE.decides(FinishEarly, by_head, BETWEEN, seen="the chips in the log", sent_by=HEADS)
def finish_early(table: Table, command: FinishEarly, now: datetime) -> Sequence[Event]:
    heat, rules = heat_on(table), play_of(table).early
    if rules is None:
        raise Refusal("no-rule", None, "No clause lets a session end early here.")
    proof = determined(table, heat)
    if proof is None:
        message = "It is not determined yet who goes on: chips that can still be won may change it."
        raise Refusal("not-determined", rules.determined, message)
    against = [name for name in heat.still_in if name not in command.agreed]
    if heat.plan.cashed and against:
        message = (
            "These chips are exchanged for cash, so all agree to an early end: {against} has not."
        )
        raise Refusal("not-agreed", rules.agreed, message, against=named(against[0]))
    returned, moves = stakes_back(table)
    return [
        HeatOver(
            clause=rules.clause, returned=returned, moves=moves, through=proof.through,
            lead=proof.lead, swing=proof.swing, agreed=command.agreed,
        )
    ]  # fmt: skip


class EarlyFinishProof(NamedTuple):
    """Entrants who are certain to advance. `lead` is the lead of the last of them, `swing` the most
    that can still change; both are None if no more entrants are left than places."""

    through: tuple[str, ...]
    lead: int | None = None
    swing: int | None = None


def determined(table: Table, heat: Heat) -> EarlyFinishProof | None:
    """Return the entrants who advance if no further coup can change it: too few are left, or the
    others cannot catch up in the remaining coups by any wagers and results. Return None while it is
    open."""
    chips = {name: held(table, name) for name in heat.still_in}
    order = sorted(chips, key=lambda name: -chips[name])
    places = heat.plan.advance
    final = heat.plan.stage in FINALS
    lines = [*range(1, min(places, len(order) - 1) + 1)] if final else [places]
    open_lines = [line for line in lines if line < len(order)]
    if not open_lines:
        return EarlyFinishProof(tuple(order[:places]))
    if heat.plan.coups is None:
        return None
    swing = _swing(table.book, heat)
    leads = [chips[order[line - 1]] - chips[order[line]] for line in open_lines]
    if min(leads) <= swing:
        return None
    return EarlyFinishProof(tuple(order[:places]), min(leads), swing)


def _swing(book: Rulebook, heat: Heat) -> int:
    """The most that one can win and another lose in the coups that are left, the present included:
    what is won at the best odds, each wager rounded up to the next chip, and the stakes."""
    plan = heat.plan
    assert plan.coups is not None
    lines = (line for name in plan.wagers for line in book.by_id[name].lines)
    odds = max(
        Fraction(line.pays.pays, line.pays.per) for line in lines if isinstance(line.pays, Odds)
    )
    rounded = plan.chip * (len(plan.wagers) + 1)
    stakes = [plan.limits_at(coup).maximum for coup in range(heat.coup, plan.coups + 1)]
    return sum(int(stake * odds) + rounded + stake for stake in stakes)
