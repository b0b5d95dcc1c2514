"""Commands as people send them: without actor, role and time, which the server fills in."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final

import msgspec

from sabot.accounts import ACCOUNT
from sabot.core.refusal import Refusal
from sabot.engine.streams import Command
from sabot.floor.kinds import ACCOUNTS, CAGES, KINDS, PROMOTIONS, TABLES, TOURNAMENTS, kind_of
from sabot.promotions.running.attempts import NoteAttempt
from sabot.promotions.running.submission import SubmitPromotion
from sabot.rules.roles import PLAYER
from sabot.server.http.routes import Caller, Hears, via_of
from sabot.table import TABLE
from sabot.table.running.opening import OpenTable
from sabot.tournament.desk.publication import DraftTournament

HOUSE_ONLY: Final = frozenset(each for kind in KINDS for each in kind.own)
"""Commands that only the server sends."""
UNSPOKEN: Final = frozenset({"actor", "role", "at", "stream", "via", "under", "sent", "plays_as"})
LONGEST_ID: Final = 100
PLAYERS_MOST: Final = 4_096
"""Most bytes of a player's command: the log keeps every word for good."""
PLAYERS_OWN: Final = {
    kind.prefix: frozenset(
        each for each in kind.rules.commands if PLAYER in kind.rules.senders(each)
    )
    for kind in KINDS
}
"""Commands that a player may send to each kind of stream, by its prefix; its rules decide."""


@cache
def _spoken(command: type[Command]) -> type[msgspec.Struct]:
    """Return the type of a command without the fields that the server fills in."""
    fields: list[Any] = []
    for field in msgspec.structs.fields(command):
        if field.name in UNSPOKEN:
            continue
        if field.required:
            fields.append((field.name, field.type))
        elif field.default is not msgspec.NODEFAULT:
            fields.append((field.name, field.type, field.default))
        else:
            made = msgspec.field(default_factory=field.default_factory)
            fields.append((field.name, field.type, made))
    return msgspec.defstruct(
        command.__name__,
        fields,
        tag_field="do",
        tag=str(command.__struct_config__.tag),
        forbid_unknown_fields=True,
        frozen=True,
        kw_only=True,
        namespace={"__doc__": command.__doc__},
    )


def _union(types: Sequence[type]) -> Any:
    union: Any = types[0]
    for each in types[1:]:
        union = union | each
    return union


def _pairs(commands: Iterable[type[Command]]) -> dict[type[msgspec.Struct], type[Command]]:
    return {_spoken(each): each for each in commands if each not in HOUSE_ONLY}


AT_TABLE: Final = _pairs(each for each in TABLE.commands if each is not OpenTable)
AT_DESK: Final = _pairs(ACCOUNT.commands)
IN_TOURNAMENT: Final = _pairs(
    each for each in TOURNAMENTS.rules.commands if each is not DraftTournament
)
DRAFTING: Final = _pairs([DraftTournament])
AT_PROMOTION: Final = _pairs(
    each for each in PROMOTIONS.rules.commands if each not in (SubmitPromotion, NoteAttempt)
)
AT_CAGE: Final = _pairs(CAGES.rules.commands)
OPENING: Final = _pairs([OpenTable])
TableCommand: Any = _union(tuple(AT_TABLE))
AccountCommand: Any = _union(tuple(AT_DESK))
TournamentCommand: Any = _union(tuple(IN_TOURNAMENT))
PromotionCommand: Any = _union(tuple(AT_PROMOTION))
CageCommand: Any = _union(tuple(AT_CAGE))
TO_CAGE: Final = (Hears(CAGES, frozenset(AT_CAGE.values())),)
TO_TABLE: Final = (Hears(TABLES, frozenset(AT_TABLE.values())),)
TO_ACCOUNT: Final = (Hears(ACCOUNTS, frozenset(AT_DESK.values())),)
TO_TOURNAMENT: Final = (Hears(TOURNAMENTS, frozenset(IN_TOURNAMENT.values())),)
TO_PROMOTION: Final = (Hears(PROMOTIONS, frozenset(AT_PROMOTION.values())),)
_COMMANDS: Final = {
    **AT_TABLE, **AT_DESK, **OPENING, **IN_TOURNAMENT, **DRAFTING, **AT_PROMOTION,
    **AT_CAGE,
}  # fmt: skip


def command_of(said: msgspec.Struct, caller: Caller, stream: str | None = None) -> Command:
    """Return the command in the caller's own name and role."""
    fields = {name: getattr(said, name) for name in said.__struct_fields__}
    if not 0 < len(fields["id"]) <= LONGEST_ID:
        raise Refusal(
            "bad-command",
            None,
            "Give the command an id of up to {longest_id} characters.",
            longest_id=LONGEST_ID,
        )
    _check_caller(said, caller, stream)
    who: dict[str, Any] = {"actor": caller.name, "role": caller.role, "via": via_of(caller)}
    command = _COMMANDS[type(said)](**fields, **who, stream=stream)
    try:
        size = len(msgspec.msgpack.encode(command))
    except OverflowError:
        raise Refusal("bad-command", None, "A number is out of all range.") from None
    if caller.role == PLAYER and size > PLAYERS_MOST:
        raise Refusal("too-big", None, "The command is too long: shorten it.")
    return command


def _check_caller(said: msgspec.Struct, caller: Caller, stream: str | None) -> None:
    """Refuse a player's command for another person, or one that is for staff."""
    if caller.role != PLAYER:
        return
    kind = TABLES if stream is None else kind_of(stream)
    if kind is None or _COMMANDS[type(said)] not in PLAYERS_OWN[kind.prefix]:
        raise Refusal("wrong-role", None, "This is for the staff to do, not for a player.")
    if getattr(said, "cards", ()):
        raise Refusal("wrong-role", None, "The dealer names the cards, or the virtual shoe does.")
    player = getattr(said, "player", getattr(said, "to", caller.name))
    elsewhere = kind is ACCOUNTS and stream != ACCOUNTS.stream(caller.name)
    if player != caller.name or elsewhere:
        raise Refusal("proxy", None, "Players act for themselves only.")
