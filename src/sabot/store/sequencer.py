"""Sequencer: assign each committed event its place in the order of the log, in batches.

On a database that several processes share, a transaction writes its events together with a signed
list of them, an arrival, and takes no lock but those of what it touches. A sequencer later takes
the arrivals in the order of their numbers, appends their events to the order, and signs how far the
order goes now. Which process does so makes no difference: a lock decides, which writers do not
take.

- A place is given once and never changes, and places have no gaps. A reader that has read up to a
  position has seen all before it: later commits get later places.
- The order keeps that of each stream, the events of one transaction stand together, and what a
  command could have seen stands before it: a number is drawn after all that was decided on.
- An event whose commit was acknowledged is in the order as soon as that is asked for.
"""

import logging
from collections.abc import Sequence
from threading import Event, Lock, Thread
from typing import Final

import msgspec

from sabot.core.refusal import Refusal
from sabot.store.backends.database import OnlyReads, Ordering, OrderNow, PlaceBatch
from sabot.store.log.lines import EventOrder, Head
from sabot.store.trust.keys import MARK, Keyring
from sabot.store.trust.signed_head import NOTHING, WHOLE, SignedHead, broken, read_signed_head
from sabot.store.trust.verified_reader import VerifiedReader

ARRIVAL: Final = b"arrival"
BATCH: Final = 4096
"""Arrivals taken in one transaction."""
PAUSE: Final = 0.02
"""Seconds between two batches of a sequencer that runs by itself."""
LONG_PAUSE: Final = 1.0
"""The same after a batch that could not be written, or without a commit of this process: so much
later, events of a process that was killed have their place."""


class ArrivedEvent(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An event of an arrival."""

    stream: str
    seq: int
    hash: str


log = logging.getLogger("sabot.sequencer")
_decoder: Final = msgspec.msgpack.Decoder(list[ArrivedEvent])


def signed_arrival(keys: Keyring, events: Sequence[ArrivedEvent]) -> bytes:
    """Return the list of a transaction's events as the database stores it."""
    said = msgspec.msgpack.encode(events)
    return keys.sign(ARRIVAL, said) + said


class Sequencer:
    """Makes the order of all events. Any thread may ask for it, one at a time does it."""

    def __init__(self, ordering: Ordering, reader: VerifiedReader) -> None:
        self._ordering = ordering
        self._reader = reader
        self._turn = Lock()
        self._only_reads = False
        self._stopped = Event()
        self._moved = Event()
        self._thread: Thread | None = None

    def settle(self) -> None:
        """Give each event that is committed now its place. An order that is not as it was signed is
        reported, takes no more events, and stops every writer of this process. Without the key, or
        for a user who may only read, the order stays as it is."""
        keys = self._reader.keys
        if keys is None or self._only_reads or WHOLE in self._reader.corrupt:
            return
        with self._turn:
            try:
                now = self._ordering.now()
                _checked(keys, now)
                while now.waiting:
                    now = self._place(keys)
            except Refusal as refused:
                self._ordering.abandon()
                if refused.code != "broken-log":
                    raise
                self._reader.mark_corrupt(refused)
            except OnlyReads:
                self._only_reads = True
            except BaseException:
                self._ordering.abandon()
                raise

    def is_behind(self) -> bool:
        """Return True if committed events wait for their place."""
        with self._turn:
            return self._ordering.now().waiting

    def run(self) -> None:
        """Settle by itself soon after each commit of this process, until `stop`."""
        if self._thread is None:
            self._thread = Thread(target=self._run, name="sabot-sequencer", daemon=True)
            self._thread.start()

    def committed(self) -> None:
        """Note that this process has committed events."""
        self._moved.set()

    def stop(self) -> None:
        """Finish the batch in hand."""
        self._stopped.set()
        self._moved.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        pause = PAUSE
        while not self._stopped.is_set():
            self._moved.wait(LONG_PAUSE)
            self._stopped.wait(pause)
            self._moved.clear()
            pause = PAUSE
            try:
                self.settle()
            except Refusal as refused:  # the database is away: events wait
                log.warning("events wait for their place", extra={"why": refused.message})
                pause = LONG_PAUSE
            except Exception:
                log.exception("events wait for their place")
                pause = LONG_PAUSE

    def _place(self, keys: Keyring) -> OrderNow:
        """Place one batch; return where the order stands afterwards, without another look."""
        begun = self._ordering.begin(BATCH)
        order = _checked(keys, begun.now)
        events = [event for each in begun.arrivals for event in _arrived(keys, each.data)]
        if not events:
            self._ordering.abandon()
            return begun.now._replace(waiting=False)
        self._check_succession(events)
        places = []
        for event in events:
            order = order.then(event.hash)
            places.append((order.events, event.stream, event.seq))
        signed = SignedHead(Head(*order)).signed(keys, WHOLE)
        self._ordering.finish(PlaceBatch(places, signed, [each.number for each in begun.arrivals]))
        return OrderNow(order.events, True, signed, len(begun.arrivals) == BATCH)

    def _check_succession(self, events: Sequence[ArrivedEvent]) -> None:
        """Refuse events that do not follow those of their streams which have their place."""
        stood = dict(self._ordering.last_placed({event.stream for event in events}))
        for event in events:
            if event.seq != stood[event.stream] + 1:
                why = f"event {event.seq} of {event.stream} arrived after {stood[event.stream]}"
                raise broken(WHOLE, why)
            stood[event.stream] = event.seq


def _checked(keys: Keyring, now: OrderNow) -> EventOrder:
    """Return the order of all events if it goes as far as was signed."""
    signed_head = NOTHING if now.signed is None else read_signed_head(keys, WHOLE, now.signed)
    if signed_head is None:
        raise broken(WHOLE, "how many events there are was not signed by this house's key")
    if signed_head.head.seq != now.position:
        many = f"the house wrote {signed_head.head.seq:,} events, and there are {now.position:,}"
        raise broken(WHOLE, many)
    if not now.is_there:
        raise broken(WHOLE, "its last event is missing")
    return EventOrder(*signed_head.head)


def _arrived(keys: Keyring, data: bytes) -> list[ArrivedEvent]:
    """Decode an arrival that this house wrote."""
    if not keys.is_signed(data[:MARK], ARRIVAL, data[MARK:]):
        raise broken(WHOLE, "events arrived that this house's key has not signed")
    return _decoder.decode(data[MARK:])
