"""Hold every command that any test gives to what its definition declares."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sabot.engine.streams import Command, Event, Rejection, Stream
from sabot.parts.statements import StatementMade

_decide = Stream.decide


def decide(
    stream: Stream[Any], state: Any, command: Command, now: datetime
) -> Sequence[Event] | Rejection:
    """Decide a command; fail where it was accepted from a role, or waits for one, that its
    definition does not declare."""
    answer = _decide(stream, state, command, now)
    if isinstance(answer, Rejection):
        return answer
    kind, name = type(command), type(command).__name__
    declared = stream.senders(kind)
    assert command.role in declared, f"{name} was sent by a {command.role}: declare it in sent_by"
    for event in answer:
        if isinstance(event, StatementMade):
            known = stream.confirmers(kind)
            assert event.confirmer in known, f"{name} waits for a {event.confirmer}: declare it"
    return answer


def hold_to_declarations() -> None:
    """Put the check into every stream of this process."""
    Stream.decide = decide  # type: ignore[method-assign, assignment]
