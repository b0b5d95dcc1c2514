"""Unit of work: a command and its consequences in other streams, committed together or not at all.

Every stream that it touches is held still meanwhile. Streams are held in one order, that of their
kinds in the registry and then of their names, so that no two units ever wait for each other.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, NamedTuple

import msgspec

from sabot.core.refusal import Refusal
from sabot.core.revision import CURRENT
from sabot.engine.claim_rows import ClaimRows
from sabot.engine.enrichment import CONFIRMER, DECISION, Context, EnrichmentContext
from sabot.engine.kind import Kind
from sabot.engine.live import Decided, LiveStream, Newest, Shelf
from sabot.engine.retries import with_mark
from sabot.engine.secrecy import check_kept
from sabot.engine.streams import ClaimKind, Command, FollowUp, Rejection, Stream
from sabot.engine.vault import Vault
from sabot.floor.claims import WAITING
from sabot.parts.statements import Statements
from sabot.people.names.identity import may_be_theirs, player_of
from sabot.shoe.randomness import Randomness
from sabot.store import Batch, Store, Stored, Swap
from sabot.store.backends.queries import Reading

MOST: Final = 1000
"""No command leads to more of them."""
NONE: Final = Statements()


class OutOfOrder(Exception):
    """A stream would have to be held after others that come later: begin again, with it first."""

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.stream = stream


class MustWait(Exception):
    """This has to wait until what is decided already is durable."""


class Declined(Exception):
    """Another stream has rejected what an enrichment asks of it."""

    def __init__(self, rejection: Rejection) -> None:
        super().__init__(rejection.message)
        self.rejection = rejection


class Server(NamedTuple):
    """Services that all units of work of a process share."""

    store: Store
    vault: Vault
    randomness: Randomness
    newest: Newest
    zone: str
    """The casino's time zone."""


class StreamPlace(NamedTuple):
    """A stream's kind in the registry, the streams of that kind, and its own name."""

    rank: int
    shelf: Shelf[Any]
    name: str

    @property
    def order(self) -> tuple[int, str]:
        return self.rank, self.name


Find = Callable[[str], StreamPlace]
replace = msgspec.structs.replace


@dataclass
class HeldStream:
    """A stream that is held still, as it stands with what is decided already. `asks` are the
    commands decided in it, `sealed` whether the vault has to keep something of it."""

    place: StreamPlace
    live: LiveStream[Any]
    state: Any
    asks: set[tuple[str, str]] = field(default_factory=set)
    sealed: bool = False


class Streams:
    """The streams that are held, for one unit of work or for several that are kept at once."""

    def __init__(self, find: Find) -> None:
        self._find = find
        self._held: dict[str, HeldStream] = {}
        self._last: tuple[int, str] = (-1, "")

    def __enter__(self) -> "Streams":
        return self

    def __exit__(self, *error: object) -> None:
        for held in self._held.values():
            held.live.lock.release()

    def place(self, stream: str) -> StreamPlace:
        """Return the place of a stream without locking it."""
        return self._find(stream)

    def hold(self, stream: str) -> HeldStream:
        """Lock a stream and return it; no other unit can change it now."""
        held = self._held.get(stream)
        if held is not None:
            return held
        place = self._find(stream)
        live, order = place.shelf.live(place.name), place.order
        in_order = order > self._last
        if not live.lock.acquire(blocking=in_order):
            raise OutOfOrder(stream)
        if in_order:
            self._last = order
        held = self._held[stream] = HeldStream(place, live, live.state)
        return held

    def hold_all(self, streams: Sequence[str]) -> None:
        """Several, in their order."""
        for stream in sorted(streams, key=lambda each: self._find(each).order):
            self.hold(stream)


class DecidedCommand(NamedTuple):
    """Decided events of a unit of work, not yet durable. The command's own events come first."""

    parts: tuple[tuple[HeldStream, Decided[Any]], ...]
    vault: Vault

    @property
    def batches(self) -> list[Batch]:
        """For the store. Parts of one stream follow one another."""
        return [decided.batch for _, decided in self.parts]

    def keep(self, stored: Sequence[Stored]) -> None:
        """Take the events into memory; they are durable now, as these lines of the log."""
        first = 0
        for held, decided in self.parts:
            last = first + len(decided.events)
            held.place.shelf.keep(held.live, decided, stored[first:last])
            first = last
            if decided.batch.seal:
                self.vault.keep(decided.batch.stream, decided.batch.seal)


class Unit:
    """A command: enriched, decided, and with its consequences in other streams."""

    def __init__(self, server: Server, streams: Streams, now: datetime) -> None:
        self.log: Reading = server.store
        self._rows = ClaimRows(server.store)
        self.vault = server.vault
        self.randomness = server.randomness
        self.zone = server.zone
        self._keys = server.store.keys
        self._newest = server.newest
        self._streams = streams
        self._now = now
        self._parts: list[tuple[HeldStream, Decided[Any]]] = []
        self._states: dict[str, Any] = {}

    def do(self, stream: str, command: Command) -> DecidedCommand | Rejection:
        """All that follows from the command, or why nothing does."""
        rejected = self._decide(stream, command)
        if rejected is not None:
            return rejected
        parts = self._parts
        if len(parts) > 1:  # the command's own events come first
            parts.sort(key=lambda part: part[1].command.id != command.id)
        if swaps := self._rows.swaps():
            parts[0] = parts[0][0], _with_swaps(parts[0][1], swaps)
        done = DecidedCommand(tuple(parts), self.vault)
        for held, decided in done.parts:
            held.state = decided.after
            held.asks.add((decided.command.actor, decided.command.id))
            held.sealed |= bool(decided.batch.seal)
        return done

    def _state(self, held: HeldStream, stream: str) -> Any:
        return self._states.get(stream, held.state)

    def look(self, stream: str) -> Any:
        """Lock another stream, and return its state as it stands in the log."""
        fresh = stream not in self._states
        held = self._streams.hold(stream)
        if fresh and held.state is held.live.state:
            held.place.shelf.catch_up(held.live)
            held.state = held.live.state
        return self._state(held, stream)

    def owner(self, what: ClaimKind, name: str) -> str | None:
        """Return the name of the stream that has claimed a unique thing, if any has."""
        found = self._rows.get((what.key, name))
        return None if found is None else found.decode()

    def newest(self, stream: str) -> Any:
        """Return another stream's state as it stands in the log, without locking it."""
        place = self._streams.place(stream)
        return self._newest.state(place.shelf.kind, place.name)

    def ask(self, stream: str, command: Command) -> Any:
        """Decide a command of another stream first, and return the state after it."""
        rejected = self._do_elsewhere(stream, command)
        if rejected is not None:
            raise Declined(rejected)
        return self._states[stream]

    def _decide(self, stream: str, command: Command) -> Rejection | None:
        if len(self._parts) >= MOST:
            raise Refusal("bad-command", None, "That would lead to too much at once.")
        held = self._streams.hold(stream)
        place, rules, state = held.place, held.place.shelf.kind.rules, self._state(held, stream)
        if (command.actor, command.id) in held.asks or held.sealed:
            raise MustWait
        now = self._now if state.at is None else max(self._now, state.at)
        try:
            context = EnrichmentContext(self, place.name, stream, state, now, rules.enrichments)
            plays_as = self._plays_as(place.shelf.kind, command)
            given = replace(command, under=CURRENT, sent=None, plays_as=plays_as)
            enriched = self._enrich(context, rules, given)
            check_kept(enriched)
            marked = with_mark(self._keys, command, enriched)
            decided = place.shelf.decide(place.name, state, marked, now, context.sealed)
        except Declined as declined:
            return declined.rejection
        except Refusal as refused:
            if refused.code == "stale-version":
                raise
            no = refused
            return Rejection(no.code, no.clause, no.message, no.form, no.slots)
        if isinstance(decided, Rejection):
            return decided
        taken = self._rows.claim(place.name, decided.events)
        if taken is not None:
            return taken
        if is_waiting(decided.before) != is_waiting(decided.after):
            self._rows.put((WAITING.key, stream), b"1" if is_waiting(decided.after) else None)
        self._parts.append((held, decided))
        self._states[stream] = decided.after
        done = context.carried_out or enriched
        following = Context(self, place.name, stream, decided.after, self._now)
        return self._follow_up(rules.consequences.run(following, done, decided.events))

    def _plays_as(self, kind: Kind[Any], command: Command) -> str | None:
        """Return the player's name of a person who acts for the casino in what is about persons."""
        return player_of(self.owner, command.actor) if may_be_theirs(kind, command) else None

    def _enrich(
        self, context: EnrichmentContext[Any], rules: Stream[Any], command: Command
    ) -> Command:
        """Return the command with what the server fills in. A command that is only stated asks
        nothing of other streams: it is enriched for its decision when it is confirmed."""
        rules.enrichments.check_sender(context.state, command)
        command = rules.enrichments.run(CONFIRMER, context, command)
        if not rules.enrichments.of(DECISION, type(command)):
            return command
        if rules.confirmer(context.state, command) is not None:
            return command
        return rules.enrichments.run(DECISION, context, command)

    def _follow_up(self, follow_ups: Iterable[FollowUp]) -> Rejection | None:
        """Decide commands of other streams that follow from one, in their order."""
        for each in follow_ups:
            parts, states, rows = len(self._parts), dict(self._states), self._rows.mark()
            rejected = self._do_elsewhere(each.stream, each.command)
            if rejected is not None:
                if not each.may_fail:
                    return rejected
                del self._parts[parts:]
                self._states = states
                self._rows.back_to(rows)
        return None

    def _do_elsewhere(self, stream: str, command: Command) -> Rejection | None:
        """Decide a command of another stream. What goes with another command is decided with it,
        and cannot wait for a confirmer."""
        state = self.look(stream)
        rules = self._streams.hold(stream).place.shelf.kind.rules
        confirmer = rules.confirmer(state, command)
        if confirmer is None:
            return self._decide(stream, command)
        message = f"A {confirmer.by} has to confirm this first, so it cannot follow from another."
        return Rejection("not-confirmed", confirmer.clause, message)


def is_waiting(state: Any) -> bool:
    """Return True if a stream has statements that wait for confirmation."""
    return bool(getattr(state, "statements", NONE).pending)


def _with_swaps(decided: Decided[Any], swaps: Sequence[Swap]) -> Decided[Any]:
    if not swaps:
        return decided
    old = decided.batch
    batch = Batch(old.stream, old.expect, old.entries, old.seal, [*old.swaps, *swaps], old.once)
    return decided._replace(batch=batch)


__all__ = [
    "WAITING",
    "DecidedCommand",
    "HeldStream",
    "MustWait",
    "OutOfOrder",
    "StreamPlace",
    "Streams",
    "Unit",
]
