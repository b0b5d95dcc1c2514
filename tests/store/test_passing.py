"""Passing things: one contract for every kind of store."""

import os
import threading
from datetime import timedelta
from typing import Any

import pytest

from sabot.core.refusal import Refusal
from sabot.store import Batch, Store, Swap, export_lines, open_store
from store.entries import OPENING, chain_holds, entry
from support.forking import fork

LATER = OPENING + timedelta(hours=1)


def laid(name: str, old: bytes | None, new: bytes | None, kind: str = "lease") -> Swap:
    return Swap(kind, name, old, new, LATER)


def test_nothing_is_there_at_first(store: Store) -> None:
    assert store.expiring_row("lease", "a") is None and store.expiring_rows_of("lease") == {}


def test_a_swap_and_its_nearest_misses(store: Store) -> None:
    assert store.swap(laid("a", None, b"1"))
    assert store.expiring_row("lease", "a") == b"1"
    for wrong in (None, b"", b"2", b"1 "):
        assert not store.swap(laid("a", wrong, b"3"))
    assert not store.swap(laid("b", b"1", b"3")) and not store.swap(laid("b", b"", b"3"))
    assert store.expiring_rows_of("lease") == {"a": b"1"}
    assert store.swap(laid("a", b"1", b"\x00\xff"))
    assert store.swap(laid("a", b"\x00\xff", None))
    assert not store.swap(laid("a", b"\x00\xff", None))
    assert store.expiring_row("lease", "a") is None


def test_kinds_and_names_are_apart(store: Store) -> None:
    assert store.swap(laid("a", None, b"1"), laid("a", None, b"2", "session"))
    assert store.swap(laid("百", None, b"3"), laid("A", None, b"4"))
    assert store.expiring_rows_of("lease") == {"a": b"1", "百": b"3", "A": b"4"}
    assert store.expiring_rows_of("session") == {"a": b"2"}
    assert store.expiring_row("session", "百") is None


def test_several_swaps_all_or_nothing(store: Store) -> None:
    assert store.swap(laid("a", None, b"1"))
    assert not store.swap(laid("b", None, b"1"), laid("a", None, b"2"))
    assert store.expiring_rows_of("lease") == {"a": b"1"}
    assert store.swap(laid("b", None, b"1"), laid("a", b"1", None), laid("b", b"1", b"2"))
    assert store.expiring_rows_of("lease") == {"b": b"2"}
    assert store.swap()


def test_swaps_go_with_the_events_of_a_batch(store: Store) -> None:
    store.append(Batch("person:a", 0, [entry(1)], {"k": b"v"}, [laid("a", None, b"1")]))
    with pytest.raises(Refusal, match="is not as it was") as caught:
        store.append(Batch("person:a", 1, [entry(2)], {"k": b"w"}, [laid("a", b"0", b"2")]))
    assert caught.value.code == "stale-version"
    with pytest.raises(Refusal, match="stands at 1"):
        store.append(Batch("person:a", 0, [entry(2)], {}, [laid("a", b"1", b"2")]))
    assert store.head("person:a").seq == 1 and store.unseal("person:a", "k") == b"v"
    assert store.expiring_row("lease", "a") == b"1"
    store.append(Batch("person:a", 1, [], {}, [laid("a", b"1", None)]))
    assert store.expiring_row("lease", "a") is None and store.head("person:a").seq == 1


def test_a_refused_swap_does_not_disturb_its_group(store: Store) -> None:
    good, bad, later, after = store.append_each(
        [Batch("t:1", 0, [entry(1)], {}, [laid("a", None, b"1")])],
        [Batch("t:2", 0, [entry(2)], {}, [laid("a", None, b"2")])],
        [Batch("t:2", 0, [entry(3)], {}, [laid("a", b"1", b"2")])],
        [Batch("t:3", 0, [entry(4)], {}, [laid("a", b"1", b"3")])],
    )
    assert not isinstance(good, Refusal) and isinstance(bad, Refusal)
    assert isinstance(later, Refusal), "it was decided on what was refused"
    assert not isinstance(after, Refusal) and [each.stream for each in after] == ["t:3"]
    assert [each.line for each in store.read_all(1)] == [each.line for each in after]
    assert store.expiring_row("lease", "a") == b"3" and chain_holds(list(export_lines(store)))


def test_a_refused_stream_is_not_signed_as_if_it_had_moved(lasting_url: str) -> None:
    """A refusal beside an accepted command leaves no mark on its stream."""
    with open_store(lasting_url) as store:
        good, bad = store.append_each(
            [Batch("t:1", 0, [entry(1)], {}, [laid("a", None, b"1")])],
            [Batch("t:2", 0, [entry(2)], {}, [laid("a", None, b"2")])],
        )
        assert not isinstance(good, Refusal) and isinstance(bad, Refusal)
    with open_store(lasting_url) as store:
        assert [each.seq for each in store.append(Batch("t:2", 0, [entry(3)]))] == [1]


def test_swaps_of_one_group_build_on_each_other(store: Store) -> None:
    waiting = [store.submit(Batch(f"t:{n}", 0, [entry(n)])) for n in range(20)]
    swaps = [store.swap_later(laid("a", b"%d" % (n - 1) if n else None, b"%d" % n)) for n in
             range(50)]  # fmt: skip
    late = store.swap_later(laid("a", b"3", b"x"))
    assert all(each.result() for each in swaps) and not late.result()
    assert all(each.result() for each in waiting) and store.expiring_row("lease", "a") == b"49"


def test_what_is_past_its_time_is_swept_away(store: Store) -> None:
    for number in range(5):
        until = OPENING + timedelta(microseconds=number)
        assert store.swap(Swap("session", f"{number}", None, b"x", until))
        assert store.swap(Swap("lease", f"{number}", None, b"x", until))
    store.sweep(OPENING + timedelta(microseconds=2), "session", "token")
    assert sorted(store.expiring_rows_of("session")) == ["2", "3", "4"]
    assert len(store.expiring_rows_of("lease")) == 5
    store.sweep(LATER, "session", "lease")
    assert store.expiring_rows_of("session") == store.expiring_rows_of("lease") == {}
    assert store.last_position() == 0


def test_passing_things_leave_no_line_in_the_log(store: Store) -> None:
    store.append(Batch("t", 0, [entry(1)], {}, [laid("a", None, b"secret bytes")]))
    store.swap(laid("a", b"secret bytes", b"other bytes"))
    assert b"bytes" not in b"".join(export_lines(store))


ABSURD: list[Any] = [
    laid("", None, b"1"),
    laid("a\0", None, b"1"),
    laid("x" * 201, None, b"1"),
    laid("a", None, b"1", ""),
    laid("a", None, "text"),  # type: ignore[arg-type]
    laid("a", 7, b"1"),  # type: ignore[arg-type]
    laid("a", None, b"x" * (2**20 + 1)),
    Swap("lease", "a", None, b"1", OPENING.replace(tzinfo=None)),
    Swap("lease", "a", None, b"1", "soon"),  # type: ignore[arg-type]
    "swap",
]


@pytest.mark.parametrize("number", range(len(ABSURD)))
def test_absurd_swaps_are_refused_before_anything_is_written(number: int) -> None:
    with open_store("sqlite://") as store:
        for work in (
            lambda: store.swap(ABSURD[number]),
            lambda: store.swap_later(ABSURD[number]),
            lambda: store.append(Batch("t", 0, [entry()], {}, [ABSURD[number]])),
        ):
            with pytest.raises(Refusal) as caught:
                work()
            assert caught.value.code in ("bad-event", "event-too-big")
        assert store.head("t").seq == 0 and store.expiring_rows_of("lease") == {}


def test_odd_names_are_nowhere(store: Store) -> None:
    for name in ("", "a\0b", "\ud800"):
        assert store.expiring_row(name, "a") is None and store.expiring_rows_of(name) == {}
    assert store.expiring_row("lease", "x" * 10_000) is None


def test_it_outlives_its_process(lasting_url: str) -> None:
    with open_store(lasting_url) as store:
        store.swap(laid("a", None, b"1"))
    with open_store(lasting_url, create=False) as store:
        assert store.expiring_row("lease", "a") == b"1" and store.swap(laid("a", b"1", b"2"))


def test_two_stores_on_one_database_see_each_other(lasting_url: str) -> None:
    with open_store(lasting_url) as one, open_store(lasting_url) as other:
        for number in range(10):
            old = b"%d" % (number - 1) if number else None
            writer, late = (one, other) if number % 2 else (other, one)
            assert writer.swap(laid("a", old, b"%d" % number))
            assert not late.swap(laid("a", old, b"%d" % number))
            assert late.expiring_row("lease", "a") == b"%d" % number


def count_up(store: Store, times: int) -> None:
    """Add one so many times, beside other writers."""
    for _ in range(times):
        while True:
            old = store.expiring_row("lease", "count")
            new = b"%d" % (int(old or b"0") + 1)
            if store.swap(laid("count", old, new)):
                break


def test_eight_threads_lose_no_count(store: Store) -> None:
    threads = [threading.Thread(target=count_up, args=[store, 25]) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.expiring_row("lease", "count") == b"200"


def test_three_processes_lose_no_count(lasting_url: str) -> None:
    open_store(lasting_url).close()
    children = []
    for _ in range(3):
        child = fork()
        if child == 0:
            status = 1
            try:
                with open_store(lasting_url) as store:
                    count_up(store, 40)
                status = 0
            finally:
                os._exit(status)
        children.append(child)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0] * 3
    with open_store(lasting_url) as store:
        assert store.expiring_row("lease", "count") == b"120"


def test_streams_by_the_start_of_their_names(store: Store) -> None:
    names = ["door", "doors", "person", "person:", "person:a", "person:b", "person;", "table:1"]
    for round_ in range(2):
        for number, name in enumerate(names):
            store.append(Batch(name, round_, [entry(round_ * 10 + number)]))
    assert store.streams_like("person:") == ["person:a", "person:b"]
    assert store.streams_like("nobody:") == []
    found = store.read_like("person:", "door")
    assert [each.position for each in found] == [1, 2, 4, 5, 6, 9, 10, 12, 13, 14]
    assert found == [each for each in store.read_all() if each in found]
    assert [each.position for each in store.read_like("person:", "door", after=9, limit=2)] == [
        10,
        12,
    ]
    newest = store.read_like("person:", limit=3, newest=True)
    assert [each.position for each in newest] == [12, 13, 14]
    assert [each.position for each in store.read_since("person:", 4, 12)] == [5, 6, 12]
    assert store.read_since("person:", 14, 99) == [] and store.last_position() == 16
