"""Which remedy carries out which outcome, as the row of the outcome names it. Without one it is
recorded, and somebody may now give a command of their own."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from importlib import import_module
from typing import Any

from sabot.rules.irregularity import Cell
from sabot.rules.outcomes import Outcome
from sabot.streams import Event
from sabot.table.state import Table

Remedy = Callable[[Table, Any, Cell, datetime], Sequence[Event]]


def _named(remedy: str) -> Remedy:
    topic, _, name = remedy.partition(".")
    found: Remedy = getattr(import_module(f"{__package__}.{topic}"), name)
    return found


REMEDIES: Mapping[Outcome, Remedy] = {
    each: _named(each.value.remedy) for each in Outcome if each.value.remedy is not None
}
