"""Commands on a socket: whose they are, what was meant, and the answer with the command's id."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec

from sabot.core.refusal import Refusal
from sabot.engine.kind import Kind
from sabot.engine.streams import Command
from sabot.floor.kinds import TABLES, TOURNAMENTS
from sabot.people import Session
from sabot.rules.roles import CASHIER
from sabot.server.casino import Casino
from sabot.server.door.entrance import check_unlocked
from sabot.server.http.errors import failure
from sabot.server.http.names import failure_for
from sabot.server.http.request_handler import decoded, fault
from sabot.server.http.routes import AT_TABLES, Caller
from sabot.server.http.spoken import TableCommand, TournamentCommand, command_of
from sabot.server.live.viewers import Viewer
from sabot.server.operations.correlation import CURRENT, request_id
from sabot.server.operations.metrics import count_command

LARGEST: Final = 16_384
UNREAD: Final = "unread"
"""Name in the metrics of a command that could not be read."""
PONG: Final = b'{"type":"pong"}'
log = logging.getLogger("sabot.sockets")


@dataclass(frozen=True)
class CommandChannel:
    """A channel for commands: the kind of stream, its commands, and the roles that may send
    them."""

    kind: Kind[Any]
    takes: Any
    who: frozenset[str]
    else_: str

    def stream(self, name: str) -> str | None:
        """A table is named beside the command."""
        return None if self.kind is TABLES else self.kind.stream(name)


AT_TABLE: Final = CommandChannel(
    TABLES, TableCommand, AT_TABLES, "Only players and gaming staff act at a table."
)
IN_TOURNAMENT: Final = CommandChannel(
    TOURNAMENTS, TournamentCommand, AT_TABLES | {CASHIER},
    "Only players, gaming staff and cashiers act in a tournament.",
)  # fmt: skip


def is_ping(text: str) -> bool:
    return len(text) < 40 and text.replace(" ", "") == '{"type":"ping"}'


def listener(
    casino: Casino, where: CommandChannel, name: str, viewer: Viewer
) -> Callable[[str], Awaitable[None]]:
    """Return the function that handles each message of a viewer."""

    async def heard(text: str) -> None:
        if is_ping(text):
            viewer.tell(PONG)
        else:
            await _heard(casino, where, name, viewer, text)

    return heard


async def _heard(
    casino: Casino, where: CommandChannel, name: str, viewer: Viewer, text: str
) -> None:
    id_, caller = id_of(text), viewer.caller
    CURRENT.set(request_id(id_))
    try:
        command = await _read(casino, where, name, caller, text)
        answer = await casino.do(name, command)
        if answer.rejected is not None:
            no = answer.rejected
            raise Refusal(no.code, no.clause, no.form or no.message, **no.slots)
    except Refusal as refused:
        viewer.tell(b'{"type":"answer",' + (await failure_for(casino, caller, refused, id_))[1:])
        return
    except Exception:
        log.exception("a command failed", extra={"stream": where.kind.stream(name)})
        viewer.tell(b'{"type":"answer",' + failure(fault(), id_)[1:])
        return
    lines = (where.kind.sees(caller.role, caller.name, bytes(line)) for line in answer.events or ())
    head = b'{"type":"answer","id":' + msgspec.json.encode(id_)
    viewer.tell(head + b',"events":[' + b",".join(lines) + b"]}")


async def _read(
    casino: Casino, where: CommandChannel, name: str, caller: Caller, text: str
) -> Command:
    """Return the command in a message. Count one that is refused before any rule sees it."""
    do = UNREAD
    try:
        if len(text) > LARGEST:
            raise Refusal("too-big", None, "The command is too long.")
        if caller.session is None or caller.role not in where.who:
            raise Refusal("wrong-role", None, where.else_)
        said = decoded(text.encode(), where.takes)
        do = str(type(said).__struct_config__.tag)
        await check_session(casino, caller)
        return command_of(said, caller, where.stream(name))
    except Refusal as refused:
        count_command(do, "refused", refused.code)
        raise


class _Named(msgspec.Struct):
    id: str | None = None


_named: Final = msgspec.json.Decoder(_Named)


def id_of(text: str) -> str | None:
    """Return the id of a message, even of an invalid one: the answer has to name it."""
    try:
        return _named.decode(text).id if len(text) <= LARGEST else None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


async def check_session(casino: Casino, caller: Caller) -> None:
    """A socket outlives nothing: the session behind it is asked for each command."""
    session = casino.people.awake(caller.token)
    session = session or await casino.at_door(_awake, casino, caller.token)
    if session is None or session.role != caller.role:
        raise Refusal("not-signed-in", None, "Sign in first.")
    check_unlocked(replace(caller, session=session))


def _awake(casino: Casino, token: str) -> Session | None:
    """Return the session as it is now, and mark it as used unless it is locked."""
    session = casino.people.session(token)
    if session is not None and not session.locked:
        casino.people.touch(token)
    return session
