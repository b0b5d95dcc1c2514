"""People on stores of every kind, with a clock that stands still until it is told."""

from collections.abc import Iterator

import pytest

from people.night import GOOD, Clock, people_on
from sabot.people import People
from sabot.store import Store, open_store
from store.conftest import lasting_url, store, store_url, swift_path

__all__ = ["lasting_url", "store", "store_url", "swift_path"]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def people(store: Store, clock: Clock) -> People:
    """An empty list of people, on a store of each kind in turn."""
    return people_on(store, clock)


@pytest.fixture
def memory() -> Iterator[Store]:
    """A store for what is the same on every kind."""
    with open_store("sqlite://") as opened:
        yield opened


@pytest.fixture
def folk(memory: Store, clock: Clock) -> People:
    """Dora the dealer and Paul the player."""
    people = people_on(memory, clock)
    people.add("dora", GOOD, "dealer", "console")
    people.add("paul", GOOD, "player", "console")
    return people
