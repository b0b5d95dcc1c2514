"""Consequences: commands for other streams that follow from what was decided in one.

A consequence is a function for event types of a stream, registered by `Stream.follows`. It gets a
context with the state after the events, the command that was carried out and the event, and yields
follow-up commands. Each is decided, in the same unit of work, before the next one is asked for, so
that `Context.look` shows what the earlier ones have changed.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sabot.engine.enrichment import Context
from sabot.engine.messages import Command, Event


@dataclass(frozen=True)
class FollowUp:
    """Name a command for another stream that follows from one; both become durable, or neither."""

    stream: str
    command: Command
    may_fail: bool = False
    """If it is rejected it is left out, and the rest stands; else the whole is rejected."""


Follow = Callable[[Context[Any], Command, Any], Iterable[FollowUp]]


class Consequence(NamedTuple):
    """A registered function."""

    events: tuple[type[Event], ...]
    """Event types that it is asked about; none: it is asked once after every command, about its
    last event."""
    function: Follow


class Consequences:
    """The consequences of one stream's events, in the order of their registration."""

    def __init__(self) -> None:
        self.registered: list[Consequence] = []
        self._of_event: dict[type[Event], tuple[Follow, ...]] = {}
        self._of_command: tuple[Follow, ...] = ()
        """Functions that are asked once after every command."""

    def add(self, consequence: Consequence) -> None:
        """Register a consequence."""
        self.registered.append(consequence)
        for event in consequence.events:
            self._of_event[event] = (*self._of_event.get(event, ()), consequence.function)
        if not consequence.events:
            self._of_command = (*self._of_command, consequence.function)

    def __bool__(self) -> bool:
        return bool(self.registered)

    def run(
        self, context: Context[Any], command: Command, events: Sequence[Event]
    ) -> Iterator[FollowUp]:
        """Yield the follow-ups of a command that led to these events."""
        for event in events:
            for follow in self._of_event.get(type(event), ()):
                yield from follow(context, command, event)
        for follow in self._of_command if events else ():
            yield from follow(context, command, events[-1])
