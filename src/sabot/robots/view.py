"""A table of this process as a robot sees it."""

from datetime import UTC, datetime
from typing import Final

from sabot.floor import Floor, read_line
from sabot.robots.scene import TableScene
from sabot.table import TABLE, Table
from sabot.views import TableView, Watching, next_step, view_of, you_of

DAWN: Final = datetime(1970, 1, 1, tzinfo=UTC)
"""The time at a table where nothing has happened yet."""


class View:
    """A table as its events tell it: nothing that is sealed, nothing that is not logged."""

    def __init__(self, floor: Floor, name: str) -> None:
        self._floor = floor
        self._name = name
        self.table = Table(name=name)
        self._watching = Watching.start(self.table, ())
        self._shown: TableView | None = None

    def look(self) -> list[bytes]:
        """Take in what has happened since the last look; the new events as the log keeps them."""
        lines = list(self._floor.events(self._name, self.table.version))
        for line in lines:
            self.table = TABLE.evolve(self.table, TABLE.read_event(line), read_line(line).at)
            self._watching.take(line, self.table)
            self._shown = None
        return lines

    def scene(self, player: str | None = None) -> TableScene:
        """Return a player's view, or the dealer's without a name. Time stands still between events,
        so that robots never wait for a clock."""
        if self._shown is None:
            self._shown = view_of(self.table, self._watching, None)
        now = self.table.at or DAWN
        if player is None:
            return TableScene(self._shown, now, next=next_step(self.table))
        account = self._floor.account(player)
        known = account if account.player else None
        return TableScene(self._shown, now, you=you_of(self.table, player, known, now))
