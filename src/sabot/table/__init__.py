"""The live table: commands in, events out, by the clauses of one rulebook.

Each module is one topic of a document: its commands, its events, what decides and what evolves. All
of them are imported here.
"""

from sabot.engine.kind import Kind, join_modules
from sabot.table.seen import seen_by
from sabot.table.state import Table
from sabot.table.stream import PREFIX, TABLE

join_modules(__name__)

TABLE_KIND = Kind(
    prefix=PREFIX,
    word="table",
    rules=TABLE,
    state=Table,
    empty=lambda name: Table(name=name),
    words=__name__,
    seen=lambda rules: seen_by,
    refused="That is the house's own to say: what an account has, or who plays in a tournament.",
)

__all__ = ["TABLE", "TABLE_KIND", "Table"]
