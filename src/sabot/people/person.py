"""A person as their events tell it, and when a name is locked out. Pure: no clock, no disk.

The log has everything that happened to a person and nothing secret: passwords lie as hashes in the
vault, tokens as hashes among the passing things.
"""

import unicodedata
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

import msgspec

from sabot.kind import Kind
from sabot.refusal import Refusal, quoted
from sabot.rules.roles import (
    ADMINISTRATOR,
    ASSISTANT_GAMING_MANAGER,
    CASHIER,
    CASINO_SUPERVISOR,
    DEALER,
    DUTY_MANAGER,
    GAMING_MANAGER,
    GAMING_SUPERVISOR,
    INSPECTOR,
    PLAYER,
    SURVEILLANCE,
    TOURNAMENT_MANAGER,
)
from sabot.streams import Event, Stream

SIGN_IN_ROLES: Final = (
    PLAYER,
    DEALER,
    CASHIER,
    GAMING_SUPERVISOR,
    CASINO_SUPERVISOR,
    ASSISTANT_GAMING_MANAGER,
    GAMING_MANAGER,
    DUTY_MANAGER,
    TOURNAMENT_MANAGER,
    SURVEILLANCE,
    INSPECTOR,
    ADMINISTRATOR,
)
"""One person, one name, one of these. Nobody signs in as the casino operator."""

WINDOW: Final = timedelta(minutes=30)
LOCK: Final = timedelta(minutes=15)
FROM_ONE_ADDRESS: Final = 3
IN_ALL: Final = 10

LONGEST_NAME: Final = 32
SIGNS: Final = frozenset("._-'")
RESERVED: Final = frozenset({"console", "demo", "house", "nobody"})
"""Who else may stand in the log as somebody who did something."""
replace = msgspec.structs.replace


class Person(msgspec.Struct, frozen=True):
    """Somebody who may sign in. `locked_until`: too many wrong passwords, from anywhere."""

    name: str
    role: str
    disabled: bool
    locked_until: datetime | None
    made: datetime
    shown: str


class Failure(msgspec.Struct, frozen=True):
    at: datetime
    address: str


class LockOut(msgspec.Struct, frozen=True):
    """`address` None: against every address."""

    address: str | None
    until: datetime


class Known(msgspec.Struct, frozen=True):
    """All that a person's events add up to. The last three are numbers of events: of the last
    password, and of what last ended all sessions and all tokens."""

    name: str
    version: int = 0
    at: datetime | None = None
    role: str = ""
    shown: str = ""
    made: datetime | None = None
    disabled: bool = False
    failures: tuple[Failure, ...] = ()
    lock_outs: tuple[LockOut, ...] = ()
    password: int = 0
    sessions_since: int = 0
    tokens_since: int = 0


def _advance(known: Known, at: datetime) -> Known:
    moment = at if known.at is None else max(known.at, at)
    return replace(
        known,
        version=known.version + 1,
        at=moment,
        failures=tuple(each for each in known.failures if each.at > moment - WINDOW),
        lock_outs=tuple(each for each in known.lock_outs if each.until > moment),
    )


PERSON: Stream[Known] = Stream(
    lambda known: known.version, lambda known: "", _advance, lambda known: known.made is not None
)
PERSON_KIND = Kind(
    prefix="person:",
    word="person",
    rules=PERSON,
    state=Known,
    empty=Known,
    words="sabot.people",
)


class PersonAdded(Event, frozen=True, kw_only=True):
    role: str
    shown: str
    made: datetime


@PERSON.evolves(PersonAdded)
def person_added(known: Known, event: PersonAdded) -> Known:
    number = known.version + 1
    return replace(
        known,
        role=event.role,
        shown=event.shown,
        made=event.made,
        password=number,
        sessions_since=number,
        tokens_since=number,
    )


class SignedIn(Event, frozen=True, kw_only=True):
    address: str
    session: str


@PERSON.evolves(SignedIn)
def signed_in(known: Known, event: SignedIn) -> Known:
    """The failures from that address are forgiven; others' stay, or guessing would be free
    whenever the person signs in."""
    others = tuple(each for each in known.failures if each.address != event.address)
    return replace(known, failures=others)


class SignInFailed(Event, frozen=True, kw_only=True):
    address: str
    moment: datetime


@PERSON.evolves(SignInFailed)
def sign_in_failed(known: Known, event: SignInFailed) -> Known:
    return replace(known, failures=(*known.failures, Failure(event.moment, event.address)))


class LockedOut(Event, frozen=True, kw_only=True):
    """`address` None: the name as a whole."""

    address: str | None
    until: datetime


@PERSON.evolves(LockedOut)
def locked_out(known: Known, event: LockedOut) -> Known:
    others = tuple(each for each in known.lock_outs if each.address != event.address)
    return replace(known, lock_outs=(*others, LockOut(event.address, event.until)))


class SignInDenied(Event, frozen=True, kw_only=True):
    """Somebody tried a name that is locked out or disabled: so many times since the last of these,
    the last time from that address."""

    address: str
    count: int


class Denied(Event, frozen=True, kw_only=True):
    """Somebody asked for what is not for their role: so many times since the last of these."""

    address: str
    asked: str
    count: int


class SessionUnlocked(Event, frozen=True, kw_only=True):
    """A new session in the place of an old one."""

    address: str
    session: str
    instead_of: str


class SignedOut(Event, frozen=True, kw_only=True):
    session: str


class TokenIssued(Event, frozen=True, kw_only=True):
    token: str
    label: str
    until: datetime


class TokenRevoked(Event, frozen=True, kw_only=True):
    token: str
    label: str


@PERSON.evolves(SignInDenied)
@PERSON.evolves(Denied)
@PERSON.evolves(SignedOut)
@PERSON.evolves(TokenIssued)
@PERSON.evolves(TokenRevoked)
def only_noted(known: Known, event: Event) -> Known:
    return known


@PERSON.evolves(SessionUnlocked)
def session_unlocked(known: Known, event: SessionUnlocked) -> Known:
    others = tuple(each for each in known.failures if each.address != event.address)
    return replace(known, failures=others)


class PersonUnlocked(Event, frozen=True, kw_only=True):
    pass


@PERSON.evolves(PersonUnlocked)
def person_unlocked(known: Known, event: PersonUnlocked) -> Known:
    return replace(known, failures=(), lock_outs=())


class SessionsEnded(Event, frozen=True, kw_only=True):
    pass


@PERSON.evolves(SessionsEnded)
def sessions_ended(known: Known, event: SessionsEnded) -> Known:
    return replace(known, sessions_since=known.version + 1)


class PersonDisabled(Event, frozen=True, kw_only=True):
    pass


class PersonEnabled(Event, frozen=True, kw_only=True):
    pass


class RoleChanged(Event, frozen=True, kw_only=True):
    role: str


class PasswordChanged(Event, frozen=True, kw_only=True):
    """`reset`: by somebody else, who need not know the old one."""

    reset: bool


def _ended(known: Known) -> Known:
    """No session and no token outlives this event."""
    number = known.version + 1
    return replace(known, sessions_since=number, tokens_since=number)


@PERSON.evolves(PersonDisabled)
def person_disabled(known: Known, event: PersonDisabled) -> Known:
    return replace(_ended(known), disabled=True)


@PERSON.evolves(PersonEnabled)
def person_enabled(known: Known, event: PersonEnabled) -> Known:
    return replace(known, disabled=False)


@PERSON.evolves(RoleChanged)
def role_changed(known: Known, event: RoleChanged) -> Known:
    return replace(_ended(known), role=event.role)


@PERSON.evolves(PasswordChanged)
def password_changed(known: Known, event: PasswordChanged) -> Known:
    return replace(_ended(known), password=known.version + 1)


def failed(known: Known, address: str, now: datetime) -> Sequence[Event]:
    """What follows from a wrong password.

    Three in half an hour from one address lock the name against that address, for a quarter of an
    hour. Others may go on, so that nobody locks a person out of their work from afar, until there
    were ten from anywhere.
    """
    recent = [each.address for each in known.failures if each.at > now - WINDOW] + [address]
    events: list[Event] = [SignInFailed(address=address, moment=now)]
    if recent.count(address) >= FROM_ONE_ADDRESS:
        events.append(LockedOut(address=address, until=now + LOCK))
    if len(recent) >= IN_ALL:
        events.append(LockedOut(address=None, until=now + LOCK))
    return events


def is_locked_out(known: Known, address: str, now: datetime, inside: bool = False) -> bool:
    """Whether the name is locked against that address; for somebody `inside`, who has a session
    already, only what was tried from there counts."""
    against = {address} if inside else {address, None}
    return any(each.until > now and each.address in against for each in known.lock_outs)


def person_of(known: Known, now: datetime) -> Person | None:
    """As the others see the person, once there is one."""
    if known.made is None:
        return None
    locked = [each.until for each in known.lock_outs if each.until > now]
    return Person(
        known.name, known.role, known.disabled, max(locked, default=None), known.made, known.shown
    )


def is_person_name(name: object) -> bool:
    """Whether somebody can be called so: letters and digits of any script, and `._-'` inside.

    >>> [is_person_name(name) for name in ("dora", "Zoë.O'Hara", "陳大文", "a b", "-x", "")]
    [True, True, True, False, False, False]
    """
    if not isinstance(name, str) or not 0 < len(name) <= LONGEST_NAME:
        return False
    plain = all(letter.isalnum() or letter in SIGNS for letter in name) and name[0].isalnum()
    return plain and unicodedata.normalize("NFKC", name) == name


def check_name(name: object) -> None:
    if not is_person_name(name) or str(name).casefold() in RESERVED:
        raise Refusal(
            "bad-name",
            None,
            f"{quoted(name)} cannot be a name: up to {LONGEST_NAME} letters and digits, and . _ - '"
            " after the first.",
        )


def check_role(role: object) -> None:
    if role not in SIGN_IN_ROLES:
        raise Refusal("bad-role", None, f"{quoted(role)} is not a role that anybody signs in with.")
