"""Logged events of a tournament as each person may see them; what is not listed is not seen.

Surveillance and inspectors see a line as the log keeps it. Gaming staff, those who run tournaments
and cashiers see it with the last digits of a Player Card's number alone. Players and people who are
not signed in see what is announced in the room; of what is a person's own a player sees their own,
without who keyed it.
"""

from functools import lru_cache
from typing import Any, Final

import msgspec

from sabot.kind import PRIVATE, SEES_ALL, WATCHERS
from sabot.rules.roles import CASHIER, HEADS, PLAYER
from sabot.secrecy import Secrecy
from sabot.tournament.desk.stream import TOURNAMENT

SEES: Final = SEES_ALL | HEADS | {CASHIER}
SECRECY: Final = Secrecy(TOURNAMENT)
INNER: Final = frozenset({"do", "via", "by", "id", "prev", "hash", "stream", "reference"})
"""What a person does not see even of their own."""
EVERYBODY: Final[dict[str, tuple[str, ...]]] = {
    "tournament-drafted/1": ("tournament", "rulebook", "edition", "title"),
    "head-appointed/1": ("person", "role"),
    "head-relieved/1": ("person", "role"),
    "conditions-published/1": ("number", "conditions", "digest", "clause"),
    "entry-opened/1": ("free_until", "conditions", "clause"),
    "agreement-required/1": ("clause",),
    "tournament-entered/1": ("number", "player", "clause"),
    "entry-closed/1": ("players", "short", "clause"),
    "bought-back/1": ("player", "clause"),
    "entry-withdrawn/1": ("player", "clause"),
    "struck-off/1": ("player", "clause"),
    "seat-forfeited/1": ("number", "table", "player", "clause"),
    "seat-taken-over/1": ("table", "box", "player", "instead_of", "clause"),
    "schedule-set/1": ("schedule", "clause"),
    "tournament-started/1": ("players", "advance", "clause"),
    "start-moved/1": ("session", "before", "starts", "reason", "clause"),
    "session-called/1": (
        *("number", "session", "stage", "tables", "players", "starts", "groups", "clause"),
    ),
    "draw-sealed/1": ("number", "digest", "beacon"),
    "entries-closed/1": ("number", "entries", "digest"),
    "draw-opened/1": ("number", "secret", "value", "order"),
    "seats-allotted/1": ("number", "draw", "seats", "clause"),
    "session-started/1": ("number", "stage", "clause"),
    "table-began/1": ("number", "table"),
    "table-counted/1": ("number", "table", "sheet", "order", "clause"),
    "session-called-off/1": ("number", "reason", "clause"),
    "level-placed/1": ("order", "names", "reason", "clause"),
    "session-announced/1": (*("session", "stage", "through", "out", "points", "totals", "clause"),),
    "places-announced/1": ("session", "places", "clause"),
    "pool-guaranteed/1": ("guarantee", "clause"),
    "value-added/1": ("goods", "clause"),
    "prizes-awarded/1": ("pool", "commission", "won", "goods", "clause"),
    "tournament-cancelled/1": ("reason", "clause"),
}
OWN: Final = frozenset(
    {
        "tournament-entered/1", "entry-refused/1", "entry-withdrawn/1", "bought-back/1",
        "buy-in-paid/1", "struck-off/1", "refund-approved/1", "reserve-listed/1", "seat-offered/1",
        "seat-taken-over/1", "dispute-raised/1",
    }
)  # fmt: skip
_decode: Final = msgspec.json.Decoder(dict[str, Any]).decode


def seen_by(role: str, name: str, line: bytes) -> bytes:
    """One line of a tournament's log as JSON for that person; what they may not see at all is
    `private/1` with its number and time."""
    if role in WATCHERS:
        return line
    if role in SEES:
        return SECRECY.shown(line)
    owner, own, public = _seen(line)
    return own if role == PLAYER and owner is not None and owner == name else public


@lru_cache(maxsize=4096)
def _seen(line: bytes) -> tuple[str | None, bytes, bytes]:
    event = _decode(line)
    head = {"seq": event["seq"], "at": event["at"], "what": event["what"]}
    fields = EVERYBODY.get(event["what"])
    public = {**head, "what": PRIVATE}
    if fields is not None:
        public = {**head, **{each: event[each] for each in fields if each in event}}
    own = {key: value for key, value in event.items() if key not in INNER}
    owner = event.get("player") if event["what"] in OWN else None
    return owner, msgspec.json.encode(own), msgspec.json.encode(public)
