"""Sign-in over HTTP: sessions in cookies for browsers, bearer tokens for programs."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

import msgspec
from starlette.requests import HTTPConnection

from sabot.core.refusal import Refusal
from sabot.people import Session
from sabot.people.sign_in.door import desk_of
from sabot.people.sign_in.factor import FactorOffer
from sabot.people.sign_in.sessions import idle_seconds
from sabot.people.sign_in.sign_ins import Came
from sabot.server.casino import Casino
from sabot.server.http.guard import COOKIE, DEVICE_COOKIE, address_of
from sabot.server.http.routes import EVERYONE, SIGNED_IN, Asked, Caller, Reply, Route, via_of
from sabot.server.http.site import LINKS, Link
from sabot.server.operations.metrics import SIGN_INS

NOBODY: Final = Caller()
DEVICE_SECONDS: Final = 400 * 24 * 3600
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Name and password. `code`: the digits of an authenticator, or a recovery code."""

    name: str
    password: str
    code: str = ""


class Password(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    password: str


class SignedInPerson(msgspec.Struct, frozen=True):
    """The signed-in person, the idle seconds until the page locks, and the links of the header."""

    name: str
    called: str
    role: str
    idle_seconds: int
    demo: bool
    links: list[Link]


async def caller_of(casino: Casino, token: str) -> Caller:
    """Return the caller who holds the token; an anonymous one if it is not valid."""
    if not token:
        return NOBODY
    return await casino.caller(token) or NOBODY


def bucket_of(caller: Caller, connection: HTTPConnection) -> str:
    """Return the key by which requests are counted together: a session, or an address."""
    if caller.session is not None:
        return caller.session.id
    return desk_of(address_of(connection.scope))


def check_origin(connection: HTTPConnection, casino: Casino) -> None:
    """Refuse a browser's request that does not come from one of our own pages."""
    origin = connection.headers.get("origin")
    if origin is None:
        if connection.headers.get("sec-fetch-site") == "same-origin":
            return
    elif origin in casino.settings.origins:
        return
    raise Refusal("wrong-origin", None, "This has to come from a page of this casino.")


def check_unlocked(caller: Caller) -> None:
    if caller.session is not None and caller.session.locked:
        raise Refusal("locked", None, "You were away: unlock your session to go on.")


def check_role(caller: Caller, who: frozenset[str]) -> None:
    if caller.role in who:
        return
    if not caller.is_known:
        raise Refusal("not-signed-in", None, "Sign in first.")
    raise Refusal("wrong-role", None, "A {role} cannot do this.", role=caller.role)


def cookie(token: str) -> dict[str, str]:
    """Return the header that gives a browser its session, or removes it."""
    ended = "" if token else "; Max-Age=0"
    value = f"{COOKIE}={token}; Path=/; Secure; HttpOnly; SameSite=Strict{ended}"
    return {"set-cookie": value}


def device_cookie(device: str) -> tuple[str, str]:
    """Return the header that identifies a browser at its next sign-in. It grants no access: it only
    keeps wrong passwords of others from being counted against its owner."""
    flags = f"Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age={DEVICE_SECONDS}"
    return "set-cookie", f"{DEVICE_COOKIE}={device}; {flags}"


def me_of(casino: Casino, session: Session) -> SignedInPerson:
    person = casino.people.person(session.person)
    return SignedInPerson(
        session.person,
        person.called if person is not None else session.person,
        session.role,
        idle_seconds(session.role),
        casino.settings.demo,
        LINKS[session.role],
    )


def welcome(casino: Casino, token: str, session: Session) -> Reply:
    """Return the answer that begins a session."""
    return Reply(msgspec.json.encode(me_of(casino, session)), headers=cookie(token))


async def sign_in(asked: Asked) -> Reply:
    said: Credentials = asked.body
    casino = asked.casino
    try:
        came: Came = await at_the_door(
            asked, casino.people.comings.sign_in, asked.device, said.code
        )
    except Refusal:
        SIGN_INS.labels("refused").inc()
        raise
    SIGN_INS.labels("done").inc()
    reply = await casino.work(welcome, casino, came.token, came.session)
    known = () if came.device == asked.device else (device_cookie(came.device),)
    return replace(reply, more_headers=known)


async def offer(asked: Asked) -> FactorOffer:
    """Return a second factor to enrol, for a person who gives the password."""
    shown: FactorOffer = await at_the_door(asked, asked.casino.people.comings.offer, asked.device)
    return shown


async def at_the_door(asked: Asked, does: Callable[..., Any], *more: str) -> Any:
    """Check a password outside a session, with a rate limit by address, tighter for wrong ones. An
    existing session changes nothing. A browser by which that person signed in before is counted by
    itself."""
    said: Credentials = asked.body
    casino, place = asked.casino, desk_of(asked.address)
    casino.knocks.take(place)
    is_seen = await casino.at_door(casino.people.comings.knows, said.name, asked.device)
    if not is_seen:
        casino.wrong.check(place)
    try:
        return await casino.hashing(does, said.name, said.password, asked.address, *more)
    except Refusal as refused:
        if not is_seen and refused.code in ("not-signed-in", "wrong-code"):
            casino.wrong.spend(place)
        raise


async def sign_out(asked: Asked) -> Reply:
    if asked.person.token:
        await asked.casino.work(asked.casino.people.sign_out, asked.person.token)
    return Reply(b"", headers=cookie(""), status=204)


async def who_am_i(asked: Asked) -> SignedInPerson:
    session = asked.person.session
    if session is None:
        raise Refusal("not-signed-in", None, "Sign in first.")
    check_unlocked(asked.person)
    return await asked.casino.work(me_of, asked.casino, session)


class AtDoor(msgspec.Struct, frozen=True):
    """The caller of a page that is open to strangers; None: a stranger."""

    session: SignedInPerson | None


async def at_door(asked: Asked) -> AtDoor:
    """Return the caller without an error for strangers: browsers print every error on their
    consoles."""
    return AtDoor(None if asked.person.session is None else await who_am_i(asked))


async def unlock(asked: Asked) -> Reply:
    said: Password = asked.body
    casino, token = asked.casino, asked.person.token
    if not asked.person.is_known:
        raise Refusal("not-signed-in", None, "Sign in first.")
    casino.passwords.take(asked.person.name)
    fresh = await casino.hashing(casino.people.unlock, token, said.password)
    session = await casino.work(casino.people.session, fresh)
    if session is None:
        raise Refusal("not-signed-in", None, "The session is over: sign in again.")
    return await casino.work(welcome, casino, fresh, session)


class OwnSignIn(msgspec.Struct, frozen=True):
    """A sign-in of the caller; `here`: the one of this request."""

    id: str
    address: str
    made: datetime
    seen: datetime
    until: datetime
    here: bool


async def sign_ins(asked: Asked) -> list[OwnSignIn]:
    found = await asked.casino.work(asked.casino.people.comings.of, asked.person.name)
    here = via_of(asked.person)
    return [
        OwnSignIn(each.id, each.address, each.made, each.seen, each.until, each.id == here)
        for each in found
    ]


async def end_sign_in(asked: Asked) -> None:
    await _end(asked, lambda id_: id_ == asked.path["sign_in"])


async def end_others(asked: Asked) -> None:
    here = via_of(asked.person)
    await _end(asked, lambda id_: id_ != here, may_be_none=True)


async def _end(asked: Asked, which: Callable[[str], bool], may_be_none: bool = False) -> None:
    who, comings = asked.person, asked.casino.people.comings
    ended = await asked.casino.work(comings.end, who.name, which, via_of(who))
    if not ended and not may_be_none:
        raise Refusal("unknown-sign-in", None, "You are not signed in there any more.")


ROUTES = (
    Route(
        "POST", "/api/session", EVERYONE, sign_in, "Sign in; the answer sets the session's cookie.",
        takes=Credentials, gives=SignedInPerson, while_locked=True, early=True,
        refuses=("not-signed-in", "second-factor", "enrol-factor", "wrong-code"),
    ),
    Route(
        "POST", "/api/session/factor", EVERYONE, offer,
        "A second factor for a member of staff who has none: shown once, proven by signing in.",
        takes=Credentials, gives=FactorOffer, refuses=("not-signed-in", "has-factor"),
        while_locked=True, early=True,
    ),
    Route("GET", "/api/session/sign-ins", SIGNED_IN, sign_ins, "Where you are signed in.",
          gives=list[OwnSignIn]),
    Route("DELETE", "/api/session/sign-ins", SIGNED_IN, end_others,
          "Sign out everywhere else.", status=204),
    Route("DELETE", "/api/session/sign-ins/{sign_in}", SIGNED_IN, end_sign_in,
          "End one of your sign-ins.", status=204, refuses=("unknown-sign-in",)),
    Route(
        "DELETE", "/api/session", EVERYONE, sign_out, "Sign out.", status=204,
        while_locked=True, early=True,
    ),
    Route(
        "GET", "/api/session", EVERYONE, who_am_i, "Who is signed in.", gives=SignedInPerson,
        refuses=("not-signed-in", "locked"), quiet=True, while_locked=True, early=True,
    ),
    Route(
        "GET", "/api/door", EVERYONE, at_door, "Return the signed-in person, or null.",
        gives=AtDoor, refuses=("locked",), quiet=True, while_locked=True, early=True,
    ),
    Route(
        "POST", "/api/session/unlock", EVERYONE, unlock, "Go on after an idle lock.",
        takes=Password, gives=SignedInPerson, refuses=("not-signed-in", "wrong-password"),
        while_locked=True, early=True,
    ),
)  # fmt: skip
