"""Who deals at a table, and what was asked there that no clause decides."""

from datetime import datetime

import msgspec


class Dealing(msgspec.Struct, frozen=True):
    """Who has signed on as dealer, and since when."""

    name: str
    since: datetime


class Question(msgspec.Struct, frozen=True):
    """What no clause decides: what it is about, and who reported it."""

    about: str
    by: str
