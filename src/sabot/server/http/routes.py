"""What can be asked over HTTP, as data: who may ask, what is taken and what is given.

A route that does not name a role is closed to it. The OpenAPI description, the check of every role
against every route, and the server itself are all read off these.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from sabot.kind import Kind
from sabot.people import ADMINISTRATOR, Session
from sabot.rules.roles import (
    ASSISTANT_GAMING_MANAGER,
    CASHIER,
    CASINO_SUPERVISOR,
    DEALER,
    DUTY_MANAGER,
    GAMING_MANAGER,
    GAMING_SUPERVISOR,
    HEADS,
    INSPECTOR,
    PLAYER,
    SURVEILLANCE,
)
from sabot.streams import Command

if TYPE_CHECKING:
    from sabot.server.casino import Casino

SUPERVISORS: Final = frozenset(
    {
        GAMING_SUPERVISOR,
        CASINO_SUPERVISOR,
        ASSISTANT_GAMING_MANAGER,
        GAMING_MANAGER,
        DUTY_MANAGER,
    }
)
GAMING_STAFF: Final = SUPERVISORS | {DEALER}
WATCHERS: Final = frozenset({SURVEILLANCE, INSPECTOR})
OVERSEERS: Final = SUPERVISORS - {GAMING_SUPERVISOR} | WATCHERS
"""Casino supervisors and above, and those who watch over them."""
STAFF: Final = GAMING_STAFF | WATCHERS | HEADS | {CASHIER, ADMINISTRATOR}
SIGNED_IN: Final = STAFF | {PLAYER}
AT_TABLES: Final = GAMING_STAFF | HEADS | {PLAYER}
"""Whose commands a table hears."""
EVERYONE: Final = SIGNED_IN | {""}
"""The empty role is somebody who has not signed in."""
ROLES: Final = tuple(sorted(SIGNED_IN))


@dataclass(frozen=True)
class Caller:
    """Who asks: a person and their role; nobody has signed in where both are empty."""

    name: str = ""
    role: str = ""
    session: Session | None = None
    token: str = field(default="", repr=False)

    @property
    def is_known(self) -> bool:
        return bool(self.name)


def via_of(caller: Caller) -> str | None:
    """The session or token that somebody asks through, as the log calls it."""
    return None if caller.session is None else caller.session.id


@dataclass(frozen=True)
class Asked:
    """One request, read and checked."""

    casino: "Casino"
    person: Caller
    path: dict[str, str]
    body: Any = None
    query: Any = None
    address: str = ""
    device: str = field(default="", repr=False)


@dataclass(frozen=True)
class Reply:
    """An answer that is not plain JSON with status 200. Content that comes in parts is sent as it
    comes, and is closed when whoever asked hangs up."""

    content: bytes | AsyncIterator[bytes]
    media_type: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)
    status: int = 200
    more_headers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Hears:
    """Commands of one kind of stream that a route or a socket takes."""

    kind: Kind[Any]
    commands: frozenset[type[Command]]
    who: frozenset[str] = EVERYONE
    """Whose commands are taken, of those who may ask the route at all."""


@dataclass(frozen=True)
class Route:
    """One thing that can be asked. `refuses` lists the codes that it may answer with, beyond those
    that any route may."""

    method: str
    path: str
    who: frozenset[str]
    does: Callable[[Asked], Awaitable[Any]]
    summary: str
    takes: Any = None
    hears: tuple[Hears, ...] = ()
    """The commands that it takes, or makes of what it takes."""
    query: Any = None
    gives: Any = None
    status: int = 200
    refuses: tuple[str, ...] = ()
    media_type: str = "application/json"
    quiet: bool = False
    """Asked by machines all the time: no activity of a person, and not in the access log."""
    while_locked: bool = False
    """May also be asked while the session is locked."""
    early: bool = False
    """Answered while tables are still being opened; what else is asked then waits for them, and
    what is asked of one table for that one."""
