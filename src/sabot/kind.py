"""What the house has to know of one kind of stream; `kinds.py` has a row for each.

Tables, accounts and persons differ in their rules and in nothing else: floor, audit, log and server
go by this record, so that a new kind touches its own folder and one row.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Generic, Protocol, TypeVar

import msgspec

from sabot.finding import Check
from sabot.rules.roles import INSPECTOR, RANKS, SURVEILLANCE
from sabot.streams import Command, Event, Rejection, Stream


class Versioned(Protocol):
    """A state that knows how many events it has seen, and when the last one was."""

    @property
    def version(self) -> int: ...

    @property
    def at(self) -> datetime | None: ...


S = TypeVar("S", bound=Versioned)
PRIVATE: Final = "private/1"
SEES_ALL: Final = frozenset({*RANKS, SURVEILLANCE, INSPECTOR})
Sealed = dict[str, bytes | None]


@dataclass(frozen=True)
class Claim:
    """Something of which there is one in the whole house, such as a Player Card of one number.
    Whoever is first has it; anybody else is told `taken`. `once`: so is the first, a second time.
    `over`: whoever has it gives it back.
    """

    what: str
    name: str
    taken: Rejection
    once: bool = False
    over: bool = False


@dataclass(frozen=True)
class Asked:
    """A command for another stream that goes with one; all are kept together or none is. If it is
    rejected so is the whole, unless it `may_fail`: then it is left out."""

    stream: str
    command: Command
    may_fail: bool = False


Look = Callable[[str], Any]
"""The state of another stream, held still until the command is done."""


class Hand(Protocol):
    """The house's own hand: what it adds to a command before that is decided, and the vault keeps.
    What it has in memory may be old once others have written: `forget`."""

    def prepare(self, name: str, state: Any, command: Command) -> tuple[Command, Sealed]: ...

    def sealed(self, name: str, sealed: Mapping[str, bytes | None]) -> None: ...

    def forget(self, name: str) -> None: ...


class Traffic(Protocol):
    """What a kind of stream has to do with others. `asking` are the commands before which something
    has to be decided elsewhere."""

    asking: tuple[type[Command], ...]

    def before(self, name: str, state: Any, command: Command, look: Look) -> Iterable[Asked]:
        """What has to be decided elsewhere first."""

    def filled(self, command: Command, after: Mapping[str, Any], now: datetime) -> Command:
        """The command with what those others say, once they are decided."""

    def after(
        self, name: str, command: Command, events: Sequence[Event], state: Any, look: Look,
        now: datetime,
    ) -> Iterable[Asked]:  # fmt: skip
        """What follows elsewhere from what was decided."""


def only_staff(role: str, name: str, line: bytes, also: frozenset[str] = frozenset()) -> bytes:
    """One line of a log as JSON for that person: gaming staff and those who watch over them see it
    as it is, and whoever may `also`, everybody else that there is one."""
    if role in SEES_ALL or role in also:
        return line
    event = msgspec.json.decode(line)
    return msgspec.json.encode({"seq": event["seq"], "at": event["at"], "what": PRIVATE})


@dataclass(frozen=True)
class Kind(Generic[S]):
    """One kind of stream.

    `prefix` begins the names of all its streams and of no other kind's; `empty` is the state of one
    without events. `words` is the package whose `sentences.tsv` has a sentence for each of its
    events, `sees` what somebody in a role may see of a line, and `checks` what an audit asks of
    each stream beside deciding it again; a check with a method `end` is asked once more when the
    log is over. `adapt` puts what was decided as the log may have it though today's Sabot would
    write it otherwise, and `is_known` says whether a state can be decided at all. `named_by`
    is the field of its commands, if any, that names the stream. `own` are commands that the house
    alone gives, and `refused` is what everybody else is told. `informs` gives a command what the
    house knows elsewhere, before it is asked who has to confirm it. `unasked`: not all of its
    events follow from a command of the log.
    """

    prefix: str
    word: str
    rules: Stream[S]
    state: type[S]
    empty: Callable[[str], S]
    words: str
    sees: Callable[[str, str, bytes], bytes] = only_staff
    checks: Callable[[], Sequence[Check]] = lambda: ()
    adapt: Callable[[Event, Event | None], Event] = lambda decided, logged: decided
    is_known: Callable[[S], bool] = lambda state: True
    named_by: str = ""
    whose: str = ""
    own: tuple[type[Command], ...] = ()
    refused: str = ""
    unasked: bool = False
    claims: Callable[[str, Event], Iterable[Claim]] | None = None
    informs: Callable[[str, S, Command, Look, datetime], Command] | None = None
    traffic: Traffic | None = None
    hand: Callable[..., Hand] | None = None

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
