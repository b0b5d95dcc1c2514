"""Leases: one holder at a time, over all processes and databases."""

import os
import threading
import time
from pathlib import Path

import pytest

from people.night import Clock
from sabot.people import Leases
from sabot.store import Store, open_store
from support.forking import fork


@pytest.fixture
def two(store: Store, clock: Clock) -> tuple[Leases, Leases]:
    return Leases(store, "one", clock), Leases(store, "other", clock)


def test_one_holder_at_a_time(two: tuple[Leases, Leases], clock: Clock) -> None:
    one, other = two
    assert one.take("table:1", 10) and not other.take("table:1", 10)
    assert other.take("table:2", 10) and not one.take("table:2", 10)
    clock.on(seconds=10, microseconds=-1)
    assert not other.take("table:1", 10)
    clock.on(microseconds=1)
    assert other.take("table:1", 10) and not one.take("table:1", 10)


def test_renewing(two: tuple[Leases, Leases], clock: Clock) -> None:
    one, other = two
    assert not one.renew("table:1", 10)
    assert one.take("table:1", 10)
    clock.on(seconds=9)
    assert one.renew("table:1", 10) and not other.renew("table:1", 10)
    clock.on(seconds=9)
    assert not other.take("table:1", 10) and one.take("table:1", 10)
    clock.on(seconds=10)
    assert not one.renew("table:1", 10) and one.take("table:1", 10)
    clock.on(seconds=10)
    assert other.take("table:1", 10) and not one.renew("table:1", 10)


def test_releasing(two: tuple[Leases, Leases]) -> None:
    one, other = two
    one.release("table:1")
    assert one.take("table:1", 10)
    other.release("table:1")
    assert not other.take("table:1", 10)
    one.release("table:1")
    assert not one.renew("table:1", 10) and other.take("table:1", 10)


def test_the_fence_grows_with_every_holding(two: tuple[Leases, Leases], clock: Clock) -> None:
    one, other = two
    assert one.fence("t") is None
    assert one.take("t", 10) and one.fence("t") == 1 and other.fence("t") is None
    assert one.renew("t", 10) and one.take("t", 10) and one.fence("t") == 1
    one.release("t")
    assert one.fence("t") is None and other.take("t", 10) and other.fence("t") == 2
    clock.on(seconds=10)
    assert other.fence("t") is None and other.take("t", 10) and other.fence("t") == 3
    clock.on(days=365)
    assert one.take("t", 10) and one.fence("t") == 4


def test_eight_threads_race(store: Store, clock: Clock) -> None:
    for number in range(10):
        taken: list[str] = []
        start = threading.Barrier(8)

        def race(holder: str, name: str, start: threading.Barrier, taken: list[str]) -> None:
            leases = Leases(store, holder, clock)
            start.wait()
            if leases.take(name, 10):
                taken.append(holder)

        threads = [
            threading.Thread(target=race, args=[f"h{place}", f"t:{number}", start, taken])
            for place in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(taken) == 1


def test_three_processes_race_and_never_overlap(lasting_url: str, tmp_path: Path) -> None:
    """Each that holds the lease makes a file that must not be there, and takes it away again."""
    open_store(lasting_url).close()
    children = []
    for place in range(3):
        child = fork()
        if child == 0:
            status = 1
            try:
                with open_store(lasting_url) as store:
                    status = 0 if hold(Leases(store, f"process {place}"), tmp_path) else 1
            finally:
                os._exit(status)
        children.append(child)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0] * 3
    with open_store(lasting_url) as store:
        last = Leases(store, "last")
        assert last.take("table:1", 10) and last.fence("table:1") == 3 * 15 + 1


def hold(leases: Leases, folder: Path) -> bool:
    mark = folder / "held"
    for _ in range(15):
        while not leases.take("table:1", 30):
            time.sleep(0.001)
        mark.open("x").close()  # refused if another holds it too
        mark.unlink()
        leases.release("table:1")
    return True
