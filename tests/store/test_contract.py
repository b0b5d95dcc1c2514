"""The contract of every kind of store."""

import json
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from sabot.core.refusal import Refusal
from sabot.store import (
    Batch,
    Entry,
    Head,
    Store,
    export_lines,
    import_lines,
    open_store,
    verify_lines,
)
from store.entries import OPENING, chain_holds, entry

NOWHERE = Head(0, "0" * 64)


def lines_of(store: Store) -> list[bytes]:
    return list(export_lines(store))


def refused(code: str, work: Any) -> str:
    with pytest.raises(Refusal) as caught:
        work()
    assert caught.value.code == code
    assert str(caught.value).endswith(".") and "\n" not in str(caught.value)
    return str(caught.value)


def test_an_empty_store(store: Store) -> None:
    assert store.head("table:1") == NOWHERE
    assert (store.heads(), store.streams(), lines_of(store)) == ({}, [], [])
    assert list(store.read("table:1")) == [] and store.append() == []
    assert store.unseal("table:1", "order") is None and store.snapshot("table:1") is None
    assert store.last_checkpoint() is None


def test_append_and_read_back(store: Store) -> None:
    first = store.append(Batch("table:1", 0, [entry(1, a=1), entry(2)]))
    second = store.append(Batch("player:7", 0, [entry(3)]), Batch("table:1", 2, [entry(4)]))
    every = list(store.read_all())
    assert [(s.stream, s.seq, s.position) for s in every] == [
        ("table:1", 1, 1),
        ("table:1", 2, 2),
        ("player:7", 1, 3),
        ("table:1", 3, 4),
    ]
    assert [s.line for s in every] == [s.line for s in first + second]
    first, second = every[:2], every[2:]
    assert list(store.read_all(2)) == second
    assert list(store.read("table:1")) == [*first, second[1]]
    assert list(store.read("table:1", after=1)) == [first[1], second[1]]
    assert [store.line("table:1", seq) for seq in (2, 4)] == [first[1].line, None]
    assert store.head("table:1") == Head(3, second[1].hash)
    assert store.heads() == {s.stream: Head(s.seq, s.hash) for s in second}
    assert store.streams() == ["player:7", "table:1"]


def test_the_line_and_its_hash(store: Store) -> None:
    store.append(Batch("table:1", 0, [Entry(OPENING, "dora", "opened/1", b'"decks":8')]))
    (line,) = lines_of(store)
    event = json.loads(line)
    assert line.startswith(
        b'{"stream":"table:1","seq":1,"at":"2026-01-31T20:15:00.000000Z","by":"dora",'
        b'"what":"opened/1","decks":8,"prev":"' + b"0" * 64 + b'","hash":"' + event["hash"].encode()
    )
    assert line.endswith(b'"}\n')


def test_the_chain_by_a_second_hand(store: Store) -> None:
    for number in range(20):
        stream = f"table:{number % 3}"
        store.append(
            Batch(stream, store.head(stream).seq, [entry(number, n=number), entry(number)])
        )
    assert chain_holds(lines_of(store))
    assert not list(verify_lines(lines_of(store)))


def test_moments_are_written_in_utc(store: Store) -> None:
    sydney = timezone(timedelta(hours=11))
    (stored,) = store.append(
        Batch("t", 0, [Entry(datetime(2026, 2, 1, 7, 15, 0, 5, sydney), "d", "x/1")])
    )
    assert json.loads(stored.line)["at"] == "2026-01-31T20:15:00.000005Z"


def test_a_stale_version_is_refused_with_both_numbers(store: Store) -> None:
    store.append(Batch("table:1", 0, [entry(), entry()]))
    for expect in (0, 1, 3, 2**80):
        said = refused(
            "stale-version", lambda e=expect: store.append(Batch("table:1", e, [entry()]))
        )
        assert str(expect) in said and "stands at 2" in said
    assert store.head("table:1").seq == 2


def test_several_streams_all_or_nothing(store: Store) -> None:
    store.append(Batch("player:7", 0, [entry()]))
    before = lines_of(store)
    good = Batch("table:1", 0, [entry(), entry()], {"order": b"sealed"})
    refused("stale-version", lambda: store.append(good, Batch("player:7", 0, [entry()])))
    assert lines_of(store) == before and store.unseal("table:1", "order") is None
    stored = store.append(good, Batch("player:7", 1, [entry()]), Batch("table:1", 2, [entry()]))
    assert [s.line for s in store.read_all(1)] == [s.line for s in stored]
    assert chain_holds(lines_of(store))


def test_submissions_handed_in_together_stand_or_fall_alone(store: Store) -> None:
    store.append(Batch("table:1", 0, [entry(1)]))
    good, stale, both, half = store.append_each(
        [Batch("table:1", 1, [entry(2)])],
        [Batch("table:1", 1, [entry(3)])],
        [Batch("table:2", 0, [entry(4)]), Batch("player:7", 0, [entry(5)], {"key": b"x"})],
        [Batch("table:3", 0, [entry(6)]), Batch("table:1", 9, [entry(7)], {"key": b"y"})],
    )
    assert not isinstance(good, Refusal) and [each.seq for each in good] == [2]
    assert isinstance(stale, Refusal) and stale.code == "stale-version"
    assert not isinstance(both, Refusal) and [each.stream for each in both] == [
        "table:2",
        "player:7",
    ]
    assert [each.line for each in store.read_all(2)] == [each.line for each in both]
    assert isinstance(half, Refusal) and half.code == "stale-version"
    assert store.streams() == ["player:7", "table:1", "table:2"]
    assert store.unseal("player:7", "key") == b"x" and store.unseal("table:1", "key") is None
    assert chain_holds(lines_of(store))
    assert store.append_each() == []


def test_what_comes_after_a_refused_one_is_refused_with_it(store: Store) -> None:
    """The answer was decided on events that were never written, though its number fits what
    another process has written meanwhile."""
    store.append(Batch("table:1", 0, [entry(0)]))
    *late, apart = store.append_each(
        [Batch("table:1", 0, [entry(1)])],
        [Batch("table:1", 1, [entry(2)])],
        [Batch("table:2", 0, [entry(3)]), Batch("table:1", 1, [entry(4)])],
        [Batch("table:2", 0, [entry(5)])],
        [Batch("table:3", 0, [entry(6)])],
    )
    assert [each.code for each in late if isinstance(each, Refusal)] == ["stale-version"] * 4
    assert not isinstance(apart, Refusal)
    assert (store.head("table:1").seq, store.streams()) == (1, ["table:1", "table:3"])


def test_a_batch_without_entries_insists_on_a_version(store: Store) -> None:
    store.append(Batch("player:7", 0, [entry()]))
    store.append(Batch("player:7", 1), Batch("table:1", 0, [entry()]))
    refused(
        "stale-version", lambda: store.append(Batch("player:7", 0), Batch("table:1", 1, [entry()]))
    )
    assert store.head("table:1").seq == 1


def test_the_vault_moves_with_the_events(store: Store) -> None:
    store.append(Batch("table:1", 0, [entry()], {"order": b"\x00\xff cards", "salt": b"s"}))
    refused("stale-version", lambda: store.append(Batch("table:1", 0, [entry()], {"order": b"x"})))
    assert store.unseal("table:1", "order") == b"\x00\xff cards"
    store.append(Batch("table:1", 1, [], {"order": b"again", "salt": None}))
    assert store.unseal("table:1", "order") == b"again"
    assert store.unseal("table:1", "salt") is None and store.unseal("table:2", "order") is None
    assert b"cards" not in b"".join(lines_of(store))


def test_snapshots_are_kept_and_dropped(store: Store) -> None:
    store.append(Batch("table:1", 0, [entry(), entry()]))
    store.keep_snapshot("table:1", 1, b"one")
    store.keep_snapshot("table:1", 2, b"two")
    kept = store.snapshot("table:1")
    assert kept is not None and (kept.head.seq, kept.data) == (2, b"two")
    for seq in (0, 3, -1):
        refused("stale-version", lambda s=seq: store.keep_snapshot("table:1", s, b""))
    refused("bad-event", lambda: store.keep_snapshot("table:1", 1, "text"))  # type: ignore[arg-type]
    store.drop_snapshots()
    assert store.snapshot("table:1") is None and store.head("table:1").seq == 2


def test_a_store_outlives_its_process(lasting_url: str) -> None:
    with open_store(lasting_url) as store:
        store.append(Batch("table:1", 0, [entry(n=1)], {"order": b"o"}))
        before = lines_of(store)
    with open_store(lasting_url, create=False) as store:
        assert lines_of(store) == before and store.unseal("table:1", "order") == b"o"
        store.append(Batch("table:1", 1, [entry(n=2)]))
        assert chain_holds(lines_of(store))


def test_two_stores_on_one_database_see_each_other(lasting_url: str) -> None:
    with open_store(lasting_url) as one, open_store(lasting_url) as other:
        for number in range(10):
            writer, late = (one, other) if number % 2 else (other, one)
            writer.append(Batch("table:1", number, [entry(number)]))
            refused(
                "stale-version", lambda n=number, s=late: s.append(Batch("table:1", n, [entry()]))
            )
        assert lines_of(one) == lines_of(other) and chain_holds(lines_of(one))


def test_export_and_import(store: Store, store_url: str) -> None:
    for number in range(600):
        stream = f"table:{number % 5}"
        store.submit(Batch(stream, number // 5, [entry(number, n=number)]))
    store.append(Batch("ende", 0, [entry()], {"order": b"stays here"}))
    lines = lines_of(store)
    with open_store("sqlite://") as copy:
        assert import_lines(copy, lines[:301]) == 301
        assert import_lines(copy, lines) == 300
        assert lines_of(copy) == lines and copy.unseal("ende", "order") is None
        copy.append(Batch("table:0", 120, [entry(999)]))
        assert import_lines(store, lines_of(copy)) == 1
        assert lines_of(store) == lines_of(copy)


def test_import_only_continues(store: Store) -> None:
    store.append(Batch("table:1", 0, [entry(1, n=1), entry(2, n=2)]))
    with open_store("sqlite://") as other:
        other.append(Batch("table:1", 0, [entry(1, n=1), entry(2, n=3), entry(3)]))
        foreign = lines_of(other)
    said = refused("broken-line", lambda: import_lines(store, foreign))
    assert "Line 2" in said
    assert "Line 1" in refused("broken-line", lambda: import_lines(store, foreign[2:]))
    assert store.head("table:1").seq == 2


@pytest.mark.parametrize("breakage", ["text", "gap", "order", "junk"])
def test_import_refuses_a_broken_line_by_its_number(store: Store, breakage: str) -> None:
    with open_store("sqlite://") as other:
        other.append(Batch("table:1", 0, [entry(n, n=n) for n in range(9)]))
        lines = lines_of(other)
    if breakage == "text":
        lines[4] = lines[4].replace(b'"n":4', b'"n":5')
    elif breakage == "gap":
        del lines[4]
    elif breakage == "order":
        lines[4], lines[5] = lines[5], lines[4]
    else:
        lines[4] = b"\xff{"
    assert "Line 5" in refused("broken-line", lambda: import_lines(store, lines))
    assert store.head("table:1").seq == 4


def test_odd_names_are_nowhere(store: Store) -> None:
    for name in ("", "a\0b", "x" * 10_000, "\ud800", 'a"'):
        assert store.head(name) == NOWHERE and list(store.read(name)) == []
        assert store.unseal(name, "k") is None and store.snapshot(name) is None


def test_unicode_and_big_events(store: Store) -> None:
    words = "百家樂 🂡 é \u2028 \x00 \\ \" </script> '; DROP TABLE event; --"
    big = entry(0, text="百" * 20_000, words=words)
    store.append(Batch("tisch:百家樂 №1", 0, [big, Entry(OPENING, words, "x/1")], {words[:5]: b""}))
    assert store.streams() == ["tisch:百家樂 №1"]
    events = [json.loads(line) for line in lines_of(store)]
    assert events[0]["words"] == words and events[1]["by"] == words
    assert len(events[0]["text"]) == 20_000
    assert chain_holds(lines_of(store)) and not list(verify_lines(lines_of(store)))


def test_time_may_be_told_backwards_but_is_flagged(store: Store) -> None:
    store.append(Batch("table:1", 0, [entry(5), entry(3)]))
    flaws = list(verify_lines(lines_of(store)))
    assert [(f.kind, f.stream, f.seq, f.line_number) for f in flaws] == [
        ("time-backwards", "table:1", 2, 2)
    ]


def test_the_clock_of_the_store_is_nobodys() -> None:
    with open_store("sqlite://") as store:
        (stored,) = store.append(Batch("t", 0, [Entry(datetime(1, 1, 1, tzinfo=UTC), "d", "x/1")]))
        assert json.loads(stored.line)["at"] == "0001-01-01T00:00:00.000000Z"
