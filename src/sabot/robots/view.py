"""What a robot sees of a table, and what it asks for."""

from typing import Any, Protocol

import msgspec

from sabot.floor import Floor, read_line
from sabot.streams import Rejection
from sabot.table import TABLE, Table


class Wish(msgspec.Struct, frozen=True):
    """A command that a robot would send now, without its id."""

    do: str
    actor: str
    role: str
    fields: dict[str, Any] = {}

    def command(self, id_: str, **more: Any) -> bytes:
        """The command as JSON, as any client sends it."""
        who = {"id": id_, "do": self.do, "actor": self.actor, "role": self.role}
        return msgspec.json.encode({**who, **self.fields, **more})


class Robot(Protocol):
    """Looks at the table and wishes for something, or waits."""

    def wish(self, table: Table) -> Wish | None:
        """What to send now; None while it is somebody else's turn."""

    def refused(self, table: Table, wish: Wish, rejected: Rejection) -> None:
        """The table said no; without an idea what else to do, a robot raises a Refusal."""


class View:
    """A table as its events tell it: nothing that is sealed, nothing that is not logged."""

    def __init__(self, floor: Floor, name: str) -> None:
        self._floor = floor
        self._name = name
        self.table = Table(name=name)

    def look(self) -> list[bytes]:
        """Take in what has happened since the last look; the new events as the log keeps them."""
        lines = list(self._floor.events(self._name, self.table.version))
        for line in lines:
            self.table = TABLE.evolve(self.table, TABLE.read_event(line), read_line(line).at)
        return lines
