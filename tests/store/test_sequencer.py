"""The order of the log on a database that several processes write to: places are given after the
commits, in batches, and no writer waits for a sequencer or for a writer of other streams."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import msgspec
import psycopg
import pytest

from sabot.core.refusal import Refusal
from sabot.store import Batch, Store, Swap, export_lines, open_store, verify_lines
from sabot.store.backends.postgres import database as on_postgres
from sabot.store.backends.postgres import statements
from sabot.store.backends.postgres.database import PostgresDatabase
from sabot.store.backends.postgres.order import PostgresOrdering
from sabot.store.trust.verification import verify_store
from store.edits import disk, with_positions_in_rows
from store.entries import chain_holds, entry


@contextmanager
def stores(url: str, many: int) -> Iterator[list[Store]]:
    with ExitStack() as stack:
        yield [stack.enter_context(open_store(url)) for _ in range(many)]


def database(store: Store) -> PostgresDatabase:
    found = store._database
    assert isinstance(found, PostgresDatabase)
    return found


def ordering_of(store: Store) -> PostgresOrdering:
    found = database(store).ordering
    assert found is not None
    return found


def backend(connection: Any) -> int:
    return int(connection.info.backend_pid)


def kinds(store: Store) -> list[str]:
    return [flaw.kind for flaw in verify_store(store)]


def test_a_writer_waits_for_no_writer_of_other_streams(postgres_url: str) -> None:
    """A transaction that stands still with its locks taken stops its own stream and row only."""
    with stores(postgres_url, 2) as (one, other):
        database(one).begin(["table:1"], [("claims", "card 7")])
        other.append(Batch("table:2", 0, [entry(1)], swaps=[Swap("claims", "card 8", None, b"x")]))
        assert [each.stream for each in other.read_all()] == ["table:2"], "nor does the sequencer"
        database(other)._writing.execute("SET lock_timeout = '50ms'")
        for batch in (
            Batch("table:1", 0, [entry(1)]),
            Batch("table:3", 0, [entry(1)], swaps=[Swap("claims", "card 7", None, b"x")]),
        ):
            with pytest.raises(Refusal) as caught:
                other.append(batch)
            assert caught.value.code == "store-unavailable"
        database(one).abandon()
        other.append(Batch("table:1", 0, [entry(1)]))
        assert not kinds(other)


def test_a_writer_waits_for_no_sequencer(postgres_url: str) -> None:
    with stores(postgres_url, 2) as (one, other):
        one.append(Batch("table:1", 0, [entry(1)]))
        ordering = ordering_of(one)
        ordering.begin(10)
        other.append(Batch("table:1", 1, [entry(2)]))
        other.append(Batch("table:2", 0, [entry(1)]))
        ordering.abandon()
        assert [each.position for each in other.read_all()] == [1, 2, 3]


def test_a_commit_that_comes_late_is_missed_by_no_follower(postgres_url: str) -> None:
    """A transaction that began before and is committed after gets its place after."""
    with stores(postgres_url, 2) as (one, other):
        held, go = database(one), threading.Event()
        finish = held.finish

        def slow(work: Any) -> None:
            assert go.wait(20)
            finish(work)

        held.finish = slow  # type: ignore[method-assign]
        late = one.submit(Batch("table:1", 0, [entry(1), entry(2)]))
        while not held._writing.info.transaction_status:
            pass
        for seq in range(3):
            other.append(Batch("table:2", seq, [entry(seq)]))
        seen = list(other.read_all())
        assert [each.stream for each in seen] == ["table:2"] * 3
        go.set()
        late.result()
        more = list(other.read_all(seen[-1].position))
        assert [(each.stream, each.position) for each in more] == [("table:1", 4), ("table:1", 5)]
        assert [each.position for each in one.read_placed("table:1")] == [4, 5]


def test_unique_things_and_answers_have_one_owner(postgres_url: str) -> None:
    """Eight writers of other streams want the same claim, and give the same command its answer."""
    with stores(postgres_url, 8) as every:
        for turn in range(6):
            futures = [
                store.submit(
                    Batch(
                        f"player:{turn}.{place}", 0, [entry(place)], {"pin": b"1"},
                        swaps=[Swap("claims", f"card {turn}", None, b"%d" % place)],
                    )
                )
                for place, store in enumerate(every)
            ]  # fmt: skip
            refusals = [future.exception() for future in futures]
            assert sum(each is None for each in refusals) == 1
            assert {each.code for each in refusals if isinstance(each, Refusal)} == {
                "stale-version"
            }
            futures = [
                store.submit(Batch(f"table:{turn}.{place}", 0, [entry(place)], once=turn))
                for place, store in enumerate(every)
            ]
            assert sum(future.exception() is None for future in futures) == 1
        lines = list(export_lines(every[0]))
        assert len(lines) == 12 and chain_holds(lines) and not list(verify_lines(lines))


def test_the_order_keeps_what_a_command_could_see(postgres_url: str) -> None:
    """Each event stands behind those that its writer had read, whichever store sequences."""
    with stores(postgres_url, 4) as every:
        seen = dict[str, int]()
        turn = threading.Lock()

        def work(place: int) -> None:
            for seq in range(30):
                with turn:
                    known = dict(seen)
                every[place].append(Batch(f"table:{place}", seq, [entry(seq, known=known)]))
                with turn:
                    seen[f"table:{place}"] = seq + 1
                if seq % 7 == place:
                    every[place].settle()

        threads = [threading.Thread(target=work, args=[place]) for place in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        stood = dict[str, int]()
        for stored in every[0].read_all():
            known = msgspec.json.decode(stored.line)["known"]
            assert all(stood.get(stream, 0) >= seq for stream, seq in known.items())
            stood[stored.stream] = stored.seq
        assert sum(stood.values()) == 120 and not kinds(every[0])


EDITS = {
    "a forged arrival": "INSERT INTO arrival (data) VALUES ('\\x0011223344')",
    "an arrival again": "INSERT INTO arrival (data) SELECT data FROM kept",
    "a place too many": "INSERT INTO place VALUES (3, 'table:9', 1)",
    "a place too few": "DELETE FROM place WHERE position = 2",
}


@pytest.mark.parametrize("how", EDITS)
def test_an_order_that_was_edited_takes_no_more_events(postgres_url: str, how: str) -> None:
    with open_store(postgres_url) as store:
        store.append(Batch("table:1", 0, [entry(1)]))
        store.append(Batch("table:2", 0, [entry(1)]))
        with disk(postgres_url) as held:
            held.do("CREATE TABLE kept AS SELECT data FROM arrival")
        assert store.last_position() == 2
        with disk(postgres_url) as held:
            held.do(EDITS[how])
            held.do("DROP TABLE kept")
        store.settle()
        with pytest.raises(Refusal, match="Nothing more is decided in the log"):
            store.append(Batch("table:1", 1, [entry(2)]))


def test_an_arrival_that_was_taken_away_is_noticed(postgres_url: str) -> None:
    """At the next event of its stream, and by verify."""
    with open_store(postgres_url) as store:
        for seq in range(2):
            store.append(Batch("table:1", seq, [entry(seq)]))
        with disk(postgres_url) as held:
            held.do("DELETE FROM arrival WHERE id = (SELECT max(id) FROM arrival)")
        assert store.last_position() == 1 and kinds(store) == ["added-event"]
        store.append(Batch("table:1", 2, [entry(2)]))
        store.settle()
        with pytest.raises(Refusal, match="event 3 of table:1 arrived after 1"):
            store.append(Batch("table:2", 0, [entry(2)]))


def test_tables_of_version_3_become_those_of_today(postgres_url: str) -> None:
    with open_store(postgres_url) as store:
        for seq in range(3):
            store.append(Batch("table:1", seq, [entry(seq)]), Batch(f"player:{seq}", 0, [entry()]))
        before = list(store.read_all())
    with_positions_in_rows(postgres_url)
    with open_store(postgres_url, create=False) as store:
        assert list(store.read_all()) == before
    for _ in range(2):
        with open_store(postgres_url) as store:
            assert list(store.read_all()) == before and kinds(store) == []
            store.append(Batch("table:1", store.head("table:1").seq, [entry(4)]))
            before = list(store.read_all())
            assert before[-1].position == len(before)


def test_a_moment_is_held_while_others_write(postgres_url: str) -> None:
    over = threading.Event()

    def write(place: int) -> None:
        with open_store(postgres_url) as store:
            seq = 0
            while not over.is_set():
                store.append(Batch(f"table:{place}", seq, [entry(seq)]))
                seq += 1

    open_store(postgres_url).close()
    threads = [threading.Thread(target=write, args=[place]) for place in range(2)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(5):
            with open_store(postgres_url, create=False) as store:
                store.hold_still()
                assert not kinds(store) and len(list(store.read_all())) == store.last_position()
    finally:
        over.set()
        for thread in threads:
            thread.join()


def test_a_sequencer_killed_at_every_write_changes_nothing(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its session ends before each of its statements: the next one does the same work again."""
    with open_store(postgres_url) as store:
        ordering, count, dies = ordering_of(store), 0, 0
        execute = psycopg.Connection.execute

        def mortal(self: Any, *words: Any, **more: Any) -> Any:
            nonlocal count
            if self is ordering._connection:
                count += 1
                if count == dies:
                    with psycopg.connect(postgres_url, autocommit=True) as other:
                        other.execute("SELECT pg_terminate_backend(%s)", [backend(self)])
            return execute(self, *words, **more)

        monkeypatch.setattr(psycopg.Connection, "execute", mortal)
        for dies in range(1, 16):
            store.append(Batch("table:1", 2 * dies - 2, [entry(1), entry(2)]))
            count = 0
            try:
                store.settle()
            except Refusal as refused:
                assert refused.code == "store-unavailable"
            count = 99
            assert store.last_position() == 2 * dies
        assert not kinds(store)


def test_a_user_who_may_only_read_reads_what_has_its_place(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_store(postgres_url) as store:
        store.append(Batch("table:1", 0, [entry(1)]))
        store.settle()
        store.append(Batch("table:1", 1, [entry(2)]))
        only_reads = statements.SESSION + "; SET default_transaction_read_only = on"
        monkeypatch.setattr(on_postgres, "SESSION", only_reads)
        with open_store(postgres_url, create=False) as reader:
            assert [each.seq for each in reader.read_all()] == [1]
            assert [each.seq for each in reader.read("table:1")] == [1, 2]
        assert [each.seq for each in store.read_all()] == [1, 2]


def test_an_event_that_an_intruder_wrote_is_found_though_it_has_no_place(postgres_url: str) -> None:
    with open_store(postgres_url) as store:
        line = store.append(Batch("table:1", 0, [entry(1)]))[0].line
        with disk(postgres_url) as held:
            held.do("INSERT INTO event VALUES (?, ?, ?)", "table:1", 2, line)
            held.do("INSERT INTO event VALUES (?, ?, ?)", "table:2", 1, line)
        assert kinds(store) == ["added-event", "unsigned-head"]
