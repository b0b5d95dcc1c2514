"""The gaming floor: tables and accounts over a store, one command at a time to each stream.

Everything that the pure core is handed in comes from here: the clock, chance, the vault, and what
an account says of its player. An answer is given when its events are durable, never before.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

import msgspec

from sabot.accounts import ACCOUNT, Account
from sabot.accounts.account import IssuePlayerCard
from sabot.accounts.visits import CloseVisit, OpenVisit, PostReversal
from sabot.house import House
from sabot.live import Answer, Decided, Line, Live, Shelf, answer, entries, read_line
from sabot.records import looked_up
from sabot.refusal import Refusal, quoted
from sabot.rules.roles import CASINO_OPERATOR
from sabot.shoe.randomness import OperatingSystem, Randomness
from sabot.store import Batch, Store, Stored
from sabot.streams import Command, Rejection, reader
from sabot.table import TABLE, Table
from sabot.table.handing import held_by
from sabot.table.seats import JoinTable, LeaveTable
from sabot.table.visits import ChangeVisit
from sabot.visiting import (
    PLAYER_STREAM,
    TABLE_STREAM,
    check_id,
    closing,
    house_id,
    opening,
    player_of,
    reversals,
    word_of,
)

__all__ = ["Answer", "Floor", "Line", "entries", "read_line", "system_clock"]

Clock = Callable[[], datetime]
RETRIES = 5
FIRST_YEAR, LAST_YEAR = 1970, 2999
"""No command is older or later: whatever is reckoned from its time stays in the calendar."""
replace = msgspec.structs.replace


def system_clock() -> datetime:
    return datetime.now(UTC)


class Floor:
    """Tables and accounts over a store. `clock` and `randomness` are the machine's own unless a
    test hands in others."""

    def __init__(
        self,
        store: Store,
        clock: Clock = system_clock,
        randomness: Randomness | None = None,
    ) -> None:
        self.store = store
        self._clock = clock
        self._house = House(store, randomness or OperatingSystem())
        self._tables = Shelf(
            store, TABLE, TABLE_STREAM, lambda name: Table(name=name), Table, self._house.forget
        )
        self._accounts = Shelf(store, ACCOUNT, PLAYER_STREAM, lambda name: Account(), Account)

    def table(self, name: str) -> Table:
        """The table as it stands."""
        live = self._tables.live(name)
        with live.lock:
            return live.state

    def account(self, player: str) -> Account:
        """The account of a player as it stands; an empty one if there is none."""
        live = self._accounts.live(player)
        with live.lock:
            return live.state

    def account_seen(self, player: str) -> Account | None:
        """The account as it was last seen here, without waiting for anybody; None if it was not
        asked for yet."""
        live = self._accounts.loaded(player)
        return None if live is None else live.state

    def catch_up_account(self, player: str) -> Account:
        """The account with whatever another process has written."""
        live = self._accounts.live(player)
        with live.lock:
            self._accounts.catch_up(live)
            return live.state

    def peek(self, name: str, player: str) -> list[tuple[int, str]]:
        """The face-down cards that were handed to a player of a virtual table, by their place among
        the coup's cards: the holder of a hand sees it first."""
        live = self._tables.live(name)
        with live.lock:
            return self._house.peek(name, live.state, held_by(live.state, player))

    @cached_property
    def _reader(self) -> Callable[[bytes | str], Command]:
        return reader((*TABLE.commands, *ACCOUNT.commands))

    def read(self, text: bytes | str) -> Command:
        """A command from its JSON, or a Refusal that says what is wrong with it."""
        return self._reader(text)

    def events(self, name: str, after: int = 0) -> Iterator[bytes]:
        """The events of a table after number `after`, as the log keeps them."""
        return self._tables.events(name, after)

    def keep_snapshot(self, name: str) -> None:
        """Keep the state of a table, so that opening it again needs no replay."""
        self._tables.keep_snapshot(self._tables.live(name))

    def do(self, name: str, command: Command) -> Answer:
        """Decide a command and make it durable: at the table of that name, or, if it is a command
        for an account, in the stream that it names. A command that was answered before gets that
        answer again, and nothing changes."""
        check_id(command)
        if type(command) in ACCOUNT.commands:
            player = player_of(command)
            with ExitStack() as locked:
                # The table's lock before the account's, as for commands at the table.
                stay = self.account(player).stay
                if stay is not None:
                    locked.enter_context(self._tables.live(stay.table).lock)
                return self._do(self._accounts, player, command, self._decide_account)
        if command.stream not in (None, f"table:{name}"):
            message = f"That is done at a table, not in {quoted(command.stream)}."
            raise Refusal("bad-command", None, message)
        return self._do(self._tables, name, command, self._decide_table)

    def _do(
        self,
        shelf: Shelf[Any],
        name: str,
        command: Command,
        decide: Callable[[Live[Any], Command], Answer],
    ) -> Answer:
        live = shelf.live(name)
        with live.lock:
            for _ in range(RETRIES):
                repeated = shelf.repeated(live, command)
                if repeated is not None:
                    return repeated
                try:
                    return decide(live, command)
                except Refusal as refused:
                    if refused.code != "stale-version":
                        raise
                    shelf.catch_up(live)
            raise Refusal("busy", None, "Others change this too fast: try again.")

    def _decide_account(self, live: Live[Account], command: Command) -> Answer:
        now = self._now(live.state.at, command)
        if isinstance(command, OpenVisit | CloseVisit | PostReversal):
            refused = Rejection("bad-command", None, "Visits are opened and closed at a table.")
            return self._accounts.reject(live, command, refused)
        taken = self._card_taken(live.name, command)
        decided = taken or self._accounts.decide(live, command, now)
        if isinstance(decided, Rejection):
            return self._accounts.reject(live, command, decided)
        told = self._told(live.name, decided, now)
        stored = self.store.append(decided.batch, *[each.batch for _, each in told])
        self._accounts.keep(live, decided)
        for table, each in told:
            self._tables.keep(table, each)
        return answer(command.id, [each for each in stored if each.stream == decided.batch.stream])

    def _card_taken(self, player: str, command: Command) -> Rejection | None:
        """A Player Card is one person's."""
        if not isinstance(command, IssuePlayerCard):
            return None
        for stream in self.store.streams():
            other = stream.removeprefix(PLAYER_STREAM)
            if other in (stream, player):
                continue
            account = self.account(other)
            if command.card in (account.card, *account.cancelled):
                return Rejection("card-taken", None, "That Player Card is somebody else's.")
        return None

    def _told(
        self, player: str, decided: Decided[Account], now: datetime
    ) -> list[tuple[Live[Table], Decided[Table]]]:
        """A table hears at once what an account decides about a player who sits there."""
        account = decided.after
        if account.stay is None:
            return []
        table = self._tables.live(account.stay.table)
        self._tables.catch_up(table)
        patron = table.state.patrons.get(player)
        word = word_of(account, now)
        if patron is None or (patron.room, patron.card, patron.excluded) == (
            word.room,
            word.card,
            word.excluded,
        ):
            return []
        asked = ChangeVisit(
            id=house_id(PLAYER_STREAM + player, decided.command, "visit"),
            actor=decided.command.actor,
            role=CASINO_OPERATOR,
            player=player,
            visit=word,
        )
        changed = self._tables.decide(table, asked, max(now, table.state.at or now))
        return [] if isinstance(changed, Rejection) else [(table, changed)]

    def _decide_table(self, live: Live[Table], command: Command) -> Answer:
        with ExitStack() as locked:
            ready = self._ready(live, command, locked)
            if isinstance(ready, Answer):
                return ready
            return self._kept(ready, self.store.append(*ready.batches))

    def _ready(self, live: Live[Table], command: Command, locked: ExitStack) -> "Answer | _Ready":
        """What a command at a table leads to, decided and not yet durable."""
        now = self._now(live.state.at, command)
        accounts: list[tuple[Live[Account], Decided[Account]]] = []
        decided: Decided[Table] | Rejection
        try:
            visits = self._visits(live, command, now, locked)
            if isinstance(visits, Rejection):
                return self._tables.reject(live, command, visits)
            command, accounts = visits
            command = looked_up(self.store, TABLE_STREAM + live.name, live.state, command)
            command, sealed = self._house.prepare(live.name, live.state, command)
            decided = self._tables.decide(live, command, now, sealed)
        except Refusal as refused:
            if refused.code == "stale-version":
                raise
            decided = Rejection(refused.code, refused.clause, refused.message)
        if isinstance(decided, Rejection):
            return self._tables.reject(live, command, decided)
        return _Ready(live, decided, accounts + self._reversals(live, decided, now, locked))

    def _kept(self, ready: "_Ready", stored: Sequence[Stored]) -> Answer:
        """It is durable now."""
        decided = ready.decided
        self._house.sealed(ready.live.name, decided.batch.seal)
        self._tables.keep(ready.live, decided)
        for account, each in ready.accounts:
            self._accounts.keep(account, each)
        own = [each for each in stored if each.stream == decided.batch.stream]
        return answer(decided.command.id, own)

    def do_each(self, asked: Sequence[tuple[str, Command]]) -> list[Answer]:
        """Commands at several tables, made durable together: one fsync for all of them.

        A second command for a table, and whatever is more than a table's own business, is done
        after the others, by itself.
        """
        answers: dict[int, Answer] = {}
        ready: dict[int, _Ready] = {}
        first = {name: index for index, (name, _) in reversed([*enumerate(asked)])}
        with ExitStack() as locked:
            for name in sorted(first):
                command = asked[first[name]][1]
                check_id(command)
                if type(command) in ACCOUNT.commands or isinstance(command, JoinTable | LeaveTable):
                    continue
                live = self._tables.live(name)
                locked.enter_context(live.lock)
                found = self._tables.repeated(live, command) or self._try(live, command, locked)
                if isinstance(found, _Ready):
                    ready[first[name]] = found
                elif found is not None:
                    answers[first[name]] = found
            outcomes = self.store.append_each(*[each.batches for each in ready.values()])
            for index, outcome in zip(ready, outcomes, strict=True):
                if not isinstance(outcome, Refusal):
                    answers[index] = self._kept(ready[index], outcome)
        return [
            answers[index] if index in answers else self.do(name, command)
            for index, (name, command) in enumerate(asked)
        ]

    def _try(
        self, live: Live[Table], command: Command, locked: ExitStack
    ) -> "Answer | _Ready | None":
        """Decided in the state that we know; None if another process has left it behind."""
        try:
            return self._ready(live, command, locked)
        except Refusal as refused:
            if refused.code == "stale-version":
                return None
            raise

    def _now(self, last: datetime | None, command: Command) -> datetime:
        """The clock, or the time that a command was sent with; it never runs backwards."""
        now = command.at or self._clock()
        if now.tzinfo is None:
            raise Refusal("bad-command", None, "Give the time with its time zone.")
        if not FIRST_YEAR <= now.year <= LAST_YEAR:
            raise Refusal("bad-command", None, f"{now.year} is no year for a game of baccarat.")
        return now if last is None else max(now, last)

    # Visits: the only traffic between a player's account and a table

    def _account_of(self, player: str, locked: ExitStack) -> Live[Account] | None:
        """The account of a player, held until the command is done; None if there is none."""
        live = self._accounts.live(player)
        locked.enter_context(live.lock)
        self._accounts.catch_up(live)
        return live if live.state.player else None

    def _visits(
        self, live: Live[Table], command: Command, now: datetime, locked: ExitStack
    ) -> tuple[Command, list[tuple[Live[Account], Decided[Account]]]] | Rejection:
        """What coming to a table, or leaving it, asks of the player's account."""
        if isinstance(command, ChangeVisit):
            raise Refusal("bad-command", None, "The house says what an account has, nobody else.")
        if not isinstance(command, JoinTable | LeaveTable):
            return command, []
        if isinstance(command, JoinTable) and command.visit is not None:
            raise Refusal("bad-command", None, "The house says what an account has, nobody else.")
        account = self._account_of(command.player, locked)
        if account is None or live.state.setup is None:
            return command, []
        asked: Command
        if isinstance(command, JoinTable):
            asked = opening(live.name, live.state, command)
        else:
            patron = live.state.patrons.get(command.player)
            if patron is None or not patron.account:
                return command, []
            asked = closing(live.name, live.state, command)
        decided = self._accounts.decide(account, asked, max(now, account.state.at or now))
        if isinstance(decided, Rejection):
            return decided
        if isinstance(command, JoinTable):
            command = replace(command, visit=word_of(decided.after, now))
        return command, [(account, decided)]

    def _reversals(
        self, live: Live[Table], decided: Decided[Table], now: datetime, locked: ExitStack
    ) -> list[tuple[Live[Account], Decided[Account]]]:
        """A coup that is reversed reaches players who have left in their accounts."""
        made = []
        for player, asked in reversals(live.name, decided.command, decided.batch):
            account = self._account_of(player, locked)
            if account is None:
                continue
            posted = self._accounts.decide(account, asked, max(now, account.state.at or now))
            if not isinstance(posted, Rejection):
                made.append((account, posted))
        return made


@dataclass(frozen=True)
class _Ready:
    """A command that is decided: its events for the table and for the accounts it reaches."""

    live: Live[Table]
    decided: Decided[Table]
    accounts: list[tuple[Live[Account], Decided[Account]]]

    @property
    def batches(self) -> list[Batch]:
        return [self.decided.batch, *(each.batch for _, each in self.accounts)]
