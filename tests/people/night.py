"""A night at the door: a clock, a cheap hash, and how a refusal is caught."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from sabot.core.clock import GuardedClock
from sabot.core.refusal import Refusal
from sabot.people import Hashing, People
from sabot.store import Store, export_lines

CHEAP = Hashing(memory=8, passes=1, lanes=1)
GOOD = "a quiet night at nine"
BETTER = "another quiet night, later"
HERE, THERE = "192.0.2.1", "198.51.100.7"
START = datetime(2026, 3, 7, 20, 0, tzinfo=UTC)
NOON = datetime(2026, 1, 31, 12, tzinfo=UTC)


class Machine:
    """A machine's two clocks: a wall clock that can be set, and a monotonic one."""

    def __init__(self) -> None:
        self.ticks = 0.0
        self.off = timedelta(0)

    def true(self) -> datetime:
        return NOON + timedelta(seconds=self.ticks)

    def wall(self) -> datetime:
        return self.true() + self.off

    def steady(self) -> float:
        return self.ticks

    def clock(self, last: datetime | None = None) -> GuardedClock:
        return GuardedClock(last, self.wall, self.steady)


class Clock:
    """Stands still until it is told."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now

    def on(self, **amount: float) -> None:
        self.now += timedelta(**amount)


def people_on(store: Store, clock: Clock, hashing: Hashing = CHEAP) -> People:
    return People(store, clock, hashing)


def refused(code: str, work: Callable[..., Any], *given: Any) -> str:
    """The sentence of a refusal."""
    with pytest.raises(Refusal) as caught:
        work(*given)
    said = str(caught.value)
    assert caught.value.code == code, (caught.value.code, said)
    assert said.endswith(".") and "\n" not in said
    return said


def fail(people: People, name: str, times: int, address: str = HERE) -> None:
    """Try a wrong password so many times."""
    for _ in range(times):
        refused("not-signed-in", people.sign_in, name, "not the right one", address)


def whats(people: People, after: int = 0) -> list[str]:
    """Return the events of the log, one word each."""
    return [each.what for each in people.log(after)]


def log_of(store: Store) -> bytes:
    return b"".join(export_lines(store))
