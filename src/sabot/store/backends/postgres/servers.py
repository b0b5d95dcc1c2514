"""Advisory lock that tells whether servers use a PostgreSQL store.

Each server holds it in shared mode, once in its own session and once in its listening one. A
command that must have the store to itself, such as a change of keys, takes it exclusively.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

import psycopg

from sabot.core.refusal import Refusal
from sabot.store.backends.postgres.wire import as_sentence

NUMBER: Final = "hashtextextended('sabot servers in ' || current_schema(), 0)"
SHARE: Final = f"SELECT pg_advisory_lock_shared({NUMBER})"
"""Statement by which a server's session shares the lock; it waits while a command has it."""
TRY_SHARE: Final = f"SELECT pg_try_advisory_lock_shared({NUMBER})"
TRY_ALL: Final = f"SELECT pg_try_advisory_lock({NUMBER})"
RELEASE: Final = "SELECT pg_advisory_unlock_all()"
"""Statement that ends a session's locks at once; closing the session alone ends them later."""


@contextmanager
def holding(url: str, exclusively: bool) -> Iterator[None]:
    """Hold the lock until the block ends; refuse in a sentence if that is not possible now."""
    try:
        connection = psycopg.connect(url, autocommit=True, connect_timeout=5)
    except psycopg.Error as error:
        message = f"The database cannot be opened: {as_sentence(error)}."
        raise Refusal("store-unavailable", None, message) from None
    with connection:
        question = TRY_ALL if exclusively else TRY_SHARE
        ((held,),) = connection.execute(question.encode()).fetchall()
        if not held:
            raise _taken(exclusively)
        try:
            yield
        finally:
            with suppress(psycopg.Error):
                connection.execute(RELEASE)


def _taken(exclusively: bool) -> Refusal:
    if exclusively:
        message = "Servers are running on this database: stop all of them first."
    else:
        message = "The keys of this database are being replaced: start the server afterwards."
    return Refusal("store-taken", None, message)
