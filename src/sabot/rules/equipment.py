"""What has to be at a table beside its layout, and what people there are told not to do."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Item:
    """A thing that a clause wants at every table."""

    name: str
    clause: str


@dataclass(frozen=True, slots=True)
class Forbidden:
    """What nobody at a table does, and by which clause; whoever does it is told so. `of` says whom
    it binds: "staff", or "anybody"."""

    what: str
    clause: str
    of: str = "anybody"
