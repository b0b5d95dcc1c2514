"""A check of the cards in use that finds one missing or foreign.

It does what the report "missing-or-foreign-card" does, and waits for the same second person.
"""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.revision import WAGERS, holds
from sabot.engine.streams import Confirmer, Event
from sabot.rules.roles import CASINO_SUPERVISOR, STAFF
from sabot.table.irregularities.report import (
    confirmer_of,
    report_irregularity,
)
from sabot.table.irregularities.report_command import ReportIrregularity
from sabot.table.shoe.preparation import CheckCards, check_cards, checked_by
from sabot.table.state import BETTING, CLOSED, IN_COUP, OPEN, Table
from sabot.table.stream import TABLE


def _is_found(table: Table, command: CheckCards) -> bool:
    """Return True if the check finds something wrong with cards in use: a live coup is void, and
    between coups they come out to be checked."""
    in_use = table.phase == BETTING or (table.phase in IN_COUP and table.round.void is None)
    found = command.missing > 0 or command.foreign > 0
    return in_use and found and holds(command, WAGERS)


def _report(command: CheckCards) -> ReportIrregularity:
    return ReportIrregularity(
        id=command.id,
        actor=command.actor,
        role=command.role,
        under=command.under,
        situation="missing-or-foreign-card",
    )


def _confirmer(table: Table, command: CheckCards) -> Confirmer | None:
    return confirmer_of(table, _report(command)) if _is_found(table, command) else None


@TABLE.decides(
    CheckCards,
    checked_by,
    (*OPEN, CLOSED),
    confirmed_by=_confirmer,
    sent_by=(STAFF,),
    confirmers=(CASINO_SUPERVISOR,),
)
def check_and_report(table: Table, command: CheckCards, now: datetime) -> Sequence[Event]:
    """Keep what was found; of cards in use, report it as well."""
    (checked,) = check_cards(table, command)
    if not _is_found(table, command):
        return [checked]
    return [checked, *report_irregularity(TABLE.evolve(table, checked, now), _report(command), now)]
