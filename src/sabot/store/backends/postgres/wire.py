"""Whole sentences for PostgreSQL, with their values written out: one round trip for several
statements, the price of one. The driver's own way costs a writer twice as much."""

from collections.abc import Iterable
from typing import Any, Final

import psycopg
from psycopg.errors import error_from_result
from psycopg.pq import ExecStatus

Connection = psycopg.Connection[tuple[Any, ...]]

FINE: Final = (ExecStatus.COMMAND_OK, ExecStatus.TUPLES_OK)


def say(connection: Connection, *statements: str) -> list[tuple[bytes | None, ...]]:
    """Say them in one breath, up to the first that fails; the rows of the last, as text."""
    result = connection.pgconn.exec_(";".join(statements).encode())
    if result.status not in FINE:
        raise error_from_result(result)
    columns = range(result.nfields)
    return [tuple(result.get_value(n, column) for column in columns) for n in range(result.ntuples)]


def as_sentence(error: psycopg.Error) -> str:
    """Return the first line of a database error, as part of a sentence."""
    said = str(error).strip().partition("\n")[0]
    return said.rstrip(".") or type(error).__name__


def called(name: str, *values: Iterable[Any]) -> str:
    r"""A prepared statement with its arrays.

    >>> print(called("stand", ["table:1", "it's"], [b"ab", b""], [7, 8]))
    EXECUTE stand('{"table:1","it''s"}','{"\\x6162","\\x"}','{"7","8"}')
    """
    return f"EXECUTE {name}({','.join(map(_array, values))})"


def _array(values: Iterable[Any]) -> str:
    items = ",".join(f'"{_item(each)}"' for each in values)
    return "'{" + items.replace("'", "''") + "}'"


def _item(value: Any) -> str:
    if type(value) is bytes:
        return "\\\\x" + value.hex()
    return str(value).replace("\\", "\\\\").replace('"', '\\"')


def read_bytes(text: bytes | None) -> bytes | None:
    """A value of bytes, as the database writes it: in hex after two characters."""
    return None if text is None else bytes.fromhex(text[2:].decode())
