"""Walk a stream from its first event to its last: read, decide again, fold, and check."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, Final, Generic, TypeVar

import msgspec

from sabot.audit.replay import Adapt, Redecision
from sabot.audit.revisions import RevisionsCheck
from sabot.engine.finding import Check, Finding, Step, spoken
from sabot.engine.live import EventEnvelope
from sabot.engine.streams import Event, Stream

S = TypeVar("S")
MOST: Final = 10**6
"""No count in an event is larger; a forged one would fill the auditor's memory."""


class Walk(Generic[S]):
    """The auditor's state of one stream. `state` folds the events as logged, right or wrong, so
    that one difference does not hide the next."""

    def __init__(
        self,
        rules: Stream[S],
        state: S,
        checks: Sequence[Check],
        adapt: Adapt = lambda decided, _: decided,
        is_known: Callable[[S], bool] = lambda _: True,
        unasked: bool = False,
        revisions: RevisionsCheck | None = None,
    ) -> None:
        self._rules = rules
        self._checks = checks
        self._is_known = is_known
        self._redecision = Redecision(rules, adapt, unasked, revisions)
        self.state: Any = state
        self.at: datetime | None = None

    def take(self, line: EventEnvelope, text: bytes) -> Iterator[Finding]:
        """All that is wrong with the next event."""
        event = self._read(text)
        if event is None:
            yield _at(
                line, "unknown-event", f"{spoken(line.what)} is no event of this kind of stream."
            )
        if self._is_known(self.state):
            redecided = self._redecision.take(line, text, event, self.state, self.at)
            yield from guarded(line, redecided)
        self.at = line.at if self.at is None else max(self.at, line.at)
        if event is not None:
            yield from self._fold(line, event)
        if self.state.version != line.seq:
            self.state = msgspec.structs.replace(self.state, version=line.seq)

    def end(self) -> Iterator[Finding]:
        """Yield the findings of missing events at the end."""
        yield from self._redecision.close()

    def _read(self, text: bytes) -> Event | None:
        try:
            return self._rules.read_event(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return None

    def _fold(self, line: EventEnvelope, event: Event) -> Iterator[Finding]:
        if any(getattr(event, name, 0) > MOST for name in ("number", "coups", "cards")
               if isinstance(getattr(event, name, 0), int)):  # fmt: skip
            yield _at(line, "absurd-number", f"{spoken(line.what)} counts more than any table has.")
            return
        before = self.state
        try:
            self.state = self._rules.evolve(before, event, line.at)
        except Exception as error:  # an event that no sound log has here
            yield _at(
                line,
                "cannot-follow",
                f"{spoken(line.what)} cannot follow what is logged before it"
                f" ({type(error).__name__}).",
            )
            return
        step = Step(line, event, before, self.state)
        for check in self._checks:
            yield from guarded(line, check(step))


def guarded(line: EventEnvelope, findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings; what cannot be checked at all is one more of them."""
    try:
        yield from findings
    except Exception as error:
        message = f"{spoken(line.what)} makes no sense here ({type(error).__name__})."
        yield _at(line, "cannot-be-checked", message)


def _at(line: EventEnvelope, finding: str, message: str) -> Finding:
    return Finding(finding, None, line.stream, line.seq, message)
