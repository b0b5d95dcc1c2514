"""State of a person, folded from their events."""

from datetime import datetime
from typing import Annotated, Final

import msgspec

from sabot.engine.declarations import CardNumber, bound, fixed
from sabot.parts.statements import Statements

MOST_SESSIONS: Final = 250
"""Most sessions of a person; one more sign-in drops the oldest."""
MOST_SEEN: Final = 10
"""Browsers and addresses of a person that are remembered."""


class Person(msgspec.Struct, frozen=True):
    """A person who may sign in, as others see them."""

    name: str
    role: str
    disabled: bool
    locked_until: datetime | None
    """End of the lock-out against every address, after too many wrong passwords."""
    made: datetime
    called: str
    """Display name."""
    waits: int = 0
    """Number of changes that wait for a second person."""
    kept_out: str | None = None
    """Clause or reason of an exclusion from the casino."""


class SignInFailure(msgspec.Struct, frozen=True):
    at: datetime
    address: str


class LockOut(msgspec.Struct, frozen=True):
    """A lock-out until a time. `address` None: against every address."""

    address: str | None
    until: datetime


class Known(msgspec.Struct, frozen=True):
    """State of a person, folded from their events."""

    name: str
    version: int = 0
    at: datetime | None = None
    """Time of the last event."""
    role: str = ""
    shown: str = ""
    """Display name."""
    made: datetime | None = None
    """Time at which the person was added; None for a name that was only excluded."""
    disabled: bool = False
    failures: Annotated[
        tuple[SignInFailure, ...],
        fixed(100, "failures within the window, before the name is locked"),
    ] = ()
    lock_outs: Annotated[tuple[LockOut, ...], fixed(1_000, "addresses that are locked out")] = ()
    password: int = 0
    """Number of the event that set the password."""
    sessions_since: int = 0
    """Number of the event that last ended all sessions."""
    tokens_since: int = 0
    """Number of the event that last ended all tokens."""
    statements: Statements = Statements()
    """Changes that wait for a second person."""
    kept_out: str | None = None
    """Clause or reason of an exclusion from the casino."""
    kept_card: CardNumber | None = None
    """Player Card that the excluded person showed without an account."""
    sessions: Annotated[tuple[str, ...], fixed(MOST_SESSIONS, "sessions of a person")] = ()
    """Newest sessions that were begun and not ended; rows of any other are not accepted."""
    tokens: Annotated[
        dict[str, datetime], bound(500, "tokens of one person", "Revoke some of them first.")
    ] = {}
    """Expiry of tokens that were issued and not revoked; rows of any other are not accepted."""
    devices: Annotated[tuple[str, ...], fixed(MOST_SEEN, "browsers of the last sessions")] = ()
    places: Annotated[tuple[str, ...], fixed(MOST_SEEN, "addresses of the last sessions")] = ()
    factor: int = 0
    """Number of the event that set the second factor; 0 without one."""

    @property
    def is_out(self) -> bool:
        """Return True if this name cannot sign in."""
        return self.disabled or self.kept_out is not None
