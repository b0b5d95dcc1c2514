"""The live table: commands in, events out, by the clauses of one rulebook.

Each module is one topic of a document: its commands, its events, what decides and what evolves.
"""

from sabot.kind import Kind
from sabot.table import (
    approvals,
    boxes,
    burning,
    calls,
    change,
    cutting,
    dealing,
    decisions,
    disputes,
    drop_box,
    exposing,
    filing,
    floats,
    gaming,
    handing,
    irregularities,
    limits,
    methods,
    mixing,
    no_bet,
    nominating,
    notices,
    opening,
    payments,
    preparing,
    redress,
    sanctions,
    seats,
    settling,
    sides,
    signs,
    totals,
    variant,
    visits,
    voiding,
    wagers,
)
from sabot.table.seen import seen_by
from sabot.table.state import Table
from sabot.table.stream import TABLE
from sabot.table.visits import ChangeVisit

TOPICS = (
    opening,
    floats,
    drop_box,
    change,
    preparing,
    mixing,
    cutting,
    burning,
    seats,
    visits,
    boxes,
    signs,
    limits,
    approvals,
    wagers,
    sides,
    totals,
    no_bet,
    dealing,
    decisions,
    methods,
    handing,
    nominating,
    exposing,
    settling,
    gaming,
    calls,
    notices,
    payments,
    filing,
    redress,
    irregularities,
    voiding,
    disputes,
    sanctions,
    variant,
)

TABLE_KIND = Kind(
    prefix="table:",
    word="table",
    rules=TABLE,
    state=Table,
    empty=lambda name: Table(name=name),
    words=__name__,
    sees=seen_by,
    own=(ChangeVisit,),
    refused="The house says what an account has, nobody else.",
)

__all__ = ["TABLE", "TABLE_KIND", "TOPICS", "Table"]
