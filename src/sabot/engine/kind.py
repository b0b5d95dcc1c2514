"""Describe a kind of stream; `kinds.py` has a row for each.

Tables, accounts and persons differ in their rules and in nothing else: floor, audit, log and server
go by this record, so that a new kind touches its own folder and one row.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, Final, Generic, Protocol, TypeVar

import msgspec

from sabot.engine.finding import Check
from sabot.engine.secrecy import Secrecy
from sabot.engine.streams import Command, Event, Stream
from sabot.rules.roles import INSPECTOR, RANKS, SURVEILLANCE


class Versioned(Protocol):
    """A state that knows how many events it has seen, and when the last one was."""

    @property
    def version(self) -> int: ...

    @property
    def at(self) -> datetime | None: ...


S = TypeVar("S", bound=Versioned)
PRIVATE: Final = "private/1"
WATCHERS: Final = frozenset({SURVEILLANCE, INSPECTOR})
"""Roles that see every line as the log keeps it."""
SEES_ALL: Final = frozenset({*RANKS, *WATCHERS})


Sees = Callable[[str, str, bytes], bytes]
"""A line of the log as JSON for a person of that role and name."""


def only_staff(rules: Stream[Any], also: frozenset[str] = frozenset()) -> Sees:
    """Return what shows a line to gaming staff, without its secrets, and to roles that may `also`
    see it; to surveillance and inspectors as the log keeps it. Everybody else sees that there is
    one."""
    secrecy, seen_by = Secrecy(rules), SEES_ALL | also

    def sees(role: str, name: str, line: bytes) -> bytes:
        if role in WATCHERS:
            return line
        if role in seen_by:
            return secrecy.shown(line)
        event = msgspec.json.decode(line)
        return msgspec.json.encode({"seq": event["seq"], "at": event["at"], "what": PRIVATE})

    return sees


def need_to_know(rules: Stream[Any], roles: frozenset[str]) -> Sees:
    """Return what shows a line to these roles alone: to surveillance and inspectors as the log has
    it, to others without its secrets. Any other role sees that there is one."""
    secrecy = Secrecy(rules)

    def sees(role: str, name: str, line: bytes) -> bytes:
        if role in roles & WATCHERS:
            return line
        if role in roles:
            return secrecy.shown(line)
        event = msgspec.json.decode(line)
        return msgspec.json.encode({"seq": event["seq"], "at": event["at"], "what": PRIVATE})

    return sees


def join_modules(package: str) -> None:
    """Import every module of a package and of the packages in it, so that the commands and events
    that they define are joined to their stream."""
    found = import_module(package)
    for module in walk_packages(found.__path__, f"{package}."):
        import_module(module.name)


@dataclass(frozen=True)
class Kind(Generic[S]):
    """A kind of stream.

    `prefix` begins the names of all its streams and of no other kind's; `empty` is the state of one
    without events. `words` is the package whose `sentences.tsv` has a sentence for each of its
    events, `seen` gives what shows a line to a person, and `checks` what an audit asks of each
    stream beside deciding it again; a check with a method `end` is asked once more when the log is
    over. `adapt` puts what was decided as the log may have it though today's Sabot would write it
    otherwise, and `is_known` says whether a state can be decided at all. `named_by` is the field of
    its commands, if any, that names the stream. `refused` answers a person who sends a command that
    only the server gives. `known_to`: the roles that may know of its streams; empty where they are
    not confidential. `unasked`: not all of its events follow from a command of the log. What
    the server fills into its commands, and what follows from its events in other streams, is
    registered with `rules`.
    """

    prefix: str
    word: str
    rules: Stream[S]
    state: type[S]
    empty: Callable[[str], S]
    words: str
    seen: Callable[[Stream[Any]], Sees] = only_staff
    checks: Callable[[], Sequence[Check]] = lambda: ()
    adapt: Callable[[Event, Event | None], Event] = lambda decided, logged: decided
    is_known: Callable[[S], bool] = lambda state: True
    named_by: str = ""
    whose: str = ""
    refused: str = ""
    unasked: bool = False
    known_to: frozenset[str] = frozenset()

    @cached_property
    def secrecy(self) -> Secrecy:
        """The guarded fields of its commands and events."""
        return Secrecy(self.rules)

    @cached_property
    def sees(self) -> Sees:
        """Return the function that shows a line of one of its streams to a person."""
        return self.seen(self.rules)

    @cached_property
    def own(self) -> tuple[type[Command], ...]:
        """Commands that only the server gives, as consequences of commands in other streams."""
        return tuple(each for each in self.rules.commands if self.rules.pages(each).server)

    def stream(self, name: str) -> str:
        """
        >>> Kind("toy:", "toy", None, None, None, "toys").stream("bear")
        'toy:bear'
        """
        return self.prefix + name

    def has(self, stream: str) -> bool:
        return stream.startswith(self.prefix)

    def name(self, stream: str) -> str:
        """The stream's own name, without its kind."""
        return stream.removeprefix(self.prefix)
