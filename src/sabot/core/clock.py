"""Read the time, and reject jumps of the machine's clock.

The machine's clock may lie: it is set forward and back, by mistake or so that a limit, a lock-out
or a session ends early or never. Within a process time goes on by the monotonic clock; a jump of
the machine's is not followed, and told. At the start it must not be before the last event of the
log, nor more than a day after it unless an operator says that it is right.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta
from threading import Lock
from typing import Final
from zoneinfo import ZoneInfo

from sabot.core.refusal import Refusal

Clock = Callable[[], datetime]
JUMP: Final = timedelta(seconds=5)
"""The machine's clock may be put right by so much at a time, and is followed."""
SLEW: Final = 0.1
"""A difference below a jump is made up for with so much of the time that passes: the house's clock
goes a little faster or slower, and never back."""
AWAY: Final = timedelta(days=1)
"""After a longer time without an event an operator has to confirm the machine's clock."""


def system_clock() -> datetime:
    return datetime.now(UTC)


class Face:
    """The time zone in which a process tells the time. A server uses the casino's zone; the command
    line uses UTC."""

    def __init__(self) -> None:
        self._house = UTC.tzname(None)
        self._here: ContextVar[str] = ContextVar("zone")

    def set(self, zone: str) -> None:
        self._house = zone

    @contextmanager
    def turned(self, zone: str) -> Iterator[None]:
        """For as long as something is told in another zone."""
        before = self._here.set(zone)
        yield
        self._here.reset(before)

    def tell(self, moment: datetime) -> str:
        """A moment to the minute. A page says once in which zone its times are; UTC says so itself.

        >>> with FACE.turned("Australia/Sydney"):
        ...     FACE.tell(datetime(2026, 11, 17, 13, tzinfo=UTC))
        '2026-11-18 00:00'
        """
        zone = self._here.get(self._house)
        told = f"{moment.astimezone(ZoneInfo(zone)):%Y-%m-%d %H:%M}"
        return f"{told} UTC" if zone == UTC.tzname(None) else told


FACE: Final = Face()


class GuardedClock:
    """The house's clock. `last` is the time that the log knows. A jump of the machine's clock is
    not followed until it is accepted."""

    def __init__(
        self,
        last: datetime | None = None,
        machine: Clock = system_clock,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._machine = machine
        self._steady = steady
        self._lock = Lock()
        now = machine()
        known = now if last is None else last
        if now - known > AWAY:
            raise Refusal(
                "clock-jumped",
                None,
                f"The last event is of {known:%Y-%m-%d %H:%M} UTC and the machine's clock says"
                f" {now:%Y-%m-%d %H:%M}: if that is right, say `sabot clock accept`.",
            )
        if known - now > JUMP:
            raise Refusal(
                "clock-jumped",
                None,
                f"The machine's clock says {now:%Y-%m-%d %H:%M} UTC, before the last event of"
                f" {known:%Y-%m-%d %H:%M}: put it right, or say `sabot clock accept` if the event"
                " was too late.",
            )
        self._at, self._since = max(now, known), steady()
        self._jump = timedelta(0)

    def __call__(self) -> datetime:
        with self._lock:
            tick, machine = self._steady(), self._machine()
            passed = timedelta(seconds=max(0.0, tick - self._since))
            steady = self._at + passed
            apart = machine - steady
            if abs(apart) <= JUMP:
                bound = passed * SLEW
                steady += min(max(apart, -bound), bound)
                self._jump = timedelta(0)
            else:
                self._jump = apart
            self._at, self._since = steady, tick
            return steady

    def accept(self) -> None:
        """An operator says that the machine's clock is right."""
        with self._lock:
            self._at, self._since = self._machine(), self._steady()
            self._jump = timedelta(0)

    @property
    def jump(self) -> timedelta:
        """By how much the machine's clock differs, if that is more than it may; else nothing."""
        return self._jump
