"""Redact logged events for each viewer, field by field; fields that are not declared are hidden.

Surveillance and inspectors see the line as the log keeps it. Gaming staff see it without the order
of a stack that is opened, since a card of it may still lie face down, and with the last digits of a
Player Card's number alone.

A player sees what everyone at the table sees: cards that are turned up, stakes and how they ended
(on a layout everyone sees what is taken and paid), calls, signs, seats, irregularities as they are
announced. Personal data, such as chips bought, a Loss Limit or a sanction, is shown to its owner
alone. Administrators, tournament managers and people who are not signed in see what a player sees
who is not at the table.
"""

from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

import msgspec

from sabot.engine.declarations import STAFF_ONLY, Fields, Sight
from sabot.engine.kind import PRIVATE, WATCHERS
from sabot.engine.secrecy import Secrecy
from sabot.rules.roles import PLAYER, RANKS
from sabot.table.stream import TABLE

LOSS_LIMIT: Final = "loss-limit"
"""The situation that is about one person's Loss Limit: it is not announced."""
FLOOR_STAFF: Final = frozenset(RANKS)
SECRECY: Final = Secrecy(TABLE)
_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(dict[str, Any]).decode


def seen_by(role: str, name: str, line: bytes) -> bytes:
    """Return a line of a table's log as JSON, redacted for that person. A line that they may not
    see at all becomes `private/1` with its number and time."""
    if role in WATCHERS:
        return line
    if role in FLOOR_STAFF:
        return _shown(line)
    seen = _seen(line)
    return seen.own if role == PLAYER and name == seen.owner else seen.public


def owner_of(line: bytes) -> str | None:
    """Return the player who sees more of that line than others do, or None."""
    return _seen(line).owner


@cache
def _sights() -> dict[str, Sight]:
    """Return the sight that each event class declares, by the event's name in the log."""
    return {str(event.__struct_config__.tag): event.sight for event in TABLE.events}


class _Seen(NamedTuple):
    public: bytes
    owner: str | None
    own: bytes


@lru_cache(maxsize=4096)
def _seen(line: bytes) -> _Seen:
    """An event for everybody, and for the person whom it is about."""
    event = TABLE.today(_decode(line))
    head = {"seq": event["seq"], "at": event["at"], "what": event["what"]}
    private = _encode({**head, "what": PRIVATE})
    sight = _sights().get(event["what"], STAFF_ONLY)
    if event.get("situation") == LOSS_LIMIT:
        return _Seen(private, None, private)
    shared = {} if sight.everybody is None else _pick(event, sight.everybody)
    public = private if sight.everybody is None else _encode({**head, **shared})
    owner = None if sight.own is None else event.get(sight.whose)
    mine = public if sight.own is None else _encode({**head, **shared, **_pick(event, sight.own)})
    return _Seen(public, owner, mine)


def _pick(thing: dict[str, Any], fields: Fields) -> dict[str, Any]:
    """Those fields of a thing; a card that lies face down has no name."""
    hidden = "card" if thing.get("up") is False else None
    return {
        name: thing[name] if parts is None else _part(thing[name], parts)
        for name, parts in fields.items()
        if name in thing and name != hidden
    }


def _part(value: Any, fields: Fields) -> Any:
    if isinstance(value, list):
        return [_part(each, fields) for each in value]
    return _pick(value, fields) if isinstance(value, dict) else None


@lru_cache(maxsize=256)
def _shown(line: bytes) -> bytes:
    """Return the line without the order of any stack and without card numbers, also in the command
    that stands in it."""
    return SECRECY.shown(line)
