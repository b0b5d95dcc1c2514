"""Making the tables of a store in PostgreSQL, or those of an earlier release today's."""

from sabot import __version__
from sabot.core.refusal import Refusal
from sabot.store.backends.database import RELEASE, SCHEMA_VERSION, check_schema
from sabot.store.backends.postgres.tables import (
    HAS_POSITIONS,
    MOVE_POSITIONS,
    POSITION_IN_ROW,
    RENUMBER,
    SIGN,
    TABLES,
    VERSION,
)
from sabot.store.backends.postgres.wire import Connection


def prepare(connection: Connection, create: bool) -> None:
    """Make the tables if they are not there; refuse those of a newer version."""
    if connection.info.parameter_status("server_encoding") != "UTF8":
        raise Refusal("not-a-store", None, "The database must have the encoding UTF8.")
    if not connection.execute("SELECT to_regclass('about')").fetchall()[0][0]:
        if not create:
            raise Refusal("no-store", None, "There is no store in this database.")
        make(connection, TABLES)
    said = connection.execute("SELECT name, value FROM about").fetchall()
    about = {str(name): str(value) for name, value in said}
    check_schema(about, create, VERSION)
    if create and about.get(SCHEMA_VERSION) == str(POSITION_IN_ROW):
        make(connection, f"{tables_for(connection)};{RENUMBER}")
    if create and about.get(RELEASE) != __version__:
        make(connection, SIGN)


def make(connection: Connection, tables: str) -> None:
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(hashtext('sabot tables'))")
        connection.execute(tables.encode())


def tables_for(connection: Connection) -> str:
    """Return what makes the tables that are missing; those of an earlier version become today's."""
    return MOVE_POSITIONS if connection.execute(HAS_POSITIONS).fetchall() else TABLES
