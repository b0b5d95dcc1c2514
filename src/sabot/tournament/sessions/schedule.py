"""The schedule: how many sessions, how long, at which limits, and how many go on from each. It is
fixed when the tournament starts."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

import msgspec

from sabot.core.money import cents, cents_or_none
from sabot.core.refusal import Refusal
from sabot.engine.declarations import RECORD, decision, on_pages, public
from sabot.engine.streams import Command, Event
from sabot.parts.sizes import MOST_PLACES
from sabot.rules.roles import HEADS
from sabot.rules.tournament import ConditionsItem
from sabot.tournament.desk.publication import minutes_of_notice, said
from sabot.tournament.desk.state import (
    CLOSED,
    FINAL,
    MOST_LEGS,
    OPEN,
    PUBLISHED,
    REPECHAGE,
    RUNNING,
    UNFINISHED,
    Contest,
    Leg,
    Schedule,
)
from sabot.tournament.desk.stream import (
    TOURNAMENT,
    by_head,
    check_head,
    check_undisputed,
    reason_of,
    replace,
)
from sabot.tournament.entries.fees import amount_said, buy_in
from sabot.tournament.plan import HeatPlan, LimitStep, check_plan


class StepText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Limits from a coup or minute on, the amounts as people write them."""

    since: int
    minimum: str
    maximum: str


class LegText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A session, as it is written down."""

    starts: datetime
    seats: int
    advance: int
    limits: tuple[StepText, ...]
    stage: Literal["session", "repechage", "final"] = "session"
    coups: int | None = None
    minutes: int | None = None
    points: tuple[int, ...] = ()


class SetSchedule(Command, frozen=True, kw_only=True):
    """Say how the tournament is played, as the conditions have it. A later schedule replaces the
    one before, until the tournament starts."""

    pages = on_pages("tournament")

    sessions: tuple[LegText, ...]
    chip: str = "1"
    wagers: tuple[str, ...] = ("player", "banker", "tie")
    scheme: str | None = None
    seconds: int | None = None
    buy_backs: int = 0
    buy_back_fee: str = "0"
    buy_back_before: int = 0
    divide_points: bool = True


class ScheduleSet(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("schedule clause")

    schedule: Schedule
    clause: str


@TOURNAMENT.decides(
    SetSchedule, by_head(lambda desk: desk.advance), (PUBLISHED, OPEN, CLOSED), sent_by=HEADS
)
def set_schedule(contest: Contest, command: SetSchedule, now: datetime) -> Sequence[Event]:
    check_head(contest, command)
    schedule = Schedule(
        legs=tuple(_leg(each) for each in command.sessions),
        chip=cents(command.chip),
        wagers=command.wagers,
        scheme=command.scheme,
        seconds=command.seconds,
        buy_backs=command.buy_backs,
        buy_back_fee=cents_or_none(command.buy_back_fee),
        buy_back_before=command.buy_back_before,
        divide_points=command.divide_points,
    )
    _check_shape(contest, schedule)
    for number, leg in enumerate(schedule.legs, 1):
        _check_leg(contest, schedule, leg, number)
    _check_buy_backs(contest, schedule)
    return [ScheduleSet(schedule=schedule, clause=contest.desk.advance)]


def _leg(text: LegText) -> Leg:
    if text.starts.tzinfo is None:
        raise Refusal("bad-schedule", None, "Give the time of a session with its time zone.")
    steps = tuple(
        LimitStep(each.since, cents(each.minimum), cents(each.maximum)) for each in text.limits
    )
    return Leg(
        stage=text.stage,
        starts=text.starts,
        seats=text.seats,
        advance=text.advance,
        limits=steps,
        coups=text.coups,
        minutes=text.minutes,
        points=text.points,
    )


def item_of(contest: Contest, key: str) -> ConditionsItem | None:
    """Return the document's demand for a key of the conditions."""
    return next((each for each in contest.rules.conditions if each.key == key), None)


def _clause_of(contest: Contest, key: str) -> str | None:
    item = item_of(contest, key)
    return None if item is None else item.clause


def _check_shape(contest: Contest, schedule: Schedule) -> None:
    legs, clause = schedule.legs, _clause_of(contest, "sessions")
    if not 1 <= len(legs) <= MOST_LEGS:
        raise _wrong(clause, "A tournament has from 1 to 50 sessions.")
    by_points = [each for each in legs if each.points]
    if by_points and (_clause_of(contest, "points") is None or said(contest, "points") is None):
        raise _wrong(_clause_of(contest, "points"), "The conditions know no points.")
    if by_points and len(by_points) != len(legs):
        raise _wrong(_clause_of(contest, "points"), "All sessions bring points, or none does.")
    finals = [each.stage == FINAL for each in legs]
    if not by_points and (finals.count(True) != 1 or not finals[-1]):
        raise _wrong(clause, "The last session is the final, and no other is.")
    if by_points and any(each.stage != "session" for each in legs):
        raise _wrong(_clause_of(contest, "points"), "Sessions for points have no final.")
    if legs[0].stage == REPECHAGE:
        raise _wrong(clause, "No player is out before the first session.")
    shares = contest.conditions.get("prizes")
    if not by_points and isinstance(shares, list) and len(shares) > legs[-1].seats:
        message = (
            f"The final seats {legs[-1].seats}, and there are prizes for {len(shares)} places: no "
            "session decides those beyond it."
        )
        raise _wrong(_clause_of(contest, "prizes"), message)
    stated = contest.conditions.get("sessions")
    played = sum(each.stage != REPECHAGE for each in legs)
    if isinstance(stated, int) and played != stated:
        raise _wrong(clause, f"The conditions speak of {stated} sessions.")
    if [each.starts for each in legs] != sorted(each.starts for each in legs):
        raise _wrong(clause, "Sessions follow one another.")


def _check_leg(contest: Contest, schedule: Schedule, leg: Leg, number: int) -> None:
    if leg.stage == REPECHAGE and said(contest, "second_chance") is None:
        raise _wrong(_clause_of(contest, "second_chance"), "The conditions know no repechage.")
    if not 1 <= leg.seats <= MOST_PLACES:
        raise _wrong(contest.desk.tables, "From 1 to 14 players sit at a table.")
    if leg.stage != FINAL and not leg.points and not 1 <= leg.advance < leg.seats:
        raise _wrong(contest.desk.advance, "Some of a table go on, and not all.")
    if any(each < 0 for each in leg.points):
        raise _wrong(_clause_of(contest, "points"), "Points are not less than nothing.")
    listed = {(cents(each["minimum"]), cents(each["maximum"])) for each in limits_of(contest)}
    if any((each.minimum, each.maximum) not in listed for each in leg.limits):
        clause = contest.rules.play.limits
        raise _wrong(clause, "Limits are those that the conditions list, and no others.")
    check_plan(contest.book, plan_of(contest, schedule, leg, number, {1: "entrant"}, 1))


def limits_of(contest: Contest) -> list[dict[str, str]]:
    found: list[dict[str, str]] = contest.conditions.get("limits", [])
    return found


def plan_of(
    contest: Contest,
    schedule: Schedule,
    leg: Leg,
    number: int,
    seats: dict[int, str],
    advance: int,
) -> HeatPlan:
    """Return the plan of a session for one table."""
    conditions, order = contest.conditions, contest.rules.play.order
    price = buy_in(contest)
    return HeatPlan(
        tournament=contest.name,
        session=number,
        stage=FINAL if leg.stage == FINAL else "session",
        seats=seats,
        chips=amount_said(contest, "chips"),
        limits=leg.limits,
        advance=advance,
        coups=leg.coups,
        minutes=leg.minutes,
        chip=schedule.chip,
        wagers=schedule.wagers,
        scheme=schedule.scheme,
        order=order.always or said(contest, "order_of_wagering") is not None,
        pass_cards=conditions.get("pass_cards", 0),
        undisclosed=conditions.get("undisclosed_wagers", 0),
        seconds=schedule.seconds,
        buy_in=price,
        cashed=bool(price) and said(contest, "chips_at_the_end") == "cash",
    )


def _check_buy_backs(contest: Contest, schedule: Schedule) -> None:
    clause = contest.desk.bought_back
    if schedule.buy_backs < 0 or (schedule.buy_backs and said(contest, "buy_back") is None):
        raise _wrong(clause, "The conditions do not let players buy back in.")
    if schedule.buy_backs and not 2 <= schedule.buy_back_before <= len(schedule.legs):
        raise _wrong(clause, "Say before which session a player buys back in, from 2.")


def _wrong(clause: str | None, message: str) -> Refusal:
    return Refusal("bad-schedule", clause, message)


@TOURNAMENT.evolves(ScheduleSet)
def schedule_set(contest: Contest, event: ScheduleSet) -> Contest:
    return replace(contest, schedule=event.schedule)


# Started


class StartTournament(Command, frozen=True, kw_only=True):
    """Start: how many go on from each session is fixed from now on, and announced."""

    pages = on_pages("tournament")


class TournamentStarted(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("players advance clause")

    players: int
    advance: tuple[int, ...]
    clause: str


@TOURNAMENT.decides(StartTournament, by_head(lambda desk: desk.advance), (CLOSED,), sent_by=HEADS)
def start_tournament(contest: Contest, command: StartTournament, now: datetime) -> Sequence[Event]:
    check_head(contest, command)
    check_undisputed(contest)
    clause = contest.desk.advance
    if contest.schedule is None:
        message = "How many go on is fixed before the start: set the schedule."
        raise Refusal("no-schedule", clause, message)
    if len(contest.alive) < 2:
        raise Refusal("no-players", clause, "Two players at least make a tournament.")
    return [
        TournamentStarted(
            players=len(contest.alive),
            advance=tuple(each.advance for each in contest.schedule.legs),
            clause=clause,
        )
    ]


@TOURNAMENT.evolves(TournamentStarted)
def tournament_started(contest: Contest, event: TournamentStarted) -> Contest:
    return replace(contest, phase=RUNNING)


# Moved


class MoveStart(Command, frozen=True, kw_only=True):
    """Move the start of a session, of that number in the schedule, after reasonable notice."""

    pages = on_pages("tournament")

    session: int
    starts: datetime
    reason: str


class StartMoved(Event, frozen=True, kw_only=True):
    """Everybody is told so from this moment on."""

    basis = decision("seating")
    sight = public("session before starts reason clause")

    session: int
    before: datetime
    starts: datetime
    reason: str
    clause: str


@TOURNAMENT.decides(MoveStart, by_head(lambda desk: desk.start), UNFINISHED, sent_by=HEADS)
def move_start(contest: Contest, command: MoveStart, now: datetime) -> Sequence[Event]:
    check_head(contest, command)
    clause, schedule = contest.desk.start, contest.schedule
    if schedule is None or not contest.leg < command.session <= len(schedule.legs):
        raise Refusal("no-session", clause, "There is no such session still to come.")
    sitting = contest.sitting
    if sitting is not None and sitting.leg >= command.session - 1 and sitting.begun:
        raise Refusal("session-on", clause, "That session has started already.")
    if command.starts.tzinfo is None:
        raise Refusal("bad-command", None, "Give the time with its time zone.")
    before = schedule.legs[command.session - 1].starts
    minutes = minutes_of_notice(contest)
    first = min(before, command.starts)
    if (first - now).total_seconds() < minutes * 60:
        message = "Players are told {minutes} minutes before: the session keeps its time."
        raise Refusal("short-notice", clause, message, minutes=minutes)
    return [
        StartMoved(
            session=command.session,
            before=before,
            starts=command.starts,
            reason=reason_of(command.reason),
            clause=clause,
        )
    ]


@TOURNAMENT.evolves(StartMoved)
def start_moved(contest: Contest, event: StartMoved) -> Contest:
    schedule, sitting = contest.schedule, contest.sitting
    assert schedule is not None
    place = event.session - 1
    legs = [*schedule.legs]
    legs[place] = replace(legs[place], starts=event.starts)
    if sitting is not None and sitting.leg == place and not sitting.groups:
        sitting = replace(sitting, starts=event.starts)
    return replace(contest, schedule=replace(schedule, legs=tuple(legs)), sitting=sitting)
