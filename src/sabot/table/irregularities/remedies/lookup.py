"""Map outcomes to the remedies that carry them out, as named in the outcome's row. An outcome
without a remedy is recorded, and a later command may follow from it."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from importlib import import_module
from typing import Any

from sabot.engine.streams import Event
from sabot.rules.irregularities.irregularity import Cell
from sabot.rules.irregularities.outcomes import Outcome
from sabot.table.state import Table

Remedy = Callable[[Table, Any, Cell, datetime], Sequence[Event]]


def _named(remedy: str) -> Remedy:
    topic, _, name = remedy.partition(".")
    found: Remedy = getattr(import_module(f"{__package__}.{topic}"), name)
    return found


REMEDIES: Mapping[Outcome, Remedy] = {
    each: _named(each.value.remedy) for each in Outcome if each.value.remedy is not None
}
