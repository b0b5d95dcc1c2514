"""People over HTTP, for administrators: who may sign in, in which role, with which tokens."""

from datetime import datetime
from typing import Annotated, Any

import msgspec

from sabot.compliance.words import told
from sabot.people import ADMINISTRATOR, Person
from sabot.people.significant import Significant
from sabot.refusal import Refusal, named, quoted
from sabot.server.http.routes import SIGNED_IN, WATCHERS, Asked, Route

ONLY: frozenset[str] = frozenset({ADMINISTRATOR})
Days = Annotated[int, msgspec.Meta(ge=1, le=365)]
Some = Annotated[int, msgspec.Meta(ge=1, le=500)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class NewPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    password: str
    role: str


class NewRole(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    role: str


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    password: str


class OwnPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    old: str
    new: str


class NewToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A program's token: what it is for, and for how many days."""

    label: str
    days: Days = 90


class GivenToken(msgspec.Struct, frozen=True):
    """Shown once: only its digest is kept."""

    token: str


class After(msgspec.Struct, frozen=True):
    """`newest`: the last ones instead of the first."""

    after: Count = 0
    limit: Some = 100
    newest: bool = False


class PersonView(msgspec.Struct, frozen=True):
    name: str
    shown: str
    role: str
    disabled: bool
    locked_until: datetime | None
    made: datetime


def view_of_person(person: Person) -> PersonView:
    return PersonView(
        person.name, person.shown, person.role, person.disabled, person.locked_until, person.made
    )


async def everyone(asked: Asked) -> list[PersonView]:
    found = await asked.casino.work(asked.casino.people.everyone)
    return [view_of_person(person) for person in found]


async def add(asked: Asked) -> PersonView:
    said: NewPerson = asked.body
    person = await asked.casino.hashing(
        asked.casino.people.add, said.name, said.password, said.role, asked.person.name
    )
    return view_of_person(person)


async def act(asked: Asked) -> None:
    """Disable, enable, unlock, or end the sessions of somebody."""
    people, name = asked.casino.people, await _known(asked)
    acts: dict[str, Any] = {
        "disable": people.disable,
        "enable": people.enable,
        "unlock": people.unlock_person,
        "end-sessions": people.end_sessions,
    }
    what = acts.get(asked.path["act"])
    if what is None:
        raise Refusal("not-found", None, f"There is no {quoted(asked.path['act'])} to be done.")
    if name == asked.person.name and asked.path["act"] == "disable":
        raise Refusal("forbidden", None, "Nobody locks themselves out: ask another administrator.")
    await asked.casino.work(what, name, asked.person.name)


async def change_role(asked: Asked) -> None:
    said: NewRole = asked.body
    name = await _known(asked)
    if name == asked.person.name:
        raise Refusal("forbidden", None, "Nobody changes their own role.")
    account = await asked.casino.work(asked.casino.floor.catch_up_account, name)
    if account.stay is not None:
        raise Refusal("at-table", None, f"{named(name)} plays at a table: wait until they leave.")
    await asked.casino.work(asked.casino.people.change_role, name, said.role, asked.person.name)


async def reset_password(asked: Asked) -> None:
    said: NewPassword = asked.body
    people, name = asked.casino.people, await _known(asked)
    await asked.casino.hashing(people.reset_password, name, said.password, asked.person.name)


async def own_password(asked: Asked) -> None:
    said: OwnPassword = asked.body
    people = asked.casino.people
    asked.casino.passwords.take(asked.person.name)
    await asked.casino.hashing(people.change_password, asked.person.name, said.old, said.new)


async def _known(asked: Asked) -> str:
    name = asked.path["name"]
    if await asked.casino.work(asked.casino.people.person, name) is None:
        raise Refusal("unknown-person", None, f"{named(name)} is nobody here.")
    return name


async def tokens(asked: Asked) -> list[Any]:
    name = await _known(asked)
    found: list[Any] = await asked.casino.work(asked.casino.people.tokens, name)
    return found


async def issue(asked: Asked) -> GivenToken:
    said: NewToken = asked.body
    people, name = asked.casino.people, await _known(asked)
    token = await asked.casino.work(
        people.issue_token, name, said.label, asked.person.name, said.days
    )
    return GivenToken(token)


async def revoke(asked: Asked) -> None:
    await asked.casino.work(
        asked.casino.people.revoke_token, asked.path["token"], asked.person.name
    )


class AccessRow(msgspec.Struct, frozen=True):
    """One event of the log of access: `text` is what it says in English, `zh` in Chinese."""

    position: int
    at: datetime
    who: str
    what: str
    by: str
    address: str | None
    text: str
    zh: str


async def access_log(asked: Asked) -> list[AccessRow]:
    query: After = asked.query
    people = asked.casino.people
    found = await asked.casino.work(people.log, query.after, query.limit, query.newest)
    return [_access(each) for each in found]


def _access(event: Significant) -> AccessRow:
    said = told(event.what, {"who": event.who, "address": event.address, **event.more})
    return AccessRow(
        event.position, event.at, event.who, event.what, event.by, event.address, said.en, said.zh
    )


ROUTES = (
    Route("GET", "/api/people", ONLY, everyone, "Everybody who may sign in.",
          gives=list[PersonView]),
    Route("POST", "/api/people", ONLY, add, "Add somebody.", takes=NewPerson, gives=PersonView,
          status=201),
    Route("GET", "/api/people/log", ONLY | WATCHERS, access_log,
          "Sign-ins, refusals and changes of rights.", query=After, gives=list[AccessRow]),
    Route("PUT", "/api/people/{name}/role", ONLY, change_role,
          "Give somebody another role; their sessions end.", takes=NewRole, status=204,
          refuses=("unknown-person",)),
    Route("PUT", "/api/people/{name}/password", ONLY, reset_password,
          "Give somebody a new password; their sessions end.", takes=NewPassword, status=204,
          refuses=("unknown-person",)),
    Route("PUT", "/api/session/password", SIGNED_IN, own_password,
          "Change your own password; your sessions end.", takes=OwnPassword, status=204),
    Route("GET", "/api/people/{name}/tokens", ONLY, tokens, "The tokens of somebody's programs.",
          refuses=("unknown-person",)),
    Route("POST", "/api/people/{name}/tokens", ONLY, issue, "Issue a token for a program.",
          takes=NewToken, gives=GivenToken, status=201, refuses=("unknown-person",)),
    Route("DELETE", "/api/people/{name}/tokens/{token}", ONLY, revoke, "Revoke a token.",
          status=204, refuses=("unknown-token",)),
    Route("POST", "/api/people/{name}/{act}", ONLY, act,
          "Disable, enable or unlock somebody, or end their sessions (`disable`, `enable`, "
          "`unlock`, `end-sessions`).", status=204, refuses=("unknown-person", "not-found")),
)  # fmt: skip
