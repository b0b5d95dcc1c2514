"""The live table: commands in, events out, by the clauses of one rulebook.

Each module is one topic of a document: its commands, its events, what decides and what evolves.
"""

from sabot.kind import Kind
from sabot.table import irregularities
from sabot.table.betting import announcements, chances, no_bet, sides, totals, wagers
from sabot.table.cases import disputes, filing, notices, payments, redress, statements
from sabot.table.coup import counts, dealing, decisions, exposing, handing, keying, methods
from sabot.table.heat import (
    absence,
    duty,
    putting_out,
    rounds,
    seating,
    turns,
    undoing,
)
from sabot.table.heat.ending import counting, finishing
from sabot.table.heat.papers import correcting, forms, passes
from sabot.table.irregularities import card_checks
from sabot.table.players import (
    boxes,
    gaming,
    nominating,
    offers,
    sanctions,
    seats,
    visits,
    vouchers,
)
from sabot.table.result import clearing, settling, voiding
from sabot.table.running import (
    approvals,
    calls,
    change,
    drop_box,
    floats,
    inspecting,
    limits,
    opening,
    personal,
    relief,
    rule_copies,
    signs,
    variant,
)
from sabot.table.seen import seen_by
from sabot.table.shoe import burning, cutting, mixing, preparing
from sabot.table.state import Table
from sabot.table.stream import PREFIX, TABLE

TOPICS = (
    opening,
    rule_copies,
    inspecting,
    floats,
    drop_box,
    change,
    preparing,
    mixing,
    cutting,
    burning,
    seats,
    vouchers,
    visits,
    boxes,
    signs,
    limits,
    personal,
    approvals,
    chances,
    wagers,
    announcements,
    sides,
    totals,
    no_bet,
    dealing,
    keying,
    counts,
    decisions,
    methods,
    handing,
    nominating,
    offers,
    exposing,
    settling,
    clearing,
    gaming,
    calls,
    relief,
    notices,
    statements,
    payments,
    filing,
    redress,
    irregularities,
    card_checks,
    voiding,
    disputes,
    sanctions,
    variant,
    seating,
    duty,
    turns,
    passes,
    forms,
    correcting,
    absence,
    putting_out,
    rounds,
    finishing,
    undoing,
    counting,
)

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

__all__ = ["TABLE", "TABLE_KIND", "TOPICS", "Table"]
