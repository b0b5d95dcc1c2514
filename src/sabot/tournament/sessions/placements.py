"""Announcement of who advances and of all places, by the head, once nothing is open."""

from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction

from sabot.core.refusal import Refusal, named
from sabot.engine.declarations import RECORD, decision, on_pages, public
from sabot.engine.streams import Command, Event
from sabot.rules.roles import HEADS
from sabot.tournament.desk.state import (
    FINAL,
    FINISHED,
    IN,
    OUT,
    RUNNING,
    Contest,
    Leg,
    TournamentEntry,
)
from sabot.tournament.desk.stream import (
    TOURNAMENT,
    by_head,
    check_head,
    check_undisputed,
    reason_of,
    replace,
)
from sabot.tournament.ranking import Level, cut
from sabot.tournament.sessions.open_questions import (
    POINTS,
    by_points,
    leg_of,
    lines,
    open_levels,
    points_of,
    resolved,
)


class PlaceLevel(Command, frozen=True, kw_only=True):
    """Say in which order level players are placed whom no play-off tells apart, best first. `order`
    is that of their table."""

    pages = on_pages("tournament")

    order: str
    names: tuple[str, ...]
    reason: str


class LevelPlaced(Event, frozen=True, kw_only=True):
    basis = decision("seating")
    sight = public("order names reason clause")
    grows_with = "the players of a tournament"

    order: str
    names: tuple[str, ...]
    reason: str
    clause: str


@TOURNAMENT.decides(PlaceLevel, by_head(lambda desk: desk.announced), (RUNNING,), sent_by=HEADS)
def place_level(contest: Contest, command: PlaceLevel, now: datetime) -> Sequence[Event]:
    check_head(contest, command)
    check_undisputed(contest)
    placing = contest.rules.placing
    clause = placing.knocked_out or placing.play_off
    found = _open_level(contest, command.order, command.names)
    if found is None or contest.sitting is not None:
        raise Refusal("not-level", clause, "These are not level players whose places are open.")
    if found.plays_off and placing.knocked_out is not None:
        raise Refusal(
            "plays-off",
            placing.play_off,
            "These players play off: their order is not decided by the Manager.",
        )
    reason = reason_of(command.reason)
    return [LevelPlaced(order=command.order, names=command.names, reason=reason, clause=clause)]


def _open_level(contest: Contest, order: str, names: Sequence[str]) -> Level | None:
    levels = contest.orders.get(order, ())
    for level, _ in open_levels(levels, lines(contest)):
        if sorted(level.names) == sorted(names):
            return level
    return None


@TOURNAMENT.evolves(LevelPlaced)
def level_placed(contest: Contest, event: LevelPlaced) -> Contest:
    levels = contest.orders[event.order]
    level = next(each for each in levels if sorted(each.names) == sorted(event.names))
    into = [Level((name,), level.plays_off) for name in event.names]
    return replace(contest, orders={**contest.orders, event.order: resolved(levels, level, into)})


# Announced


class AnnounceSession(Command, frozen=True, kw_only=True):
    """Announce who goes on, or the final places."""

    pages = on_pages("tournament")


class SessionAnnounced(Event, frozen=True, kw_only=True):
    """The players who advance, by table and best first, and those who do not. `points` are those
    earned; with the last of them `totals` are all players, best first."""

    basis = RECORD
    sight = public("session stage through out points totals clause")
    grows_with = "the players of a tournament"

    session: int
    stage: str
    through: dict[str, tuple[str, ...]]
    out: tuple[str, ...]
    points: dict[str, str]
    totals: tuple[Level, ...]
    clause: str


class PlacesAnnounced(Event, frozen=True, kw_only=True):
    """The final places, best first; level players stand together."""

    basis = RECORD
    sight = public("session places clause")
    grows_with = "the players of a tournament"

    session: int
    places: tuple[tuple[str, ...], ...]
    clause: str


@TOURNAMENT.decides(
    AnnounceSession, by_head(lambda desk: desk.announced), (RUNNING,), sent_by=HEADS
)
def announce_session(contest: Contest, command: AnnounceSession, now: datetime) -> Sequence[Event]:
    check_head(contest, command)
    check_undisputed(contest)
    _check_settled(contest)
    leg, clause = leg_of(contest), contest.desk.announced
    if leg is None or leg.stage == FINAL:
        (levels,) = contest.orders.values()
        places = tuple(level.names for level in levels)
        return [
            PlacesAnnounced(session=contest.leg + (leg is not None), places=places, clause=clause)
        ]
    return [_through(contest, leg, clause)]


def _check_settled(contest: Contest) -> None:
    clause = contest.desk.announced
    if contest.sitting is not None or not contest.orders:
        raise Refusal("not-counted", clause, "The session is counted at every table first.")
    at = lines(contest)
    for levels in contest.orders.values():
        for level, _ in open_levels(levels, at):
            first = ", ".join(named(each) for each in level.names)
            placing = contest.rules.placing
            if level.plays_off:
                raise Refusal(
                    "level", placing.play_off, "These are level and play off: {first}.", first=first
                )
            message = "These are level, and their places are yours to decide: {first}."
            raise Refusal("level", placing.knocked_out, message, first=first)


def _through(contest: Contest, leg: Leg, clause: str) -> SessionAnnounced:
    if leg.points:
        return _by_points(contest, leg, clause)
    through = {table: cut(levels, leg.advance).through for table, levels in contest.orders.items()}
    on = {name for names in through.values() for name in names}
    placed = (n for levels in contest.orders.values() for level in levels for n in level.names)
    return SessionAnnounced(
        session=contest.leg + 1,
        stage=leg.stage,
        through=through,
        out=tuple(each for each in placed if each not in on),
        points={},
        totals=(),
        clause=clause,
    )


def _by_points(contest: Contest, leg: Leg, clause: str) -> SessionAnnounced:
    earned: dict[str, Fraction] = {}
    for levels in contest.orders.values():
        earned |= points_of(levels, leg.points)
    knocked = {
        each.name
        for key, sheet in contest.sheets.items()
        for each in sheet.out
        if key.partition("/")[2] in contest.orders
    }
    assert contest.schedule is not None
    is_last = contest.leg + 1 == len(contest.schedule.legs)
    return SessionAnnounced(
        session=contest.leg + 1,
        stage=leg.stage,
        through={
            table: tuple(n for level in levels for n in level.names if n not in knocked)
            for table, levels in contest.orders.items()
        },
        out=tuple(name for name in earned if name in knocked),
        points={name: str(each) for name, each in earned.items()},
        totals=by_points(contest.entries, earned) if is_last else (),
        clause=clause,
    )


@TOURNAMENT.evolves(SessionAnnounced)
def session_announced(contest: Contest, event: SessionAnnounced) -> Contest:
    on = {name for names in event.through.values() for name in names}

    def after(entry: TournamentEntry) -> TournamentEntry:
        points = event.points.get(entry.player)
        if points is not None:
            entry = replace(entry, points=str(Fraction(entry.points) + Fraction(points)))
        if entry.player in on:
            return replace(entry, status=IN, clause=None)
        if entry.player in event.out:
            return replace(entry, status=OUT, session=event.session, clause=event.clause)
        return entry

    return replace(
        contest,
        entries={name: after(each) for name, each in contest.entries.items()},
        leg=event.session,
        orders={POINTS: event.totals} if event.totals else {},
        sheets={},
        through=event.through,
    )


@TOURNAMENT.evolves(PlacesAnnounced)
def places_announced(contest: Contest, event: PlacesAnnounced) -> Contest:
    return replace(
        contest,
        phase=FINISHED,
        leg=event.session,
        places=event.places,
        orders={},
        sheets={},
        through={},
    )
