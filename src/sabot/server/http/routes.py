"""HTTP routes as data: permitted roles, input and output.

A route is closed to roles that it does not name. The OpenAPI description, the test of every role
against every route, and the server itself are derived from these.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from sabot.engine.kind import Kind
from sabot.engine.streams import Command
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
    SCRUTINEER,
    SURVEILLANCE,
)

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
"""Casino supervisors and above, and roles that oversee them."""
STAFF: Final = GAMING_STAFF | WATCHERS | HEADS | {CASHIER, ADMINISTRATOR}
SIGNED_IN: Final = STAFF | {PLAYER, SCRUTINEER}
AT_TABLES: Final = GAMING_STAFF | HEADS | {PLAYER}
"""Roles whose commands a table accepts."""
EVERYONE: Final = SIGNED_IN | {""}
"""All roles; the empty role is a caller who has not signed in."""
ROLES: Final = tuple(sorted(SIGNED_IN))


@dataclass(frozen=True)
class Caller:
    """The caller: a person and their role; both are empty for one who has not signed in."""

    name: str = ""
    role: str = ""
    session: Session | None = None
    token: str = field(default="", repr=False)

    @property
    def is_known(self) -> bool:
        return bool(self.name)


def via_of(caller: Caller) -> str | None:
    """Return the session or token of a caller, as the log names it."""
    return None if caller.session is None else caller.session.id


@dataclass(frozen=True)
class Asked:
    """A request, read and checked."""

    casino: "Casino"
    person: Caller
    path: dict[str, str]
    body: Any = None
    query: Any = None
    address: str = ""
    device: str = field(default="", repr=False)


@dataclass(frozen=True)
class Reply:
    """An answer other than plain JSON with status 200. Content in parts is sent as it comes, and
    closed when the caller hangs up."""

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
    """Roles whose commands are taken, among those that may call the route."""


@dataclass(frozen=True)
class Route:
    """A route. `refuses` lists the codes that it may answer with, beyond those of all routes."""

    method: str
    path: str
    who: frozenset[str]
    does: Callable[[Asked], Awaitable[Any]]
    summary: str
    takes: Any = None
    hears: tuple[Hears, ...] = ()
    """Commands that it takes, or makes from its input."""
    query: Any = None
    gives: Any = None
    status: int = 200
    refuses: tuple[str, ...] = ()
    media_type: str = "application/json"
    quiet: bool = False
    """Polled by machines: not activity of a person, and not in the access log."""
    while_locked: bool = False
    """Also permitted while the session is locked."""
    packed: bool = False
    """Compressed where the caller takes it: it has nothing secret whose length could tell."""
    early: bool = False
    """Answered while tables are still being opened. Other requests wait for all tables, or for the
    one table that they are about."""
