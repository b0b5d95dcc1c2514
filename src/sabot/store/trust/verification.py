"""Verification of every row of a store against the casino's key and the log.

It reads everything, so a caller beside a running casino passes a `rest` that pauses between pages.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from sabot.store.backends.queries import LAST, PAGE
from sabot.store.envelope import read_line
from sabot.store.expiring_rows import ExpiringRow
from sabot.store.log.answers import number_of
from sabot.store.log.batch import Stored
from sabot.store.log.chain import Flaw
from sabot.store.log.checkpoint import follows_on
from sabot.store.log.lines import START, EventOrder, Head, follows, hash_in
from sabot.store.store import Store
from sabot.store.tlog.verification import TreeCheck
from sabot.store.trust.signed_head import NOTHING, WHOLE, kept_digest

CARRIES: Final = b',"do":{'
OF_THE_LOG: Final = frozenset({"broken-chain", "cut-tail", "unsigned-head", "added-event"})
"""After one of these nothing more is decided in the stream, or in none."""

OF_THE_SCHEMA: Final = frozenset({"schema-added", "schema-changed", "schema-dropped"})
"""Rows may be as they were written all the same."""


def verify_store(
    store: Store, rest: Callable[[], None] = lambda: None, mend: bool = False
) -> Iterator[Flaw]:
    """Yield all rows that fail verification, the schema and the log first. Kinds: `schema-added`,
    `schema-changed`, `schema-dropped`, `broken-chain`, `cut-tail`, `unsigned-head`, `added-event`,
    `forged-snapshot`, `rigged-vault`, `forged-passing`, `wrong-answer`, `broken-checkpoints`,
    `changed-tile`, `broken-tree`, `broken-tree-head`, `lost-tree-head`.
    `mend`: rewrite rows that the log can restore. Other processes are not blocked."""
    yield from _Round(store, rest, mend).flaws()


def is_log_sound(store: Store) -> bool:
    """Return whether all events are as they were written, in their order, up to the signed
    heads."""
    found = _Round(store, lambda: None, mend=False).flaws_of_log()
    return all(flaw.kind not in OF_THE_LOG for flaw in found)


class _Round:
    """A pass over all tables."""

    def __init__(self, store: Store, rest: Callable[[], None], mend: bool) -> None:
        self._store = store
        self._keys = store.required_keys()
        self._rest = rest
        self._mend = mend
        self._order = EventOrder()
        self._heads: dict[str, Head] = {}
        self._commands = 0
        self._tree: TreeCheck | None = None

    def flaws_of_log(self) -> Iterator[Flaw]:
        yield from self._log()
        yield from self._signed_heads()

    def flaws(self) -> Iterator[Flaw]:
        yield from self._schema()
        self._tree = TreeCheck(self._store, self._mend)
        yield from self.flaws_of_log()
        yield from self._answers_beyond()
        yield from self._snapshots()
        yield from self._vault()
        yield from self._passing()
        yield from self._checkpoints()
        yield from self._tree.flaws()

    def _schema(self) -> Iterator[Flaw]:
        found = self._store.schema_difference()
        for part, name in found.added:
            message = f"The database has the {part} {name}, which Sabot did not make: drop it."
            yield _flaw("schema-added", message)
        for part, name in found.changed:
            yield _flaw("schema-changed", f"The {part} {name} is not the one that Sabot made.")
        for part, name in found.dropped:
            yield _flaw("schema-dropped", f"The database has lost the {part} {name}.")
        if self._mend and found.is_mendable and (found.changed or found.dropped):
            self._store.mend_schema(found)

    def _log(self) -> Iterator[Flaw]:
        signed = self._store.signed_head(WHOLE)
        if signed is None:
            yield _flaw("unsigned-head", "How many events there are was not signed by this house.")
        up_to = self._store.last_position() if signed is None else signed.head.seq
        page: list[Stored] = []
        for stored in self._store.read_all():
            if stored.position > up_to:
                break
            page.append(stored)
            if len(page) == PAGE:
                yield from self._page(page)
                page = []
        yield from self._page(page)
        if signed is not None and Head(*self._order) != signed.head:
            missing = self._order.events < signed.head.seq
            message = f"The house wrote {signed.head.seq:,} events, in another order or other ones."
            yield _flaw("cut-tail" if missing else "broken-chain", message)
        last, now = self._store.last_position(), self._store.signed_head(WHOLE)
        if now is not None and last > now.head.seq:
            yield _flaw(
                "added-event", f"The house wrote {now.head.seq:,} events: others are there."
            )

    def _page(self, page: Sequence[Stored]) -> Iterator[Flaw]:
        for stored in page:
            head = self._heads.get(stored.stream, START)
            found = follows(stored.line, stored.stream, head.seq + 1, head.hash)
            in_place = stored.seq == head.seq + 1 and stored.position == self._order.events + 1
            if found is None or not in_place:
                message = "The event is not as it was written, or not where it was."
                yield Flaw("broken-chain", stored.stream, stored.seq, stored.position, message)
            digest = found or hash_in(stored.line)
            self._heads[stored.stream] = Head(stored.seq, digest)
            self._order = self._order.then(digest)
            if self._tree is not None:
                yield from self._tree.take(stored)
        yield from self._answers(page)
        self._rest()

    def _answers(self, page: Sequence[Stored]) -> Iterator[Flaw]:
        """Every command has its answer where the log has it; of one that was answered twice, the
        first."""
        asked = dict[int, Stored]()
        for stored in page:
            number = command_in(stored)
            if number is not None:
                asked.setdefault(number, stored)
        known = self._store.answers(list(asked)) if asked else {}
        wrong = []
        for number, stored in asked.items():
            seq = known.get(number)
            if seq != stored.seq and not self._is_earlier(stored, number, seq):
                wrong.append((number, stored.seq))
                message = "The answer to a command was kept elsewhere, or nowhere."
                yield Flaw("wrong-answer", stored.stream, stored.seq, stored.position, message)
        self._commands += len(asked)
        if wrong and self._mend:
            self._store.keep_answers(wrong)

    def _is_earlier(self, stored: Stored, number: int, seq: int | None) -> bool:
        line = None if seq is None or seq > stored.seq else self._store.line(stored.stream, seq)
        found = None if line is None else Stored(stored.stream, seq or 0, 0, line)
        return found is not None and command_in(found) == number

    def _answers_beyond(self) -> Iterator[Flaw]:
        if self._store.count_answers() > self._commands + self._store.last_position() - (
            self._order.events
        ):
            yield _flaw("wrong-answer", "There are answers to commands that were never given.")

    def _signed_heads(self) -> Iterator[Flaw]:
        signed = set()
        for stream, _ in self._store.pages("head", ("stream",), "data"):
            if stream == WHOLE:
                continue
            signed.add(stream)
            signed_head, head = self._store.signed_head(stream), self._heads.get(stream, START)
            if signed_head is None:
                yield Flaw("unsigned-head", stream, None, 0, "Its head is not signed.")
            elif signed_head.head.seq < head.seq:
                message = f"The house wrote no event after number {signed_head.head.seq}."
                yield Flaw("added-event", stream, head.seq, 0, message)
            elif signed_head.head.seq == head.seq and signed_head.head.hash != head.hash:
                message = f"Event {head.seq} had another hash."
                yield Flaw("broken-chain", stream, head.seq, 0, message)
            else:
                yield from self._end_of(stream, signed_head.head.seq, head.seq)
        for stream in {*self._heads, *self._store.streams()} - signed:
            if self._store.signed_head(stream) in (None, NOTHING):
                yield Flaw("unsigned-head", stream, None, 0, "Its head is not signed.")
        self._rest()

    def _end_of(self, stream: str, signed: int, placed: int) -> Iterator[Flaw]:
        """Compare a stream's last events with its signed head, and with those that have a place in
        the order of the log. It may have gone on meanwhile."""
        last = self._store.head(stream).seq
        if last < signed:
            message = f"Events are missing up to number {signed}."
            yield Flaw("cut-tail", stream, signed, 0, message)
        elif last > signed and last > (self._store.signed_head(stream) or NOTHING).head.seq:
            yield Flaw("added-event", stream, last, 0, f"The house wrote no event {last}.")
        elif placed < signed and self._store.seq_at(stream, LAST) < signed:
            message = f"Event {signed} has no place in the order of the log."
            yield Flaw("added-event", stream, signed, 0, message)

    def _snapshots(self) -> Iterator[Flaw]:
        for stream, seq, _ in self._store.pages("snapshot", ("stream", "seq"), "data"):
            found = self._store.snapshot(stream, seq)
            if found is None or found.head.seq != seq:
                message = "The snapshot was not made by this house of this log."
                yield Flaw("forged-snapshot", stream, seq, 0, message)
            self._rest()

    def _vault(self) -> Iterator[Flaw]:
        for stream, name, row in self._store.pages("vault", ("stream", "name"), "data"):
            opened = self._keys.unseal(row, stream.encode(), name.encode())
            signed_head = self._store.signed_head(stream)
            kept = (signed_head or NOTHING).kept.get(name)
            moved = self._store.sealed(stream, name) != row  # a row was written meanwhile
            if (opened is None or kept != kept_digest(row)) and not moved:
                message = f"What the vault keeps as {name} is not what the house put there."
                yield Flaw("rigged-vault", stream, None, 0, message)
            self._rest()
        signed = [stream for (stream,) in self._store.pages("head", ("stream",))]
        for stream in signed:
            for name in (self._store.signed_head(stream) or NOTHING).kept:
                if self._store.sealed(stream, name) is None and (
                    name in (self._store.signed_head(stream) or NOTHING).kept
                ):
                    message = f"The vault has lost what the house put there as {name}."
                    yield Flaw("rigged-vault", stream, None, 0, message)

    def _checkpoints(self) -> Iterator[Flaw]:
        before, expected = None, 1
        for number, line in self._store.pages("checkpoint", ("number",), "line", at_once=16):
            if number != expected or not follows_on(line, number, before):
                message = f"Checkpoint {number} does not follow the one before it."
                yield _flaw("broken-checkpoints", message)
            before, expected = line, number + 1
            self._rest()

    def _passing(self) -> Iterator[Flaw]:
        for kind, name, *row in self._store.pages("passing", ("kind", "name"), "data", "until"):
            if self._store.opened((kind, name), ExpiringRow(*row)) is None:
                yield _flaw("forged-passing", f"A {kind} was not written by this house: {name}.")
        self._rest()


def command_in(stored: Stored) -> int | None:
    """The number of the command that an event carries, if it carries one."""
    if CARRIES not in stored.line:
        return None
    try:
        line = read_line(stored.line)
    except ValueError:
        return None
    return number_of(stored.stream, line.by, line.id) if bytes(line.do) else None


def _flaw(kind: str, message: str) -> Flaw:
    return Flaw(kind, None, None, 0, message)
