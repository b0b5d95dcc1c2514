"""A session is played: buy-ins, the start at all tables, and what the tournament hears of them. The
house alone tells it, in the same unit of work in which a table decides."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from sabot.core.refusal import Refusal, named
from sabot.core.revision import RESULTS, holds
from sabot.engine.declarations import (
    RECORD,
    SERVER_ONLY,
    OpenedSecret,
    decision,
    on_pages,
    public,
    record,
    server_fills,
)
from sabot.engine.ledger import Move, of_player
from sabot.engine.streams import Claim, Command, Confirmer, Event, Leave
from sabot.parts.draw import abandoned, unseal_secret
from sabot.rules.roles import CASINO_OPERATOR, HEADS
from sabot.tournament.desk.claims import SEAT, seats_left
from sabot.tournament.desk.state import (
    BOUGHT,
    CALLED,
    DISQUALIFIED,
    IN,
    ON,
    PLAY_OFF,
    POOL,
    RUNNING,
    SEATED,
    Contest,
    Sitting,
    TableCount,
)
from sabot.tournament.desk.stream import (
    TOURNAMENT,
    by_head,
    check_head,
    check_undisputed,
    moved,
    paid,
    reason_of,
    replace,
    with_entry,
)
from sabot.tournament.entries.fees import buy_in, is_cashed
from sabot.tournament.ranking import Level
from sabot.tournament.sessions.open_questions import order_of, resolved

BY_HOUSE = Leave(None, CASINO_OPERATOR)


def sitting_of(contest: Contest, *states: str) -> Sitting:
    """The session that is in one of these states."""
    if contest.sitting is None or contest.sitting.state not in states:
        message = "No session is seated." if SEATED in states else "No session is called or seated."
        raise Refusal("not-seated", contest.desk.seats, message)
    return contest.sitting


# Started


class StartSession(Command, frozen=True, kw_only=True):
    """Start the session at all its tables."""

    pages = on_pages("tournament")


class SessionStarted(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("number stage clause")

    number: int
    stage: str
    clause: str


@TOURNAMENT.decides(StartSession, by_head(lambda desk: desk.start), (RUNNING,), sent_by=HEADS)
def start_session(contest: Contest, command: StartSession, now: datetime) -> Sequence[Event]:
    check_head(contest, command)
    check_undisputed(contest)
    sitting = sitting_of(contest, SEATED)
    check_time(contest, sitting, now)
    return [SessionStarted(number=sitting.number, stage=sitting.stage, clause=contest.desk.start)]


def check_time(contest: Contest, sitting: Sitting, now: datetime) -> None:
    """No session starts before its time: players were told of that."""
    if now < sitting.starts:
        message = "The session's starting time has not come: wait for it, or move it after notice."
        raise Refusal("too-early", contest.desk.start, message)


@TOURNAMENT.evolves(SessionStarted)
def session_started(contest: Contest, event: SessionStarted) -> Contest:
    return contest


class HearStart(Command, frozen=True, kw_only=True):
    """A table has started."""

    pages = SERVER_ONLY

    table: str
    number: int


class TableBegan(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("number table")

    number: int
    table: str


@TOURNAMENT.decides(HearStart, BY_HOUSE, (RUNNING,))
def hear_start(contest: Contest, command: HearStart, now: datetime) -> Sequence[Event]:
    sitting = heard_at(contest, command.table, command.number)
    check_undisputed(contest)
    check_time(contest, sitting, now)
    return [TableBegan(number=command.number, table=command.table)]


def heard_at(contest: Contest, table: str, number: int) -> Sitting:
    """Return the session that is on, if a table belongs to it."""
    sitting = sitting_of(contest, SEATED, ON)
    if sitting.number != number or table not in sitting.seats:
        message = "{table} is no table of the session that is on."
        raise Refusal("bad-tables", contest.desk.tables, message, table=named(table))
    return sitting


@TOURNAMENT.evolves(TableBegan)
def table_began(contest: Contest, event: TableBegan) -> Contest:
    sitting = contest.sitting
    assert sitting is not None
    there = set(sitting.seats[event.table].values())
    entries = {
        name: replace(each, played=True) if name in there else each
        for name, each in contest.entries.items()
    }
    on = replace(sitting, begun=(*sitting.begun, event.table), state=ON)
    return replace(contest, sitting=on, entries=entries)


def without_seat(contest: Contest, player: str, clause: str) -> Contest:
    """Return the tournament with a player who has no place any more."""
    entry = contest.entries[player]
    return with_entry(contest, replace(entry, status=DISQUALIFIED, clause=clause))


# Counted


class HearCount(Command, frozen=True, kw_only=True):
    """A table's chips are counted, and back."""

    pages = SERVER_ONLY

    table: str
    number: int
    sheet: TableCount


class TableCounted(Event, frozen=True, kw_only=True):
    """`order` follows from the sheet, best first, level players together. Where chips turn into
    cash, `moves` is what they are worth."""

    basis = record("the table's confirmed count")
    sight = public("number table sheet order clause")
    claim_kinds = (SEAT,)

    number: int
    table: str
    sheet: TableCount
    order: tuple[Level, ...]
    moves: tuple[Move, ...]
    clause: str

    def claims(self, name: str) -> Iterator[Claim]:
        sheet = self.sheet
        there = {*sheet.standing, *(each.name for each in sheet.out), *sheet.disqualified}
        yield from seats_left(sorted(there))


@TOURNAMENT.decides(HearCount, BY_HOUSE, (RUNNING,), seen="the table's confirmed count")
def hear_count(contest: Contest, command: HearCount, now: datetime) -> Sequence[Event]:
    sitting = heard_at(contest, command.table, command.number)
    sheet, clause = command.sheet, contest.desk.announced
    there = set(sitting.seats[command.table].values())
    named_in = [*sheet.standing, *(each.name for each in sheet.out)]
    if command.table in sitting.counted:
        raise Refusal("counted", clause, "{table} is counted already.", table=named(command.table))
    if {*named_in, *sheet.disqualified} != there or len(set(named_in)) < len(named_in):
        message = "The count of {table} is not of those who sat there."
        raise Refusal("bad-count", clause, message, table=named(command.table))
    moves = _cashed(sheet) if is_cashed(contest) and sitting.stage != PLAY_OFF else ()
    return [
        TableCounted(
            number=sitting.number,
            table=command.table,
            sheet=sheet,
            order=order_of(contest.rules.placing, sheet),
            moves=moves,
            clause=clause,
        )
    ]


def _cashed(sheet: TableCount) -> tuple[Move, ...]:
    worth = {**sheet.standing, **sheet.kept}
    return tuple(
        move for name, chips in worth.items() for move in paid(BOUGHT, of_player(name), chips)
    )


@TOURNAMENT.evolves(TableCounted)
def table_counted(contest: Contest, event: TableCounted) -> Contest:
    sitting = contest.sitting
    assert sitting is not None
    counted = (*sitting.counted, event.table)
    group = sitting.groups.get(event.table)
    if group is None:
        orders = {**contest.orders, event.table: event.order}
    else:
        level = Level(group.names, True)
        put_in = resolved(contest.orders[group.order], level, event.order)
        orders = {**contest.orders, group.order: put_in}
    for player, clause in event.sheet.disqualified.items():
        if contest.entries[player].status == IN:
            contest = without_seat(contest, player, clause)
    over = len(counted) == len(sitting.seats)
    return moved(
        replace(
            contest,
            orders=orders,
            sheets={**contest.sheets, f"{event.number}/{event.table}": event.sheet},
            sitting=None if over else replace(sitting, counted=counted),
        ),
        event.moves,
    )


# Called off


class CallOffSession(Command, frozen=True, kw_only=True):
    """Call off a session that is not counted anywhere: all chips go back, and it is called anew.
    Another person confirms it. The server opens the secret of a draw that was sealed for it."""

    pages = on_pages("tournament")
    server_fields = server_fills("secret")

    reason: str
    secret: OpenedSecret = ""


class SessionCalledOff(Event, frozen=True, kw_only=True):
    """`moves` are buy-ins that are owed back."""

    basis = decision("seating", alone=False)
    sight = public("number tables players reason clause")
    claim_kinds = (SEAT,)
    grows_with = "the players of a tournament"

    number: int
    tables: tuple[str, ...]
    players: tuple[str, ...]
    reason: str
    moves: tuple[Move, ...]
    clause: str

    def claims(self, name: str) -> Iterator[Claim]:
        yield from seats_left(self.players)


def _confirms_calling_off(contest: Contest, command: CallOffSession) -> Confirmer | None:
    """Require a second person: seats that are drawn again may suit another player."""
    if not holds(command, RESULTS):
        return None
    _to_call_off(contest, command)
    return Confirmer(contest.desk.start, CASINO_OPERATOR, tried=not contest.draw.is_sealed)


@TOURNAMENT.decides(
    CallOffSession,
    by_head(lambda desk: desk.start),
    (RUNNING,),
    confirmed_by=_confirms_calling_off,
    seen="the buy-ins of the session",
    sent_by=HEADS,
    confirmers=(CASINO_OPERATOR,),
)
def call_off_session(contest: Contest, command: CallOffSession, now: datetime) -> Sequence[Event]:
    off = called_off(contest, _to_call_off(contest, command), reason_of(command.reason))
    if not holds(command, RESULTS) or not contest.draw.is_sealed:
        return [off]
    return [abandoned(contest.draw, command.secret), off]


def _to_call_off(contest: Contest, command: CallOffSession) -> Sitting:
    """Return the session that may be called off."""
    check_head(contest, command)
    reason_of(command.reason)
    sitting = sitting_of(contest, CALLED, SEATED, ON)
    if sitting.counted:
        message = "A table of this session is counted: it is played to its end."
        raise Refusal("counted", contest.desk.start, message)
    return sitting


def called_off(contest: Contest, sitting: Sitting, reason: str) -> SessionCalledOff:
    """The session as if it had never been called; its buy-ins are owed."""
    source, price = BOUGHT if is_cashed(contest) else POOL, buy_in(contest)
    return SessionCalledOff(
        number=sitting.number,
        tables=tuple(each for each in sitting.seats if each not in sitting.counted),
        players=sitting.players,
        reason=reason,
        moves=tuple(
            move for each in sitting.bought for move in paid(source, of_player(each), price)
        ),
        clause=contest.desk.start,
    )


TOURNAMENT.enriches(CallOffSession, "secret")(unseal_secret)


@TOURNAMENT.evolves(SessionCalledOff)
def session_called_off(contest: Contest, event: SessionCalledOff) -> Contest:
    back = {m.target: m.amount for m in event.moves if m.source == POOL}
    entries = {
        name: replace(each, fee=each.fee - back.get(of_player(name), 0))
        for name, each in contest.entries.items()
    }
    fees = contest.fees - sum(back.values())
    return moved(replace(contest, sitting=None, entries=entries, fees=fees), event.moves)
