"""Who is asking: sessions in cookies for browsers, bearer tokens for programs."""

from typing import Final

import msgspec
from starlette.requests import HTTPConnection

from sabot.people import Session
from sabot.people.door import desk_of
from sabot.people.sessions import idle_seconds
from sabot.refusal import Refusal
from sabot.server.casino import Casino
from sabot.server.http.guard import COOKIE, address_of
from sabot.server.http.routes import EVERYONE, Asked, Caller, Reply, Route
from sabot.server.operations.metrics import SIGN_INS

NOBODY: Final = Caller()
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    password: str


class Password(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    password: str


class Me(msgspec.Struct, frozen=True):
    """Who is signed in, and after how many seconds without a word the page locks."""

    name: str
    shown: str
    role: str
    idle_seconds: int
    demo: bool


async def caller_of(casino: Casino, token: str) -> Caller:
    """Who holds the token; nobody if it is no good."""
    if not token:
        return NOBODY
    return await casino.caller(token) or NOBODY


def bucket_of(caller: Caller, connection: HTTPConnection) -> str:
    """Whose requests are counted together: those of a session, or of a place."""
    if caller.session is not None:
        return caller.session.id
    return desk_of(address_of(connection.scope))


def check_origin(connection: HTTPConnection, casino: Casino) -> None:
    """A browser says where a request comes from: it has to be one of our own pages."""
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
    raise Refusal("wrong-role", None, f"This is not for a {caller.role}.")


def cookie(token: str) -> dict[str, str]:
    """The header that gives a browser its session, or takes it away."""
    ended = "" if token else "; Max-Age=0"
    value = f"{COOKIE}={token}; Path=/; Secure; HttpOnly; SameSite=Strict{ended}"
    return {"set-cookie": value}


def me_of(casino: Casino, session: Session) -> Me:
    person = casino.people.person(session.person)
    return Me(
        session.person,
        person.shown if person is not None else session.person,
        session.role,
        idle_seconds(session.role),
        casino.settings.demo,
    )


def welcome(casino: Casino, token: str, session: Session) -> Reply:
    """The answer that begins a session."""
    return Reply(msgspec.json.encode(me_of(casino, session)), headers=cookie(token))


async def sign_in(asked: Asked) -> Reply:
    said: Credentials = asked.body
    casino = asked.casino
    try:
        token, session = await casino.hashing(
            casino.people.sign_in, said.name, said.password, asked.address
        )
    except Refusal:
        SIGN_INS.labels("refused").inc()
        raise
    SIGN_INS.labels("done").inc()
    return await casino.work(welcome, casino, token, session)


async def sign_out(asked: Asked) -> Reply:
    if asked.person.token:
        await asked.casino.work(asked.casino.people.sign_out, asked.person.token)
    return Reply(b"", headers=cookie(""), status=204)


async def who_am_i(asked: Asked) -> Me:
    session = asked.person.session
    if session is None:
        raise Refusal("not-signed-in", None, "Sign in first.")
    check_unlocked(asked.person)
    return await asked.casino.work(me_of, asked.casino, session)


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


ROUTES = (
    Route(
        "POST", "/api/session", EVERYONE, sign_in, "Sign in; the answer sets the session's cookie.",
        takes=Credentials, gives=Me, refuses=("not-signed-in",), while_locked=True, early=True,
    ),
    Route(
        "DELETE", "/api/session", EVERYONE, sign_out, "Sign out.", status=204,
        while_locked=True, early=True,
    ),
    Route(
        "GET", "/api/session", EVERYONE, who_am_i, "Who is signed in.", gives=Me,
        refuses=("not-signed-in", "locked"), quiet=True, while_locked=True, early=True,
    ),
    Route(
        "POST", "/api/session/unlock", EVERYONE, unlock, "Go on after an idle lock.",
        takes=Password, gives=Me, refuses=("not-signed-in", "wrong-password"),
        while_locked=True, early=True,
    ),
)  # fmt: skip
