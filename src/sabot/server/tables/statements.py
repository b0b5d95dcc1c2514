"""Show, confirm and refuse statements that wait for a second person, in streams of all kinds."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Annotated, Any, Final

import msgspec

from sabot.core.refusal import Refusal, quoted
from sabot.engine.kind import Kind
from sabot.engine.streams import Command, Fields
from sabot.floor import Answer
from sabot.floor.kinds import (
    ACCOUNTS,
    CAGES,
    KINDS,
    PERSONS,
    POLICIES,
    PROMOTIONS,
    TABLES,
    TOURNAMENTS,
    kind_of,
)
from sabot.floor.work import WAITING
from sabot.parts.statements import ConfirmStatement, Pending, RefuseStatement
from sabot.policies.reader import read_policy
from sabot.rules.roles import ADMINISTRATOR, CASHIER, INSPECTOR, may_act_as
from sabot.sentences.words import Told, stated
from sabot.server.casino import Casino
from sabot.server.http.names import telling
from sabot.server.http.routes import (
    GAMING_STAFF,
    SUPERVISORS,
    WATCHERS,
    Asked,
    Caller,
    Hears,
    Reply,
    Route,
    via_of,
)
from sabot.server.live.load_failures import CODES
from sabot.server.promotions.attempts import note, rejected
from sabot.server.tables.tables import DoneCommand, answered

Number = Annotated[int, msgspec.Meta(ge=1, le=2**53)]
UNSAID: Final = frozenset(
    {"id", "do", "actor", "role", "at", "expect", "stream", "why", "via", "plays_as"}
)
"""Fields of a pending command that are not part of its subject."""
FILLED: Final = frozenset(
    {"authorised", "cage", "desk", "kept", "paying", "receipt", "terms", "text", "zone"}
)
"""Fields that the server sets in commands that move money of accounts, and a policy's text."""
SEEN_BY: Final = {
    TABLES.prefix: GAMING_STAFF | WATCHERS | {CASHIER},
    ACCOUNTS.prefix: SUPERVISORS | WATCHERS | {CASHIER},
    CAGES.prefix: SUPERVISORS | WATCHERS | {CASHIER},
    POLICIES.prefix: SUPERVISORS | WATCHERS | {CASHIER},
    PERSONS.prefix: WATCHERS | {ADMINISTRATOR},
    PROMOTIONS.prefix: SUPERVISORS | WATCHERS | {CASHIER},
    TOURNAMENTS.prefix: SUPERVISORS | WATCHERS | {CASHIER},
}
"""Whose statements each role may read; of a table's, cashiers read those that they confirm."""
TITLED: Final[Mapping[str, Callable[[Any], str]]] = {
    PROMOTIONS.prefix: lambda standing: standing.told.name or standing.name,
    TOURNAMENTS.prefix: lambda contest: contest.title,
}
"""Kinds of stream with a title, and the field that has it."""
READERS: Final = frozenset().union(*SEEN_BY.values())
DECIDERS: Final = GAMING_STAFF | {CASHIER, ADMINISTRATOR, INSPECTOR}


class WaitingView(msgspec.Struct, frozen=True):
    """A pending statement: `do` and `fields` are the command, `by` the role that may confirm it;
    `yours`: the caller may do so; `mine`: the caller has stated it, and may take it back. `called`
    is the title of a tournament, promotion or policy, `has_role` the role of a person whom the
    statement is about."""

    stream: str
    about: str
    number: int
    stated_by: str
    role: str
    at: datetime
    do: str
    fields: Fields
    by: str
    clause: str | None
    why: str | None
    yours: bool
    mine: bool = False
    said: str = ""
    said_words: dict[str, str] = {}
    called: str = ""
    has_role: str = ""


class Decision(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A yes or a no to a statement, and why."""

    id: str
    stream: str
    number: Number
    confirm: bool
    reason: str = ""


def waiting_view(
    kind: Kind[Any], stream: str, pending: Pending, caller: Caller, called: str = ""
) -> WaitingView:
    command = kind.secrecy.asked(pending.command)
    unsaid = UNSAID | FILLED
    told = stated(command) if kind.prefix in TITLED else Told()
    if command.get("do") == "adopt-policy":
        called = read_policy(command["text"]).title
    return WaitingView(
        stream=stream,
        about=kind.name(stream),
        number=pending.number,
        stated_by=pending.actor,
        role=pending.role,
        at=pending.at,
        do=str(command.get("do", "")),
        fields={name: each for name, each in command.items() if name not in unsaid},
        by=pending.by,
        clause=pending.clause,
        why=pending.why,
        yours=caller.name != pending.actor and may_act_as(caller.role, pending.by),
        mine=caller.name == pending.actor,
        said=told.en,
        said_words=told.words,
        called=called,
    )


async def waiting(asked: Asked) -> list[WaitingView]:
    return await asked.casino.work(telling(asked, _waiting), asked.casino, asked.person)


def _waiting(casino: Casino, caller: Caller) -> list[WaitingView]:
    """All that wait and that this person may read, the oldest first."""
    found: list[WaitingView] = []
    sees = caller.role in SEEN_BY[PERSONS.prefix]
    roles = {each.name: each.role for each in casino.people.everyone()} if sees else {}
    for kind, stream, pending, called in _pending(casino, caller.role):
        view = waiting_view(kind, stream, pending, caller, called)
        role = roles.get(view.about, "") if kind is PERSONS else ""
        found.append(msgspec.structs.replace(view, has_role=role))
    return sorted(found, key=lambda each: (each.at, each.stream, each.number))


def _pending(casino: Casino, role: str) -> list[tuple[Kind[Any], str, Pending, str]]:
    found: list[tuple[Kind[Any], str, Pending, str]] = []
    for stream in casino.store.expiring_rows_of(WAITING.key):
        kind = kind_of(stream)
        if kind is None or role not in SEEN_BY.get(kind.prefix, ()):
            continue
        try:
            state = casino.caught_up(kind, kind.name(stream))
        except Refusal as refused:
            if refused.code not in CODES:
                raise
            continue  # nothing can be decided there now, and whoever asks for it is told why
        called = TITLED[kind.prefix](state) if kind.prefix in TITLED else ""
        found += [
            (kind, stream, each, called)
            for each in state.statements.pending.values()
            if not (role == CASHIER and kind.prefix == TABLES.prefix and each.by != CASHIER)
        ]
    if role in SEEN_BY[PERSONS.prefix]:
        found += [
            (PERSONS, PERSONS.stream(name), each, "")
            for name, each in casino.people.oversight.pending()
        ]
    return found


async def decide(asked: Asked) -> Reply:
    """Confirm or refuse another person's statement."""
    said: Decision = asked.body
    kind = kind_of(said.stream)
    if kind is None or asked.person.role not in SEEN_BY.get(kind.prefix, ()):
        raise Refusal(
            "unknown-stream", None, "You cannot read {stream}.", stream=quoted(said.stream)
        )
    if kind.prefix == PERSONS.prefix:
        return await asked.casino.work(_decide_person, asked, said)
    answer: Answer = await asked.casino.do(kind.name(said.stream), _decision(said, asked.person))
    if kind.prefix == PROMOTIONS.prefix:
        name = kind.name(said.stream)
        await note(asked.casino, asked.person, name, "confirm-statement", rejected(answer))
    return await answered(asked, answer, kind)


def _decide_person(asked: Asked, said: Decision) -> Reply:
    """Decide about a change of a person's rights."""
    name, command = PERSONS.name(said.stream), _decision(said, asked.person)
    oversight = asked.casino.people.oversight
    if isinstance(command, ConfirmStatement):
        oversight.confirm(name, command)
    elif isinstance(command, RefuseStatement):
        oversight.refuse(name, command)
    return Reply(msgspec.json.encode({"id": said.id, "events": []}))


def _decision(said: Decision, caller: Caller) -> Command:
    who: dict[str, Any] = {
        "id": said.id,
        "actor": caller.name,
        "role": caller.role,
        "stream": said.stream,
        "number": said.number,
        "via": via_of(caller),
    }
    if said.confirm:
        return ConfirmStatement(**who, reason=said.reason)
    return RefuseStatement(**who, reason=said.reason)


ANSWERS: Final[frozenset[type[Command]]] = frozenset({ConfirmStatement, RefuseStatement})
STATEMENTS: Final = tuple(
    Hears(kind, ANSWERS, SEEN_BY[kind.prefix])
    for kind in KINDS
    if ANSWERS <= {*kind.rules.commands}
)
ROUTES = (
    Route("GET", "/api/statements", READERS, waiting,
          "What waits for a second person, in any stream that you may read.",
          gives=list[WaitingView]),
    Route("POST", "/api/statements", DECIDERS, decide,
          "Confirm or refuse another person's statement.", takes=Decision, gives=DoneCommand,
          hears=STATEMENTS,
          refuses=("unknown-stream",)),
)  # fmt: skip
