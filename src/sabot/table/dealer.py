"""The dealer of a table, and reports there that no clause decides."""

from datetime import datetime

import msgspec


class SignedOnDealer(msgspec.Struct, frozen=True):
    """The dealer who has signed on, and the time of signing on."""

    name: str
    since: datetime


class OpenReport(msgspec.Struct, frozen=True):
    """A report that no clause decides: its subject, and the person who reported it."""

    about: str
    by: str
