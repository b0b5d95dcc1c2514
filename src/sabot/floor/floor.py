"""The gaming floor: all kinds of streams over a store, one unit of work at a time to each.

Everything that the pure core is handed in comes from here: the clock, chance, the vault, and what
one stream says of another. An answer is given when its events are durable, never before.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, cast

from sabot.accounts import SYDNEY, Account, Uncovered
from sabot.core.clock import Clock, system_clock
from sabot.core.refusal import Refusal, quoted
from sabot.engine.kind import Kind
from sabot.engine.live import (
    Answer,
    EventEnvelope,
    LiveStream,
    Moved,
    Newest,
    Shelf,
    Tell,
    answer,
    entries,
    read_line,
)
from sabot.engine.secrecy import has_unkept
from sabot.engine.streams import Command, Rejection
from sabot.engine.vault import Vault
from sabot.floor.addresses import Addresses
from sabot.floor.claims import cover
from sabot.floor.intake import Intake
from sabot.floor.kinds import ACCOUNTS, KINDS, TABLES
from sabot.floor.work import (
    DecidedCommand,
    MustWait,
    OutOfOrder,
    Server,
    StreamPlace,
    Streams,
    Unit,
)
from sabot.links.undisclosed_wagers import WrittenWager, written_form
from sabot.links.virtual_shoe import peek
from sabot.rules.roles import PLAYER
from sabot.shoe.randomness import OperatingSystem, Randomness
from sabot.store import Store, Stored
from sabot.table import Table
from sabot.table.coup.handouts import held_by
from sabot.table.heat.papers.forms import sealed_forms

__all__ = ["Answer", "EventEnvelope", "Floor", "Moved", "entries", "read_line", "system_clock"]

RETRIES = 5
ROUNDS = 2
"""So many times commands are tried together before each is done alone."""
FIRST_YEAR, LAST_YEAR = 1970, 2999
"""Years that a command's time may have, so that dates computed from it stay in the calendar."""


class Floor:
    """All streams of a store. `clock` and `randomness` are the machine's own, and `kinds` those of
    the house, unless a test hands in others; `zone` is the casino's time zone."""

    def __init__(
        self,
        store: Store,
        clock: Clock = system_clock,
        randomness: Randomness | None = None,
        kinds: tuple[Kind[Any], ...] = KINDS,
        zone: str = SYDNEY,
    ) -> None:
        self.store = store
        self.kinds = kinds
        self.zone = zone
        self._clock = clock
        self.followers: list[Tell] = []
        """Functions that are called with all events that become durable here, or that are read here
        from other processes; in the order of each stream, from any thread."""
        chance = randomness or OperatingSystem()
        self._server = Server(store, Vault(store), chance, Newest(store), zone)
        self._shelves = {kind.prefix: self._shelf(kind) for kind in kinds}
        self._addresses = Addresses(kinds)
        self._places = [
            (kind.prefix, rank, self._shelves[kind.prefix]) for rank, kind in enumerate(kinds)
        ]
        with suppress(Refusal):  # a store that is read only stays as it is
            cover(store)
        self.intake = Intake(store, self.account, self.give)

    def _shelf(self, kind: Kind[Any]) -> Shelf[Any]:
        def forget(name: str) -> None:
            self._server.vault.forget(kind.stream(name))

        return Shelf(self.store, kind, forget, self._tell)

    def _tell(self, stream: str, moves: Sequence[Moved[Any]]) -> None:
        for tell in self.followers:
            tell(stream, moves)

    def live(self, kind: Kind[Any], name: str) -> LiveStream[Any]:
        """A stream in memory."""
        return self._shelves[kind.prefix].live(name)

    def state(self, kind: Kind[Any], name: str) -> Any:
        """A stream as it stands; an empty one if there is none."""
        live = self.live(kind, name)
        with live.lock:
            return live.state

    def table(self, name: str) -> Table:
        """The table as it stands."""
        return cast(Table, self.state(TABLES, name))

    def account(self, player: str) -> Account:
        """The account of a player as it stands; an empty one if there is none."""
        return cast(Account, self.state(ACCOUNTS, player))

    def account_seen(self, player: str) -> Account | None:
        """Return the account as it was last seen here, without waiting for a lock; None if it is
        not in memory."""
        live = self._shelves[ACCOUNTS.prefix].loaded(player)
        return None if live is None else live.state

    def catch_up_account(self, player: str) -> Account:
        """Return the account with the events that other processes have written."""
        return cast(Account, self.catch_up(ACCOUNTS, player))

    def catch_up(self, kind: Kind[Any], name: str) -> Any:
        """Return the state of a stream with the events that other processes have written."""
        live = self.live(kind, name)
        with live.lock:
            self._shelves[kind.prefix].catch_up(live)
            return live.state

    def put_down(self, kind: Kind[Any], names: Iterable[str]) -> None:
        """Drop these streams from memory; the next reader loads them from their newest
        snapshots."""
        for name in names:
            self._shelves[kind.prefix].put_down(name)

    def peek(self, name: str, player: str) -> list[tuple[int, str]]:
        """The face-down cards that were handed to a player of a virtual table, by their place among
        the coup's cards: the holder of a hand sees it first."""
        live, vault = self.live(TABLES, name), self._server.vault
        with live.lock:
            held = held_by(live.state, player)
            return peek(vault, TABLES.stream(name), live.state, held)

    def forms(self, name: str, role: str, viewer: str) -> dict[str, WrittenWager]:
        """Return the undisclosed wagers that are still sealed, as far as the viewer may read them:
        a player their own, a supervisor those that the log has them read in order to examine
        them, others none."""
        live, vault, stream = self.live(TABLES, name), self._server.vault, TABLES.stream(name)
        with live.lock:
            heat = live.state.heat
            sealed = {} if heat is None else sealed_forms(heat)
            own = (
                player
                for player, form in sealed.items()
                if viewer == (player if role == PLAYER else form.reader)
            )
            found = ((player, written_form(vault, stream, player)) for player in own)
            return {player: form for player, form in found if form is not None}

    def read(self, text: bytes | str) -> Command:
        """Return the command of a JSON text; refuse one that no stream takes."""
        return self._addresses.read(text)

    def events(self, name: str, after: int = 0) -> Iterator[bytes]:
        """The events of a table after number `after`, as the log keeps them."""
        return self._shelves[TABLES.prefix].events(name, after)

    def keep_snapshot(self, name: str) -> None:
        """Keep the state of a table, so that opening it again needs no replay."""
        shelf = self._shelves[TABLES.prefix]
        shelf.keep_snapshot(shelf.live(name))

    def do(self, name: str, command: Command) -> Answer:
        """Decide a command and make it durable: at the table of that name, or, if it is for another
        kind of stream, in the one that it names. A command that was answered before gets that
        answer again, and nothing changes."""
        self._addresses.check_id(command)
        command = self.intake.take(command)
        return self.intake.decide(self._addresses.stream(name, command), command, self._do_alone)

    def give(self, stream: str, command: Command) -> Answer:
        """Decide a command that only the server gives, and make it durable."""
        return self._do_alone(stream, command, by_server=True)

    def _do_alone(self, stream: str, command: Command, by_server: bool = False) -> Answer:
        first = list[str]()
        for attempt in range(RETRIES):
            try:
                with Streams(self._find) as streams:
                    return self._do(streams, stream, command, first, attempt > 0, by_server)
            except OutOfOrder as wanted:
                first = [*first, wanted.stream, stream]
            except Uncovered as found:
                self.intake.cover(found.player)
            except Refusal as refused:
                if refused.code != "stale-version":
                    raise
                self._read_on(stream)
        raise Refusal("busy", None, "Other changes came in between: try again.")

    def _do(
        self, streams: Streams, stream: str, command: Command, first: Sequence[str], again: bool,
        by_server: bool,
    ) -> Answer:  # fmt: skip
        streams.hold_all([*dict.fromkeys(first)] or [stream])
        held = streams.hold(stream)
        shelf, live = held.place.shelf, held.live
        repeated = shelf.repeated(live, command)
        if repeated is None and again:
            repeated = shelf.answered_before(live, command)
        if repeated is not None:
            return repeated
        done = self._unit(streams, stream, command, by_server)
        if isinstance(done, Rejection):
            return shelf.reject(live, command, done)
        return self._kept(done, self.store.append(*done.batches))

    def do_each(self, asked: Sequence[tuple[str, Command]]) -> list[Answer]:
        """Decide several commands, each for itself, and make them durable with one fsync. Commands
        that depend on others of the batch, or on events of another process, are decided again
        afterwards: first together, then each alone."""
        answers: dict[int, Answer] = {}
        checked = [self._checked(name, command) for name, command in asked]
        for _ in range(ROUNDS):
            left = {
                index: each
                for index, each in enumerate(checked)
                if each is not None and index not in answers
            }
            if answers and len(left) < 2:
                break
            for stream in self._do_together(left, answers):
                self._read_on(stream)
        return [
            answers[index] if index in answers else self.do(name, command)
            for index, (name, command) in enumerate(asked)
        ]

    def _do_together(
        self, left: Mapping[int, tuple[str, Command]], answers: dict[int, Answer]
    ) -> set[str]:
        """Answer those of them that can be; the streams that may have moved on elsewhere."""
        ready: dict[int, DecidedCommand] = {}
        with Streams(self._find) as streams:
            streams.hold_all([*dict.fromkeys(stream for stream, _ in left.values())])
            for index, (stream, command) in left.items():
                found = self._try(streams, stream, command)
                if isinstance(found, Answer):
                    answers[index] = found
                elif found is not None:
                    ready[index] = found
            outcomes = self._append_each(list(ready.values()))
            for index, outcome in zip(ready, outcomes, strict=True):
                if not isinstance(outcome, Refusal):
                    answers[index] = self._kept(ready[index], outcome)
        return {stream for index, (stream, _) in left.items() if index not in answers}

    def _append_each(self, ready: Sequence[DecidedCommand]) -> Sequence[list[Stored] | Refusal]:
        """Append all; if one of them was answered before, append each by itself."""
        try:
            return self.store.append_each(*[each.batches for each in ready])
        except Refusal as refused:
            if refused.code != "stale-version":
                raise
            return [refused] * len(ready)

    def _checked(self, name: str, command: Command) -> tuple[str, Command] | None:
        """The stream of a command, and the command without its secrets; None for one that is
        refused, in its turn, and for one with a PIN, which is done alone."""
        try:
            self._addresses.check_id(command)
            if has_unkept(command):
                return None
            command = self.intake.take(command)
            return self._addresses.stream(name, command), command
        except Refusal:
            return None

    def _try(
        self, streams: Streams, stream: str, command: Command
    ) -> Answer | DecidedCommand | None:
        """Decide a command, if that is possible before the others are durable; None if not."""
        held = streams.hold(stream)
        shelf, live = held.place.shelf, held.live
        repeated = shelf.repeated(live, command)
        if repeated is not None:
            return repeated
        try:
            done = self._unit(streams, stream, command)
            if isinstance(done, DecidedCommand):
                return done
            if held.state is live.state:
                return shelf.reject(live, command, done)
        except (MustWait, OutOfOrder, Uncovered):
            pass
        except Refusal as refused:
            if refused.code != "stale-version":
                raise
        return None

    def _unit(
        self, streams: Streams, stream: str, command: Command, by_server: bool = False
    ) -> DecidedCommand | Rejection:
        held = streams.hold(stream)
        kind = held.place.shelf.kind
        if isinstance(command, kind.own) and not by_server:
            return Rejection("bad-command", None, kind.refused)
        now = self._now(held.state.at, command)
        return Unit(self._server, streams, now).do(stream, command)

    def _kept(self, done: DecidedCommand, stored: Sequence[Stored]) -> Answer:
        """Take a durable unit of work into memory and return its answer."""
        done.keep(stored)
        own = done.parts[0][1]
        return answer(own.command.id, stored[: len(own.events)])

    def _read_on(self, stream: str) -> None:
        shelf, live = self._place(stream)
        with live.lock:
            shelf.catch_up(live)

    def _place(self, stream: str) -> tuple[Shelf[Any], LiveStream[Any]]:
        place = self._find(stream)
        return place.shelf, place.shelf.live(place.name)

    def _find(self, stream: str) -> StreamPlace:
        for prefix, rank, shelf in self._places:
            if stream.startswith(prefix):
                return StreamPlace(rank, shelf, stream[len(prefix) :])
        raise Refusal(
            "unknown-stream",
            None,
            "There is no kind of stream for {stream}.",
            stream=quoted(stream),
        )

    def _now(self, last: datetime | None, command: Command) -> datetime:
        """The clock, or the time that a command was sent with; it never runs backwards."""
        now = command.at or self._clock()
        if now.tzinfo is None:
            raise Refusal("bad-command", None, "Give the time with its time zone.")
        if not FIRST_YEAR <= now.year <= LAST_YEAR:
            raise Refusal(
                "bad-command", None, "{year} is no year for a game of baccarat.", year=now.year
            )
        moment = now.astimezone(UTC)  # as the log has it
        return moment if last is None else max(moment, last)
