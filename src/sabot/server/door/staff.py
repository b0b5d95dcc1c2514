"""People over HTTP, for administrators: roles, rights and tokens."""

import uuid
from datetime import datetime
from typing import Annotated, Any, Final, TypeVar

import msgspec

from sabot.compliance.topics import names_in
from sabot.core.refusal import Refusal, named, quoted
from sabot.engine.declarations import Topic
from sabot.engine.streams import Command
from sabot.people import ADMINISTRATOR, People, Person
from sabot.people.persons.oversight import (
    GUARDED,
    OVERSIGHT,
    ChangeRole,
    DisablePerson,
    EnablePerson,
    ResetFactor,
    ResetPassword,
)
from sabot.people.persons.significant import Significant
from sabot.people.sign_in.passes import SESSION
from sabot.sentences.words import told
from sabot.server.http.names import telling
from sabot.server.http.routes import SIGNED_IN, STAFF, WATCHERS, Asked, Route, via_of

C = TypeVar("C", bound=Command)
ONLY: frozenset[str] = frozenset({ADMINISTRATOR})
Days = Annotated[int, msgspec.Meta(ge=1, le=365)]
Some = Annotated[int, msgspec.Meta(ge=1, le=500)]
MOST_NAMES: Final = 200
"""Most names in one request."""
Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class NewPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person to add. `called`: display name, if different from the name."""

    name: str
    password: str
    role: str
    called: str = ""


class NewRole(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    role: str


class NewCalled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    called: str
    reason: str


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    password: str


class OwnPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Old and new password. `code`: for staff, the digits of an authenticator, or a recovery
    code."""

    old: str
    new: str
    code: str = ""


class NewToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A program's token: its purpose and its days."""

    label: str
    days: Days = 90


class GivenToken(msgspec.Struct, frozen=True):
    """A new token, shown once: only its digest is kept."""

    token: str


class AfterEntry(msgspec.Struct, frozen=True):
    """A page of the log. `newest`: the last entries instead of the first."""

    after: Count = 0
    limit: Some = 100
    newest: bool = False


class These(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sign-in names, separated by commas."""

    names: Annotated[str, msgspec.Meta(max_length=8000)]


class PersonView(msgspec.Struct, frozen=True):
    name: str
    called: str
    role: str
    disabled: bool
    locked_until: datetime | None
    made: datetime
    waits: int
    kept_out: str | None


class Changed(msgspec.Struct, frozen=True):
    """A change. `waits`: it is stated; another administrator or an inspector must confirm it
    first."""

    waits: bool


def view_of_person(person: Person) -> PersonView:
    return PersonView(
        person.name, person.called, person.role, person.disabled, person.locked_until, person.made,
        person.waits, person.kept_out,
    )  # fmt: skip


def _stated(kind: type[C], asked: Asked, **fields: Any) -> C:
    """Return an administrator's command in their own name."""
    who = asked.person
    return kind(id=uuid.uuid4().hex, actor=who.name, role=who.role, via=via_of(who), **fields)


async def everyone(asked: Asked) -> list[PersonView]:
    found = await asked.casino.work(asked.casino.people.everyone)
    return [view_of_person(person) for person in found]


async def add(asked: Asked) -> PersonView:
    said: NewPerson = asked.body
    person = await asked.casino.hashing(
        asked.casino.people.add, said.name, said.password, said.role, asked.person.name,
        called=said.called, asked=_stated(EnablePerson, asked),
    )  # fmt: skip
    return view_of_person(person)


async def act(asked: Asked) -> Changed:
    """Disable, enable, unlock a person, or end their sessions. Disabling a person who oversees
    others, and enabling a guarded role, take two persons."""
    people, person = asked.casino.people, await _known(asked)
    name = person.name
    acts: dict[str, Any] = {
        "disable": people.disable,
        "enable": people.enable,
        "unlock": people.unlock_person,
        "end-sessions": people.end_sessions,
        "reset-factor": people.reset_factor,
    }
    what = acts.get(asked.path["act"])
    if what is None:
        raise Refusal(
            "not-found",
            None,
            "{path} is not something that can be done with a person.",
            path=quoted(asked.path["act"]),
        )
    if name == asked.person.name and asked.path["act"] == "disable":
        raise Refusal("forbidden", None, "You cannot lock yourself out: ask another administrator.")
    stating: dict[str, tuple[frozenset[str], type[Command]]] = {
        "disable": (OVERSIGHT, DisablePerson),
        "enable": (GUARDED, EnablePerson),
    }
    roles, kind = stating.get(asked.path["act"], (frozenset(), EnablePerson))
    if asked.path["act"] == "reset-factor":
        roles, kind = frozenset({person.role}), ResetFactor
    if person.role in roles:
        await asked.casino.work(people.oversight.state, name, _stated(kind, asked))
        return Changed(True)
    await asked.casino.work(what, name, asked.person.name, via_of(asked.person))
    return Changed(False)


async def change_role(asked: Asked) -> Changed:
    said: NewRole = asked.body
    people, person = asked.casino.people, await _known(asked)
    if person.name == asked.person.name:
        raise Refusal(
            "forbidden", None, "You cannot change your own role: ask another administrator."
        )
    await asked.casino.work(people.check_new_role, person.name, said.role)
    if GUARDED & {person.role, said.role}:
        change = _stated(ChangeRole, asked, to=said.role)
        await asked.casino.work(people.oversight.state, person.name, change)
        return Changed(True)
    by, via = asked.person.name, via_of(asked.person)
    await asked.casino.work(people.change_role, person.name, said.role, by, via)
    return Changed(False)


async def rename(asked: Asked) -> PersonView:
    said: NewCalled = asked.body
    by, via, person = asked.person.name, via_of(asked.person), await _known(asked)
    rename = asked.casino.people.callings.rename
    await asked.casino.work(rename, person.name, said.called, said.reason, by, via)
    return view_of_person(await _known(asked))


async def called(asked: Asked) -> dict[str, str]:
    """Return display names that differ from the sign-in names."""
    query: These = asked.query
    names = [*dict.fromkeys(query.names.split(","))][:MOST_NAMES]
    return await asked.casino.work(_called, asked.casino.people, names)


def _called(people: People, names: list[str]) -> dict[str, str]:
    found = {name: people.callings.of(name) for name in names}
    return {name: called for name, called in found.items() if called != name}


async def reset_password(asked: Asked) -> Changed:
    """State a new password for another person; a second person confirms it."""
    said: NewPassword = asked.body
    people, person = asked.casino.people, await _known(asked)
    change = _stated(ResetPassword, asked)
    await asked.casino.hashing(people.state_password, person.name, said.password, change)
    return Changed(True)


async def own_password(asked: Asked) -> None:
    said: OwnPassword = asked.body
    people = asked.casino.people
    asked.casino.passwords.take(asked.person.name)
    await asked.casino.hashing(
        people.change_password, asked.person.name, said.old, said.new, code=said.code
    )


async def _known(asked: Asked) -> Person:
    name = asked.path["name"]
    person = await asked.casino.work(asked.casino.people.person, name)
    if person is None:
        raise Refusal(
            "unknown-person", None, "No person here is registered as {name}.", name=named(name)
        )
    return person


async def tokens(asked: Asked) -> list[Any]:
    person = await _known(asked)
    return await _tokens_of(asked, person.name)


async def own_tokens(asked: Asked) -> list[Any]:
    return await _tokens_of(asked, asked.person.name)


async def _tokens_of(asked: Asked, name: str) -> list[Any]:
    found: list[Any] = await asked.casino.work(asked.casino.people.tokens, name)
    return found


async def issue(asked: Asked) -> GivenToken:
    """Issue a token to the caller, who must have signed in: a token cannot issue another."""
    said: NewToken = asked.body
    name, via = asked.person.name, via_of(asked.person)
    if via is None or not via.startswith(SESSION):
        raise Refusal("forbidden", None, "Sign in to make a token: no token makes another.")
    people = asked.casino.people
    token = await asked.casino.work(people.issue_token, name, said.label, name, said.days, via)
    return GivenToken(token)


async def revoke(asked: Asked) -> None:
    await _revoke(asked, await tokens(asked))


async def revoke_own(asked: Asked) -> None:
    await _revoke(asked, await own_tokens(asked))


async def _revoke(asked: Asked, among: list[Any]) -> None:
    wanted, by = asked.path["token"], asked.person.name
    if wanted not in [token.id for token in among]:
        raise Refusal("unknown-token", None, "There is no such token in that name.")
    await asked.casino.work(asked.casino.people.revoke_token, wanted, by, via_of(asked.person))


class AccessRow(msgspec.Struct, frozen=True):
    """An event of the access log: `text` in English, `words` in each other language."""

    position: int
    at: datetime
    who: str
    what: str
    by: str
    address: str | None
    text: str
    words: dict[str, str]
    via: str | None
    alarm: bool = False


async def access_log(asked: Asked) -> list[AccessRow]:
    query: AfterEntry = asked.query
    people = asked.casino.people

    def read() -> list[AccessRow]:
        return [_access(each) for each in people.log(query.after, query.limit, query.newest)]

    return await asked.casino.work(telling(asked, read))


def _access(event: Significant) -> AccessRow:
    said = told(event.what, {"who": event.who, "address": event.address, **event.more})
    return AccessRow(
        event.position, event.at, event.who, event.what, event.by, event.address, said.en,
        said.words, event.via, alarm=event.what in names_in(Topic.ALARM),
    )  # fmt: skip


ROUTES = (
    Route("GET", "/api/people", ONLY, everyone, "Everybody who may sign in.",
          gives=list[PersonView]),
    Route("POST", "/api/people", ONLY, add, "Add a person.", takes=NewPerson, gives=PersonView,
          status=201),
    Route("GET", "/api/people/log", ONLY | WATCHERS, access_log,
          "Sign-ins, refusals and changes of rights.", query=AfterEntry, gives=list[AccessRow]),
    Route("GET", "/api/people/called", STAFF, called,
          "What those of these people are called who are called otherwise than they sign in.",
          query=These, gives=dict[str, str], quiet=True),
    Route("PUT", "/api/people/{name}/called", ONLY, rename,
          "Change a display name; the sign-in name stays.", takes=NewCalled, gives=PersonView,
          refuses=("unknown-person", "bad-name", "name-taken", "no-reason")),
    Route("PUT", "/api/people/{name}/role", ONLY, change_role,
          "Give a person another role; their sessions end.", takes=NewRole, gives=Changed,
          refuses=("unknown-person",)),
    Route("PUT", "/api/people/{name}/password", ONLY, reset_password,
          "Give a person a new password, once another person confirms it; their sessions end.",
          takes=NewPassword, gives=Changed,
          refuses=("unknown-person",)),
    Route("PUT", "/api/session/password", SIGNED_IN, own_password,
          "Change your own password; your sessions end. Staff show their second factor too.",
          takes=OwnPassword, status=204,
          refuses=("wrong-password", "second-factor", "enrol-factor", "wrong-code")),
    Route("GET", "/api/session/tokens", SIGNED_IN, own_tokens, "The tokens of your own programs."),
    Route("POST", "/api/session/tokens", SIGNED_IN, issue,
          "Make a token for a program of your own; a token in another's name cannot be made.",
          takes=NewToken, gives=GivenToken, status=201, refuses=("forbidden",)),
    Route("DELETE", "/api/session/tokens/{token}", SIGNED_IN, revoke_own,
          "Revoke a token of your own.", status=204, refuses=("unknown-token",)),
    Route("GET", "/api/people/{name}/tokens", ONLY, tokens, "List tokens of a person's programs.",
          refuses=("unknown-person",)),
    Route("DELETE", "/api/people/{name}/tokens/{token}", ONLY, revoke, "Revoke a token.",
          status=204, refuses=("unknown-token", "unknown-person")),
    Route("POST", "/api/people/{name}/{act}", ONLY, act,
          "Disable, enable or unlock a person, end their sessions, or, by two, reset a lost "
          "second factor (`disable`, `enable`, `unlock`, `end-sessions`, `reset-factor`).",
          gives=Changed, refuses=("unknown-person", "not-found")),
)  # fmt: skip
