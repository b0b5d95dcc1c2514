"""The significant events of people, as administrators and inspectors read them."""

from datetime import datetime
from typing import Any, Final

import msgspec

from sabot.store import Stored

CHAIN: Final = frozenset(
    {"stream", "seq", "at", "by", "what", "id", "via", "address", "prev", "hash"}
)


class Significant(msgspec.Struct, frozen=True):
    """A significant event. `position`: its place in the whole log; `who`: the person it is about,
    empty for an unknown name; `more`: further fields of the event; `via`: the session or token of
    the request."""

    position: int
    at: datetime
    who: str
    what: str
    by: str
    address: str | None
    more: dict[str, Any]
    via: str | None = None


def significant(stored: Stored) -> Significant:
    line: dict[str, Any] = msgspec.json.decode(stored.line)
    return Significant(
        stored.position,
        datetime.fromisoformat(line["at"]),
        stored.stream.partition(":")[2],
        line["what"].partition("/")[0],
        line["by"],
        line.get("address"),
        {name: value for name, value in line.items() if name not in CHAIN},
        line.get("via"),
    )
