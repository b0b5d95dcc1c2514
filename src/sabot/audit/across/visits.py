"""Visits: what an account handed to a table is what came to it, and what left is what came back."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from sabot.accounts import (
    Account,
    DebtCashCounted,
    DebtCollected,
    PurchaseCounted,
    ReversalPosted,
    VisitClosed,
    VisitOpened,
    VisitRaised,
)
from sabot.core.money import CASH, cash
from sabot.engine.finding import Finding, Step
from sabot.engine.ledger import WORLD, Move
from sabot.floor.kinds import ACCOUNTS, TABLES
from sabot.policies.play_time import PlayDeadlines
from sabot.table.chips.change import ChipsBought
from sabot.table.players.seats import PlayerJoined, PlayerLeft
from sabot.table.players.visits import ChipsFetched
from sabot.table.result.repayments import ACCOUNT, DebtPaid
from sabot.table.state import Table

COMING: Final = "coming"
FETCHING: Final = "fetching"
BUYING: Final = "buying"
REPAYING: Final = "repaying"
GOING: Final = "going"
OWED: Final = "owed"
PAYING: Final = "paying"


class Passage(NamedTuple):
    """A player comes or goes, or is owed for a coup that was reversed after they went: the event,
    and the values that both sides must agree on."""

    stream: str
    seq: int
    chips: int
    other: int | None
    """The room to lose, of one who comes; the net loss, of one who goes; the coup reversed;
    the cash of a purchase."""
    play: PlayDeadlines | None = None
    """Of one who comes: what the policy says of the visit's length."""


Key = tuple[str, str, str]
"""table, player, and COMING, FETCHING, BUYING, REPAYING, GOING, OWED or PAYING"""


class VisitsCheck:
    """Tables and accounts against each other. Each side is put down as it is met; whichever comes
    second is compared with the first."""

    def __init__(self) -> None:
        self._tables: dict[Key, list[Passage]] = {}
        self._accounts: dict[Key, list[Passage]] = {}

    def at_table(self, step: Step[Table]) -> Iterator[Finding]:
        """An event of a table."""
        event, table = step.event, TABLES.name(step.line.stream)
        here = step.before.patrons
        if isinstance(event, PlayerJoined) and event.account:
            came = sum(m.amount for m in event.moves if m.source == WORLD)
            yield from self._put(step, (table, event.player, COMING), came, event.room, event.play)
        elif isinstance(event, ChipsFetched):
            yield from self._put(step, (table, event.player, FETCHING), event.amount, None)
        elif isinstance(event, ChipsBought) and event.account:
            in_cash = event.amount if event.means == CASH else 0
            yield from self._put(step, (table, event.player, BUYING), event.amount, in_cash)
        elif isinstance(event, PlayerLeft) and _has_account(step, event.player):
            yield from self._put(step, (table, event.player, GOING), event.chips, event.lost)
        elif isinstance(event, DebtPaid) and event.counted:
            yield from self._put(step, (table, event.player, REPAYING), event.amount, None)
        elif isinstance(event, DebtPaid) and event.means == ACCOUNT and event.player in here:
            yield from self._put(step, (table, event.player, PAYING), event.amount, None)
        elif step.is_a("coup-reversed", "coup-evened-out"):
            absent: dict[str, int] = getattr(event, "absent", {})
            number: int = getattr(event, "number", 0)
            for player in getattr(event, "accounts", ()):
                yield from self._put(step, (table, player, OWED), absent.get(player, 0), number)

    def at_account(self, step: Step[Account]) -> Iterator[Finding]:
        """An event of an account."""
        event, player = step.event, ACCOUNTS.name(step.line.stream)
        if isinstance(event, VisitOpened):
            if step.before.stay is not None:
                yield step.finding("two-visits", "The player was at another table already.")
            yield from self._put(
                step, (event.table, player, COMING), event.chips, event.room, event.play
            )
        elif isinstance(event, VisitRaised):
            yield from self._put(step, (event.table, player, FETCHING), event.chips, None)
        elif isinstance(event, PurchaseCounted):
            yield from self._put(step, (event.table, player, BUYING), event.amount, event.cash)
        elif isinstance(event, DebtCashCounted):
            yield from self._put(step, (event.table, player, REPAYING), event.amount, None)
        elif isinstance(event, VisitClosed):
            if step.before.stay is None or step.before.stay.table != event.table:
                yield step.finding("no-visit", "A visit ends that never began.")
            yield from self._put(step, (event.table, player, GOING), event.chips, event.lost)
        elif isinstance(event, ReversalPosted):
            yield from self._put(step, (event.table, player, OWED), event.amount, event.coup)
        elif isinstance(event, DebtCollected):
            yield from self._put(step, (event.table, player, PAYING), event.amount, None)
        moves: tuple[Move, ...] = getattr(event, "moves", ())
        if isinstance(event, VisitOpened | VisitRaised | VisitClosed) and (
            sum(move.amount for move in moves) != event.chips
        ):
            yield step.finding("wrong-visit", "The money moved is not the chips of the visit.")

    def _put(
        self,
        step: Step[Table] | Step[Account],
        key: Key,
        chips: int,
        other: int | None,
        play: PlayDeadlines | None = None,
    ) -> Iterator[Finding]:
        own, theirs = self._tables, self._accounts
        if ACCOUNTS.has(step.line.stream):
            own, theirs = theirs, own
        passage = Passage(step.line.stream, step.line.seq, chips, other, play)
        waiting = theirs.get(key)
        if not waiting:
            own.setdefault(key, []).append(passage)
            return
        met = waiting.pop(0)
        if met.play != play:
            message = "The account says another end of the player's time of play."
            yield step.finding("wrong-play-time", message)
        if key[2] == BUYING and None in (met.other, other):  # older logs do not say what was cash
            met, other = met._replace(other=None), None
        if (met.chips, met.other) != (chips, other):
            yield step.finding(
                "wrong-visit",
                f"{key[1]} {key[2]}: {cash(chips)} here, and {cash(met.chips)} in"
                f" {met.stream} event {met.seq}; the loss, room or coup {other} here, {met.other}"
                " there.",
            )

    def unmatched(self, only: str | None = None) -> Iterator[Finding]:
        """Yield the passages that are on one side only at the end of the log; to or from one
        table."""
        for side, elsewhere in ((self._tables, "account"), (self._accounts, "table")):
            for (table, player, way), passages in side.items():
                for passage in passages if only in (None, table) else ():
                    message = f"{player} was {way}, and no event of the {elsewhere} says so."
                    yield Finding("no-visit", None, passage.stream, passage.seq, message)


def _has_account(step: Step[Table], player: str) -> bool:
    patron = step.before.patrons.get(player)
    return patron is not None and patron.account
