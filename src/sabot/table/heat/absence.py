"""Entrants who are not there, breaks, and the pace of play."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from sabot.core.money import TOURNAMENT
from sabot.core.refusal import Refusal, named
from sabot.engine.declarations import (
    RECORD,
    decision,
    on_pages,
    partly,
    public,
    stops,
    transfers_of,
)
from sabot.engine.ledger import FLOAT, Move, of_player
from sabot.engine.streams import Command, Event, Leave
from sabot.parts.statements import is_same
from sabot.rules.roles import CASINO_OPERATOR, HEADS
from sabot.table.heat.putting_out import eliminated
from sabot.table.heat.turns import EntrantBack
from sabot.table.heat.words import (
    betting_of,
    by_head,
    changed,
    desk_of,
    entrant_of,
    has_acted,
    heat_of,
    heat_on,
    is_for_heats,
    is_there,
    play_of,
    purse_of,
    with_heat,
)
from sabot.table.state import BETTING, BETWEEN, OPEN, Table
from sabot.table.stream import (
    BY_STAFF,
    OF_PLAYERS,
    TABLE,
    affordable,
    moved,
    reason_of,
    replace,
    speaks_for,
)
from sabot.tournament.counting import after_absence

NOTICE: Final = timedelta(minutes=20)
"""Minimum length of a reasonable notice of a time limit."""
MOST_SECONDS: Final = 3600


class NoteAway(Command, frozen=True, kw_only=True):
    """Note that an entrant is not at the seat: no wager is waited for."""

    pages = on_pages("deal")
    stopped_by = stops()

    player: str


class EntrantAway(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("player clause")

    player: str
    noted_by: str
    clause: str | None


@TABLE.decides(NoteAway, BY_STAFF, (BETTING,))
def note_away(table: Table, command: NoteAway, now: datetime) -> Sequence[Event]:
    heat_on(table)
    entrant, clause = entrant_of(table, command.player), play_of(table).absent
    if entrant.away is not None or has_acted(table, command.player):
        message = "{player} has wagered, or is noted as away already."
        raise Refusal("has-wagered", clause, message, player=named(command.player))
    return [EntrantAway(player=command.player, noted_by=command.actor, clause=clause)]


@TABLE.evolves(EntrantAway)
def entrant_away(table: Table, event: EntrantAway) -> Table:
    return changed(table, event.player, away=event.noted_by)


class NoteBack(Command, frozen=True, kw_only=True):
    """An entrant is at the seat again."""

    pages = on_pages("deal", "table")
    stopped_by = stops()

    player: str


@TABLE.decides(NoteBack, phases=OPEN, sent_by=OF_PLAYERS)
def note_back(table: Table, command: NoteBack, now: datetime) -> Sequence[Event]:
    speaks_for(table, command, command.player)
    heat_on(table)
    if entrant_of(table, command.player).away is None:
        message = "The absence of {player} is not noted."
        raise Refusal("not-absent", play_of(table).absent, message, player=named(command.player))
    return [EntrantBack(player=command.player)]


class DeductAbsence(Command, frozen=True, kw_only=True):
    """Have the minimum taken from an absent entrant's chips, for each coup missed so far."""

    pages = on_pages("desk")
    stopped_by = stops()

    player: str


class AbsenceDeducted(Event, frozen=True, kw_only=True):
    """`coups` are those for which the minimum is taken now."""

    basis = decision("sanction")
    sight = public("player coups amount clause")
    transfers = transfers_of()

    player: str
    coups: int
    amount: int
    moves: tuple[Move, ...]
    clause: str


@TABLE.decides(
    DeductAbsence, by_head, BETWEEN, seen="the coups that the log has them miss", sent_by=HEADS
)
def deduct_absence(table: Table, command: DeductAbsence, now: datetime) -> Sequence[Event]:
    heat, rules = heat_on(table), betting_of(table).absence
    entrant, player = entrant_of(table, command.player), command.player
    if rules is None:
        raise Refusal(
            "no-rule", None, "This document has no clause that takes chips for an absence."
        )
    if entrant.away is not None and is_same(entrant.away, command.actor):
        message = "You noted that absence: another person must decide on it."
        raise Refusal("own-statement", rules.clause, message)
    due = min(entrant.missed, rules.most) - entrant.deducted
    if due <= 0:
        message = "Nothing is left to deduct for {player}."
        raise Refusal("nothing-there", rules.clause, message, player=named(player))
    chips = purse_of(table, player)
    amount = chips - after_absence(rules, heat.limits, chips, due)
    move = Move(of_player(player), FLOAT, amount, TOURNAMENT)
    deducted = AbsenceDeducted(
        player=player, coups=due, amount=amount, moves=affordable(table, [move]),
        clause=rules.clause,
    )  # fmt: skip
    after = TABLE.evolve(table, deducted, now)
    if purse_of(after, player) >= heat.least:
        return [deducted]
    before = with_heat(after, replace(heat_of(after), coup=heat.coup - 1))
    return [deducted, eliminated(before, player, betting_of(table).unable)]


@TABLE.evolves(AbsenceDeducted)
def absence_deducted(table: Table, event: AbsenceDeducted) -> Table:
    heat = table.heat
    assert heat is not None
    deducted = heat.entrants[event.player].deducted + event.coups
    return moved(changed(table, event.player, deducted=deducted), event.moves)


class ExcuseWager(Command, frozen=True, kw_only=True):
    """Let a coup go by without the wager of one player, where no clause says what follows."""

    pages = on_pages("deal")
    stopped_by = stops()

    player: str
    reason: str


class WagerExcused(Event, frozen=True, kw_only=True):
    basis = decision("sanction")
    sight = partly("player clause", "reason")

    player: str
    reason: str
    clause: str


def _excuses(table: Table, command: Command) -> Leave:
    clause = desk_of(table).disqualified.clause if is_for_heats(table) else None
    return Leave(clause, CASINO_OPERATOR)


@TABLE.decides(ExcuseWager, _excuses, (BETTING,), sent_by=(CASINO_OPERATOR,))
def excuse_wager(table: Table, command: ExcuseWager, now: datetime) -> Sequence[Event]:
    heat_on(table)
    entrant_of(table, command.player)
    idle = betting_of(table).idle
    if idle is not None:
        raise Refusal(
            "no-wager", idle, "No wager is excused here: each entrant wagers or lays a pass card."
        )
    if has_acted(table, command.player) or not is_there(table, command.player):
        message = "{player} has wagered, or is away."
        raise Refusal("has-wagered", None, message, player=named(command.player))
    reason, clause = reason_of(command.reason), desk_of(table).disqualified.clause
    return [WagerExcused(player=command.player, reason=reason, clause=clause)]


@TABLE.evolves(WagerExcused)
def wager_excused(table: Table, event: WagerExcused) -> Table:
    return changed(table, event.player, excused=event.clause)


# Pace


class SetPace(Command, frozen=True, kw_only=True):
    """Limit the time for each wager, after reasonable notice where the document asks for it; give
    players a direction with it."""

    pages = on_pages("desk")
    stopped_by = stops()

    seconds: int
    since: datetime | None = None
    direction: str = ""


class PaceSet(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("seconds since direction clause")

    seconds: int
    since: datetime
    direction: str
    clause: str


@TABLE.decides(SetPace, by_head, OPEN, sent_by=HEADS)
def set_pace(table: Table, command: SetPace, now: datetime) -> Sequence[Event]:
    heat_of(table)
    play, since = play_of(table), command.since or now
    if not 1 <= command.seconds <= MOST_SECONDS:
        raise Refusal("bad-number", play.pace, "A wager takes some seconds, up to an hour.")
    if since.tzinfo is None:
        raise Refusal("bad-command", play.pace, "Say the time with its zone.")
    if play.late is not None and since < now + NOTICE:
        minutes = int(NOTICE / timedelta(minutes=1))
        message = "Players have notice of a time limit {minutes} minutes before it begins."
        raise Refusal("no-notice", play.pace, message, minutes=minutes)
    return [
        PaceSet(
            seconds=command.seconds, since=since, direction=command.direction.strip(),
            clause=play.pace,
        )
    ]  # fmt: skip


@TABLE.evolves(PaceSet)
def pace_set(table: Table, event: PaceSet) -> Table:
    heat = table.heat
    assert heat is not None
    return with_heat(table, replace(heat, pace=event.seconds, paced=event.since))


class OfferBreak(Command, frozen=True, kw_only=True):
    """Offer the players a break, and say how long it lasts."""

    pages = on_pages("desk")
    stopped_by = stops()

    minutes: int


class BreakOffered(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("minutes until clause")

    minutes: int
    until: datetime
    clause: str


@TABLE.decides(OfferBreak, by_head, BETWEEN, sent_by=HEADS)
def offer_break(table: Table, command: OfferBreak, now: datetime) -> Sequence[Event]:
    heat_on(table)
    clause = play_of(table).breaks
    if clause is None:
        raise Refusal("no-rule", None, "No clause speaks of a break during a session.")
    if not 1 <= command.minutes <= 24 * 60:
        raise Refusal("bad-number", clause, "Say how many minutes the break lasts.")
    if table.round.stakes:
        raise Refusal("wagers-lie", clause, "Wagers lie on the layout: finish that coup first.")
    until = now + timedelta(minutes=command.minutes)
    return [BreakOffered(minutes=command.minutes, until=until, clause=clause)]


@TABLE.evolves(BreakOffered)
def break_offered(table: Table, event: BreakOffered) -> Table:
    heat = table.heat
    assert heat is not None
    return with_heat(table, replace(heat, resumes=event.until, until=None))
