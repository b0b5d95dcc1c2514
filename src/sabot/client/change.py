"""Assembly of a live table's messages: the newest view, and every event once and in order."""

from datetime import datetime
from typing import Any, Generic, TypeVar

import msgspec

from sabot.client.answers import Event
from sabot.core.refusal import Refusal
from sabot.views.shapes import StaffView, TableView, You

V = TypeVar("V", bound=msgspec.Struct)


class Change(msgspec.Struct, frozen=True):
    """Events since the last change, and the view after them.

    `first`: the view with which a stream begins, or a new one in place of events that are not told
    any more. `now` is the server's clock when it said so.
    """

    seq: int
    events: tuple[Event, ...]
    table: TableView
    you: You | None
    staff: StaffView | None
    now: datetime
    first: bool = False


class ServerMessage(msgspec.Struct):
    """A message of the server, decoded only in the fields that all messages share."""

    type: str
    id: str | None = None
    seq: int = 0
    events: tuple[Event, ...] = ()
    table: dict[str, msgspec.Raw] | None = None
    you: You | msgspec.UnsetType | None = msgspec.UNSET
    staff: dict[str, msgspec.Raw] | msgspec.UnsetType | None = msgspec.UNSET
    now: datetime | None = None
    error: dict[str, Any] | None = None


class Gap(Exception):
    """Events are missing: the stream has to be taken up again where it was whole."""


class PartialView(Generic[V]):
    """A view of which only the fields that changed are told."""

    def __init__(self, kind: type[V]) -> None:
        self._kind = kind
        self._whole = msgspec.json.Decoder(kind)
        fields = msgspec.structs.fields(kind)
        self._fields = {each.encode_name: msgspec.json.Decoder(each.type) for each in fields}
        self.view: V | None = None

    def write(self, told: dict[str, msgspec.Raw], *, whole: bool) -> None:
        if whole or self.view is None:
            self.view = self._whole.decode(msgspec.json.encode(told))
            return
        # A field that a newer server tells and this client does not know is left alone.
        known = {n: self._fields[n].decode(raw) for n, raw in told.items() if n in self._fields}
        self.view = msgspec.structs.replace(self.view, **known)


class Story:
    """A table as its messages tell it, one after the other."""

    def __init__(self, after: int | None) -> None:
        self.seq = after
        """The last event that was told; None before anything was."""
        self._table = PartialView(TableView)
        self._staff = PartialView(StaffView)
        self._you: You | None = None

    def take(self, said: ServerMessage) -> Change:
        """A snapshot or events, without what was told already; Gap if something is missing."""
        if said.table is None or said.now is None:
            raise Refusal("no-answer", None, "The server told a change without a table.")
        snapshot = said.type == "snapshot"
        fresh = said.events
        if not snapshot:
            fresh = tuple(each for each in said.events if each["seq"] > (self.seq or 0))
            self._check_whole(fresh, said.seq)
        self._write(said, snapshot)
        self.seq = said.seq
        table = self._table.view
        assert table is not None
        staff = self._staff.view
        return Change(said.seq, fresh, table, self._you, staff, said.now, first=snapshot)

    def _check_whole(self, fresh: tuple[Event, ...], last: int) -> None:
        first = (self.seq or 0) + 1
        if [each["seq"] for each in fresh] != list(range(first, max(last, first - 1) + 1)):
            raise Gap

    def _write(self, said: ServerMessage, whole: bool) -> None:
        assert said.table is not None
        self._table.write(said.table, whole=whole)
        if said.you is not msgspec.UNSET:
            self._you = said.you
        if said.staff is None:
            self._staff.view = None
        elif said.staff is not msgspec.UNSET:
            self._staff.write(said.staff, whole=whole)


_said = msgspec.json.Decoder(ServerMessage)


def read_message(text: str | bytes) -> ServerMessage:
    return _said.decode(text)
