"""Views of a tournament: the room's announcements for all, the desk's books for those who run it,
and one's own entry."""

from datetime import datetime
from typing import Any

import msgspec

from sabot.core.languages import in_chinese
from sabot.parts.disputes import Dispute
from sabot.parts.notices import DueNotice, outstanding
from sabot.rules.roles import ROLES, may_act_as
from sabot.sentences.words import stated
from sabot.tournament.conditions import CHINESE_NAME
from sabot.tournament.desk.next import Next, next_step
from sabot.tournament.desk.seen import SEES
from sabot.tournament.desk.state import (
    UNFINISHED,
    Contest,
    Goods,
    Group,
    Leg,
    PoolGuarantee,
    Schedule,
    TableCount,
    TournamentEntry,
    owed,
)
from sabot.tournament.entries.fees import buy_in, entry_fee
from sabot.tournament.purse.payments import all_owed
from sabot.tournament.purse.prizes import pool_of
from sabot.tournament.ranking import Level
from sabot.tournament.sessions.open_questions import lines, open_levels
from sabot.tournament.sessions.session_call import contested
from sabot.views.desk.staff_shapes import StatementView
from sabot.views.felt.table_shapes import DisputeView
from sabot.views.felt.you import dispute_view


class TournamentCard(msgspec.Struct, frozen=True):
    """Overview of a tournament. Money is in cents; `session` of `sessions` is on or played next.
    For the caller: `entered`, and the `table` where they sit."""

    id: str
    title: str
    rulebook: str
    phase: str
    players: int
    most: int | None
    fee: int
    pool: int
    session: int
    sessions: int
    starts: datetime | None
    entered: bool = False
    table: str | None = None
    title_words: dict[str, str] = {}


class EntryView(msgspec.Struct, frozen=True):
    """An entry; its payment is shown to the desk only."""

    number: int
    player: str
    status: str
    session: int
    points: str
    clause: str | None
    bought: int
    here: bool = False
    method: str | None = None
    fee: int | None = None
    agreed: str | None = None
    conditions: int | None = None


class TableSeats(msgspec.Struct, frozen=True):
    """A table of the session that is called: players by box, and its progress."""

    table: str
    seats: dict[int, str]
    begun: bool
    counted: bool


class SittingView(msgspec.Struct, frozen=True):
    number: int
    session: int
    stage: str
    state: str
    starts: datetime
    players: tuple[str, ...]
    tables: tuple[TableSeats, ...]
    groups: dict[str, Group]
    unpaid: tuple[str, ...]


class OrderView(msgspec.Struct, frozen=True):
    """The order at a table that is counted, best first, with the chips; `open` are those who are
    level where it matters, and `plays_off` whether they play off."""

    table: str
    levels: tuple[tuple[str, ...], ...]
    chips: dict[str, int]
    open: tuple[str, ...]
    plays_off: bool


class DrawView(msgspec.Struct, frozen=True):
    number: int
    digest: str
    beacon: str
    entries: tuple[str, ...]
    order: tuple[int, ...]


class OwnEntry(msgspec.Struct, frozen=True):
    """A player's own entry, None for one who is on the list of reserves: seat, money owed to them,
    a seat that is `offered` to them, and their own disputes."""

    entry: EntryView | None
    table: str | None
    box: int | None
    owed: int
    offered: bool
    disputes: tuple[DisputeView, ...] = ()


class BooksView(msgspec.Struct, frozen=True):
    """Books for the desk: money, debts, disputes, notices, statements that wait."""

    fees: int
    added: int
    balances: dict[str, int]
    owed: dict[str, int]
    disputes: tuple[Dispute, ...]
    notices: tuple[DueNotice, ...]
    statements: tuple[StatementView, ...]
    reserves: tuple[str, ...]
    offers: dict[str, Any]
    fixed: dict[str, Any]


class TournamentView(msgspec.Struct, frozen=True):
    """A tournament as the caller may see it."""

    card: TournamentCard
    version: int
    now: datetime
    edition: str
    head: str
    heads: tuple[str, ...]
    conditions: dict[str, Any]
    conditions_version: int
    agreement: bool
    free_until: datetime | None
    buy_in: int
    schedule: Schedule | None
    entries: tuple[EntryView, ...]
    draw: DrawView
    sitting: SittingView | None
    orders: tuple[OrderView, ...]
    through: dict[str, tuple[str, ...]]
    places: tuple[tuple[str, ...], ...]
    guarantee: PoolGuarantee | None
    goods: tuple[Goods, ...]
    held: bool
    reserve: bool
    substitute: bool
    next: Next | None
    you: OwnEntry | None
    books: BooksView | None


def card_of(contest: Contest, player: str = "") -> TournamentCard:
    """Return the overview of a tournament for `player`."""
    schedule, most = contest.schedule, contest.conditions.get("maximum_players")
    legs: tuple[Leg, ...] = () if schedule is None else schedule.legs
    at = min(contest.leg, len(legs) - 1)
    published = bool(contest.conditions)
    return TournamentCard(
        id=contest.name,
        title=contest.title,
        rulebook=contest.rulebook,
        phase=contest.phase,
        players=len(contest.alive),
        most=most if isinstance(most, int) else None,
        fee=entry_fee(contest) if published else 0,
        pool=pool_of(contest) if published else 0,
        session=min(contest.leg + 1, len(legs)),
        sessions=len(legs),
        starts=legs[at].starts if legs and contest.phase in UNFINISHED else None,
        entered=player in contest.entries,
        table=seat_of(contest, player)[0] if player else None,
        title_words=in_chinese(contest.conditions.get(CHINESE_NAME)),
    )


def tournament_view(contest: Contest, role: str, name: str, now: datetime) -> TournamentView:
    desk = role in SEES
    return TournamentView(
        card=card_of(contest),
        version=contest.version,
        now=now,
        edition=contest.edition,
        head=contest.desk.head,
        heads=contest.heads,
        conditions=contest.conditions,
        conditions_version=contest.conditions_version,
        agreement=contest.agreement,
        free_until=contest.free_until,
        buy_in=buy_in(contest) if contest.conditions else 0,
        schedule=contest.schedule,
        entries=tuple(_entry(each, desk) for each in contest.entries.values()),
        draw=DrawView(
            contest.draw.number,
            contest.draw.digest,
            contest.draw.beacon,
            contest.draw.entries,
            contest.draw.order,
        ),
        sitting=_sitting(contest),
        orders=_orders(contest),
        through=contest.through,
        places=contest.places,
        guarantee=contest.guarantee,
        goods=contest.goods,
        held=any(each.decision is None for each in contest.disputes.cases.values()),
        reserve=contest.desk.reserve is not None,
        substitute=contest.desk.substitute is not None,
        next=next_step(contest),
        you=None if desk else own_of(contest, name),
        books=_books(contest) if desk else None,
    )


def _entry(entry: TournamentEntry, desk: bool) -> EntryView:
    private: dict[str, Any] = {}
    if desk:
        private = {
            "method": entry.method,
            "fee": entry.fee,
            "agreed": entry.agreed,
            "conditions": entry.conditions,
        }
    return EntryView(
        number=entry.number,
        player=entry.player,
        status=entry.status,
        session=entry.session,
        points=entry.points,
        clause=entry.clause,
        bought=entry.bought,
        here=entry.here,
        **private,
    )


def _sitting(contest: Contest) -> SittingView | None:
    sitting = contest.sitting
    if sitting is None:
        return None
    tables = tuple(
        TableSeats(
            table=each,
            seats=sitting.seats.get(each, {}),
            begun=each in sitting.begun,
            counted=each in sitting.counted,
        )
        for each in sitting.tables
    )
    bought = bool(buy_in(contest)) and not sitting.groups
    return SittingView(
        number=sitting.number,
        session=sitting.leg + 1,
        stage=sitting.stage,
        state=sitting.state,
        starts=sitting.starts,
        players=sitting.players,
        tables=tables,
        groups=sitting.groups,
        unpaid=tuple(n for n in sitting.players if bought and n not in sitting.bought),
    )


def _orders(contest: Contest) -> tuple[OrderView, ...]:
    return tuple(_order(contest, key, levels) for key, levels in contest.orders.items())


def _order(contest: Contest, key: str, levels: tuple[Level, ...]) -> OrderView:
    open_ = open_levels(levels, lines(contest))
    names = open_[0][0].names if open_ else ()
    return OrderView(
        table=key,
        levels=tuple(each.names for each in levels),
        chips=_chips(contest, key),
        open=names,
        plays_off=key in contested(contest),
    )


def _chips(contest: Contest, table: str) -> dict[str, int]:
    """Return the last counts at a table in the session that is not announced yet."""
    found: dict[str, int] = {}
    sheets: dict[str, TableCount] = contest.sheets
    for key, sheet in sheets.items():
        if key.partition("/")[2] == table:
            found |= {each.name: each.residual for each in sheet.out} | sheet.standing
    return found


def own_of(contest: Contest, name: str) -> OwnEntry | None:
    """Return a player's own entry; None for one who is neither entered nor a reserve."""
    entry = contest.entries.get(name)
    if entry is None and name not in contest.reserves:
        return None
    table, box = seat_of(contest, name)
    offered = contest.sitting is not None and name in contest.sitting.offers
    cases = contest.disputes.cases.values()
    return OwnEntry(
        entry=None if entry is None else _entry(entry, True),
        table=table,
        box=box,
        owed=owed(contest.balances, name),
        offered=offered,
        disputes=tuple(dispute_view(each) for each in cases if each.player == name),
    )


def seat_of(contest: Contest, player: str) -> tuple[str | None, int | None]:
    """Return table and box of a player in the session that is seated."""
    sitting = contest.sitting
    for table, boxes in () if sitting is None else sitting.seats.items():
        for box, name in boxes.items():
            if name == player:
                return table, box
    return None, None


def _books(contest: Contest) -> BooksView:
    sitting = contest.sitting
    return BooksView(
        fees=contest.fees,
        added=contest.added,
        balances=contest.balances,
        owed=all_owed(contest),
        disputes=tuple(contest.disputes.cases.values()),
        notices=tuple(outstanding(contest.notices)),
        statements=_statements(contest),
        reserves=contest.reserves,
        offers={} if sitting is None else dict(sitting.offers),
        fixed={} if sitting is None else dict(sitting.fixed),
    )


def _statements(contest: Contest) -> tuple[StatementView, ...]:
    found = []
    for pending in contest.statements.pending.values():
        about = stated(pending.command)
        found.append(
            StatementView(
                number=pending.number,
                by=pending.actor,
                role=pending.role,
                at=pending.at,
                confirmer=pending.by,
                may_confirm=tuple(role for role in ROLES if may_act_as(role, pending.by)),
                about=about.en,
                about_words=about.words,
                then="",
                stated=pending.command,
                clause=pending.clause,
                why=pending.why,
                holds=pending.holds,
            )
        )
    return tuple(found)
