"""A sign at a table, as the table's state keeps it."""

from datetime import datetime

import msgspec


class Shown(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sign at the table: what it announces, for when, and since when it stands there."""

    kind: str
    since: datetime
    takes_effect: datetime | None = None
    amount: int | None = None
    text: str = ""
