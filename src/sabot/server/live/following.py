"""One table as the server follows it: its state, its newest lines, and its views."""

from collections import deque
from collections.abc import Iterable
from itertools import islice
from typing import Any, Final

import msgspec

from sabot.floor import Moved
from sabot.table import Table
from sabot.views import StaffView, TableView, Watching, changed, staff_of, view_of

KEPT: Final = 400
"""So many newest lines stay in memory, for viewers who come back."""


class Following:
    """The newest durable state of a table. What happens there goes in by `take`, in its order."""

    def __init__(
        self, table: Table, watching: Watching, tail: Iterable[bytes], seconds: int
    ) -> None:
        self.table = table
        self.watching = watching
        self.lines: deque[bytes] = deque(tail, maxlen=KEPT)
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

    def take(self, moves: Iterable[Moved[Table]]) -> bool:
        """What has happened; what is known already is passed over. False if something is missing in
        between, so that the table has to be taken up again."""
        for moved in moves:
            if moved.after.version <= self.seq:
                continue
            if moved.before.version != self.seq:
                return False
            self.table = moved.after
            self.watching.put(moved.event, moved.at, self.table)
            self.lines.append(moved.line)
        return True

    def renew(self, other: "Following") -> None:
        """The table taken up again; the next look tells what has changed."""
        self.table, self.watching, self.lines = other.table, other.watching, other.lines

    def since(self, after: int) -> list[bytes] | None:
        """The lines after a number, or None if they are no longer in memory."""
        missed = self.seq - after
        if not 0 <= missed <= len(self.lines):
            return None
        return [*islice(reversed(self.lines), missed)][::-1]

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
