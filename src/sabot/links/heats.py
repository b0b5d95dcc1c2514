"""Build the commands that pass between a tournament, its tables and its entrants' accounts.

A draw that is opened seats all tables of the session, a start begins at all of them, and what a
table decides about a heat is heard by the tournament: each time in one unit of work.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from sabot.accounts import ACCOUNT_KIND, CreditContest, PayContest
from sabot.accounts.stream import is_holder
from sabot.core.money import dollars
from sabot.core.refusal import Refusal, named
from sabot.engine.enrichment import CONFIRMER, Context, EnrichmentContext
from sabot.engine.streams import Command, Event, FollowUp
from sabot.links.visits import house_id
from sabot.people.names.identity import check_card_owner, check_may_play
from sabot.people.persons.person import PERSON_KIND
from sabot.rules.roles import CASINO_OPERATOR, CASINO_SUPERVISOR, HEADS
from sabot.table import TABLE, TABLE_KIND, Table
from sabot.table.heat.ending.counting import HeatCounted
from sabot.table.heat.putting_out import EntrantDisqualified
from sabot.table.heat.restoration import EntrantRestored
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
from sabot.tournament.desk.publication import AppointHead
from sabot.tournament.desk.state import NOTHING, PLAY_OFF, Contest, Elimination, TableCount
from sabot.tournament.desk.stream import TOURNAMENT
from sabot.tournament.entries.absences import NoteAbsence
from sabot.tournament.entries.fees import (
    ACCOUNT,
    BUY_BACK,
    BUY_IN,
    ENTRY_FEE,
    Payment,
)
from sabot.tournament.entries.registration import (
    BoughtBack,
    BuyBack,
    EnterTournament,
    EntryRefused,
    TournamentEntered,
)
from sabot.tournament.entries.reserves import (
    ListReserve,
    SeatReserve,
    SeatSubstitute,
    SeatTakenOver,
)
from sabot.tournament.entries.withdrawal import EntryWithdrawn
from sabot.tournament.plan import HeatPlan, LimitStep
from sabot.tournament.purse.payments import OwedPaid, PayOwed, all_owed
from sabot.tournament.sessions.buy_ins import BuyInPaid, PayBuyIn, unpaid
from sabot.tournament.sessions.forfeits import HearDisqualified, HearRestored
from sabot.tournament.sessions.schedule import plan_of
from sabot.tournament.sessions.session_call import SeatsAllotted
from sabot.tournament.sessions.session_play import (
    HearCount,
    HearStart,
    SessionCalledOff,
    SessionStarted,
)

replace = msgspec.structs.replace
PAID_IN: Final[dict[type[Event], str]] = {
    TournamentEntered: ENTRY_FEE,
    SeatTakenOver: ENTRY_FEE,
    BoughtBack: BUY_BACK,
    BuyInPaid: BUY_IN,
}
"""Purposes of money that comes from an account."""
PRIZE: Final = "prize or refund"


def _given(stream: str, command: Command, what: str, role: str) -> dict[str, Any]:
    """Return the common fields of a command that follows from another; its actor is the same."""
    return {
        "id": house_id(stream, command, what),
        "actor": command.actor,
        "via": command.via,
        "role": role,
    }


def is_published(contest: Contest) -> bool:
    """Return whether there is such a tournament."""
    return contest.phase != NOTHING


def plan_at(contest: Contest, table: str) -> HeatPlan:
    """Return what a table has to know of the session that is seated. In a play-off the chips are
    counted after each coup, so it lasts one coup; players who are still level play another."""
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


# At the tournament


@TOURNAMENT.enriches(AppointHead, when=is_published)
def check_head(context: EnrichmentContext[Contest], command: AppointHead) -> AppointHead:
    """Refuse a head whose role in the casino is another, or who plays in it by a linked account."""
    known = context.look(PERSON_KIND.stream(command.person))
    contest, desk = context.state, context.state.desk
    entered = (context.newest(ACCOUNT_KIND.stream(each)) for each in contest.entries)
    if any(each.staff and is_holder(each, command.person) for each in entered):
        message, clause = "{person} plays in it.", desk.appointed.clause
        raise Refusal("not-a-player", clause, message, person=named(command.person))
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
    return command


@TOURNAMENT.enriches(EnterTournament, when=is_published)
@TOURNAMENT.enriches(BuyBack, when=is_published)
@TOURNAMENT.enriches(PayBuyIn, when=is_published)
@TOURNAMENT.enriches(SeatReserve, when=is_published)
@TOURNAMENT.enriches(ListReserve, when=is_published)
@TOURNAMENT.enriches(SeatSubstitute, when=is_published)
def check_entitled(context: EnrichmentContext[Contest], command: Any) -> Command:
    """Refuse entrants who may not play here, or who run the tournament."""
    contest, player = context.state, command.player
    clause, account = contest.desk.entry, context.look(ACCOUNT_KIND.stream(player))
    check_may_play(player, context, clause)
    check_card_owner(player, getattr(command, "card", None), context, clause)
    if account.exclusion is not None:
        raise Refusal("excluded", clause, "{player} is excluded from play.", player=named(player))
    if account.staff and any(is_holder(account, each) for each in contest.heads):
        message = "{player} runs the tournament, and does not play in it."
        raise Refusal("not-a-player", clause, message, player=named(player))
    entering: Command = command
    return entering


@TOURNAMENT.enriches(NoteAbsence, "there", when=is_published)
def with_players_there(context: EnrichmentContext[Contest], command: NoteAbsence) -> NoteAbsence:
    """Fill in who sits at the table of a seat."""
    table: Table = context.look(TABLE_KIND.stream(command.table))
    return replace(command, there=tuple(sorted(table.patrons)))


@TOURNAMENT.enriches(PayOwed, "players", before=CONFIRMER)
def with_accounts(context: EnrichmentContext[Contest], command: PayOwed) -> PayOwed:
    """Fill in all players with an account who are owed money, where the sender names none."""
    if command.method != ACCOUNT or command.players:
        return command
    owed = all_owed(context.state)
    known = [each for each in owed if context.look(ACCOUNT_KIND.stream(each)).player]
    return replace(command, players=tuple(known))


@TOURNAMENT.follows(SeatsAllotted)
def seat_tables(
    context: Context[Contest], command: Command, event: SeatsAllotted
) -> Iterator[FollowUp]:
    """Seat every table of the session by its plan."""
    given = _given(context.stream, command, "seats", CASINO_OPERATOR)
    for table in event.seats:
        seating = SeatHeat(**given, plan=plan_at(context.state, table))
        yield FollowUp(TABLE_KIND.stream(table), seating)


@TOURNAMENT.follows(SessionStarted)
def start_tables(
    context: Context[Contest], command: Command, event: SessionStarted
) -> Iterator[FollowUp]:
    """Start the session at every table that has not begun by itself."""
    sitting = context.state.sitting
    assert sitting is not None
    start = StartHeat(**_given(context.stream, command, "start", context.state.desk.head))
    for table in sitting.seats:
        if table not in sitting.begun:
            yield FollowUp(TABLE_KIND.stream(table), start)


@TOURNAMENT.follows(SessionCalledOff)
def cancel_at_tables(
    context: Context[Contest], command: Command, event: SessionCalledOff
) -> Iterator[FollowUp]:
    """Cancel the session at its tables."""
    given = _given(context.stream, command, "off", CASINO_OPERATOR)
    off = CancelHeat(**given, reason=event.reason)
    yield from (FollowUp(TABLE_KIND.stream(table), off) for table in event.tables)


@TOURNAMENT.follows(TournamentEntered, SeatTakenOver, BoughtBack, BuyInPaid)
def collect(context: Context[Contest], command: Command, event: Any) -> Iterator[FollowUp]:
    """Take what an entrant pays from their account."""
    if not isinstance(command, Payment) or command.method != ACCOUNT:
        return
    amount = sum(move.amount for move in event.moves)
    if amount:
        paying = PayContest(
            **_given(context.stream, command, "payment", command.role),
            tournament=context.name,
            what=PAID_IN[type(event)],
            amount=dollars(amount),
            card=command.card,
        )
        yield FollowUp(ACCOUNT_KIND.stream(command.player), paying)


@TOURNAMENT.follows(SeatTakenOver)
def replace_at_table(
    context: Context[Contest], command: Command, event: SeatTakenOver
) -> Iterator[FollowUp]:
    """Give the seat at the table to the player who takes it over."""
    given = _given(context.stream, command, "seat", CASINO_OPERATOR)
    swap = ReplaceEntrant(**given, box=event.box, player=event.player)
    yield FollowUp(TABLE_KIND.stream(event.table), swap)


@TOURNAMENT.follows(EntryRefused)
@TOURNAMENT.follows(EntryWithdrawn)
def refund(
    context: Context[Contest], command: Command, event: EntryRefused | EntryWithdrawn
) -> Iterator[FollowUp]:
    """Pay a fee back into the account that it came from."""
    if event.to_account:
        yield from _credits(context, command, {event.player: sum(m.amount for m in event.moves)})


@TOURNAMENT.follows(OwedPaid)
def pay_into_accounts(
    context: Context[Contest], command: Command, event: OwedPaid
) -> Iterator[FollowUp]:
    """Pay prizes and refunds into accounts."""
    if event.method == ACCOUNT:
        yield from _credits(context, command, event.paid)


def _credits(
    context: Context[Contest], command: Command, amounts: Mapping[str, int]
) -> Iterator[FollowUp]:
    for player, amount in amounts.items():
        if amount:
            credit = CreditContest(
                **_given(context.stream, command, "credit", CASINO_SUPERVISOR),
                tournament=context.name,
                what=PRIZE,
                amount=dollars(amount),
            )
            yield FollowUp(ACCOUNT_KIND.stream(player), credit)


# At the tables


@TABLE.follows(HeatStarted)
@TABLE.follows(EntrantDisqualified)
@TABLE.follows(EntrantRestored)
@TABLE.follows(HeatCounted)
def tell_tournament(
    context: Context[Table],
    command: Command,
    event: HeatStarted | EntrantDisqualified | EntrantRestored | HeatCounted,
) -> Iterator[FollowUp]:
    """Tell the tournament what its table decides about a heat."""
    stream = TOURNAMENT_KIND.stream(event.tournament)
    if is_published(context.look(stream)):
        yield FollowUp(stream, _heard(context.name, command, event, context.state))


@TABLE.follows(PlayerJoined)
def sit_and_go(
    context: Context[Table], command: Command, event: PlayerJoined
) -> Iterator[FollowUp]:
    """Start a session at a table where the announced number of players has sat down, where the
    conditions say so; else its head starts it."""
    heat = context.state.heat
    if heat is None or not heat.is_open or heat.started is not None:
        return
    contest: Contest = context.look(TOURNAMENT_KIND.stream(heat.plan.tournament))
    if contest.phase == NOTHING or contest.conditions.get("sit_and_go") is not True:
        return
    number = contest.conditions.get("session_starts")
    seated = sum(each in context.state.patrons for each in heat.entrants)
    if isinstance(number, int) and contest.heads and seated == min(number, len(heat.entrants)):
        given = _given(context.stream, command, "sit and go", contest.desk.head)
        start = StartHeat(**{**given, "actor": contest.heads[0]})
        yield FollowUp(context.stream, start, may_fail=True)


def _heard(
    name: str,
    command: Command,
    event: HeatStarted | EntrantDisqualified | EntrantRestored | HeatCounted,
    table: Table,
) -> Command:
    stream = TABLE_KIND.stream(name)
    at: dict[str, Any] = {"table": name, "number": event.session}
    if isinstance(event, HeatStarted):
        return HearStart(**_given(stream, command, "start", CASINO_OPERATOR), **at)
    if isinstance(event, HeatCounted):
        sheet = sheet_of(event, table)
        return HearCount(**_given(stream, command, "count", CASINO_OPERATOR), **at, sheet=sheet)
    if isinstance(event, EntrantRestored):
        given = _given(stream, command, f"in {event.player}", CASINO_OPERATOR)
        return HearRestored(**given, **at, player=event.player)
    given = _given(stream, command, f"out {event.player}", CASINO_OPERATOR)
    return HearDisqualified(**given, **at, player=event.player, breach=event.clause)


def sheet_of(event: HeatCounted, table: Table) -> TableCount:
    """The count as the tournament keeps it."""
    heat = table.heat
    assert heat is not None
    gone = {name: each.out for name, each in heat.entrants.items() if each.out is not None}
    return TableCount(
        standing={each.name: each.chips for each in event.standing},
        out=tuple(
            Elimination(each.name, each.coup, each.residual, each.wager, each.collected)
            for each in event.out
        ),
        disqualified={n: out.clause for n, out in gone.items() if out.how == DISQUALIFIED},
        issued=event.issued,
        won=event.won,
        returned=event.returned,
        missing=event.missing,
        kept={name: out.residual for name, out in gone.items()} if event.cashed else {},
    )


def _has_open_heat(table: Table) -> bool:
    return table.heat is not None and table.heat.is_open


def _contest_of(context: Context[Table]) -> Contest:
    assert context.state.heat is not None
    contest: Contest = context.look(TOURNAMENT_KIND.stream(context.state.heat.plan.tournament))
    return contest


@TABLE.enriches(Command, before=CONFIRMER, when=_has_open_heat)
def check_appointed(context: EnrichmentContext[Table], command: Command) -> Command:
    """Refuse a head of a tournament whom this tournament has not appointed."""
    if command.role not in HEADS:
        return command
    contest = _contest_of(context)
    if is_published(contest) and command.actor not in contest.heads:
        message = "{actor} was not appointed to run this tournament."
        raise Refusal(
            "not-appointed", contest.desk.appointed.clause, message, actor=named(command.actor)
        )
    return command


@TABLE.enriches(StartHeat, "unpaid", before=CONFIRMER, when=_has_open_heat)
def with_unpaid(context: EnrichmentContext[Table], command: StartHeat) -> StartHeat:
    """Fill in whose buy-in has not come."""
    if command.role not in HEADS:
        return command
    contest = _contest_of(context)
    return (
        replace(command, unpaid=unpaid(contest, context.name)) if is_published(contest) else command
    )
