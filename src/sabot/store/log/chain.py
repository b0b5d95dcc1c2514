"""Verify a log that was exported: every line's shape and hash, and every stream's chain."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sabot.store.log.lines import ZEROS, Broken, ChainPosition, read_line


class Flaw(NamedTuple):
    """Something wrong with a log. `stream` and `seq` are None where the line does not say.

    Kinds: `bad-text`, `bad-json`, `repeated-key`, `not-compact`, `bad-shape`, `bad-end` (the line
    cannot be read); `wrong-hash` (its text was changed); `wrong-prev`, `gap`, `repeated-seq` (it
    does not follow the line before it in its stream); `time-backwards`; and those of checkpoints.
    """

    kind: str
    stream: str | None
    seq: int | None
    line_number: int
    message: str


class _Last(NamedTuple):
    """The event that a stream's next one must follow."""

    seq: int
    hash: str
    at: str


BEFORE_ALL = _Last(0, ZEROS, "")


class Chain:
    """Verifier of hash chains. It keeps the head of every stream and can go on from there."""

    def __init__(self) -> None:
        self.lines = 0
        self._last: dict[str, _Last] = {}
        self._ended: bool | None = None

    def flaws(self, lines: Iterable[bytes]) -> Iterator[Flaw]:
        """All that is wrong with the next lines."""
        for raw in lines:
            self.lines += 1
            text = raw.removesuffix(b"\n")
            if self._ended is None:
                self._ended = len(text) < len(raw)
            if self._ended != (len(text) < len(raw)):
                message = "The line does not end as the first one does."
                yield Flaw("bad-end", None, None, self.lines, message)
            try:
                line = read_line(text)
            except Broken as broken:
                yield Flaw(broken.kind, None, None, self.lines, str(broken))
                continue
            for kind, message in _flaws(line, self._last.get(line.stream)):
                yield Flaw(kind, line.stream, line.seq, self.lines, message)
            self._last[line.stream] = _Last(line.seq, line.hash, line.at)


def verify_lines(lines: Iterable[bytes]) -> Iterator[Flaw]:
    """Yield all flaws of a log in the order of its lines. A line may end in a newline.

    Never raises for any bytes. A log whose tail was cut off, or that was rewritten with all its
    hashes, has no flaw here: checkpoints detect that.
    """
    return Chain().flaws(lines)


def _flaws(line: ChainPosition, last: _Last | None) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a line, given the line before it in its stream."""
    seq, prev, at = last or BEFORE_ALL
    if line.hash != line.digest:
        yield "wrong-hash", "The text of the event was changed: its hash is another."
    if line.seq == seq + 1:
        if line.prev != prev:
            yield (
                "wrong-prev",
                "The event does not follow the one before it: that has another hash.",
            )
    elif line.seq <= seq:
        yield "repeated-seq", f"Event {line.seq} stands after event {seq}."
    else:
        yield "gap", f"Event {line.seq} stands after event {seq}: some are missing."
    if line.at < at:
        yield "time-backwards", f"The event is of {line.at}, the one before it of {at}."
