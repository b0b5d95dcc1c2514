"""The audit of one table, and of all that was signed, as errands."""

import heapq
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Final

import msgspec

from sabot.accounts import CAGE_STREAM
from sabot.audit.audit import Audit
from sabot.audit.chain import chain, checkpoints, key_of, misfiled
from sabot.core.languages import ENGLISH, languages
from sabot.core.refusal import Refusal, named
from sabot.engine.finding import Finding
from sabot.floor.kinds import ACCOUNTS, TABLES
from sabot.policies import POLICY_STREAM
from sabot.sentences.abouts import finding_in
from sabot.store import Store, Stored, open_store
from sabot.store.log.lines import peek

MOST_FINDINGS: Final = 1_000
"""A log with more than these is not looked at further."""
EVERY: Final = 0.2
JOINED: Final = b'"what":"player-joined/'
Say = Callable[[msgspec.Struct], object]


class AuditTable(msgspec.Struct, frozen=True, tag_field="errand", tag="audit"):
    """Decide one table's log again, with the accounts of those who visited it."""

    store: str
    table: str


class VerifyCheckpoints(msgspec.Struct, frozen=True, tag_field="errand", tag="checkpoints"):
    """Hold the whole log against all that was signed; `key` is the one to trust, or empty for the
    one that the first checkpoint names."""

    store: str
    key: str = ""


class Audited(msgspec.Struct, frozen=True, tag_field="type", tag="progress"):
    """Progress of an audit."""

    events: int
    of: int


class FoundWrong(msgspec.Struct, frozen=True, tag_field="type", tag="finding"):
    """Something in the log that should not be so. `name_words` and `words` are its short name and
    its message in the languages that are not English."""

    finding: str
    clause: str | None
    stream: str | None
    seq: int | None
    message: str
    name_words: dict[str, str]
    words: dict[str, str]


class AuditDone(msgspec.Struct, frozen=True, tag_field="type", tag="done"):
    """All was looked at; `whole` is false where there was so much wrong that the rest was left.
    `key` is the one that the checkpoints were held against."""

    events: int
    accounts: int
    coups: int
    findings: int
    whole: bool = True
    checkpoints: int = 0
    key: str = ""


class Enough(Exception):
    """So much was found that more would say no more."""


class Clerk:
    """Says what was found, and now and then how far it is."""

    def __init__(self, say: Say, of: int) -> None:
        self._say = say
        self._of = of
        self._said = 0.0
        self.seen = 0
        self.found: list[Finding] = []
        say(Audited(0, of))

    @property
    def findings(self) -> int:
        return len(self.found)

    def past(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        """The lines, counted as they go by."""
        for line in lines:
            self.seen += 1
            now = time.monotonic()
            if now - self._said >= EVERY:
                self._said = now
                self._say(Audited(self.seen, self._of))
            yield line

    def put_down(self, findings: Iterable[Finding]) -> None:
        for each in findings:
            self._say(wrong_of(each))
            self.found.append(each)
            if self.findings == MOST_FINDINGS:
                raise Enough


def wrong_of(found: Finding) -> FoundWrong:
    """A finding as it is told."""
    return FoundWrong(
        found.finding,
        found.clause,
        found.stream,
        found.seq,
        found.message,
        _in_words(found.finding),
        _in_words(found.message),
    )


def _in_words(text: str) -> dict[str, str]:
    return {each: finding_in(each, text) for each in languages() if each != ENGLISH}


def audit_table(order: AuditTable, say: Say) -> None:
    """The chain of the table's stream and of its visitors' accounts, and every decision in them."""
    with open_store(order.store, create=False) as store:
        events = StreamEvents(store, TABLES.stream(order.table))
        if not events.streams:
            raise Refusal(
                "unknown-table", None, "There is no table {order}.", order=named(order.table)
            )
        clerk, audit = Clerk(say, 2 * len(events)), Audit(order.table, whole=False)
        whole = check_chain(events, clerk) and decide_again(events, audit, clerk)
    counted = audit.counted
    say(AuditDone(len(events), counted["accounts"], counted["coups"], clerk.findings, whole))


def check_chain(events: "StreamEvents", clerk: Clerk) -> bool:
    """Every line, whether it is the one that was written and where it was written; what is wrong
    goes to the clerk. False where that was so much that the rest was left."""
    try:
        clerk.put_down(misfiled(events.misfiled()))
        clerk.put_down(chain(clerk.past(events.lines())))
    except Enough:
        return False
    return True


def decide_again(events: "StreamEvents", audit: Audit, clerk: Clerk) -> bool:
    """Every decision in those lines, in the same way."""
    try:
        for line in clerk.past(events.lines()):
            clerk.put_down(audit.take(line))
        clerk.put_down(audit.end())
    except Enough:
        return False
    return True


class StreamEvents:
    """The stream of a table, those of the accounts that visited it and the cage's, up to where all
    of them stood at one moment: what is appended while we read is left for the next audit."""

    def __init__(self, store: Store, stream: str) -> None:
        self._store = store
        now = store.last_position()
        self.streams: dict[str, int] = {}
        if events := store.seq_at(stream, now):
            self.streams[stream] = events
            for name in sorted({*self._visitors(stream), CAGE_STREAM, POLICY_STREAM}):
                if events := store.seq_at(name, now):
                    self.streams[name] = events

    def __len__(self) -> int:
        return sum(self.streams.values())

    def _read(self, stream: str) -> Iterator[Stored]:
        return islice(self._store.read_placed(stream), self.streams[stream])

    def _visitors(self, stream: str) -> set[str]:
        names: set[str] = set()
        for each in self._read(stream):
            event = _decoded(each.line) if JOINED in each.line else {}
            if event.get("account"):
                names.add(ACCOUNTS.stream(str(event.get("player"))))
        return names

    def _merged(self) -> Iterator[Stored]:
        """In the order of appending."""
        every = [self._read(name) for name in self.streams]
        return heapq.merge(*every, key=lambda each: each.position)

    def lines(self) -> Iterator[bytes]:
        return (each.line for each in self._merged())

    def misfiled(self) -> Iterator[tuple[str, int, str]]:
        """StreamEvents that the database keeps under another name than their own."""
        for each in self._merged():
            stream, seq, _ = peek(each.line)
            if (stream, seq) != (each.stream, each.seq):
                yield each.stream, each.seq, f"The event is number {seq} of {stream} itself."


def _decoded(line: bytes) -> dict[str, Any]:
    try:
        event = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return {}
    return event if isinstance(event, dict) else {}


def verify_all(order: VerifyCheckpoints, say: Say) -> None:
    """Every checkpoint, and every line of the log in the light of them."""
    with open_store(order.store, create=False) as store:
        signed = list(store.checkpoints())
        if not signed:
            raise Refusal("no-checkpoint", None, "No checkpoint has been signed yet.")
        key = order.key or key_of(signed[0]) or ""
        clerk = Clerk(say, store.last_position())
        lines = clerk.past(each.line for each in store.read_all())
        whole = True
        try:
            clerk.put_down(checkpoints(signed, lines, key))
        except Enough:
            whole = False
    say(AuditDone(clerk.seen, 0, 0, clerk.findings, whole, len(signed), key))
