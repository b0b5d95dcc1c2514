"""Tickets earned from a table's log: read on from the last event heard, nothing missed and nothing
twice."""

from collections.abc import Iterable
from datetime import datetime

import msgspec

from sabot.core.money import TOURNAMENT
from sabot.engine.streams import Event
from sabot.promotions.earns import PLAYED, VISIT, WAGER, WIN, Earns, is_day, is_place
from sabot.promotions.running.state import Heard
from sabot.promotions.terms import Promotion
from sabot.table.irregularities.remedies.coups import CoupReversed
from sabot.table.irregularities.remedies.reconstruction import CoupReopened
from sabot.table.players.seats import PlayerJoined
from sabot.table.result.clearance import CoupEnded
from sabot.table.result.ends import TOLD, End, Stakes
from sabot.table.running.opening import TableOpened
from sabot.table.stream import TABLE


class Earned(msgspec.Struct, frozen=True, omit_defaults=True):
    """Tickets earned by a player under a rule: in a coup by the stake of that sequence, or by a
    visit, whose `stake` is the number of its event."""

    player: str
    rule: int
    tickets: int
    at: datetime
    table: str
    coup: int = 0
    stake: int = 0


class Struck(msgspec.Struct, frozen=True, omit_defaults=True):
    """A coup does not count after all, for everybody or for one player."""

    table: str
    coup: int
    player: str | None = None


HEARD = frozenset({*TOLD, *TABLE.names_of(PlayerJoined)})
"""The events that a ticket can follow from."""


def by_stake(rule: Earns, end: End) -> bool:
    """Return True if a stake with this end earns under the rule, at any time and table."""
    if not rule.by_stake or end.undone or end.laid.currency == TOURNAMENT:
        return False
    if end.outcome not in PLAYED or end.laid.live < (rule.minimum or 1):
        return False
    if rule.wager not in (None, end.laid.on):
        return False
    return rule.on == WAGER or (
        end.outcome == (rule.outcome or WIN) and rule.odds in (None, end.odds)
    )


class TableListener:
    """The events of one table go in by `put`, from the one after `heard.begin` on; `earned` and
    `struck` are what follows from those after `heard.upto`."""

    def __init__(self, table: str, terms: Promotion, zone: str, heard: Heard) -> None:
        self._table = table
        self._terms = terms
        self._zone = zone
        self._heard = heard
        self._stakes = Stakes()
        self._placed: dict[int, datetime] = {}
        self._book = heard.book
        self._last = 0
        self._end = heard.begin
        self._begin = heard.begin
        self._seq = heard.begin
        self.earned: list[Earned] = []
        self.struck: list[Struck] = []

    @property
    def heard(self) -> Heard:
        """Return how far the log was read."""
        return Heard(self._begin, max(self._seq, self._heard.upto), self._book)

    def put(self, seq: int, at: datetime, event: Event | None) -> None:
        """The next event; None where nothing can follow from it."""
        self._seq = seq
        if event is None:
            return
        new = seq > self._heard.upto
        over = not self._stakes.dealing
        self._stakes.put(event)
        self._placed |= {key: at for key in self._stakes.lying if key not in self._placed}
        match event:
            case TableOpened():
                self._book = event.setup.rulebook
            case PlayerJoined() if new and event.account:
                self._visited(seq, at, event)
            case CoupEnded():
                if new:
                    self._over(at, event)
                self._ended(seq, event)
            case CoupReopened() if new and over:
                self._strike(Struck(self._table, event.number))
            case CoupReversed() if new:
                self._strike(Struck(self._table, event.number, event.only))

    def _strike(self, struck: Struck) -> None:
        """Remove what was earned since, and list what was earned before as struck."""
        self.earned = [each for each in self.earned if not is_struck(each, struck)]
        self.struck.append(struck)

    def _ended(self, seq: int, event: CoupEnded) -> None:
        """The next hearing begins before the coup that can still be opened again."""
        if event.number != self._last:
            self._begin, self._last = self._end, event.number
        self._end, self._placed = seq, {}

    def _counts(self, at: datetime) -> bool:
        starts, closes = self._terms.starts, self._terms.terms.entries_close
        return starts is not None and closes is not None and starts <= at < closes

    def _visited(self, seq: int, at: datetime, event: PlayerJoined) -> None:
        for number, rule in self._rules(at):
            if rule.on == VISIT:
                self.earned.append(
                    Earned(event.player, number, rule.tickets, at, self._table, stake=seq)
                )

    def _over(self, at: datetime, event: CoupEnded) -> None:
        """A stake counts that was placed from the start on, in a coup that was over before entries
        closed."""
        ends = self._stakes.over.get(event.number, {}).values()
        for number, rule in self._rules(at):
            for end in ends:
                placed = self._placed.get(end.laid.sequence)
                timely = placed is not None and self._counts(placed)
                if timely and end.laid.player in event.accounts and by_stake(rule, end):
                    self.earned.append(
                        Earned(
                            end.laid.player, number, rule.tickets, at, self._table, event.number,
                            end.laid.sequence,
                        )
                    )  # fmt: skip

    def _rules(self, at: datetime) -> Iterable[tuple[int, Earns]]:
        """The ways that are open here and now."""
        if self._book not in self._terms.rulebooks or not self._counts(at):
            return
        for number, rule in enumerate(self._terms.earns, 1):
            if is_place(rule, self._table) and is_day(rule, at, self._zone):
                yield number, rule


def is_struck(earned: Earned, struck: Struck) -> bool:
    return (earned.table, earned.coup) == (struck.table, struck.coup) and struck.player in (
        None,
        earned.player,
    )
