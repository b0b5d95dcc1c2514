"""A provable draw: entries in a random order that anyone can check.

First the server seals a secret and publishes its digest, and with it the name of an outside value,
if one is to be mixed in: a value that is unknown now and public later, such as the numbers of a
public lottery on a stated day. Then the entries are closed and numbered. Then the secret is opened,
and the order of all entries follows, so that a substitute needs no new draw: it is the next one.
The secret cannot be fitted to the entries, since it is sealed before they are closed; the outside
value prevents fitting entries to the secret.

The check, with nothing but Python's own library:

>>> import hashlib
>>> def sha(*lines):
...     return hashlib.sha256("".join(f"{line}\\n" for line in lines).encode()).hexdigest()
>>> def drawn(digest, beacon, entries, secret, value):
...     assert sha("sabot draw 1", secret, beacon) == digest, "another secret was sealed"
...     numbers = range(1, len(entries) + 1)
...     closed = sha("sabot entries 1", *(f"{n} {entries[n - 1]}" for n in numbers))
...     return sorted(numbers, key=lambda n: sha("sabot place 1", secret, closed, value, n))

>>> entries = ["ann", "bob", "cy", "bob"]
>>> digest = commitment("5e" * 32, "the Saturday numbers")
>>> drawn(digest, "the Saturday numbers", entries, "5e" * 32, "3 14 15 92")
[3, 2, 4, 1]
>>> order_of("5e" * 32, entries, "3 14 15 92")
(3, 2, 4, 1)
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Annotated, Any, Final

import msgspec

from sabot.core.refusal import Refusal
from sabot.core.revision import SCRUTINY, holds
from sabot.core.seals import bound, is_bound
from sabot.engine.declarations import (
    RECORD,
    OpenedSecret,
    Topic,
    api_only,
    in_topics,
    on_pages,
    public,
    server_fills,
    within,
)
from sabot.engine.enrichment import EnrichmentContext
from sabot.engine.streams import Command, Event, Leave, Stream
from sabot.parts.drand import round_of
from sabot.parts.outside_values import checked_value
from sabot.rules.roles import HEADS
from sabot.shoe.randomness import Randomness

SECRET: Final = "draw"
"""Name of the secret in the vault."""
SECRET_BYTES: Final = 32
replace = msgspec.structs.replace


def fresh_secret(randomness: Randomness) -> str:
    return bytes(randomness.below(256) for _ in range(SECRET_BYTES)).hex()


def commitment(secret: str, beacon: str = "") -> str:
    """Return the digest that is published before the entries are closed. `beacon` names the outside
    value."""
    return bound("draw", secret, beacon)


def closed(entries: Sequence[str]) -> str:
    """The digest of a numbered list of entries."""
    return bound("entries", *(f"{number} {entry}" for number, entry in enumerate(entries, 1)))


def order_of(secret: str, entries: Sequence[str], value: str = "") -> tuple[int, ...]:
    """The numbers of the entries in the order in which they are drawn."""
    listed = closed(entries)
    numbers = range(1, len(entries) + 1)
    return tuple(sorted(numbers, key=lambda number: bound("place", secret, listed, value, number)))


def verify(draw: "Draw", secret: str, value: str, order: Sequence[int]) -> bool:
    """Return True if the secret matches its seal, and the order follows from it."""
    return (
        bool(draw.digest)
        and is_bound(draw.digest, "draw", secret, draw.beacon)
        and tuple(order) == order_of(secret, draw.entries, value)
    )


class Draw(msgspec.Struct, frozen=True, omit_defaults=True):
    """The draw of that number, as far as it has come: sealed, then closed, then opened."""

    number: int = 0
    digest: str = ""
    beacon: str = ""
    entries: Annotated[tuple[str, ...], within("Contest.entries")] = ()
    order: Annotated[tuple[int, ...], within("Contest.entries")] = ()

    @property
    def is_open(self) -> bool:
        return bool(self.order)

    @property
    def is_sealed(self) -> bool:
        """Return True while the secret is not opened."""
        return bool(self.digest) and not self.is_open

    @property
    def drawn(self) -> tuple[str, ...]:
        """The entries in the order in which they were drawn: substitutes come after the seats."""
        return tuple(self.entries[number - 1] for number in self.order)


def one_line(text: str, what: str) -> str:
    """Return the text stripped; reject one of several lines, since each digested value takes one
    line."""
    if text.splitlines() not in ([], [text]):
        raise Refusal("bad-command", None, "{what} is written on one line.", what=what)
    if any("\ud800" <= each <= "\udfff" for each in text):
        raise Refusal("bad-command", None, "{what} has a sign in it that is none.", what=what)
    return text.strip()


# Sealed


class SealDraw(Command, frozen=True, kw_only=True):
    """Bind the house to a draw. `beacon` names the outside value that is mixed in, if one is, or
    `drand_round` and `drand_key` a round of drand; the house puts in the digest."""

    pages = on_pages("tournament")
    server_fields = server_fills("digest")

    beacon: str = ""
    digest: str = ""
    drand_round: int = 0
    drand_key: str = ""


class DrawSealed(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = public("number digest beacon")
    topics = in_topics(Topic.DRAW)

    number: int
    digest: str
    beacon: str


def seal_draw(draw: Draw, command: SealDraw) -> DrawSealed:
    if draw.digest and not draw.is_open:
        raise Refusal(
            "draw-sealed", None, "Draw {draw} is sealed and not yet opened.", draw=draw.number
        )
    if not command.digest:
        raise Refusal("no-commitment", None, "No commitment to this draw was published.")
    return DrawSealed(number=draw.number + 1, digest=command.digest, beacon=named_beacon(command))


def named_beacon(command: SealDraw) -> str:
    """Return the name of the outside value as it is sealed; empty where none is mixed in."""
    if command.drand_round or command.drand_key.strip():
        return round_of(command.drand_round, command.drand_key).sealed
    return one_line(command.beacon, "The name of the outside value")


def draw_sealed(draw: Draw, event: DrawSealed) -> Draw:
    return Draw(event.number, event.digest, event.beacon)


# Closed


class CloseEntries(Command, frozen=True, kw_only=True):
    """Close the entries."""

    pages = api_only("Streams that close their entries by a command of their own need none")


class EntriesClosed(Event, frozen=True, kw_only=True):
    """The entries, numbered in this order from 1, and the digest of that list."""

    basis = RECORD
    sight = public("number entries digest")
    topics = in_topics(Topic.DRAW)
    grows_with = "the entries of a draw"

    number: int
    entries: tuple[str, ...]
    digest: str


def close_entries(draw: Draw, entries: Sequence[str]) -> EntriesClosed:
    if not draw.digest or draw.is_open:
        raise Refusal("not-sealed", None, "The draw is sealed before its entries are closed.")
    if draw.entries:
        raise Refusal(
            "entries-closed", None, "The entries of draw {draw} are closed.", draw=draw.number
        )
    if not entries:
        raise Refusal("no-entries", None, "There is nothing to draw from.")
    for entry in entries:
        one_line(entry, "An entry")
    return EntriesClosed(number=draw.number, entries=tuple(entries), digest=closed(entries))


def entries_closed(draw: Draw, event: EntriesClosed) -> Draw:
    return replace(draw, entries=event.entries)


# Opened


class OpenDraw(Command, frozen=True, kw_only=True):
    """Open the secret. `value` is the outside value, where one was named, and `signature` that of a
    drand round; the house puts in the secret."""

    pages = on_pages("tournament")
    server_fields = server_fills("secret")

    value: str = ""
    secret: OpenedSecret = ""
    signature: str = ""


class DrawOpened(Event, frozen=True, kw_only=True):
    """`order` has the numbers of all entries, the first drawn first; `signature` is that of a drand
    round."""

    basis = RECORD
    sight = public("number secret value order signature")
    topics = in_topics(Topic.DRAW)
    grows_with = "the entries of a draw"

    number: int
    secret: OpenedSecret
    value: str
    order: tuple[int, ...]
    signature: str = ""


def opening(draw: Draw, secret: str, value: str) -> DrawOpened:
    """The order that follows from the secret that was sealed and the value that was named."""
    if not draw.entries:
        raise Refusal("entries-open", None, "The entries are closed before the draw is opened.")
    if draw.is_open:
        raise Refusal("draw-opened", None, "Draw {draw} is opened.", draw=draw.number)
    value = one_line(value, "The outside value")
    if draw.beacon and not value:
        raise Refusal(
            "no-beacon", None, "Give the published value of {beacon}.", beacon=draw.beacon
        )
    if value and not draw.beacon:
        raise Refusal("no-beacon", None, "No outside value was named before this draw.")
    order = order_of(secret, draw.entries, value)
    if not verify(draw, secret, value, order):
        raise Refusal("order-not-committed", None, "This is not the secret that was sealed.")
    return DrawOpened(number=draw.number, secret=secret, value=value, order=order)


def open_draw(draw: Draw, command: OpenDraw) -> DrawOpened:
    """Open the order; since revision `SCRUTINY`, with an outside value that is of its kind."""
    if not draw.beacon or not holds(command, SCRUTINY) or not (command.value or command.signature):
        return opening(draw, command.secret, command.value)
    value = one_line(command.value, "The outside value")
    value = checked_value(draw.beacon, value, command.signature)
    opened = opening(draw, command.secret, value)
    return replace(opened, signature=command.signature.strip())


def draw_opened(draw: Draw, event: DrawOpened) -> Draw:
    return replace(draw, order=event.order)


# Abandoned


class DrawAbandoned(Event, frozen=True, kw_only=True):
    """A draw that gives no order any more; its secret is opened all the same."""

    basis = RECORD
    sight = public("number secret")
    topics = in_topics(Topic.DRAW)

    number: int
    secret: OpenedSecret


def abandoned(draw: Draw, secret: str) -> DrawAbandoned:
    """Open the secret of a sealed draw that gives no order any more."""
    if not is_bound(draw.digest, "draw", secret, draw.beacon):
        raise Refusal("order-not-committed", None, "This is not the secret that was sealed.")
    return DrawAbandoned(number=draw.number, secret=secret)


def draw_abandoned(draw: Draw, event: DrawAbandoned) -> Draw:
    return Draw(draw.number)


# Joined to a stream


def hold_draws(stream: Stream[Any], by: Leave, entries: Callable[[Any], Sequence[str]]) -> None:
    """Let a stream, whose state has `draw: Draw`, hold one draw after another; `entries` says who
    is in it."""

    def seals(state: Any, command: SealDraw, now: datetime) -> Sequence[Event]:
        return [seal_draw(state.draw, command)]

    def closes(state: Any, command: CloseEntries, now: datetime) -> Sequence[Event]:
        return [close_entries(state.draw, entries(state))]

    def opens(state: Any, command: OpenDraw, now: datetime) -> Sequence[Event]:
        return [open_draw(state.draw, command)]

    stream.decides(SealDraw, by, sent_by=HEADS)(seals)
    stream.decides(CloseEntries, by)(closes)
    stream.decides(OpenDraw, by, sent_by=HEADS)(opens)
    for event, evolve in EVOLVES.items():
        stream.evolves(event)(_on_state(evolve))
    enrich_draws(stream)


def _on_state(evolve: Callable[[Draw, Any], Draw]) -> Callable[[Any, Any], Any]:
    return lambda state, event: replace(state, draw=evolve(state.draw, event))


EVOLVES: dict[type[Event], Callable[[Draw, Any], Draw]] = {
    DrawSealed: draw_sealed,
    EntriesClosed: entries_closed,
    DrawOpened: draw_opened,
    DrawAbandoned: draw_abandoned,
}


# Filled in by the server


def enrich_draws(stream: Stream[Any]) -> None:
    """Let the server seal a secret of its own for each draw of a stream, and open it."""

    def seal(context: EnrichmentContext[Any], command: SealDraw) -> Command:
        secret = fresh_secret(context.randomness)
        beacon = named_beacon(command)
        context.seal(SECRET, secret.encode())
        return replace(command, digest=commitment(secret, beacon))

    stream.enriches(SealDraw, "digest")(seal)
    stream.enriches(OpenDraw, "secret")(unseal_secret)


def unseal_secret(context: EnrichmentContext[Any], command: Any) -> Any:
    """Fill in the secret of the newest draw of a stream."""
    kept = context.unseal(SECRET)
    return replace(command, secret="" if kept is None else kept.decode())
