"""One table as the server follows it: the fold of its log, its newest lines, and its views."""

from collections import deque
from collections.abc import Iterable
from typing import Any, Final

import msgspec

from sabot.floor import read_line
from sabot.table import TABLE, Table
from sabot.views import StaffView, TableView, Watching, changed, staff_of, view_of

KEPT: Final = 400
"""So many newest lines stay in memory, for viewers who come back."""


class Following:
    """The newest durable state of a table. Lines go in by `take`, in the order of the log."""

    def __init__(
        self, table: Table, watching: Watching, tail: Iterable[tuple[int, bytes]], seconds: int
    ) -> None:
        self.table = table
        self.watching = watching
        self.lines: deque[tuple[int, bytes]] = deque(tail, maxlen=KEPT)
        self._seconds = seconds
        self.view = self._look()
        self._staff: StaffView | None = None

    @property
    def seq(self) -> int:
        return self.table.version

    @property
    def staff(self) -> StaffView:
        """What staff sees beside the view; looked up when somebody does."""
        if self._staff is None:
            self._staff = staff_of(self.table, self.watching.ends)
        return self._staff

    def take(self, lines: Iterable[bytes]) -> bool:
        """Fold in lines; those that are known already are passed over. False if some are missing
        in between, so that the log has to be read."""
        for line in lines:
            read = read_line(line)
            if read.seq <= self.seq:
                continue
            if read.seq != self.seq + 1:
                return False
            self.table = TABLE.evolve(self.table, TABLE.read_event(line), read.at)
            self.watching.take(line, self.table)
            self.lines.append((read.seq, line))
        return True

    def since(self, after: int) -> list[bytes] | None:
        """The lines after a number, or None if they are no longer in memory."""
        if after > self.seq:
            return None
        if after < self.seq and (not self.lines or self.lines[0][0] > after + 1):
            return None
        return [line for seq, line in self.lines if seq > after]

    def look(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """What has changed since the last look, for everybody and for staff."""
        before, staff = self.view, self._staff
        self.view = self._look()
        self._staff = None
        for_staff = {} if staff is None else _differing(staff, self.staff)
        return changed(before, self.view), for_staff

    def _look(self) -> TableView:
        return view_of(self.table, self.watching, self.watching.closes(self._seconds))


def _differing(old: msgspec.Struct, new: msgspec.Struct) -> dict[str, Any]:
    return {
        name: getattr(new, name)
        for name in new.__struct_fields__
        if getattr(old, name) != getattr(new, name)
    }
