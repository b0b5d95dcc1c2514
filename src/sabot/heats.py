"""What passes between a tournament, its tables and its entrants' accounts.

A draw that is opened seats all tables of the session, a start begins at all of them, and what a
table decides about a heat is heard by the tournament: each time in one unit of work.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

import msgspec

from sabot.accounts import ACCOUNT_KIND, CreditContest, PayContest
from sabot.kind import Asked, Look
from sabot.money import dollars
from sabot.people.person import PERSON_KIND
from sabot.refusal import Refusal, named
from sabot.rules.roles import CASINO_OPERATOR, CASINO_SUPERVISOR, HEADS, PLAYER
from sabot.streams import Command, Event
from sabot.table import TABLE_KIND, Table
from sabot.table.heat.ending.counting import HeatCounted
from sabot.table.heat.putting_out import EntrantDisqualified
from sabot.table.heat.seating import (
    CancelHeat,
    HeatStarted,
    ReplaceEntrant,
    SeatHeat,
    StartHeat,
)
from sabot.table.heat.state import DISQUALIFIED
from sabot.table.players.seats import PlayerJoined
from sabot.tournament.desk.kind import TOURNAMENT_KIND
from sabot.tournament.desk.publishing import AppointHead
from sabot.tournament.desk.state import NOTHING, PLAY_OFF, Contest, Out, Sheet
from sabot.tournament.entries.entering import (
    BoughtBack,
    BuyBack,
    EnterTournament,
    EntryRefused,
    TournamentEntered,
)
from sabot.tournament.entries.fees import (
    ACCOUNT,
    BUY_BACK,
    BUY_IN,
    ENTRY_FEE,
    Payment,
)
from sabot.tournament.entries.leaving import EntryWithdrawn
from sabot.tournament.entries.reserves import (
    ListReserve,
    SeatReserve,
    SeatSubstitute,
    SeatTakenOver,
)
from sabot.tournament.plan import HeatPlan, LimitStep
from sabot.tournament.purse.paying import OwedPaid, PayOwed, all_owed
from sabot.tournament.sessions.calling import SeatsAllotted
from sabot.tournament.sessions.playing import (
    BuyInPaid,
    HearCount,
    HearDisqualified,
    HearStart,
    PayBuyIn,
    SessionCalledOff,
    SessionStarted,
    unpaid,
)
from sabot.tournament.sessions.scheduling import plan_of
from sabot.visiting import AtTable, house_id

replace = msgspec.structs.replace
PAID_IN: Final[dict[type[Event], str]] = {
    TournamentEntered: ENTRY_FEE,
    SeatTakenOver: ENTRY_FEE,
    BoughtBack: BUY_BACK,
    BuyInPaid: BUY_IN,
}
"""What money is for that comes from an account."""
PRIZE: Final = "prize or refund"


def _given(stream: str, command: Command, what: str, role: str) -> dict[str, Any]:
    """What follows from a command is asked for by whoever gave that."""
    return {
        "id": house_id(stream, command, what),
        "actor": command.actor,
        "via": command.via,
        "role": role,
    }


def plan_at(contest: Contest, table: str) -> HeatPlan:
    """What a table has to know of the session that is seated. Of a play-off the chips are counted
    after each coup, so that it lasts one; whoever is still level then plays another."""
    sitting, schedule = contest.sitting, contest.schedule
    assert sitting is not None and schedule is not None
    last = len(schedule.legs) - 1
    leg = schedule.legs[min(sitting.leg, last)]
    seats = sitting.seats[table]
    if sitting.stage != PLAY_OFF:
        advance = min(max(leg.advance, 1), len(seats))
        return plan_of(contest, schedule, leg, sitting.number, seats, advance)
    limits = (LimitStep(1, leg.limits[-1].minimum, leg.limits[-1].maximum),)
    one_coup = replace(leg, stage="session", coups=1, minutes=None, limits=limits)
    places = max(sitting.groups[table].places, 1)
    plan = plan_of(contest, schedule, one_coup, sitting.number, seats, places)
    return replace(plan, stage=PLAY_OFF, pass_cards=0, buy_in=0, cashed=False)


class AtTournament:
    """What a tournament's commands ask of persons, accounts and tables."""

    asking: tuple[type[Command], ...] = (
        *(EnterTournament, BuyBack, PayBuyIn, SeatReserve, ListReserve, SeatSubstitute),
        AppointHead,
    )

    def before(self, name: str, state: Contest, command: Command, look: Look) -> Iterator[Asked]:
        if state.phase != NOTHING:
            if isinstance(command, AppointHead):
                _check_head(state, command, look)
            elif isinstance(command, Payment | ListReserve | SeatSubstitute):
                _check_entitled(state, command.player, look)
        yield from ()

    def filled(self, command: Command, after: Mapping[str, Any], now: datetime) -> Command:
        return command

    def after(
        self, name: str, command: Command, events: Sequence[Event], state: Contest, look: Look,
        now: datetime,
    ) -> Iterator[Asked]:  # fmt: skip
        stream = TOURNAMENT_KIND.stream(name)
        for event in events:
            yield from _money(stream, name, command, event)
            if isinstance(event, SeatsAllotted):
                given = _given(stream, command, "seats", CASINO_OPERATOR)
                for table in event.seats:
                    seating = SeatHeat(**given, plan=plan_at(state, table))
                    yield Asked(TABLE_KIND.stream(table), seating)
            elif isinstance(event, SessionStarted):
                yield from _start(stream, command, state)
            elif isinstance(event, SessionCalledOff):
                off = CancelHeat(
                    **_given(stream, command, "off", CASINO_OPERATOR), reason=event.reason
                )
                yield from (Asked(TABLE_KIND.stream(table), off) for table in event.tables)
            elif isinstance(event, SeatTakenOver):
                given = _given(stream, command, "seat", CASINO_OPERATOR)
                swap = ReplaceEntrant(**given, box=event.box, player=event.player)
                yield Asked(TABLE_KIND.stream(event.table), swap)


def _start(stream: str, command: Command, contest: Contest) -> Iterator[Asked]:
    sitting = contest.sitting
    assert sitting is not None
    start = StartHeat(**_given(stream, command, "start", contest.desk.head))
    for table in sitting.seats:
        if table not in sitting.begun:
            yield Asked(TABLE_KIND.stream(table), start)


def _money(stream: str, name: str, command: Command, event: Event) -> Iterator[Asked]:
    """What accounts pay and get."""
    what = PAID_IN.get(type(event))
    if what is not None and isinstance(command, Payment) and command.method == ACCOUNT:
        moves: Iterable[Any] = getattr(event, "moves", ())
        amount = sum(move.amount for move in moves)
        if amount:
            paying = PayContest(
                **_given(stream, command, "payment", command.role),
                tournament=name,
                what=what,
                amount=dollars(amount),
                card=command.card,
            )
            yield Asked(ACCOUNT_KIND.stream(command.player), paying)
    back: dict[str, int] = {}
    if isinstance(event, EntryRefused | EntryWithdrawn) and event.to_account:
        back = {event.player: sum(move.amount for move in event.moves)}
    elif isinstance(event, OwedPaid) and event.method == ACCOUNT:
        back = event.paid
    for player, amount in back.items():
        if amount:
            given = _given(stream, command, "credit", CASINO_SUPERVISOR)
            credit = CreditContest(**given, tournament=name, what=PRIZE, amount=dollars(amount))
            yield Asked(ACCOUNT_KIND.stream(player), credit)


def _check_head(contest: Contest, command: AppointHead, look: Look) -> None:
    known = look(PERSON_KIND.stream(command.person))
    desk = contest.desk
    if known.made is not None and known.role != desk.head:
        message = "{person} is a {role} here, not a {head}."
        raise Refusal(
            "wrong-role",
            desk.appointed.clause,
            message,
            person=named(command.person),
            role=known.role,
            head=desk.head,
        )


def _check_entitled(contest: Contest, player: str, look: Look) -> None:
    """Only who may enter the casino and gamble may enter a tournament; nobody who works here."""
    clause = contest.desk.entry
    known = look(PERSON_KIND.stream(player))
    if known.made is not None and known.role != PLAYER:
        message = "{player} is a {role} here: nobody is that and a player."
        raise Refusal("not-a-player", clause, message, player=named(player), role=known.role)
    excluded = look(ACCOUNT_KIND.stream(player)).exclusion
    if known.kept_out is not None or excluded is not None:
        raise Refusal("excluded", clause, "{player} is excluded from play.", player=named(player))


def with_accounts(
    name: str, contest: Contest, command: Command, look: Look, now: datetime
) -> Command:
    """Whoever is to be paid into their accounts, where nobody was named: all who have one."""
    if not isinstance(command, PayOwed) or command.method != ACCOUNT or command.players:
        return command
    known = [each for each in all_owed(contest) if look(ACCOUNT_KIND.stream(each)).player]
    return replace(command, players=tuple(known))


# At the tables


class AtHeats(AtTable):
    """A table tells the tournament what it decides about a heat."""

    def after(
        self, name: str, command: Command, events: Sequence[Event], state: Table, look: Look,
        now: datetime,
    ) -> Iterator[Asked]:  # fmt: skip
        yield from super().after(name, command, events, state, look, now)
        for event in events:
            if isinstance(event, PlayerJoined):
                yield from _sit_and_go(name, command, state, look)
            if isinstance(event, HeatStarted | EntrantDisqualified | HeatCounted):
                stream = TOURNAMENT_KIND.stream(event.tournament)
                if look(stream).phase != NOTHING:
                    yield Asked(stream, _heard(name, command, event, state))


def _sit_and_go(name: str, command: Command, table: Table, look: Look) -> Iterator[Asked]:
    """A session starts by itself at a table where the announced number of players has sat down,
    where the conditions say so; else its head starts it."""
    heat = table.heat
    if heat is None or not heat.is_open or heat.started is not None:
        return
    contest: Contest = look(TOURNAMENT_KIND.stream(heat.plan.tournament))
    if contest.phase == NOTHING or contest.conditions.get("sit_and_go") is not True:
        return
    number = contest.conditions.get("session_starts")
    seated = sum(each in table.patrons for each in heat.entrants)
    if isinstance(number, int) and contest.heads and seated == min(number, len(heat.entrants)):
        stream = TABLE_KIND.stream(name)
        given = _given(stream, command, "sit and go", contest.desk.head)
        start = StartHeat(**{**given, "actor": contest.heads[0]})
        yield Asked(stream, start, may_fail=True)


def _heard(
    name: str,
    command: Command,
    event: HeatStarted | EntrantDisqualified | HeatCounted,
    table: Table,
) -> Command:
    stream = TABLE_KIND.stream(name)
    at: dict[str, Any] = {"table": name, "number": event.session}
    if isinstance(event, HeatStarted):
        return HearStart(**_given(stream, command, "start", CASINO_OPERATOR), **at)
    if isinstance(event, HeatCounted):
        sheet = sheet_of(event, table)
        return HearCount(**_given(stream, command, "count", CASINO_OPERATOR), **at, sheet=sheet)
    given = _given(stream, command, f"out {event.player}", CASINO_OPERATOR)
    return HearDisqualified(**given, **at, player=event.player, breach=event.clause)


def sheet_of(event: HeatCounted, table: Table) -> Sheet:
    """The count as the tournament keeps it."""
    heat = table.heat
    assert heat is not None
    gone = {name: each.out for name, each in heat.entrants.items() if each.out is not None}
    return Sheet(
        standing={each.name: each.chips for each in event.standing},
        out=tuple(
            Out(each.name, each.coup, each.residual, each.wager, each.collected)
            for each in event.out
        ),
        disqualified={n: out.clause for n, out in gone.items() if out.how == DISQUALIFIED},
        issued=event.issued,
        won=event.won,
        returned=event.returned,
        missing=event.missing,
        kept={name: out.residual for name, out in gone.items()} if event.cashed else {},
    )


def with_word_of_tournament(
    name: str, table: Table, command: Command, look: Look, now: datetime
) -> Command:
    """At a heat the head is one whom its tournament has appointed; a start is told whose buy-in has
    not come."""
    heat = table.heat
    if heat is None or not heat.is_open or command.role not in HEADS:
        return command
    contest: Contest = look(TOURNAMENT_KIND.stream(heat.plan.tournament))
    if contest.phase == NOTHING:
        return command
    if command.actor not in contest.heads:
        message = "{actor} was not appointed to run this tournament."
        raise Refusal(
            "not-appointed", contest.desk.appointed.clause, message, actor=named(command.actor)
        )
    if isinstance(command, StartHeat):
        if command.unpaid:
            raise Refusal("bad-command", None, "The tournament says whose buy-in has not come.")
        return replace(command, unpaid=unpaid(contest, name))
    return command
