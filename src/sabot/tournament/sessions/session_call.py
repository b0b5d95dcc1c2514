"""A session is called: its tables designated, its players listed; then the draw that was sealed
before is opened, and the seats follow, at all tables in one unit of work."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from math import ceil
from typing import Any, Final

import msgspec

from sabot.core.refusal import Refusal, named
from sabot.core.revision import RESULTS, holds
from sabot.engine.declarations import RECORD, on_pages, public
from sabot.engine.ledger import is_player_name
from sabot.engine.streams import Claim, Command, Event
from sabot.parts.draw import (
    EVOLVES,
    Draw,
    DrawOpened,
    OpenDraw,
    SealDraw,
    close_entries,
    draw_opened,
    enrich_draws,
    open_draw,
    seal_draw,
)
from sabot.rules.roles import HEADS
from sabot.tournament.desk.claims import SEAT, seats_taken
from sabot.tournament.desk.publication import said
from sabot.tournament.desk.state import (
    CALLED,
    FINAL,
    OUT,
    PLAY_OFF,
    REPECHAGE,
    RUNNING,
    SEATED,
    Contest,
    GivenPlace,
    Group,
    Leg,
    Sitting,
)
from sabot.tournament.desk.stream import (
    TOURNAMENT,
    by_head,
    check_head,
    check_undisputed,
    reason_of,
    replace,
)
from sabot.tournament.sessions.open_questions import leg_of, lines, open_levels
from sabot.tournament.sessions.seat_draw import Seats, allot, allot_groups

MOST_TABLES: Final = 200


# The draw


@TOURNAMENT.decides(SealDraw, by_head(lambda desk: desk.seats), (RUNNING,), sent_by=HEADS)
def seals(contest: Contest, command: SealDraw, now: datetime) -> Sequence[Event]:
    check_head(contest, command)
    return [seal_draw(contest.draw, command)]


def _on_draw(evolve: Callable[[Draw, Any], Draw]) -> Callable[[Contest, Any], Contest]:
    return lambda contest, event: replace(contest, draw=evolve(contest.draw, event))


for _event, _evolve in EVOLVES.items():
    TOURNAMENT.evolves(_event)(_on_draw(_evolve))


# Called


class CallSession(Command, frozen=True, kw_only=True):
    """Call the next session to these tables. `fixed` are seats given for a reason; those of a group
    `apart` do not share a table."""

    pages = on_pages("tournament")

    tables: tuple[str, ...]
    fixed: dict[str, GivenPlace] = msgspec.field(default_factory=dict)
    apart: tuple[tuple[str, ...], ...] = ()


class SessionCalled(Event, frozen=True, kw_only=True):
    """`number` counts sessions and play-offs alike; `session` is that of the schedule. `groups` are
    those of a play-off."""

    basis = RECORD
    sight = public("number session stage tables players starts fixed apart groups clause")
    grows_with = "the players of a tournament"

    number: int
    session: int
    stage: str
    tables: tuple[str, ...]
    players: tuple[str, ...]
    starts: datetime
    fixed: dict[str, GivenPlace]
    apart: tuple[tuple[str, ...], ...]
    groups: dict[str, Group]
    clause: str


@TOURNAMENT.decides(CallSession, by_head(lambda desk: desk.tables), (RUNNING,), sent_by=HEADS)
def call_session(contest: Contest, command: CallSession, now: datetime) -> Sequence[Event]:
    check_head(contest, command)
    check_undisputed(contest)
    leg = _next_leg(contest)
    players = players_of(contest, leg)
    if not players:
        raise Refusal("no-players", contest.desk.tables, "No players are left for this session.")
    _check_tables(contest, command.tables, leg, len(players))
    _check_fixed(contest, command, leg, players)
    called = SessionCalled(
        number=contest.sittings + 1,
        session=contest.leg + 1,
        stage=leg.stage,
        tables=command.tables,
        players=players,
        starts=leg.starts,
        fixed=command.fixed,
        apart=command.apart,
        groups={},
        clause=contest.desk.tables,
    )
    return [called, close_entries(contest.draw, players)]


def _next_leg(contest: Contest) -> Leg:
    leg, clause = leg_of(contest), contest.desk.tables
    if contest.sitting is not None or contest.orders:
        raise Refusal("session-on", clause, "The session before is played and announced first.")
    if leg is None:
        raise Refusal("no-session", clause, "All sessions are played.")
    return leg


def players_of(contest: Contest, leg: Leg) -> tuple[str, ...]:
    """Return the players of a session: those still in; in a repechage those who went out in the
    session before."""
    if leg.stage != REPECHAGE:
        return contest.alive
    return tuple(
        each.player
        for each in contest.entries.values()
        if each.status == OUT and each.session == contest.leg
    )


def _check_tables(contest: Contest, tables: Sequence[str], leg: Leg, players: int) -> None:
    clause = contest.desk.tables
    if not tables or len(set(tables)) < len(tables) or not all(map(is_player_name, tables)):
        raise Refusal("bad-tables", clause, "Name the tables of the session, each of them once.")
    if leg.stage == FINAL and len(tables) != 1:
        raise Refusal("bad-tables", clause, "A final is played at one table.")
    if not ceil(players / leg.seats) <= len(tables) <= min(players, MOST_TABLES):
        message = "{players} players, {seats} at most at a table, do not sit at {tables}."
        raise Refusal(
            "bad-tables", clause, message, players=players, seats=leg.seats, tables=len(tables)
        )
    stated = contest.conditions.get("tables")
    if isinstance(stated, int) and len(tables) > stated:
        raise Refusal(
            "bad-tables", clause, "The conditions speak of {stated} tables.", stated=stated
        )


def _check_fixed(
    contest: Contest, command: CallSession, leg: Leg, players: tuple[str, ...]
) -> None:
    desk = contest.desk
    if command.fixed and desk.fixed is None:
        raise Refusal("by-ballot", desk.seats, "Every seat is drawn here: none is given.")
    if command.fixed and holds(command, RESULTS) and said(contest, "fixed_seats") is None:
        message = "The conditions do not say that a seat may be given for a reason."
        raise Refusal("by-ballot", desk.seats, message)
    grouped = [each for group in command.apart for each in group]
    strangers = [each for each in (*command.fixed, *grouped) if each not in players]
    if strangers:
        message = "{strangers} does not play in this session."
        raise Refusal("no-entry", desk.seats, message, strangers=named(strangers[0]))
    if len(set(grouped)) < len(grouped):
        raise Refusal(
            "cannot-seat", desk.seats, "A player cannot be in two groups that are kept apart."
        )
    places = [(each.table, each.box) for each in command.fixed.values()]
    if len(set(places)) < len(places):
        raise Refusal("cannot-seat", desk.seats, "A seat is given to one player.")
    for place in command.fixed.values():
        reason_of(place.reason)
        if place.table not in command.tables or not 1 <= place.box <= leg.seats:
            raise Refusal("cannot-seat", desk.seats, "A fixed seat is one of this session's.")


@TOURNAMENT.evolves(SessionCalled)
def session_called(contest: Contest, event: SessionCalled) -> Contest:
    sitting = Sitting(
        number=event.number,
        leg=event.session - 1,
        stage=event.stage,
        tables=event.tables,
        players=event.players,
        starts=event.starts,
        fixed=event.fixed,
        apart=event.apart,
        groups=event.groups,
    )
    return replace(contest, sittings=event.number, sitting=sitting)


class CallPlayOff(Command, frozen=True, kw_only=True):
    """Call level players to a play-off, at the table where they sat, or where `tables` says for
    that order."""

    pages = on_pages("tournament")

    tables: dict[str, str] = msgspec.field(default_factory=dict)


@TOURNAMENT.decides(CallPlayOff, by_head(lambda desk: desk.tables), (RUNNING,), sent_by=HEADS)
def call_play_off(contest: Contest, command: CallPlayOff, now: datetime) -> Sequence[Event]:
    check_head(contest, command)
    check_undisputed(contest)
    clause = contest.rules.placing.play_off
    if contest.sitting is not None or not contest.orders:
        raise Refusal("not-counted", clause, "The session is counted at every table first.")
    groups = {command.tables.get(key, key): group for key, group in contested(contest).items()}
    if not groups:
        raise Refusal("no-play-off", clause, "No players have to play off.")
    if len(groups) < len(contested(contest)) or not all(map(is_player_name, groups)):
        raise Refusal("bad-tables", clause, "Every group plays off at a table of its own.")
    players = tuple(each for group in groups.values() for each in group.names)
    called = SessionCalled(
        number=contest.sittings + 1,
        session=contest.leg + 1,
        stage=PLAY_OFF,
        tables=tuple(groups),
        players=players,
        starts=now,
        fixed={},
        apart=(),
        groups=groups,
        clause=clause,
    )
    return [called, close_entries(contest.draw, players)]


def contested(contest: Contest) -> dict[str, Group]:
    """The first group of each order that has to play off."""
    found: dict[str, Group] = {}
    at = lines(contest)
    for key, levels in contest.orders.items():
        for level, places in open_levels(levels, at):
            if level.plays_off and key not in found:
                found[key] = Group(key, level.names, places)
    return found


# Seated


class SeatsAllotted(Event, frozen=True, kw_only=True):
    """The seats that follow from the draw of that number."""

    basis = RECORD
    sight = public("number draw seats clause")
    claim_kinds = (SEAT,)
    grows_with = "the players of a tournament"

    number: int
    draw: int
    seats: Seats
    clause: str

    def claims(self, name: str) -> Iterator[Claim]:
        for seats in self.seats.values():
            yield from seats_taken(seats.values())


@TOURNAMENT.decides(OpenDraw, by_head(lambda desk: desk.seats), (RUNNING,), sent_by=HEADS)
def opens(contest: Contest, command: OpenDraw, now: datetime) -> Sequence[Event]:
    check_head(contest, command)
    check_undisputed(contest)
    sitting = contest.sitting
    if sitting is None or sitting.state != CALLED:
        message = "Call the session before its seats are drawn."
        raise Refusal("not-called", contest.desk.seats, message)
    opened = open_draw(contest.draw, command)
    seats = seats_of(contest, sitting, opened)
    clause = contest.desk.seats
    return [
        opened,
        SeatsAllotted(number=sitting.number, draw=opened.number, seats=seats, clause=clause),
    ]


enrich_draws(TOURNAMENT)


def seats_of(contest: Contest, sitting: Sitting, opened: DrawOpened) -> Seats:
    """Return the seats that a called session's draw gives."""
    drawn = draw_opened(contest.draw, opened).drawn
    if sitting.groups:
        return allot_groups(drawn, sitting.groups)
    return allot(drawn, sitting.tables, sitting.fixed, sitting.apart, contest.desk.seats)


@TOURNAMENT.evolves(SeatsAllotted)
def seats_allotted(contest: Contest, event: SeatsAllotted) -> Contest:
    sitting = contest.sitting
    assert sitting is not None
    return replace(contest, sitting=replace(sitting, state=SEATED, seats=event.seats))
