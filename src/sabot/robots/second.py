"""The second person as a robot: it confirms what others have stated, wherever that waits.

It looks at what anybody in its role may look at, and says in its reason that it is a robot: a house
that means its money has people for this.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final, Protocol, TypeVar

from sabot.rules.roles import may_act_as

REASON: Final = "confirmed by a robot"


class Waiting(Protocol):
    """A statement of any stream: by whom it was made, and who may confirm it."""

    @property
    def stream(self) -> str: ...

    @property
    def number(self) -> int: ...

    @property
    def stated_by(self) -> str: ...

    @property
    def by(self) -> str: ...

    @property
    def at(self) -> datetime: ...


W = TypeVar("W", bound=Waiting)


class RobotSecond:
    """Confirms whatever its role may, unless it has stated it itself, once it has waited so many
    seconds for somebody who is no robot. What it was refused once it leaves to others."""

    def __init__(self, name: str, role: str, patience: float = 0) -> None:
        assert name.startswith("robot"), "a robot is called one"
        self.name = name
        self.role = role
        self._patience = timedelta(seconds=patience)
        self._left: set[tuple[str, int]] = set()
        self._seen: dict[tuple[str, int], datetime] = {}

    def confirms(self, waiting: Iterable[W], now: datetime) -> list[W]:
        """Those that it confirms now. Clocks differ: what it has seen so long has waited."""
        waiting = [*waiting]
        since = {(each.stream, each.number): min(each.at, now) for each in waiting}
        self._seen = {key: min(at, self._seen.get(key, at)) for key, at in since.items()}
        return [
            each
            for each in waiting
            if each.stated_by != self.name
            and may_act_as(self.role, each.by)
            and (each.stream, each.number) not in self._left
            and now >= self._seen[each.stream, each.number] + self._patience
        ]

    def refused(self, waiting: Waiting) -> None:
        """It could not be confirmed, or another was faster."""
        self._left.add((waiting.stream, waiting.number))
