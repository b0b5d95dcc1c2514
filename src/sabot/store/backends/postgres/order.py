"""The order of all events in PostgreSQL, in a connection of its own.

Its lock is the one of the stream "", which no writer takes: writers wait for no sequencer.
"""

import contextlib
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, TypeVar

import psycopg
from psycopg.pq import TransactionStatus

from sabot.core.refusal import Refusal
from sabot.store.backends.database import Arrival, BegunOrder, OnlyReads, OrderNow, PlaceBatch
from sabot.store.backends.postgres.locks import numbers_of
from sabot.store.backends.postgres.statements import (
    ANNOUNCE,
    ARRIVALS,
    NAMESPACE,
    ORDER_NOW,
    ORDERING,
    PLACE,
    PLACED,
    SETTLED,
    STAND,
)
from sabot.store.backends.postgres.wire import Connection, as_sentence
from sabot.store.trust.signed_head import WHOLE

LONGEST_SAID: Final = 7_000
"""PostgreSQL passes on no more than 8,000 bytes at once."""
HOLD: Final = "SELECT pg_advisory_xact_lock(number) FROM unnest(%b::bigint[]) AS number"

ONLY_READS: Final = (
    psycopg.errors.InsufficientPrivilege,
    psycopg.errors.ReadOnlySqlTransaction,
)

T = TypeVar("T")


class PostgresOrdering:
    """Places of events, given in batches."""

    def __init__(self, connect: Callable[[], Connection]) -> None:
        self._connect = connect
        self._connection: Connection | None = None

    def now(self) -> OrderNow:
        """Look how far the order goes."""
        return self._try(self._now)

    def begin(self, limit: int) -> BegunOrder:
        """Lock the order, but no stream, and return what has arrived first."""

        def begin(connection: Connection) -> BegunOrder:
            connection.execute("BEGIN")
            connection.execute(ORDERING)
            ((namespace,),) = connection.execute(NAMESPACE).fetchall()
            connection.execute(HOLD, [numbers_of(namespace, [WHOLE])])
            now = self._now(connection)
            found = connection.execute(ARRIVALS, [limit], binary=True).fetchall()
            return BegunOrder(now, [Arrival(*row) for row in found])

        return self._try(begin)

    def last_placed(self, streams: Collection[str]) -> Mapping[str, int]:
        """Return the number of each stream's last event in the order, within that transaction."""

        def ask(connection: Connection) -> dict[str, int]:
            found = connection.execute(PLACED, [list(streams)], binary=True).fetchall()
            return {stream: seq or 0 for stream, seq in found}

        return self._try(ask)

    def finish(self, placing: PlaceBatch) -> None:
        """Write the places of events, tell all who listen, and commit."""

        def write(connection: Connection) -> None:
            with connection.pipeline():
                connection.execute(
                    PLACE, [list(each) for each in zip(*placing.places, strict=True)]
                )
                connection.execute(STAND, [[WHOLE], [placing.signed]])
                connection.execute(SETTLED, [list(placing.done)])
                connection.execute(ANNOUNCE, [said_of(placing.places)])
                connection.execute("COMMIT")

        self._try(write)

    def abandon(self) -> None:
        """Give up the transaction, if there is one."""
        connection = self._connection
        if connection is None or connection.closed:
            return
        with contextlib.suppress(psycopg.Error):
            if connection.info.transaction_status != TransactionStatus.IDLE:
                connection.execute("ROLLBACK")

    def close(self) -> None:
        """Let go of the connection."""
        if self._connection is not None:
            self._connection.close()

    def _now(self, connection: Connection) -> OrderNow:
        (row,) = connection.execute(ORDER_NOW, binary=True).fetchall()
        return OrderNow(*row)

    def _try(self, work: Callable[[Connection], T]) -> T:
        """Do it in the connection, which is made anew if it was lost. After an error the
        transaction is given up, and the connection with it: it knows of statements that the server
        may not have prepared."""
        try:
            if self._connection is None or self._connection.closed:
                self._connection = self._connect()
            return work(self._connection)
        except psycopg.Error as error:
            if self._connection is not None:
                self._connection.close()
            if isinstance(error, ONLY_READS):
                raise OnlyReads from error
            message = f"The order of events cannot be written now: {as_sentence(error)}."
            raise Refusal("store-unavailable", None, message) from None


def said_of(places: Sequence[tuple[Any, str, int]]) -> list[str]:
    """Return the streams that move, in as few texts as can be."""
    said = [""]
    for stream, seq in {stream: seq for _, stream, seq in places}.items():
        line = f"{stream}:{seq}\n"
        if len((said[-1] + line).encode()) > LONGEST_SAID:
            said.append("")
        said[-1] += line
    return said
