"""Answers of a server: the requested record, or a refusal."""

from datetime import datetime
from typing import Any

import msgspec

from sabot.accounts.state import AccountLimit, Exclusion
from sabot.core.refusal import Refusal
from sabot.views.shapes import StaffView, TableView, You

Event = dict[str, Any]
"""An event as this viewer may see it: always `seq`, `at` and `what`."""


class Refused(Refusal):
    """The server says no: a code, the clause that speaks, a sentence. `status` is the answer's HTTP
    status, 0 where there was no answer at all."""

    def __init__(self, code: str, clause: str | None, message: str, status: int = 0) -> None:
        super().__init__(code, clause, message)
        self.status = status


class Answered(msgspec.Struct, frozen=True):
    """A command was carried out: its id, and the events that it led to."""

    id: str
    events: tuple[Event, ...] = ()


class Me(msgspec.Struct, frozen=True):
    """The signed-in person."""

    name: str
    role: str
    shown: str = ""
    idle_seconds: int = 0
    demo: bool = False


class TableNow(msgspec.Struct, frozen=True):
    """A table after event `seq`. `you` is for players, `staff` for gaming staff and watchers."""

    seq: int
    table: TableView
    you: You | None = None
    staff: StaffView | None = None


class Peeked(msgspec.Struct, frozen=True):
    """A face-down card of your own."""

    slot: int
    card: str


class AccountPurse(msgspec.Struct, frozen=True):
    """A player's account, in cents: what it holds away from the tables, its Player Card, limits
    and how much room they leave. `table` is where the player plays now."""

    player: str
    balance: int
    reserved: int = 0
    card: str | None = None
    excluded: Exclusion | None = None
    deposit_limits: tuple[AccountLimit, ...] = ()
    loss_limits: tuple[AccountLimit, ...] = ()
    house_deposit: AccountLimit | None = None
    house_loss: AccountLimit | None = None
    deposit_room: int | None = None
    loss_room: int | None = None
    table: str | None = None
    tables: tuple[str, ...] = ()


class Waiting(msgspec.Struct, frozen=True):
    """A pending statement of any stream: its author, its effect, and who may confirm it; `yours`:
    you may."""

    stream: str
    number: int
    stated_by: str
    by: str
    at: datetime
    do: str = ""
    fields: dict[str, Any] = {}
    yours: bool = False


class _Said(msgspec.Struct):
    code: str
    message: str
    clause: str | None = None


class Failure(msgspec.Struct):
    error: _Said
    id: str | None = None


def refused(error: _Said, status: int = 0) -> Refused:
    return Refused(error.code, error.clause, error.message, status)


def refusal_in(status: int, body: bytes) -> Refused:
    """Return the refusal in an answer whose status is not 2xx, from the server or a proxy."""
    try:
        return refused(msgspec.json.decode(body, type=Failure).error, status)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return Refused("no-answer", None, f"The server answered with status {status}.", status)
