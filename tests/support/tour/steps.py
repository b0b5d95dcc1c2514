"""Steps of a tour: a command by a person, time that passes, or an act of a service."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

DONE = "done"
"""The command is carried out at once, or once a second person has confirmed it."""
WAITS = "waits"
"""State the command without a confirmation."""


@dataclass(frozen=True)
class Say:
    """A command. `becomes` is `DONE`, `WAITS` or the code of the refusal that it gets."""

    stream: str
    who: str
    do: str
    fields: dict[str, Any] = field(default_factory=dict)
    role: str = ""
    becomes: str = DONE


@dataclass(frozen=True)
class Wait:
    """Time passes: days, hours, minutes, seconds."""

    amount: dict[str, float]


@dataclass(frozen=True)
class Act:
    """Something that no command of a stream does: a sign-in, a request, a program's start."""

    what: str
    does: Callable[[], object]


Step = Say | Wait | Act
Steps = Iterator[Step]


def wait(**amount: float) -> Wait:
    return Wait(amount)


class At:
    """A stream with its commands: `yield felt("dora", "sign-on")`."""

    def __init__(self, stream: str) -> None:
        self.stream = stream

    def __call__(self, who: str, do: str, **fields: Any) -> Say:
        """A command that is carried out, with the confirmation that it needs."""
        return Say(self.stream, who, do, fields)

    def as_(self, role: str, who: str, do: str, **fields: Any) -> Say:
        """The same in a role that is not the person's own sign-in role."""
        return Say(self.stream, who, do, fields, role)

    def waits(self, who: str, do: str, **fields: Any) -> Say:
        """A command that waits for a second person."""
        return Say(self.stream, who, do, fields, becomes=WAITS)

    def refused(self, code: str, who: str, do: str, **fields: Any) -> Say:
        """A command that is refused with that code."""
        return Say(self.stream, who, do, fields, becomes=code)
