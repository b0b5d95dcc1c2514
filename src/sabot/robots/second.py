"""A robot as second person: it confirms what others have stated, in any stream.

It sees what its role may see, and states in its reason that it is a robot. A casino with real money
uses people instead.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final, Protocol, TypeVar

from sabot.rules.roles import may_act_as

REASON: Final = "confirmed by a robot"


class StatementLike(Protocol):
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


W = TypeVar("W", bound=StatementLike)


class RobotSecond:
    """Confirm any statement that its role may, except its own, after waiting some seconds for a
    person. A refused confirmation is not tried again."""

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

    def refused(self, waiting: StatementLike) -> None:
        """Remember a statement that could not be confirmed."""
        self._left.add((waiting.stream, waiting.number))
