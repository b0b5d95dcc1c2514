"""The chance to bet: it is everybody's until they have bet, sit out, or the stated time has run."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sabot.core.refusal import Refusal, named
from sabot.engine.declarations import RECORD, on_pages, public, stops
from sabot.engine.streams import Command, Event
from sabot.table.heat.words import is_for_heats
from sabot.table.state import BETTING, Table
from sabot.table.stream import OF_PLAYERS, TABLE, consents, patron_of, replace


class SitOut(Command, frozen=True, kw_only=True):
    """Let this coup go by without a wager."""

    pages = on_pages("deal", "table")
    stopped_by = stops()

    player: str


class SatOut(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("player clause")

    player: str
    clause: str


@TABLE.decides(SitOut, phases=(BETTING,), sent_by=OF_PLAYERS)
def sit_out(table: Table, command: SitOut, now: datetime) -> Sequence[Event]:
    consents(table, command, command.player)
    patron_of(table, command.player)
    clause = table.conduct.wagering.chance
    if clause is None:
        raise Refusal("no-rule", None, "No announcement is needed here: bets are closed anyway.")
    if command.player not in without_wager(table):
        raise Refusal(
            "answered",
            clause,
            "{player} has bet, or sits out already.",
            player=named(command.player),
        )
    return [SatOut(player=command.player, clause=clause)]


@TABLE.evolves(SatOut)
def sat_out(table: Table, event: SatOut) -> Table:
    answered = (*table.round.answered, event.player)
    return replace(table, round=replace(table.round, answered=answered))


def without_wager(table: Table) -> list[str]:
    """Return the players who may bet on this coup and have neither bet nor sat out."""
    bettors = {laid.player for laid in table.round.stakes.values()} | {*table.round.answered}
    return [
        name
        for name, patron in table.patrons.items()
        if name not in bettors and not (patron.barred or patron.excluded or patron.paused)
    ]


def chance_until(table: Table) -> datetime | None:
    """Return the time until which bets stay open for players without a wager; None if no player has
    to be waited for."""
    if table.conduct.wagering.chance is None or table.round.no_bet is not None:
        return None
    if is_for_heats(table) or not without_wager(table):
        return None
    return table.round.answer_by


def check_chance(table: Table, now: datetime) -> None:
    """Reject the closing of bets while a player without a wager still has time."""
    until = chance_until(table)
    if until is not None and now < until:
        seconds = -(-(until - now) // timedelta(seconds=1))
        raise Refusal(
            "not-answered",
            table.conduct.wagering.chance,
            "{without_wager} may still bet: wait for a wager, for them to sit"
            " out, or {seconds} more seconds.",
            without_wager=named(without_wager(table)[0]),
            seconds=seconds,
        )
