"""Events and state of a person. Pure: no clock, no disk.

The log has everything that happened to a person and nothing secret. The vault keeps passwords as
hashes, and expiring rows keep tokens as hashes.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

import msgspec

from sabot.engine.declarations import (
    RECORD,
    STAFF_ONLY,
    Address,
    DeviceName,
    TokenName,
    Topic,
    decision,
    in_topics,
)
from sabot.engine.kind import Kind
from sabot.engine.streams import Claim, Event, Stream
from sabot.people.names.sign_in_names import (
    PERSON_LETTERS,
    PERSON_NAME,
    called_claims,
    claims_of_names,
    letters_claims,
    name_claims,
)
from sabot.people.persons.state import (
    MOST_SEEN,
    MOST_SESSIONS,
    Known,
    LockOut,
    Person,
    SignInFailure,
)

WINDOW: Final = timedelta(minutes=30)
LOCK: Final = timedelta(minutes=15)


replace = msgspec.structs.replace


def _advance(known: Known, at: datetime) -> Known:
    moment = at if known.at is None else max(known.at, at)
    return replace(known, version=known.version + 1, at=moment)


PERSON: Stream[Known] = Stream(
    lambda known: known.version, lambda known: "", _advance, lambda known: known.made is not None
)


class PersonAdded(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY
    claim_kinds = (PERSON_NAME, PERSON_LETTERS)

    role: str
    shown: str
    made: datetime

    def claims(self, name: str) -> Iterator[Claim]:
        """Claim the sign-in name in any capitals and look, its letters, and the name to show."""
        yield from claims_of_names(name_claims(name))
        yield from letters_claims(name)
        if self.shown not in ("", name):
            yield from claims_of_names(called_claims(self.shown))


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
    """Record a sign-in. `device`: the browser, if it keeps the cookie that identifies it."""

    basis = RECORD
    sight = STAFF_ONLY

    address: Address
    session: str
    device: DeviceName | None = None


@PERSON.evolves(SignedIn)
def signed_in(known: Known, event: SignedIn) -> Known:
    """Forgive the failures from that address or browser. Failures from elsewhere stay; otherwise
    guessing would be free whenever the person signs in."""
    by = {event.address, event.device}
    return replace(
        known,
        failures=tuple(each for each in known.failures if each.address not in by),
        sessions=_begun(known.sessions, event.session),
        devices=_newest(known.devices, event.device),
        places=_newest(known.places, event.address),
    )


def _newest(seen: tuple[str, ...], one: str | None) -> tuple[str, ...]:
    return seen if one is None else (*_without(seen, one), one)[-MOST_SEEN:]


def _begun(sessions: tuple[str, ...], session: str) -> tuple[str, ...]:
    return (*sessions, session)[-MOST_SESSIONS:]


def _without(sessions: tuple[str, ...], session: str) -> tuple[str, ...]:
    return tuple(each for each in sessions if each != session)


class SignInFailed(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY
    topics = in_topics(Topic.ALARM)

    address: Address
    moment: datetime


@PERSON.evolves(SignInFailed)
def sign_in_failed(known: Known, event: SignInFailed) -> Known:
    """Add a failure; drop those outside the window, before or after, where a wrong clock put
    them."""
    near = tuple(each for each in known.failures if abs(event.moment - each.at) < WINDOW)
    return replace(known, failures=(*near, SignInFailure(event.moment, event.address)))


class LockedOut(Event, frozen=True, kw_only=True):
    """Record a lock-out against an address. `address` None: against every address."""

    basis = RECORD
    sight = STAFF_ONLY
    topics = in_topics(Topic.ALARM)

    address: Address | None
    until: datetime


@PERSON.evolves(LockedOut)
def locked_out(known: Known, event: LockedOut) -> Known:
    others = tuple(
        each
        for each in known.lock_outs
        if each.address != event.address and abs(event.until - each.until) < LOCK
    )
    return replace(known, lock_outs=(*others, LockOut(event.address, event.until)))


class SignInDenied(Event, frozen=True, kw_only=True):
    """Record attempts with a locked or disabled name: the number since the last of these events,
    and the last address."""

    basis = RECORD
    sight = STAFF_ONLY
    topics = in_topics(Topic.ALARM)

    address: Address
    count: int


class Denied(Event, frozen=True, kw_only=True):
    """Record requests for which the role has no right: the number since the last of these
    events."""

    basis = RECORD
    sight = STAFF_ONLY
    topics = in_topics(Topic.ALARM)

    address: Address
    asked: str
    count: int


class SessionUnlocked(Event, frozen=True, kw_only=True):
    """Record a new session in the place of a locked one."""

    basis = RECORD
    sight = STAFF_ONLY
    ends_sessions = True

    address: Address
    session: str
    instead_of: str


class SignedOut(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY
    ends_sessions = True

    session: str


class TokenIssued(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY

    token: TokenName
    label: str
    until: datetime


class TokenRevoked(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY
    ends_sessions = True

    token: TokenName
    label: str


@PERSON.evolves(SignInDenied)
@PERSON.evolves(Denied)
def only_noted(known: Known, event: Event) -> Known:
    return known


@PERSON.evolves(SignedOut)
def signed_out(known: Known, event: SignedOut) -> Known:
    return replace(known, sessions=_without(known.sessions, event.session))


@PERSON.evolves(TokenIssued)
def token_issued(known: Known, event: TokenIssued) -> Known:
    """Add a token; drop expired ones."""
    good = {
        token: until
        for token, until in known.tokens.items()
        if known.at is None or until > known.at
    }
    return replace(known, tokens={**good, event.token: event.until})


@PERSON.evolves(TokenRevoked)
def token_revoked(known: Known, event: TokenRevoked) -> Known:
    others = {token: until for token, until in known.tokens.items() if token != event.token}
    return replace(known, tokens=others)


@PERSON.evolves(SessionUnlocked)
def session_unlocked(known: Known, event: SessionUnlocked) -> Known:
    others = tuple(each for each in known.failures if each.address != event.address)
    sessions = _begun(_without(known.sessions, event.instead_of), event.session)
    return replace(known, failures=others, sessions=sessions)


class PersonUnlocked(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY


@PERSON.evolves(PersonUnlocked)
def person_unlocked(known: Known, event: PersonUnlocked) -> Known:
    return replace(known, failures=(), lock_outs=())


class SessionsEnded(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY
    ends_sessions = True


@PERSON.evolves(SessionsEnded)
def sessions_ended(known: Known, event: SessionsEnded) -> Known:
    return replace(known, sessions_since=known.version + 1, sessions=())


class PersonDisabled(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY
    topics = in_topics(Topic.ALARM)
    ends_sessions = True


class PersonEnabled(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = STAFF_ONLY


class RoleChanged(Event, frozen=True, kw_only=True):
    basis = decision("rights", alone=False)
    sight = STAFF_ONLY
    ends_sessions = True

    role: str


class PasswordChanged(Event, frozen=True, kw_only=True):
    """Record a new password. `reset`: set by another person, who need not know the old one."""

    basis = RECORD
    sight = STAFF_ONLY
    ends_sessions = True

    reset: bool


def ended(known: Known) -> Known:
    """Return the state in which all earlier sessions and tokens are over."""
    number = known.version + 1
    return replace(known, sessions_since=number, tokens_since=number, sessions=(), tokens={})


@PERSON.evolves(PersonDisabled)
def person_disabled(known: Known, event: PersonDisabled) -> Known:
    return replace(ended(known), disabled=True)


@PERSON.evolves(PersonEnabled)
def person_enabled(known: Known, event: PersonEnabled) -> Known:
    return replace(known, disabled=False)


@PERSON.evolves(RoleChanged)
def role_changed(known: Known, event: RoleChanged) -> Known:
    return replace(ended(known), role=event.role)


@PERSON.evolves(PasswordChanged)
def password_changed(known: Known, event: PasswordChanged) -> Known:
    return replace(ended(known), password=known.version + 1)


PERSON_KIND = Kind(
    prefix="person:",
    word="person",
    rules=PERSON,
    state=Known,
    empty=Known,
    words="sabot.people",
    whose="person's",
    refused="Who comes in follows from what a table or an account decides.",
    unasked=True,
)


def person_of(known: Known, now: datetime) -> Person | None:
    """Return the person as others see them, or None if none was added."""
    if known.made is None:
        return None
    locked = [each.until for each in known.lock_outs if now < each.until <= now + LOCK]
    return Person(
        known.name, known.role, known.disabled, max(locked, default=None), known.made, known.shown,
        len(known.statements.pending), known.kept_out,
    )  # fmt: skip
