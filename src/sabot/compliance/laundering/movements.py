"""Movements of money in a part of a log, as the screening needs them: cash, visits, pairs of
players who bet against each other, and what went through each account."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from functools import lru_cache
from math import sqrt
from typing import Final, NamedTuple

import msgspec

from sabot.accounts import (
    ACCOUNT,
    DebtCashCounted,
    Deposited,
    PurchaseCounted,
    VisitClosed,
    Withdrawn,
)
from sabot.accounts.funds import cash_of
from sabot.compliance.exceptions.luck import settled_of
from sabot.core.money import CASH
from sabot.coup import Stake
from sabot.engine.ledger import WORLD
from sabot.engine.streams import Event, EventEnvelope, read_line
from sabot.floor.kinds import ACCOUNTS, TABLES
from sabot.odds.distributions.together import Game, expectation, spreads
from sabot.parts.periods import day_in
from sabot.table import TABLE
from sabot.table.chips.change import ChipsBought, ChipsDeclared
from sabot.table.players.seats import PlayerJoined, PlayerLeft
from sabot.table.players.visits import ChipsFetched
from sabot.table.result.clearance import CoupEnded
from sabot.table.result.ends import Stakes
from sabot.table.running.opening import TableOpened
from sabot.table.running.variant import SchemeSwitched
from sabot.table.state import Laid

AGAINST: Final = -0.8
"""Wagers whose results correlate at most so are bets against each other."""
ALIKE: Final = 0.8
"""Stakes of which the smaller is at least this part of the larger are alike."""
MOST_EVENTS: Final = 12
"""Events that a movement names at most; the first ones, and the last."""


class CashMove(NamedTuple):
    """Cash that a player brought, or that was paid `out` to them, in cents."""

    player: str
    day: date
    amount: int
    out: bool
    ref: str


class TableVisit(msgspec.Struct):
    """A visit to a table, in cents. `brought` from the account and for money; `unknown`: chips that
    the player showed and that no record explains; `day`: the day on which it ended, or its last."""

    player: str
    table: str
    day: date
    brought: int = 0
    unknown: int = 0
    turnover: int = 0
    over: bool = False
    refs: list[str] = []


class PairPlay(msgspec.Struct):
    """Two players at one table on one day: coups in which both bet, those in which their stakes
    were alike, those of them in which they bet against each other, and the cents staked then."""

    players: tuple[str, str]
    table: str
    day: date
    both: int = 0
    alike: int = 0
    opposed: int = 0
    amount: int = 0
    refs: list[str] = []


class Flow(msgspec.Struct):
    """Money of one player in the whole time, in cents: brought in, won at tables (lost, below
    zero), and paid out."""

    brought: int = 0
    won: int = 0
    paid: int = 0
    paid_on: date | None = None
    refs: list[str] = []


class Movements:
    """All movements of the time that is screened; events go in by `take`, in their order."""

    def __init__(self, zone: str) -> None:
        self.cash: list[CashMove] = []
        self.visits: list[TableVisit] = []
        self.pairs: dict[tuple[str, str, str, date], PairPlay] = {}
        self.flows: dict[str, Flow] = defaultdict(Flow)
        self._zone = zone
        self._tables: dict[str, _TableNow] = {}

    def take(self, raw: bytes) -> None:
        """Put in the next line of the log."""
        line = read_line(raw)
        if TABLES.has(line.stream):
            self._at_table(line, TABLE.read_event(raw))
        elif ACCOUNTS.has(line.stream):
            self._at_account(line, ACCOUNT.read_event(raw))

    def _at_account(self, line: EventEnvelope, event: Event) -> None:
        player, ref = ACCOUNTS.name(line.stream), _ref(line)
        if isinstance(event, VisitClosed):
            self.flows[player].won -= event.lost
            return
        if isinstance(event, DebtCashCounted):
            self.cash.append(CashMove(player, event.day, event.amount, False, ref))
            return
        if not isinstance(event, Deposited | Withdrawn | PurchaseCounted):
            return
        flow = self.flows[player]
        cash = (event.cash or 0) if isinstance(event, PurchaseCounted) else cash_of(event)
        out = isinstance(event, Withdrawn)
        if cash:
            self.cash.append(CashMove(player, event.day, cash, out, ref))
        if isinstance(event, PurchaseCounted):
            flow.brought += event.amount
        elif isinstance(event, Withdrawn):
            flow.paid += sum(move.amount for move in event.moves)
            flow.paid_on = event.day
            flow.refs = _with(flow.refs, ref)
        else:
            flow.brought += sum(move.amount for move in event.moves)

    def _at_table(self, line: EventEnvelope, event: Event) -> None:
        name = TABLES.name(line.stream)
        now = self._tables.setdefault(name, _TableNow())
        now.stakes.put(event)
        day, ref = day_in(self._zone, line.at), _ref(line)
        if isinstance(event, TableOpened):
            setup = event.setup
            now.game = Game(setup.rulebook, setup.edition, setup.decks, setup.scheme, setup.chip)
        elif isinstance(event, SchemeSwitched) and now.game is not None:
            game = now.game
            now.game = Game(game.rulebook, game.edition, game.decks, event.scheme, game.chip)
        elif isinstance(event, PlayerJoined):
            visit = now.here[event.player] = TableVisit(event.player, name, day, refs=[ref])
            self.visits.append(visit)
            chips = sum(move.amount for move in event.moves if move.source == WORLD)
            visit.brought, visit.unknown = (chips, 0) if event.account else (0, chips)
        elif isinstance(event, CoupEnded):
            self._coup(name, now, event.number, day, ref)
        elif isinstance(event, ChipsBought | ChipsFetched | ChipsDeclared | PlayerLeft):
            visited = now.here.get(event.player)
            if visited is not None:
                _move(visited, event, day, ref)
            if isinstance(event, PlayerLeft):
                now.here.pop(event.player, None)
            if isinstance(event, ChipsBought) and event.means == CASH and not event.account:
                self.cash.append(CashMove(event.player, day, event.amount, False, ref))

    def _coup(self, name: str, now: "_TableNow", number: int, day: date, ref: str) -> None:
        ends = settled_of(now.stakes.ends_of(number))
        own: dict[str, list[Laid]] = {}
        for end in ends:
            own.setdefault(end.laid.player, []).append(end.laid)
            if end.laid.player in now.here:
                now.here[end.laid.player].turnover += end.laid.live
        players = sorted(own)
        for at, one in enumerate(players):
            for other in players[at + 1 :]:
                self._pair(name, now.game, (one, other), own, day, ref)

    def _pair(
        self,
        name: str,
        game: Game | None,
        players: tuple[str, str],
        own: dict[str, list[Laid]],
        day: date,
        ref: str,
    ) -> None:
        key = name, *players, day
        pair = self.pairs.setdefault(key, PairPlay(players, name, day, refs=[]))
        pair.both += 1
        one, other = (max(own[each], key=lambda laid: laid.live) for each in players)
        low, high = sorted((one.live, other.live))
        if low < ALIKE * high:
            return
        pair.alike += 1
        if game is not None and _against(game, one, other):
            pair.opposed += 1
            pair.amount += low + high
            pair.refs = _with(pair.refs, ref)


class _TableNow:
    """State of one table while its events are read."""

    def __init__(self) -> None:
        self.stakes = Stakes()
        self.game: Game | None = None
        self.here: dict[str, TableVisit] = {}


def _move(visit: TableVisit, event: Event, day: date, ref: str) -> None:
    visit.day, visit.refs = day, _with(visit.refs, ref)
    if isinstance(event, ChipsBought | ChipsFetched):
        visit.brought += event.amount
    elif isinstance(event, ChipsDeclared):
        visit.unknown += event.amount
    else:
        visit.over = True


def _against(game: Game, one: Laid, other: Laid) -> bool:
    return one.box == other.box and correlation(game, one.on, other.on, one.box) <= AGAINST


@lru_cache(maxsize=4096)
def correlation(game: Game, one: str, other: str, box: int | None) -> float:
    """Return how the results of two equal wagers correlate, exactly from a full shoe; 0 where it
    cannot be counted."""
    stake = 100_00
    try:
        apart = [
            expectation(spreads(game, (Stake(on, stake, box),))).variance for on in (one, other)
        ]
        both = tuple(sorted((Stake(one, stake, box), Stake(other, stake, box)), key=str))
        together = expectation(spreads(game, both)).variance
    except (ArithmeticError, LookupError, ValueError):
        return 0.0
    if not all(apart):
        return 0.0
    return (together - sum(apart)) / (2 * sqrt(apart[0] * apart[1]))


def _ref(line: EventEnvelope) -> str:
    return f"{line.stream} {line.seq}"


def _with(refs: Iterable[str], ref: str) -> list[str]:
    """Return the events with one more; of too many the newest replaces the last."""
    known = list(refs)
    return [*known[: MOST_EVENTS - 1], ref]
