"""An outcome is one row, and the function that the row names."""

import inspect
import pkgutil
from collections.abc import Iterator
from importlib import import_module

from sabot.rules.irregularities.outcomes import Outcome
from sabot.table.irregularities import remedies
from sabot.table.irregularities.remedies.lookup import REMEDIES

GIVEN = ["table", "report", "cell", "now"]


def remedies_written() -> Iterator[str]:
    for topic in pkgutil.iter_modules(remedies.__path__):
        module = import_module(f"{remedies.__name__}.{topic.name}")
        for name, function in inspect.getmembers(module, inspect.isfunction):
            own = function.__module__ == module.__name__ and not name.startswith("_")
            if own and list(inspect.signature(function).parameters) == GIVEN:
                yield f"{topic.name}.{name}"


def test_every_remedy_is_named_by_the_row_of_an_outcome() -> None:
    named = {each: each.value.remedy for each in Outcome if each.value.remedy is not None}
    assert set(named.values()) == set(remedies_written())
    assert set(named) == set(REMEDIES)


def test_rows_agree_with_themselves() -> None:
    for each in Outcome:
        row = each.value
        assert (row.card is not None) == ("card" in row.needs), each
        assert not row.set_aside or row.card is not None, each
        assert row.remedy is not None or not (row.needs or row.card or row.renews), each
        assert row.follows or row.remedy is None, each
    assert len({each.value.words for each in Outcome}) == len(Outcome)
