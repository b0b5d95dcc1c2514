"""Stored sessions of people and tokens of programs, and their expiry."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import msgspec

from sabot.people.persons.state import Known
from sabot.rules.roles import PLAYER

IDLE_STAFF: Final = timedelta(minutes=5)
IDLE_PLAYER: Final = timedelta(minutes=30)
CACHED: Final = timedelta(seconds=2)
"""Longest time until a process notices what another one did to a session."""
SKEW: Final = timedelta(minutes=1)
"""Largest difference between the clocks of several processes."""
BYTES: Final = 32
PROGRAM: Final = "sabot_"
SESSION: Final = "session"
TOKEN: Final = "token"
LENGTH: Final = len(secrets.token_urlsafe(BYTES))


class Session(msgspec.Struct, frozen=True):
    """A signed-in person, or a program with a token. `locked`: only unlocking and signing out are
    allowed until the password is given again."""

    person: str
    role: str
    id: str
    made: datetime
    seen: datetime
    locked: bool


class SignIn(msgspec.Struct, frozen=True):
    """A session as its person sees it: address, begin, last activity and expiry."""

    id: str
    address: str
    made: datetime
    seen: datetime
    until: datetime


class Token(msgspec.Struct, frozen=True):
    """A program's token, without its secret."""

    id: str
    person: str
    label: str
    made: datetime
    until: datetime
    by: str


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """Stored session or token. `since`: number of the event that last ended all of them."""

    person: str
    since: int
    made: datetime
    until: datetime
    seen: datetime
    address: str = ""
    label: str = ""
    by: str = ""


def idle(role: str) -> timedelta:
    """Return the time without activity after which a session is locked."""
    return IDLE_PLAYER if role == PLAYER else IDLE_STAFF


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def public_id(kind: str, key: str) -> str:
    """Return the public id of a session or token."""
    return f"{kind}:{key[:16]}"


def kind_and_key(token: object) -> tuple[str, str] | None:
    """Return the kind and key under which a token is stored; None if the text cannot be a token."""
    if not isinstance(token, str) or not token.isascii():
        return None
    if len(token) == LENGTH:
        return SESSION, digest(token)
    if len(token) == len(PROGRAM) + LENGTH and token.startswith(PROGRAM):
        return TOKEN, digest(token)
    return None


@dataclass
class HeldSession:
    """A session in memory."""

    kind: str
    row: Row
    raw: bytes
    role: str
    id: str
    loaded: datetime
    seen: datetime
    saving: bool = False
    is_doubtful: bool = False

    def is_fresh(self, now: datetime) -> bool:
        """Return True if memory is enough to judge the session. Another process may know of later
        activity, so a session is read again before it is treated as locked."""
        if self.is_doubtful or now >= self.row.until:
            return False
        return not self.is_locked(now) or recent(self.loaded, now)

    def is_locked(self, now: datetime) -> bool:
        return self.kind == SESSION and now - self.seen >= idle(self.role)

    def session(self, now: datetime) -> Session:
        seen = self.seen if self.kind == SESSION else now
        row = self.row
        return Session(row.person, self.role, self.id, row.made, seen, self.is_locked(now))


def recent(then: datetime | None, now: datetime, within: timedelta = CACHED) -> bool:
    """Return True if `then` is less than `within` before `now`. A `then` in the future is not
    recent: the clock was set back."""
    return then is not None and timedelta(0) <= now - then < within


def is_good(kind: str, key: str, row: Row, known: Known, now: datetime) -> bool:
    """Return True if the person's events list the session or token, none has ended it, and its time
    runs."""
    id_ = public_id(kind, key)
    is_known = id_ in known.sessions if kind == SESSION else known.tokens.get(id_) == row.until
    since = known.sessions_since if kind == SESSION else known.tokens_since
    in_time = row.made - SKEW <= now < row.until  # a later `made` comes from a wrong clock
    return is_known and not known.is_out and row.since == since and in_time


def token_of(key: str, row: Row) -> Token:
    return Token(public_id(TOKEN, key), row.person, row.label, row.made, row.until, row.by)
