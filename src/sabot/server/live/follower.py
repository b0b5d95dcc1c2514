"""Follow one stream: its state and its newest lines; for a table, its views."""

from collections import deque
from collections.abc import Iterable
from itertools import islice
from typing import Any, Final, Generic, TypeVar

import msgspec

from sabot.engine.kind import Versioned
from sabot.floor import Moved
from sabot.pit import ShiftSheet
from sabot.table import Table
from sabot.views import Countdown, StaffView, TableView, Watching, changed, staff_of, view_of

KEPT: Final = 400
"""So many newest lines stay in memory, for viewers who come back."""
S = TypeVar("S", bound=Versioned)


class Trail(Generic[S]):
    """The newest durable state of a stream. What happens there goes in by `take`, in its order."""

    def __init__(self, state: S, tail: Iterable[bytes]) -> None:
        self.state = state
        self.lines: deque[bytes] = deque(tail, maxlen=KEPT)

    @property
    def seq(self) -> int:
        return self.state.version

    def take(self, moves: Iterable[Moved[S]]) -> bool:
        """Take new events; known ones are skipped. Return False if events are missing in between,
        so that the stream has to be loaded again."""
        for moved in moves:
            if moved.after.version <= self.seq:
                continue
            if moved.before.version != self.seq:
                return False
            self.state = moved.after
            self.put(moved)
            self.lines.append(moved.line)
        return True

    def put(self, moved: Moved[S]) -> None:
        """Keep more of an event; for subclasses."""

    def since(self, after: int) -> list[bytes] | None:
        """The lines after a number, or None if they are no longer in memory."""
        missed = self.seq - after
        if not 0 <= missed <= len(self.lines):
            return None
        return [*islice(reversed(self.lines), missed)][::-1]


class Following(Trail[Table]):
    """A table, and how it is shown."""

    def __init__(
        self,
        table: Table,
        watching: Watching,
        sheet: ShiftSheet,
        tail: Iterable[bytes],
        countdown: Countdown,
    ) -> None:
        super().__init__(table, tail)
        self.watching = watching
        self.sheet = sheet
        self._countdown = countdown
        self._view: TableView | None = None
        self._staff: StaffView | None = None

    @property
    def table(self) -> Table:
        return self.state

    @property
    def view(self) -> TableView:
        """The public view, as of the last look."""
        if self._view is None:
            self._view = self._look()
        return self._view

    @property
    def staff(self) -> StaffView:
        """The view of staff beside the public one; computed when it is read."""
        if self._staff is None:
            self._staff = staff_of(self.table, self.watching.ends)
        return self._staff

    def put(self, moved: Moved[Table]) -> None:
        self.watching.put(moved.event, moved.at, self.table)
        self.sheet.put(moved.event, moved.line, moved.at, self.watching.stakes)

    def renew(self, other: "Following") -> None:
        """The table taken up again; the next look tells what has changed."""
        self.state, self.watching, self.lines = other.state, other.watching, other.lines
        self.sheet = other.sheet

    def look(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the changes since the last look, of the public view and of the staff's."""
        before, staff = self.view, self._staff
        self._view = self._look()
        self._staff = None
        for_staff = {} if staff is None else differing(staff, self.staff)
        return changed(before, self._view), for_staff

    def look_later(self) -> None:
        """Drop the views of a table that has moved without viewers; they are computed when they are
        read."""
        self._view = self._staff = None

    def _look(self) -> TableView:
        return view_of(self.table, self.watching, self._countdown)


def differing(old: msgspec.Struct, new: msgspec.Struct) -> dict[str, Any]:
    """The fields of one that are not as they were in the other."""
    return {
        name: getattr(new, name)
        for name in new.__struct_fields__
        if getattr(old, name) != getattr(new, name)
    }
