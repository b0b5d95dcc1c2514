"""What is kept of sessions of people and of tokens of programs, and how long they are good."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import msgspec

from sabot.people.state import Known
from sabot.rules.roles import PLAYER

IDLE_STAFF: Final = timedelta(minutes=5)
IDLE_PLAYER: Final = timedelta(minutes=30)
CACHED: Final = timedelta(seconds=2)
"""So long a process may not notice what another one did to a session."""
SKEW: Final = timedelta(minutes=1)
"""So much the clocks of several processes may differ."""
BYTES: Final = 32
PROGRAM: Final = "sabot_"
SESSION: Final = "session"
TOKEN: Final = "token"
LENGTH: Final = len(secrets.token_urlsafe(BYTES))


class Session(msgspec.Struct, frozen=True):
    """Somebody who has signed in, or a program with a token. `locked`: nothing but unlocking or
    signing out until the password is given again."""

    person: str
    role: str
    id: str
    made: datetime
    seen: datetime
    locked: bool


class SignIn(msgspec.Struct, frozen=True):
    """Where somebody is signed in."""

    id: str
    address: str
    made: datetime
    seen: datetime
    until: datetime


class Token(msgspec.Struct, frozen=True):
    """What a program signs in with, without its secret."""

    id: str
    person: str
    label: str
    made: datetime
    until: datetime
    by: str


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is kept of a session or token. `since`: the event that last ended all of them."""

    person: str
    since: int
    made: datetime
    until: datetime
    seen: datetime
    address: str = ""
    label: str = ""
    by: str = ""


def idle(role: str) -> timedelta:
    """After so long without a word a session is locked."""
    return IDLE_PLAYER if role == PLAYER else IDLE_STAFF


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def public_id(kind: str, key: str) -> str:
    """What a session or token is called where anybody may read it."""
    return f"{kind}:{key[:16]}"


def kind_and_key(token: object) -> tuple[str, str] | None:
    """Under what a token is kept; None for what cannot be one."""
    if not isinstance(token, str) or not token.isascii():
        return None
    if len(token) == LENGTH:
        return SESSION, digest(token)
    if len(token) == len(PROGRAM) + LENGTH and token.startswith(PROGRAM):
        return TOKEN, digest(token)
    return None


@dataclass
class Held:
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
        """Whether it can be told from memory; another process may know of more activity than this
        one, so before a session is locked it is looked at again."""
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
    """Whether that was a moment ago; a clock that was set back has no moments ago."""
    return then is not None and timedelta(0) <= now - then < within


def is_good(kind: str, key: str, row: Row, known: Known, now: datetime) -> bool:
    """Whether the person's own events know of it, and none has ended it."""
    id_ = public_id(kind, key)
    is_known = id_ in known.sessions if kind == SESSION else known.tokens.get(id_) == row.until
    since = known.sessions_since if kind == SESSION else known.tokens_since
    in_time = row.made - SKEW <= now < row.until  # one of a day to come was made by a wrong clock
    return is_known and not known.is_out and row.since == since and in_time


def token_of(key: str, row: Row) -> Token:
    return Token(public_id(TOKEN, key), row.person, row.label, row.made, row.until, row.by)
