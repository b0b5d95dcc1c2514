"""Absurd input is refused before anything is written."""

from datetime import datetime, timedelta, timezone

import pytest

from sabot.core.refusal import Refusal
from sabot.store import Batch, Entry, export_lines, open_store
from store.entries import OPENING, entry

ABSURD: list[Batch] = [
    Batch("", 0, [entry()]),
    Batch("x" * 201, 0, [entry()]),
    Batch('a"b', 0, [entry()]),
    Batch("a\\b", 0, [entry()]),
    Batch("a\nb", 0, [entry()]),
    Batch("a\0b", 0, [entry()]),
    Batch("a\ud800", 0, [entry()]),
    Batch("t", -1, [entry()]),
    Batch("t", True, [entry()]),
    Batch("t", 0, [entry()], {"": b""}),
    Batch("t", 0, [entry()], {"k": "text"}),  # type: ignore[dict-item]
    Batch("t", 0, [entry()], {"k": b"x" * (2**20 + 1)}),
    Batch(7, 0, [entry()]),  # type: ignore[arg-type]
    Batch(["t"], 0, [entry()]),  # type: ignore[arg-type]
    Batch("t", 0, ["entry"]),  # type: ignore[list-item]
    Batch("t", 0, [Entry(datetime(2026, 1, 1), "d", "x/1")]),
    Batch("t", 0, [Entry("now", "d", "x/1")]),  # type: ignore[arg-type]
    Batch("t", 0, [Entry(datetime.min.replace(tzinfo=timezone(timedelta(hours=5))), "d", "x/1")]),
    Batch("t", 0, [Entry(OPENING, "", "x/1")]),
    Batch("t", 0, [Entry(OPENING, "\ud800", "x/1")]),
    Batch("t", 0, [Entry(OPENING, "d" * 201, "x/1")]),
    Batch("t", 0, [Entry(OPENING, "d", "")]),
    Batch("t", 0, [Entry(OPENING, "d", 'x"')]),
    *(
        Batch("t", 0, [Entry(OPENING, "d", "x/1", fields)])
        for fields in (
            b"x",
            b'"a":1,',
            b',"a":1',
            b'"a": 1',
            b'"a":1}',
            b'"a":1,"a":1',
            b'"b":{"a":1,"a":2}',
            b'"seq":1',
            b'"hash":"x"',
            b'"s\\u0065q":1',
            b'"a":"\xff"',
            b'"a":"\n"',
            b'"a":NaN',
            b'"a":1}\n{"b":2',
            b'"a":' + b"[" * 100_000,
            b'"a":"' + b"x" * 2**20 + b'"',
        )
    ),
    Batch("t", 0, [Entry(OPENING, "d", "x/1", "text")]),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("number", range(len(ABSURD)))
def test_absurd_input_is_refused_and_changes_nothing(number: int) -> None:
    with open_store("sqlite://") as store:
        with pytest.raises(Refusal) as caught:
            store.append(Batch("good", 0, [entry()]), ABSURD[number])
        assert caught.value.code in ("bad-event", "event-too-big")
        assert list(export_lines(store)) == []
        store.append(Batch("good", 0, [entry()]))
