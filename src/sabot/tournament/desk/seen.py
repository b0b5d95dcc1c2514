"""Logged events of a tournament as each person may see them; a field that no `sight` names is not
seen.

Surveillance and inspectors see a line as the log keeps it. Gaming staff, those who run tournaments
and cashiers see it with the last digits of a Player Card's number alone. Players and people who are
not signed in see what is announced in the room; of what is a person's own a player sees their own,
without who keyed it.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, Final

import msgspec

from sabot.engine.declarations import STAFF_ONLY, Fields, Sight
from sabot.engine.kind import PRIVATE, SEES_ALL, WATCHERS
from sabot.engine.secrecy import Secrecy
from sabot.rules.roles import CASHIER, HEADS, PLAYER
from sabot.tournament.desk.stream import TOURNAMENT

SEES: Final = SEES_ALL | HEADS | {CASHIER}
SECRECY: Final = Secrecy(TOURNAMENT)
_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(dict[str, Any]).decode


def seen_by(role: str, name: str, line: bytes) -> bytes:
    """Return one line of a tournament's log as JSON for a person; a line that they may not see is
    `private/1` with its number and time."""
    if role in WATCHERS:
        return line
    if role in SEES:
        return SECRECY.shown(line)
    owner, own, public = _seen(line)
    return own if role == PLAYER and owner is not None and owner == name else public


@cache
def _sights() -> dict[str, Sight]:
    """Return the sight that each event class declares, by the event's name in the log."""
    return {str(event.__struct_config__.tag): event.sight for event in TOURNAMENT.events}


@lru_cache(maxsize=4096)
def _seen(line: bytes) -> tuple[str | None, bytes, bytes]:
    event = _decode(line)
    head = {"seq": event["seq"], "at": event["at"], "what": event["what"]}
    sight = _sights().get(event["what"], STAFF_ONLY)
    public = _encode(head | _picked(event, sight.everybody, {"what": PRIVATE}))
    if sight.own is None:
        return None, public, public
    own = _encode(head | _picked(event, sight.everybody) | _picked(event, sight.own))
    return event.get(sight.whose), own, public


def _picked(
    event: dict[str, Any], fields: Fields | None, nothing: Mapping[str, Any] = {}
) -> dict[str, Any]:
    """Return those fields of an event, `nothing` where none are named."""
    if fields is None:
        return {**nothing}
    return {name: event[name] for name in fields if name in event}
