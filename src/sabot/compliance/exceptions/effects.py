"""Events on the exceptions report, derived from the basis that each event class declares."""

from collections.abc import Iterator
from typing import Final

from sabot.engine.declarations import Moment
from sabot.engine.streams import Event
from sabot.floor.kinds import KINDS

STATED: Final = "statement"
"""Effect of a statement from which nothing on the report has followed yet."""


def reported() -> Iterator[type[Event]]:
    """Return every event class that can be on the report, each once."""
    events = (event for kind in KINDS for event in kind.rules.events if event.basis.effect)
    return iter(dict.fromkeys(events))


EFFECTS: Final = tuple(dict.fromkeys((*(event.basis.effect for event in reported()), STATED)))
"""Names of all effects, for filters and their words."""


def effect_of(event: Event, moment: Moment) -> str | None:
    """Return the effect that puts an event on the report; None if it is not on it."""
    basis = event.basis
    return basis.effect if basis.effect and basis.when(event, moment) else None
