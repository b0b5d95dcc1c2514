"""Commands and events as the log and the network carry them, and the answers around them."""

import re
from collections.abc import Callable, Iterable
from datetime import datetime
from functools import cache, reduce
from typing import Any, ClassVar, Final, cast

import msgspec

from sabot.core.refusal import Refusal, misread, named
from sabot.core.revision import FIRST
from sabot.engine.declarations import (
    NO_SERVER_FIELDS,
    Basis,
    Pages,
    Purse,
    ServerFields,
    Sight,
    Stop,
    Topic,
)
from sabot.store.envelope import RESERVED, EventEnvelope, read_line

__all__ = [
    "RESERVED", "Anyone", "Claim", "ClaimKind", "Command", "Confirmer", "Event", "EventEnvelope",
    "Leave", "Rejection", "names_people", "read_line", "reader", "union_of", "version",
]  # fmt: skip


def _kebab(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


def version(number: int) -> Callable[[str], str]:
    """Return a function that names an event in the log by its class and the version of its form. An
    event whose form has changed says so: `class CoupEnded(Event, ..., tag=version(2))`."""
    return lambda name: f"{_kebab(name)}/{number}"


class Command(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="do",
    tag=_kebab,
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """A command: its sender, the sender's role, and optionally the expected version of the stream.

    `why` is the sender's reason; it changes nothing, and the log keeps it with the command. A
    reason that a rule asks for has a field of its own. `via` is the session or token that it came
    through, where there is one: the server's word, which every event of it carries. `under` is the
    revision of Sabot's own rules that decided it, the server's word too, and so is `sent`, the mark
    of what was sent where the server filled something in (`retries.py`). `plays_as` is the
    player's name of a person who sends it for the casino, where an account is linked to the person
    or has a name that looks like theirs: the server's word too. A subclass declares `pages`;
    `Stream.decides` rejects one that does not. `server_fields` names the fields that the server
    sets before the command is decided (`enrichment.py`). A command of a table declares what it is
    `stopped_by`, and one that can be the next step there what the table then waits for (`awaited`,
    the name of a phrase on its page).
    """

    pages: ClassVar[Pages]
    server_fields: ClassVar[ServerFields] = NO_SERVER_FIELDS
    stopped_by: ClassVar[frozenset[Stop]] = frozenset()
    awaited: ClassVar[str] = ""

    id: str
    actor: str
    role: str
    at: datetime | None = None
    expect: int | None = None
    stream: str | None = None
    why: str | None = None
    via: str | None = None
    under: int | None = None
    sent: str | None = None
    plays_as: str | None = None


NAMES: Final = frozenset(
    {"player", "players", "by_player", "to", "number", "coup", "prize", "entrant", "counts"}
)
"""Fields by which a command names a person, a case of a person, or a coup."""


@cache
def names_people(command: type[Command]) -> bool:
    """Return whether commands of a type are about persons, so that it matters whether the sender is
    one of them under another name."""
    return not NAMES.isdisjoint(command.__struct_fields__)


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", tag=version(1)):
    """An event. Events are versioned by name, never by the class that reads them: a line of an
    older version stays in the log as it is, and upcasters make today's event of it.

    A subclass declares its `basis` and its `sight`; `Stream.evolves` rejects one that does not.
    Fields that the `sight` does not name are seen by staff alone. `claims` names the unique things
    that it takes or gives back, each of a kind in `claim_kinds`. `grows_with` says what makes such
    an event large, such as the wagers of a coup, where that has a bound of its own: then it may
    have `LARGE` bytes, and any other event `SMALL`. `topics` are the sections of reports that list
    it. An event of a table that moves money declares whose chips it `transfers` without a winner.
    `may_leave_debt`: it undoes a settlement, so that a player may owe money afterwards.
    `ends_sessions`: the person's sessions and tokens may be over after it. `untold`: a player who
    sees that it happened does not read its sentence, which says what others owe or names cards that
    no player has seen.
    """

    basis: ClassVar[Basis]
    sight: ClassVar[Sight]
    claim_kinds: ClassVar[tuple["ClaimKind", ...]] = ()
    grows_with: ClassVar[str] = ""
    topics: ClassVar[frozenset[Topic]] = frozenset()
    transfers: ClassVar[frozenset[Purse]] = frozenset()
    may_leave_debt: ClassVar[bool] = False
    ends_sessions: ClassVar[bool] = False
    untold: ClassVar[bool] = False

    def claims(self, name: str) -> Iterable["Claim"]:
        """Return the unique things that this event claims for the stream of that name."""
        return ()


class Rejection(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why nothing happened: a code for programs, the clause that speaks, and a sentence; `form` is
    that sentence with its `slots` open, where it has any."""

    code: str
    clause: str | None
    message: str
    form: str = ""
    slots: dict[str, str] = {}


class Claim(msgspec.Struct, frozen=True):
    """Name one thing of which the casino has one, such as a Player Card of one number."""

    what: "ClaimKind"
    name: str
    taken: Rejection
    """The answer to a second claimant; a slot `{owner}` in its form names the first."""
    once: bool = False
    """A second claim is rejected even where the same stream makes it."""
    over: bool = False
    """The stream gives the thing back."""
    if_free: bool = False
    """The thing is taken if it is free; another owner is no obstacle."""

    def refused(self, owner: str) -> Rejection:
        """Return the answer to a second claimant. `owner` is the name of the stream that has it."""
        taken = self.taken
        if "{owner}" not in taken.form:
            return taken
        slots = {**taken.slots, "owner": named(owner)}
        return msgspec.structs.replace(taken, message=taken.form.format(**slots), slots=slots)


class ClaimKind(msgspec.Struct, frozen=True):
    """Name one kind of unique thing. Rows whose names are derived otherwise than before are another
    kind, with another key."""

    key: str
    """Kind of its rows in the store."""
    words: str
    """The noun for findings: "a voucher"."""
    since: int = FIRST
    """Revision from which a second claim is rejected. What an earlier command claims is taken if it
    is free."""


class Leave(msgspec.Struct, frozen=True):
    """A permission: the people who may do a thing, and the clause that says so."""

    clause: str | None
    by: str


class Confirmer(msgspec.Struct, frozen=True):
    """The second person who has to confirm a statement before anything moves.

    `tried`: whether the rule is asked already when the thing is stated; not where the server puts
    something of its own into the command, which it does when that is confirmed. `holds`: play waits
    meanwhile.
    """

    clause: str | None
    by: str
    tried: bool = True
    holds: bool = False


Anyone = Leave(None, "")


def reader(commands: tuple[type[Command], ...]) -> Callable[[bytes | str], Command]:
    """Return a reader of these commands from JSON; it refuses everything else in one sentence."""
    decoder = msgspec.json.Decoder(union_of(commands))

    def read(text: bytes | str) -> Command:
        try:
            command = cast(Command, decoder.decode(text))
            msgspec.msgpack.encode(command)  # the log's readers know no number beyond 64 bits
        except OverflowError:
            message = "This is not a command: a number or a time is out of all range."
            raise Refusal("bad-command", None, message) from None
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
            raise Refusal(
                "bad-command", None, "This is not a command: {wrong}.", wrong=misread(wrong)
            ) from None
        if not command.id or not command.actor.strip():
            raise Refusal("bad-command", None, "Give the command an id, and say who asks for it.")
        return command

    return read


def union_of(types: tuple[type, ...]) -> Any:
    """Return the union of several types, for a decoder."""
    return reduce(lambda one, other: one | other, types)  # type: ignore[arg-type, return-value]
