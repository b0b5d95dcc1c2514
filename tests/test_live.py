"""Streams in memory: idle ones leave it without loss."""

from threading import Thread
from typing import Any

import pytest

from sabot.engine import live
from sabot.engine.live import Shelf
from sabot.floor.kinds import ACCOUNTS
from sabot.store import open_store
from support.accounts import opened


@pytest.fixture(autouse=True)
def little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "IN_MEMORY", 3)


def test_only_so_many_stay_and_the_others_are_read_again() -> None:
    names = [f"p{number}" for number in range(8)]
    floor = opened(open_store("sqlite://"), *names)
    states = {name: floor.account(name) for name in names}
    shelf: Shelf[Any] = floor._shelves[ACCOUNTS.prefix]
    assert len(shelf) == 3 and shelf.loaded("p0") is None
    assert {name: floor.account(name) for name in names} == states
    assert all(state.player == name for name, state in states.items())


def test_one_that_somebody_is_at_stays() -> None:
    floor = opened(open_store("sqlite://"), "p0", "p1", "p2")
    shelf: Shelf[Any] = floor._shelves[ACCOUNTS.prefix]
    held = shelf.live("p0")
    shelf.live("p1")
    shelf.live("p2")
    with held.lock:
        other = Thread(target=shelf.live, args=("p3",))
        other.start()
        other.join(60)
        assert not other.is_alive(), "nobody waits for a stream that is let go"
        assert shelf.loaded("p0") is held
