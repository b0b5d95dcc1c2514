"""Closing a table, announced by a sign where players are there."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sabot.core.refusal import Refusal
from sabot.core.revision import WAGERS, holds
from sabot.engine.declarations import RECORD, Stop, on_pages, public, stops
from sabot.engine.streams import Command, Event, Leave
from sabot.parts.notices import outstanding
from sabot.rules.operation.conduct import Notice
from sabot.rules.roles import CASINO_SUPERVISOR
from sabot.table.limits.signs import CLOSE, check_sign
from sabot.table.state import BETWEEN, CLOSED, Table
from sabot.table.stream import BY_SUPERVISOR, TABLE, replace


class CloseTable(Command, frozen=True, kw_only=True):
    """Close the table. With players present a sign must have announced it."""

    pages = on_pages("pit")
    stopped_by = stops(Stop.STATEMENT, Stop.HEAT_USE)


class TableClosed(Event, frozen=True, kw_only=True):
    """`check` is the clause by which the cards are checked now that gaming is over."""

    basis = RECORD
    sight = public("clause")

    clause: str | None
    check: str | None = None


def _closes(table: Table, command: CloseTable) -> Leave:
    rule = table.conduct.general.close
    return BY_SUPERVISOR if rule is None else Leave(rule.clause, rule.by)


@TABLE.decides(CloseTable, _closes, BETWEEN, sent_by=(CASINO_SUPERVISOR,))
def close_table(table: Table, command: CloseTable, now: datetime) -> Sequence[Event]:
    rule = table.conduct.general.close
    clause = None if rule is None else rule.clause
    if table.round.stakes:
        raise Refusal("wagers-lie", clause, "Wagers lie on the layout: deal or return them.")
    if rule is not None and (
        table.patrons or (holds(command, WAGERS) and _were_here(table, rule, now))
    ):
        check_sign(table, rule, CLOSE, now)
    checks, stack = table.conduct.checks, table.stack
    spared = stack.pre_shuffled is not None and checks.spares_pre_shuffled
    check = checks.clause if checks.at_end and stack.cards and not spared else None
    return [TableClosed(clause=clause, check=check)]


def _were_here(table: Table, rule: Notice, now: datetime) -> bool:
    """Return True if staff keyed players out within the time for which a sign has to stand; where
    the document states no time, since the table was opened."""
    window = timedelta(minutes=rule.minutes)
    gone = [since for name, since in table.put_out.items() if name not in table.patrons]
    return any(not rule.minutes or now < since + window for since in gone)


@TABLE.evolves(TableClosed)
def table_closed(table: Table, event: TableClosed) -> Table:
    stack = table.stack if event.check is None else replace(table.stack, check=event.check)
    closed = replace(table, phase=CLOSED, signs=(), next_no_bet=(), stack=stack, dealer=None)
    return replace(closed, put_out={}, invalid_cards={})


def is_at_rest(table: Table) -> bool:
    """Return True if the table is closed, and no person has anything left to do about it."""
    return (
        table.phase == CLOSED
        and not (table.patrons or table.asked or table.payments or table.statements.pending)
        and not table.boxes
        and not outstanding(table.notices)
        and not any(case.is_open for case in table.disputes.cases.values())
    )
