"""State of a person: what their log says of them."""

from datetime import datetime
from typing import Annotated, Final

import msgspec

from sabot.declarations import bound, fixed
from sabot.parts.statements import Statements

MOST_SESSIONS: Final = 250
"""Whoever signs in once more leaves the oldest of their sessions."""
MOST_SEEN: Final = 10
"""So many browsers and addresses of a person are remembered."""


class Person(msgspec.Struct, frozen=True):
    """Somebody who may sign in. `locked_until`: too many wrong passwords, from anywhere; `waits`:
    so many changes wait for a second person; `kept_out`: excluded from the casino, and why;
    `called`: what others read instead of the name."""

    name: str
    role: str
    disabled: bool
    locked_until: datetime | None
    made: datetime
    called: str
    waits: int = 0
    kept_out: str | None = None


class Failure(msgspec.Struct, frozen=True):
    at: datetime
    address: str


class LockOut(msgspec.Struct, frozen=True):
    """`address` None: against every address."""

    address: str | None
    until: datetime


class Known(msgspec.Struct, frozen=True):
    """All that a person's events add up to. `password`, `sessions_since` and `tokens_since` are
    numbers of events: of the last password, and of what last ended all sessions and all tokens.
    `statements` wait for a second person; `kept_out` is the clause or reason by which the house has
    excluded them from the casino. `sessions` are those that were begun and not ended, the newest of
    them, and `tokens` those that were issued and not revoked, with their time: whatever else the
    database has of either is not the house's word. `devices` and `places` are the browsers and
    addresses that they last came in by, `factor` the event by which they have a second factor."""

    name: str
    version: int = 0
    at: datetime | None = None
    role: str = ""
    shown: str = ""
    made: datetime | None = None
    disabled: bool = False
    failures: Annotated[
        tuple[Failure, ...], fixed(100, "failures within the window, before the name is locked")
    ] = ()
    lock_outs: Annotated[tuple[LockOut, ...], fixed(1_000, "addresses that are locked out")] = ()
    password: int = 0
    sessions_since: int = 0
    tokens_since: int = 0
    statements: Statements = Statements()
    kept_out: str | None = None
    sessions: Annotated[tuple[str, ...], fixed(MOST_SESSIONS, "sessions of a person")] = ()
    tokens: Annotated[
        dict[str, datetime], bound(500, "tokens of one person", "Revoke some of them first.")
    ] = {}
    devices: Annotated[tuple[str, ...], fixed(MOST_SEEN, "browsers of the last sessions")] = ()
    places: Annotated[tuple[str, ...], fixed(MOST_SEEN, "addresses of the last sessions")] = ()
    factor: int = 0

    @property
    def is_out(self) -> bool:
        """Whether nobody comes in by this name."""
        return self.disabled or self.kept_out is not None
