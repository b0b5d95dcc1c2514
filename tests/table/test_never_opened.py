"""A table that was never opened answers every command with a rejection."""

from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from sabot.engine.streams import Command, Rejection
from sabot.table import TABLE, Table
from sabot.table.running.opening import OpenTable

NOW = datetime(2026, 3, 14, 20, 0, tzinfo=UTC)


def anything(kind: type[Command]) -> Command:
    """A command of that kind with something in every field that has no default."""
    fields: dict[str, Any] = {"id": "1", "actor": "x", "role": "casino operator"}
    for field in msgspec.structs.fields(kind):
        if field.name not in fields and field.required:
            fields[field.name] = _value(field.type)
    return kind(**fields)


def _value(kind: Any) -> Any:
    text = str(kind)
    if "datetime" in text:
        return NOW
    if text.startswith("<class 'int'"):
        return 1
    if "bool" in text:
        return True
    if text.startswith("tuple"):
        return ()
    return "1"


@pytest.mark.parametrize("kind", TABLE.commands, ids=lambda kind: kind.__name__)
def test_nothing_can_be_done_before_the_table_is_open(kind: type[Command]) -> None:
    if kind is OpenTable:
        return
    decided = TABLE.decide(Table(name="1"), anything(kind), NOW)
    assert isinstance(decided, Rejection)
    assert decided.code == "wrong-phase"
