"""Commands as people send them: without saying who they are, which the server knows, or when."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final

import msgspec

from sabot.accounts import ACCOUNT
from sabot.kinds import ACCOUNTS, KINDS, PROMOTIONS, TOURNAMENTS, kind_of
from sabot.promotions.running.attempts import NoteAttempt
from sabot.promotions.running.submitting import SubmitPromotion
from sabot.refusal import Refusal
from sabot.rules.roles import PLAYER
from sabot.server.http.routes import Caller, via_of
from sabot.streams import Command
from sabot.table import TABLE
from sabot.table.running.opening import OpenTable
from sabot.tournament.desk.publishing import DraftTournament

HOUSE_ONLY: Final = frozenset(each for kind in KINDS for each in kind.own)
"""What the house says to itself; nobody sends these."""
UNSPOKEN: Final = frozenset({"actor", "role", "at", "stream", "via"})
LONGEST_ID: Final = 100
PLAYERS_MOST: Final = 4_096
"""A player's command has so many bytes at most: the log keeps every word for good."""
PLAYERS_OWN: Final = frozenset(
    {
        "join-table",
        "leave-table",
        "fetch-chips",
        "take-cut",
        "pass-cut",
        "take-box",
        "ask-for-box",
        "give-up-box",
        "place-wager",
        "withdraw-wager",
        "sit-out",
        "decide-hand",
        "expose-cards",
        "refuse-cards",
        "return-hand",
        "nominate-players",
        "take-down",
        "keep-wagers",
        "lay-pass-card",
        "take-pass-card",
        "write-form",
        "ask-form",
        "end-turn",
        "note-back",
        "raise-dispute",
        "ask-review",
        "show-rules",
    }
)
"""What a player sends to a table. The table has the last word on each."""
PLAYERS_CONTEST: Final = frozenset(
    {
        "enter-tournament",
        "withdraw-entry",
        "buy-back",
        "pay-buy-in",
        "seat-reserve",
        "raise-dispute",
        "ask-review",
    }
)
PLAYERS_ACCOUNT: Final = frozenset(
    {
        "deposit",
        "withdraw",
        "refuse-statement",
        "set-deposit-limit",
        "set-loss-limit",
        "exclude-player",
    }
)


PLAYERS_PROMOTION: Final = frozenset({"enter-by-form", "claim-prize", "raise-dispute"})


@cache
def _spoken(command: type[Command]) -> type[msgspec.Struct]:
    """The same command without what the server fills in."""
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
OPENING: Final = _pairs([OpenTable])
TableCommand: Any = _union(tuple(AT_TABLE))
AccountCommand: Any = _union(tuple(AT_DESK))
TournamentCommand: Any = _union(tuple(IN_TOURNAMENT))
PromotionCommand: Any = _union(tuple(AT_PROMOTION))
_COMMANDS: Final = {
    **AT_TABLE, **AT_DESK, **OPENING, **IN_TOURNAMENT, **DRAFTING, **AT_PROMOTION,
}  # fmt: skip


_OF_PLAYERS: Final = {
    TOURNAMENTS.prefix: PLAYERS_CONTEST,
    PROMOTIONS.prefix: PLAYERS_PROMOTION,
}


def command_of(said: msgspec.Struct, caller: Caller, stream: str | None = None) -> Command:
    """The command that somebody means, in their own name and role."""
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
        raise Refusal("too-big", None, "That is too much for one command: say it shorter.")
    return command


def _check_caller(said: msgspec.Struct, caller: Caller, stream: str | None) -> None:
    """A player speaks for nobody else, and not in the words of the house."""
    if caller.role != PLAYER:
        return
    do = str(said.__struct_config__.tag)
    kind = None if stream is None else kind_of(stream)
    prefix = "" if kind is None else kind.prefix
    if do not in (PLAYERS_OWN if kind is None else _OF_PLAYERS.get(prefix, PLAYERS_ACCOUNT)):
        raise Refusal("wrong-role", None, "This is for the staff to do, not for a player.")
    if getattr(said, "cards", ()):
        raise Refusal("wrong-role", None, "The dealer names the cards, or the virtual shoe does.")
    player = getattr(said, "player", getattr(said, "to", caller.name))
    elsewhere = prefix not in _OF_PLAYERS and stream not in (None, ACCOUNTS.stream(caller.name))
    if player != caller.name or elsewhere:
        raise Refusal("proxy", None, "Players act for themselves only.")
