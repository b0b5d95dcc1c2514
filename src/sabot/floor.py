"""The gaming floor: tables and accounts over a store, one command at a time to each stream.

Everything that the pure core is handed in comes from here: the clock, chance, the vault, and what
an account says of its player. An answer is given when its events are durable, never before.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

import msgspec

from sabot.accounts import ACCOUNT, Account
from sabot.accounts.account import IssuePlayerCard
from sabot.accounts.limits import loss_room
from sabot.accounts.visits import CloseVisit, OpenVisit, PostReversal
from sabot.house import House
from sabot.ledger import balance, of_player
from sabot.live import Answer, Decided, Line, Live, Shelf, answer, entries, read_line
from sabot.money import dollars
from sabot.refusal import Refusal
from sabot.rules.roles import CASINO_OPERATOR, CASINO_SUPERVISOR
from sabot.shoe.randomness import OperatingSystem, Randomness
from sabot.store import Store
from sabot.streams import Command, Rejection, reader
from sabot.table import TABLE, Table
from sabot.table.irregularities.coups import CoupReversed
from sabot.table.seats import JoinTable, LeaveTable, Visit
from sabot.table.visits import ChangeVisit

__all__ = ["Answer", "Floor", "Line", "entries", "read_line", "system_clock"]

Clock = Callable[[], datetime]
RETRIES = 5
FIRST_YEAR, LAST_YEAR = 1970, 2999
"""No command is older or later: whatever is reckoned from its time stays in the calendar."""
PLAYER_STREAM = "player:"
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
            store, TABLE, "table:", lambda name: Table(name=name), Table, self._house.forget
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
        if type(command) in ACCOUNT.commands:
            player = _player_of(command)
            with ExitStack() as locked:
                # The table's lock before the account's, as for commands at the table.
                stay = self.account(player).stay
                if stay is not None:
                    locked.enter_context(self._tables.live(stay.table).lock)
                return self._do(self._accounts, player, command, self._decide_account)
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
        word = _visit(account, now)
        if patron is None or (patron.room, patron.card, patron.barred) == (
            word.room,
            word.card,
            word.excluded,
        ):
            return []
        asked = ChangeVisit(
            id=f"{decided.command.id}/visit",
            actor=decided.command.actor,
            role=CASINO_OPERATOR,
            player=player,
            visit=word,
        )
        changed = self._tables.decide(table, asked, max(now, table.state.at or now))
        return [] if isinstance(changed, Rejection) else [(table, changed)]

    def _decide_table(self, live: Live[Table], command: Command) -> Answer:
        now = self._now(live.state.at, command)
        with ExitStack() as locked:
            try:
                visits = self._visits(live, command, now, locked)
                if isinstance(visits, Rejection):
                    return self._tables.reject(live, command, visits)
                command, accounts = visits
                command, sealed = self._house.prepare(live.name, live.state, command)
                decided = self._tables.decide(live, command, now, sealed)
            except Refusal as refused:
                if refused.code == "stale-version":
                    raise
                decided = Rejection(refused.code, refused.clause, refused.message)
            if isinstance(decided, Rejection):
                return self._tables.reject(live, command, decided)
            accounts += self._reversals(live, decided, now, locked)
            batches = [each.batch for _, each in accounts]
            stored = self.store.append(decided.batch, *batches)
            self._house.sealed(live.name, decided.batch.seal)
            self._tables.keep(live, decided)
            for account, each in accounts:
                self._accounts.keep(account, each)
        own = [each for each in stored if each.stream == decided.batch.stream]
        return answer(command.id, own)

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
        if not isinstance(command, JoinTable | LeaveTable):
            return command, []
        if isinstance(command, JoinTable) and command.visit is not None:
            raise Refusal("bad-command", None, "The house says what an account has, nobody else.")
        account = self._account_of(command.player, locked)
        if account is None or live.state.setup is None:
            return command, []
        asked: Command
        if isinstance(command, JoinTable):
            asked = _opening(live, command)
        else:
            patron = live.state.patrons.get(command.player)
            if patron is None or not patron.account:
                return command, []
            asked = _closing(live, command)
        decided = self._accounts.decide(account, asked, max(now, account.state.at or now))
        if isinstance(decided, Rejection):
            return decided
        if isinstance(command, JoinTable):
            command = replace(command, visit=_visit(decided.after, now))
        return command, [(account, decided)]

    def _reversals(
        self, live: Live[Table], decided: Decided[Table], now: datetime, locked: ExitStack
    ) -> list[tuple[Live[Account], Decided[Account]]]:
        """A coup that is reversed reaches players who have left in their accounts."""
        made = []
        for entry in decided.batch.entries:
            if not entry.what.startswith("coup-reversed/"):
                continue
            event = msgspec.json.decode(b"{" + entry.fields + b"}", type=_Absent)
            for player, amount in sorted(event.absent.items()):
                account = self._account_of(player, locked)
                if account is None:
                    continue
                asked = PostReversal(
                    id=f"{decided.command.id}/reversal/{player}",
                    actor=decided.command.actor,
                    role=CASINO_SUPERVISOR,
                    table=live.name,
                    coup=event.number,
                    amount=dollars(amount),
                    reason=f"clause {event.clause}",
                )
                posted = self._accounts.decide(account, asked, max(now, account.state.at or now))
                if not isinstance(posted, Rejection):
                    made.append((account, posted))
        return made


class _Absent(msgspec.Struct):
    """The part of a reversal that reaches beyond the table."""

    number: int
    clause: str
    absent: dict[str, int]


assert {"number", "clause", "absent"} <= set(CoupReversed.__struct_fields__)


def _player_of(command: Command) -> str:
    """The player whose account a command is for."""
    stream = command.stream or ""
    player = stream.removeprefix(PLAYER_STREAM) if stream.startswith(PLAYER_STREAM) else ""
    named = getattr(command, "player", "") or player
    if not named or (player and named != player):
        raise Refusal(
            "bad-command", None, 'Say whose account: "stream": "player:" and the player\'s name.'
        )
    return str(named)


def _visit(account: Account, now: datetime) -> Visit:
    """What an account says of its player to a table."""
    excluded = account.exclusion
    return Visit(
        card=account.card,
        room=loss_room(account, now),
        excluded=None if excluded is None else excluded.clause or excluded.reason,
    )


def _opening(live: Live[Table], command: JoinTable) -> OpenVisit:
    return OpenVisit(
        id=f"{command.id}/visit",
        actor=command.actor,
        role=command.role,
        table=live.name,
        chips=command.chips,
        card=command.card,
        card_demanded=live.state.conduct.wagering.player_card is not None,
    )


def _closing(live: Live[Table], command: LeaveTable) -> CloseVisit:
    held = balance(live.state.balances, of_player(command.player))
    return CloseVisit(
        id=f"{command.id}/visit",
        actor=command.actor,
        role=CASINO_SUPERVISOR,
        table=live.name,
        chips=dollars(held),
        lost=dollars(live.state.patrons[command.player].lost),
    )
