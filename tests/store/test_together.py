"""Many callers at once: threads, futures and tasks, with conflicts among them."""

import asyncio
import random
import threading
from collections.abc import Callable
from concurrent.futures import Future

import pytest

from sabot.core.refusal import Refusal
from sabot.store import Batch, Store, Stored, export_lines, open_store, verify_lines
from store.entries import chain_holds, entry


def lines_of(store: Store) -> list[bytes]:
    return list(export_lines(store))


def refused(code: str, work: Callable[[], object]) -> None:
    with pytest.raises(Refusal) as caught:
        work()
    assert caught.value.code == code


def test_eight_threads_with_conflicts(store: Store) -> None:
    """An acknowledged command is there once, a refused one is not there at all."""
    acknowledged: list[tuple[int, list[Stored]]] = []
    refusals: list[int] = []
    turn = threading.Lock()

    def work(thread: int) -> None:
        rng = random.Random(thread)
        for step in range(40):
            mark = thread * 1000 + step
            streams = rng.sample(["table:1", "table:2", "table:3"], rng.randint(1, 2))
            batches = [
                Batch(s, max(0, store.head(s).seq - rng.choice([0, 0, 1])), [entry(0, mark=mark)])
                for s in streams
            ]
            try:
                found = store.append(*batches) if step % 2 else store.submit(*batches).result()
            except Refusal as refusal:
                assert refusal.code == "stale-version"
                with turn:
                    refusals.append(mark)
            else:
                with turn:
                    acknowledged.append((mark, found))

    threads = [threading.Thread(target=work, args=[number]) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(acknowledged) + len(refusals) == 320 and acknowledged and refusals
    stored = {s.position: s for s in store.read_all()}
    assert sorted(stored) == list(range(1, len(stored) + 1))
    kept = {(s.stream, s.seq): s.line for s in stored.values()}
    assert len(kept) == len(stored) == sum(len(found) for _, found in acknowledged)
    assert all(kept[s.stream, s.seq] == s.line for _, found in acknowledged for s in found)
    assert chain_holds(lines_of(store)) and not list(verify_lines(lines_of(store)))


def test_one_conflict_does_not_disturb_its_group(store: Store) -> None:
    futures: list[Future[list[Stored]]] = []
    for number in range(200):
        expect = 77 if number % 10 == 3 else 0
        futures.append(store.submit(Batch(f"table:{number}", expect, [entry(n=number)])))
    for number, future in enumerate(futures):
        if number % 10 == 3:
            refused("stale-version", future.result)
        else:
            assert [s.seq for s in future.result()] == [1]
    assert len(store.streams()) == 180


def test_submissions_of_one_group_build_on_each_other(store: Store) -> None:
    futures = [store.submit(Batch("table:1", n, [entry(n)], {"k": b"%d" % n})) for n in range(100)]
    assert [future.result()[0].seq for future in futures] == list(range(1, 101))
    assert store.unseal("table:1", "k") == b"99" and chain_holds(lines_of(store))


def test_from_an_event_loop(store: Store) -> None:
    async def player(number: int) -> None:
        for seq in range(5):
            await store.append_async(Batch(f"player:{number}", seq, [entry(seq)]))
        with pytest.raises(Refusal, match="stands at 5"):
            await store.append_async(Batch(f"player:{number}", 0, [entry()]))

    async def evening() -> None:
        await asyncio.gather(*(player(number) for number in range(20)))
        hasty = asyncio.create_task(store.append_async(Batch("hasty", 0, [entry()])))
        await asyncio.sleep(0)
        hasty.cancel()
        await store.append_async(Batch("patient", 0, [entry()]))

    asyncio.run(evening())
    assert len(lines_of(store)) in (101, 102) and chain_holds(lines_of(store))


def test_a_closed_store_refuses(store_url: str) -> None:
    store = open_store(store_url)
    waiting = [store.submit(Batch("table:1", n, [entry()])) for n in range(50)]
    store.close()
    assert all(future.result() for future in waiting)
    refused("store-closed", lambda: store.append(Batch("table:1", 50, [entry()])))
    refused("store-unavailable", lambda: store.head("table:1"))
    store.close()
