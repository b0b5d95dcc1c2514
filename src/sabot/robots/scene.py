"""A robot's view of a table, and the commands it asks for."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Protocol

import msgspec

from sabot.engine.streams import Rejection
from sabot.floor.kinds import ACCOUNTS
from sabot.views.shapes import NextStep, TableView, You

Event = dict[str, Any]


class TableScene(msgspec.Struct, frozen=True):
    """The table as it is shown to one person: `you` to a player, `next` to the dealer."""

    table: TableView
    now: datetime
    you: You | None = None
    next: NextStep | None = None


class Wish(msgspec.Struct, frozen=True):
    """A command that a robot would send, without its id; `at` is the earliest time. `account`: it
    is for the sender's account, not for the table."""

    do: str
    actor: str
    role: str
    fields: dict[str, Any] = {}
    at: datetime | None = None
    account: bool = False

    def command(self, id_: str, **more: Any) -> bytes:
        """The command as JSON, as any client of the floor sends it."""
        who = {"id": id_, "do": self.do, "actor": self.actor, "role": self.role}
        if self.account:
            who["stream"] = ACCOUNTS.stream(self.actor)
        return msgspec.json.encode({**who, **self.fields, **more})

    def is_due(self, now: datetime) -> bool:
        return self.at is None or self.at <= now


class Robot(Protocol):
    """Looks at the table and wishes for something, or waits."""

    @property
    def name(self) -> str:
        """Return the robot's name at the table."""

    @property
    def role(self) -> str:
        """In which role it looks at the table."""

    def wish(self, scene: TableScene) -> Wish | None:
        """Return the next command and its time; None if it is not the robot's turn."""

    def refused(self, scene: TableScene, wish: Wish, rejected: Rejection) -> None:
        """The table said no; without an idea what else to do, a robot raises a Refusal."""

    def heard(self, events: Sequence[Event], now: datetime) -> None:
        """Take in events that this robot may see."""
