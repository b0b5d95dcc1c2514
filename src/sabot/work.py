"""One unit of work: a command and all that goes with it elsewhere, kept together or not at all.

Every stream that it touches is held still meanwhile. Streams are held in one order, that of their
kinds in the registry and then of their names, so that no two units ever wait for each other.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, NamedTuple

from sabot.kind import Asked, Claim, Hand
from sabot.live import Decided, Live, Shelf
from sabot.parts.statements import Statements, stated, with_filled
from sabot.refusal import Refusal
from sabot.store import Batch, Store, Stored, Swap
from sabot.streams import Command, Event, Rejection

MOST: Final = 1000
"""No command leads to more of them."""
WAITING: Final = "waiting"
"""What the store calls the streams in which a statement is pending."""
NONE: Final = Statements()


class OutOfOrder(Exception):
    """A stream would have to be held after others that come later: begin again, with it first."""

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.stream = stream


class Left(Exception):
    """This has to wait until what is decided already is durable."""


class Place(NamedTuple):
    """A stream's kind in the registry, what the house does there, and its own name."""

    rank: int
    shelf: Shelf[Any]
    hand: Hand | None
    name: str

    @property
    def order(self) -> tuple[int, str]:
        return self.rank, self.name


Find = Callable[[str], Place]
Prepared = tuple[Command, Command, Mapping[str, bytes | None]]


@dataclass
class Held:
    """A stream that is held still, as it stands with what is decided already. `asks` are the
    commands decided in it, `sealed` whether the vault has to keep something of it."""

    place: Place
    live: Live[Any]
    state: Any
    asks: set[tuple[str, str]] = field(default_factory=set)
    sealed: bool = False


class Streams:
    """The streams that are held, for one unit of work or for several that are kept at once."""

    def __init__(self, find: Find) -> None:
        self._find = find
        self._held: dict[str, Held] = {}
        self._last: tuple[int, str] = (-1, "")

    def __enter__(self) -> "Streams":
        return self

    def __exit__(self, *error: object) -> None:
        for held in self._held.values():
            held.live.lock.release()

    def hold(self, stream: str) -> Held:
        """The stream, which nobody else can change now."""
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
        held = self._held[stream] = Held(place, live, live.state)
        return held

    def hold_all(self, streams: Sequence[str]) -> None:
        """Several, in their order."""
        for stream in sorted(streams, key=lambda each: self._find(each).order):
            self.hold(stream)


class Done(NamedTuple):
    """What a unit of work has decided, not yet durable: the command's own events come first."""

    parts: tuple[tuple[Held, Decided[Any]], ...]

    @property
    def batches(self) -> list[Batch]:
        """For the store. Parts of one stream follow one another."""
        return [decided.batch for _, decided in self.parts]

    def keep(self, stored: Sequence[Stored]) -> None:
        """It is durable now, as these lines of the log."""
        first = 0
        for held, decided in self.parts:
            last = first + len(decided.events)
            held.place.shelf.keep(held.live, decided, stored[first:last])
            first = last
            if held.place.hand is not None and decided.batch.seal:
                held.place.hand.sealed(held.place.name, decided.batch.seal)


class Unit:
    """One command decided, and whatever it asks of other streams."""

    def __init__(self, store: Store, streams: Streams, now: datetime) -> None:
        self._store = store
        self._streams = streams
        self._now = now
        self._parts: list[tuple[Held, Decided[Any]]] = []
        self._states: dict[str, Any] = {}

    def do(self, stream: str, command: Command) -> Done | Rejection:
        """All that follows from the command, or why nothing does."""
        rejected = self._decide(stream, command)
        if rejected is not None:
            return rejected
        parts = self._parts
        if len(parts) > 1:  # the command's own events come first
            parts.sort(key=lambda part: part[1].command.id != command.id)
        done = Done(tuple(parts))
        for held, decided in done.parts:
            held.state = decided.after
            held.asks.add((decided.command.actor, decided.command.id))
            held.sealed |= bool(decided.batch.seal)
        return done

    def _state(self, held: Held, stream: str) -> Any:
        return self._states.get(stream, held.state)

    def _look(self, stream: str) -> Any:
        """Another stream's state, as it stands in the log."""
        fresh = stream not in self._states
        held = self._streams.hold(stream)
        if fresh and held.state is held.live.state:
            held.place.shelf.catch_up(held.live)
            held.state = held.live.state
        return self._state(held, stream)

    def _decide(self, stream: str, command: Command) -> Rejection | None:
        if len(self._parts) >= MOST:
            raise Refusal("bad-command", None, "That would lead to too much at once.")
        held = self._streams.hold(stream)
        place, kind, state = held.place, held.place.shelf.kind, self._state(held, stream)
        if (command.actor, command.id) in held.asks or (held.sealed and place.hand is not None):
            raise Left
        now = self._now if state.at is None else max(self._now, state.at)
        try:
            if kind.informs is not None:
                command = kind.informs(place.name, state, command, self._look, now)
            prepared = self._prepare(place, state, command)
            if isinstance(prepared, Rejection):
                return prepared
            command, done, sealed = prepared
            decided = place.shelf.decide(place.name, state, command, now, sealed)
        except Refusal as refused:
            if refused.code == "stale-version":
                raise
            no = refused
            return Rejection(no.code, no.clause, no.message, no.form, no.slots)
        if isinstance(decided, Rejection):
            return decided
        if kind.claims is not None:
            claimed = self._claim(held, decided, kind.claims)
            if isinstance(claimed, Rejection):
                return claimed
            decided = claimed
        if is_waiting(decided.before) != is_waiting(decided.after):
            decided = self._waiting(stream, decided)
        self._parts.append((held, decided))
        self._states[stream] = decided.after
        if kind.traffic is None:
            return None
        events, after = decided.events, decided.after
        return self._all(kind.traffic.after(place.name, done, events, after, self._look, self._now))

    def _prepare(self, place: Place, state: Any, command: Command) -> Prepared | Rejection:
        """The command as it is decided, and what is done by it: that is another one where this
        confirms what was stated. What is only stated asks nothing of anybody yet."""
        rules = place.shelf.kind.rules
        done = stated(rules, state, command)
        if done is None and rules.confirmer(state, command) is None:
            filled = self._fill(place, state, command)
            return filled if isinstance(filled, Rejection) else (filled[0], *filled)
        if done is None:
            if place.hand is not None:  # it refuses what nobody else may put in
                place.hand.prepare(place.name, state, command)
            return command, command, {}
        filled = self._fill(place, state, done)
        if isinstance(filled, Rejection):
            return filled
        whole = command if filled[0] == done else with_filled(command, filled[0])
        return whole, *filled

    def _fill(
        self, place: Place, state: Any, command: Command
    ) -> tuple[Command, Mapping[str, bytes | None]] | Rejection:
        """The command with what other streams say and what the house puts in, and what the vault
        has to keep."""
        traffic = place.shelf.kind.traffic
        if traffic is not None and isinstance(command, traffic.asking):
            rejected = self._all(traffic.before(place.name, state, command, self._look))
            if rejected is not None:
                return rejected
            command = traffic.filled(command, self._states, self._now)
        return (
            (command, {}) if place.hand is None else place.hand.prepare(place.name, state, command)
        )

    def _all(self, asked: Any) -> Rejection | None:
        """Commands for other streams, in their order."""
        for each in asked:
            self._look(each.stream)
            parts, states = len(self._parts), dict(self._states)
            rejected = self._waits(each) or self._decide(each.stream, each.command)
            if rejected is not None:
                if not each.may_fail:
                    return rejected
                del self._parts[parts:]
                self._states = states
        return None

    def _waits(self, asked: Asked) -> Rejection | None:
        """What follows from another command is decided with it, and cannot wait for anybody."""
        held = self._streams.hold(asked.stream)
        rules = held.place.shelf.kind.rules
        confirmer = rules.confirmer(self._state(held, asked.stream), asked.command)
        if confirmer is None:
            return None
        message = f"A {confirmer.by} has to confirm this first, so it cannot follow from another."
        return Rejection("not-confirmed", confirmer.clause, message)

    def _claim(
        self, held: Held, decided: Decided[Any], claims: Callable[[str, Event], Iterable[Claim]]
    ) -> Decided[Any] | Rejection:
        """What is decided, with its claims: each is this stream's now, or somebody else's."""
        name, swaps = held.place.name.encode(), list[Swap]()
        for event in decided.events:
            for claim in claims(held.place.name, event):
                owner = self._store.passing(claim.what, claim.name)
                if claim.over:
                    if owner == name:
                        swaps.append(Swap(claim.what, claim.name, name, None))
                elif owner is not None and (claim.once or owner != name):
                    return claim.taken
                elif owner is None:
                    swaps.append(Swap(claim.what, claim.name, None, name))
        return _with_swaps(decided, swaps)

    def _waiting(self, stream: str, decided: Decided[Any]) -> Decided[Any]:
        """The store knows by name where somebody has to confirm something."""
        noted, wanted = self._store.passing(WAITING, stream), is_waiting(decided.after)
        if (noted is not None) == wanted:
            return decided
        return _with_swaps(decided, [Swap(WAITING, stream, noted, b"1" if wanted else None)])


def is_waiting(state: Any) -> bool:
    """Whether a stream has statements that somebody has to confirm."""
    return bool(getattr(state, "statements", NONE).pending)


def _with_swaps(decided: Decided[Any], swaps: Sequence[Swap]) -> Decided[Any]:
    if not swaps:
        return decided
    old = decided.batch
    batch = Batch(old.stream, old.expect, old.entries, old.seal, [*old.swaps, *swaps], old.once)
    return decided._replace(batch=batch)


__all__ = ["WAITING", "Asked", "Done", "Held", "Left", "OutOfOrder", "Place", "Streams", "Unit"]
