"""`sabot people`: manage who may sign in, with write access to the store."""

import argparse
import getpass
import os
import sys
import uuid
from typing import Any, TypeVar

import msgspec

from sabot.core.refusal import Refusal, quoted
from sabot.engine.streams import Command
from sabot.people import SIGN_IN_ROLES, People, Person
from sabot.people.names.display_names import checked_called
from sabot.people.names.sign_in_names import check_name, check_role
from sabot.people.persons.oversight import ChangeRole, EnablePerson
from sabot.people.sign_in.passwords import LONGEST
from sabot.store import open_store

BY = "console"
DATABASE = "SABOT_DATABASE_URL"
STORE = "casino.db"
ACTS = (
    "list",
    "add",
    "rename",
    "unlock",
    "disable",
    "enable",
    "password",
    "role",
    "token",
    "factor",
)
ONCE = "once an administrator or an inspector confirms it"
"""Addition to the answer for a change that takes two persons."""
C = TypeVar("C", bound=Command)
WITH_ROLE = ("add", "role")
WITH_CALLED = ("add", "rename")
DAYS = 90


def declare(options: argparse.ArgumentParser) -> None:
    options.add_argument(
        "act", nargs="?", default="list", choices=ACTS, help="what to do (default: list)"
    )
    options.add_argument("name", nargs="?", metavar="NAME", help="the person's sign-in name")
    options.add_argument(
        "--role", metavar="ROLE", help=f"for add and role: {', '.join(SIGN_IN_ROLES)}"
    )
    options.add_argument(
        "--called", metavar="TEXT", help="for add and rename: what others read instead of NAME"
    )
    options.add_argument("--reason", metavar="TEXT", help="for rename: why")
    options.add_argument(
        "--store",
        metavar="URL",
        help=f"a file, sqlite:// or postgresql://… (default: {DATABASE}, or else {STORE})",
    )
    options.add_argument("--json", action="store_true", help="list: one object a line")


def run(chosen: argparse.Namespace) -> int:
    _check(chosen)
    url = chosen.store or os.environ.get(DATABASE) or STORE
    with open_store(url, create=chosen.act == "add") as store:
        people = People(store)
        if chosen.act == "list":
            _list(people.everyone(), chosen.json)
        else:
            print(_said(people, chosen))
    return 0


def _check(chosen: argparse.Namespace) -> None:
    if (chosen.act == "list") != (chosen.name is None):
        whom = "takes no name" if chosen.act == "list" else "needs a name"
        raise Refusal("bad-words", None, f"`sabot people {chosen.act}` {whom}.")
    if (chosen.act in WITH_ROLE) != (chosen.role is not None):
        raise Refusal(
            "bad-words", None, "--role goes with `sabot people add` and `role`, which need it."
        )
    if chosen.called is not None and chosen.act not in WITH_CALLED:
        raise Refusal("bad-words", None, "--called goes with `sabot people add` and `rename`.")
    if chosen.act == "rename" and (chosen.called is None or chosen.reason is None):
        raise Refusal("bad-words", None, "`sabot people rename` needs --called and --reason.")
    if chosen.reason is not None and chosen.act != "rename":
        raise Refusal("bad-words", None, "--reason goes with `sabot people rename` alone.")
    if chosen.json and chosen.act != "list":
        raise Refusal("bad-words", None, "--json goes with the list alone.")


def _said(people: People, chosen: argparse.Namespace) -> str:
    """Carry out the action and return what was done."""
    name = chosen.name
    if chosen.act == "add":
        role = chosen.role.replace("-", " ")
        check_name(name)
        check_role(role)
        called = "" if chosen.called is None else checked_called(chosen.called)
        asked = None if people.oversight.is_alone(role) else _stated(EnablePerson)
        person = people.add(name, _new_password(name), role, BY, called, asked)
        return f"{name} may sign in as {role}{f' {ONCE}' if person.waits else ''}."
    known = people.person(name)
    if known is None:
        raise Refusal("unknown-person", None, f"No person is registered as {quoted(name)}.")
    if chosen.act == "rename":
        shown = people.callings.rename(name, chosen.called, chosen.reason, BY)
        return f"{name} is called {shown} from now on."
    if chosen.act == "unlock":
        people.unlock_person(name, BY)
        return f"{name} is not locked out."
    if chosen.act == "disable":
        people.disable(name, BY)
        return f"{name} may not sign in, and all sessions are over."
    if chosen.act == "enable":
        return _enabled(people, known)
    if chosen.act == "role":
        return _given(people, known, chosen.role.replace("-", " "))
    if chosen.act == "token":
        return people.issue_token(name, BY, BY, DAYS)
    if chosen.act == "factor":
        people.reset_factor(name, BY)
        return f"{name} enrols a second factor at the next sign-in, and all sessions are over."
    people.reset_password(name, _new_password(name), BY)
    return f"{name} has a new password, and all sessions are over."


def _stated(kind: type[C], **fields: Any) -> C:
    """Return the console's command, which an administrator or an inspector confirms."""
    return kind(id=uuid.uuid4().hex, actor=BY, role=BY, **fields)


def _enabled(people: People, person: Person) -> str:
    if not people.oversight.is_alone(person.role):
        people.oversight.state(person.name, _stated(EnablePerson))
        return f"{person.name} may sign in {ONCE}."
    people.enable(person.name, BY)
    return f"{person.name} may sign in."


def _given(people: People, person: Person, role: str) -> str:
    people.check_new_role(person.name, role)
    if not people.oversight.is_alone(person.role, role):
        people.oversight.state(person.name, _stated(ChangeRole, to=role))
        return f"{person.name} is {role} {ONCE}."
    people.change_role(person.name, role, BY)
    return f"{person.name} is {role} from now on, and all sessions are over."


def _new_password(name: str) -> str:
    """Ask for a password twice at a terminal, else read one line of the input."""
    if sys.stdin is None:
        raise Refusal("unreadable", None, "The input cannot be read: it is closed.")
    if not sys.stdin.isatty():
        line = sys.stdin.buffer.readline(LONGEST * 8)
        try:
            return line.decode().rstrip("\r\n")
        except UnicodeDecodeError:
            raise Refusal("weak-password", None, "A password is text in UTF-8.") from None
    try:
        password = getpass.getpass(f"Password for {name}: ")
        again = getpass.getpass("The same again: ")
    except EOFError:
        raise Refusal("weak-password", None, "No password was given.") from None
    if password != again:
        raise Refusal("weak-password", None, "The two passwords differ.")
    return password


def _list(everyone: list[Person], as_json: bool) -> None:
    if as_json:
        for person in everyone:
            print(msgspec.json.encode(person).decode())
        return
    if not everyone:
        print("No one yet: `sabot people add NAME --role administrator`.")
        return
    width = max(len(person.name) for person in everyone)
    for person in everyone:
        called = "" if person.called == person.name else f", {person.called}"
        print(f"{person.name:{width}}  {person.role}{called}{_state(person)}")


def _state(person: Person) -> str:
    if person.disabled:
        return ", disabled"
    if person.locked_until is not None:
        return f", locked out until {person.locked_until:%H:%M:%S} UTC"
    return ""
