"""Copies of the rules, given on request."""

from collections.abc import Sequence
from datetime import datetime

from sabot.core.refusal import Refusal
from sabot.engine.declarations import RECORD, on_pages, own, stops
from sabot.engine.streams import Command, Event
from sabot.rules.roles import HEADS, PLAYER, ROLES
from sabot.table.state import Table
from sabot.table.stream import TABLE


class ShowRules(Command, frozen=True, kw_only=True):
    """Record that a person asked for the rules, and was given a copy."""

    pages = on_pages(
        "deal",
        without=dict.fromkeys((PLAYER, *HEADS), "They read the rules on the page of the game."),
    )
    stopped_by = stops()

    to: str


class RulesShown(Event, frozen=True, kw_only=True):
    basis = RECORD
    sight = own("to clause", whose="to")

    to: str
    clause: str | None


@TABLE.decides(ShowRules, sent_by=ROLES)
def show_rules(table: Table, command: ShowRules, now: datetime) -> Sequence[Event]:
    if table.setup is None:
        raise Refusal("wrong-phase", None, "The table was never opened.")
    return [RulesShown(to=command.to, clause=table.conduct.general.rules_shown)]


@TABLE.evolves(RulesShown)
def rules_shown(table: Table, event: RulesShown) -> Table:
    return table
