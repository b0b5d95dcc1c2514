"""Expiring rows: sessions, leases, counters. They have no history and are not hashed.

A row is bytes under a kind and a name. It changes only by compare-and-swap: the caller states the
value it expects, and any other value is rejected.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec

from sabot.core.refusal import Refusal, quoted
from sabot.store.log.lines import LARGEST, is_name

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND: Final = timedelta(microseconds=1)

Key = tuple[str, str]
"""kind, name"""
COVERED: Final[Key] = "claims", "covered"
"""Row that lists the kinds of claims for which the store has all rows that its log asks for."""
COVERS_NOTHING: Final = b"[]"
"""Value of that row in a store whose events were copied without the rows beside them."""


class Swap(msgspec.Struct, frozen=True):
    """Compare-and-swap of one row: `new` replaces `old`; None means no row. After `until` the row
    may be deleted."""

    kind: str
    name: str
    old: bytes | None
    new: bytes | None
    until: datetime = EPOCH

    @property
    def key(self) -> Key:
        return self.kind, self.name


class ExpiringRow(msgspec.Struct, frozen=True):
    """New content of a row and its expiry, in microseconds since 1970."""

    data: bytes | None
    until: int


def micros(moment: datetime) -> int:
    """Microseconds since 1970."""
    if not isinstance(moment, datetime) or moment.tzinfo is None:
        raise Refusal("bad-event", None, f"{quoted(moment)} is not a moment with its time zone.")
    return (moment - EPOCH) // MICROSECOND


def check_swap(swap: Swap) -> None:
    """Refuse a swap that cannot be stored, before it is queued."""
    if not isinstance(swap, Swap) or not is_name(swap.kind) or not is_name(swap.name):
        raise Refusal("bad-event", None, f"{quoted(swap)} cannot be swapped: it has no name.")
    for data in (swap.old, swap.new):
        if not (data is None or type(data) is bytes):
            raise Refusal("bad-event", None, f"{quoted(data)} cannot be swapped: bytes can.")
        if data is not None and len(data) > LARGEST:
            raise Refusal("event-too-big", None, f"A passing thing has at most {LARGEST:,} bytes.")
    micros(swap.until)


def swapped(swaps: Iterable[Swap], there: Mapping[Key, bytes]) -> dict[Key, ExpiringRow]:
    """Return the rows that these swaps leave. One unexpected value rejects all of them."""
    laid: dict[Key, ExpiringRow] = {}
    for swap in swaps:
        found = laid[swap.key].data if swap.key in laid else there.get(swap.key)
        if found != swap.old:
            raise Refusal(
                "stale-version", None, f"The {swap.kind} {quoted(swap.name)} is not as it was."
            )
        laid[swap.key] = ExpiringRow(swap.new, micros(swap.until))
    return laid
