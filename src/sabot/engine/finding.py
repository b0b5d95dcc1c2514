"""Findings of an audit, and the steps that checks read: one event with the states around it."""

from collections.abc import Callable, Iterable
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from sabot.engine.streams import Event, EventEnvelope

S = TypeVar("S")


class Finding(msgspec.Struct, frozen=True):
    """Something in a log that should not be so: `finding` is for programs, `clause` the rule that
    speaks, `stream` and `seq` the event; None where there is none."""

    finding: str
    clause: str | None
    stream: str | None
    seq: int | None
    message: str

    def __str__(self) -> str:
        """
        >>> print(Finding("wrong-card", None, "table:1", 7, "Card 3 is another one."))
        table:1 event 7: wrong-card: Card 3 is another one.
        """
        place = " event ".join(str(each) for each in (self.stream, self.seq) if each is not None)
        clause = f" (clause {self.clause})" if self.clause else ""
        return f"{place or 'log'}: {self.finding}{clause}: {self.message}"


class Step(NamedTuple, Generic[S]):
    """An event of a stream, with the state before and after it."""

    line: EventEnvelope
    event: Event
    before: S
    after: S

    def is_a(self, *names: str) -> bool:
        """Return True if the event has one of these names, in any version."""
        return str(type(self.event).__struct_config__.tag).partition("/")[0] in names

    def finding(self, finding: str, message: str, clause: str | None = None) -> Finding:
        """Something wrong with this event."""
        return Finding(finding, clause, self.line.stream, self.line.seq, message)


def spoken(tag: object) -> str:
    """The name of an event or a command in words.

    >>> spoken("wager-placed/1")
    'wager placed'
    """
    return str(tag).partition("/")[0].replace("-", " ")


Check = Callable[[Step[Any]], Iterable[Finding]]
"""A check of one stream. It is called with every event in order and keeps its own memory."""
