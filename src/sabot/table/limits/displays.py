"""Signs that stand at a table before its first card: odds or method of another pay scheme, limits
of side bets, and the approval of their layout."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final, NamedTuple

import msgspec

from sabot.core.refusal import Refusal
from sabot.core.revision import WAGERS, holds
from sabot.engine.declarations import RECORD, StaffText, on_pages, public, stops
from sabot.engine.streams import Command, Event
from sabot.rules.coup.layouts import Layout
from sabot.table.running.variant import odds_sign
from sabot.table.sign import Displays, WagerLimit
from sabot.table.state import OPEN, VIRTUAL, Table
from sabot.table.stream import BY_DEALER, TABLE, replace

ODDS, LIMITS, APPROVAL = "odds", "side bets", "approval"
MESSAGES: Final = {
    ODDS: "Put up the sign with the odds, or the method of settlement, before the first card.",
    LIMITS: "Put up the sign of the side bets with their limits before the first card.",
    APPROVAL: "The layout with these side bets needs the regulator's written approval before use.",
}


class Missing(NamedTuple):
    """Something that the first card waits for, and its clause."""

    what: str
    clause: str


class ShowOdds(Command, frozen=True, kw_only=True):
    """The sign with the odds, or with the method of settlement, stands at the table; so does that
    of side bets with their limits, where the document asks for one."""

    pages = on_pages("deal")
    stopped_by = stops()
    awaited = "supervisor"

    note: StaffText = ""


class OddsShown(Event, frozen=True, kw_only=True):
    """`limits`: those on the sign of the side bets, `limits_clause`: by which clause."""

    basis = RECORD
    sight = public("scheme clause limits limits_clause")

    scheme: str | None
    clause: str
    note: StaffText
    limits: dict[str, WagerLimit] = msgspec.field(default_factory=dict)
    limits_clause: str | None = None


@TABLE.decides(ShowOdds, BY_DEALER, OPEN)
def show_odds(table: Table, command: ShowOdds, now: datetime) -> Sequence[Event]:
    scheme = table.opened.scheme
    clause = odds_sign(table.conduct, scheme)
    if clause is None:
        raise Refusal("no-rule", None, "No clause asks for a sign with the odds of this game.")
    revised = holds(command, WAGERS)
    return [
        OddsShown(
            scheme=scheme,
            clause=clause,
            note=command.note.strip(),
            limits=limits_shown(table) if revised else {},
            limits_clause=side_bet_sign(table) if revised else None,
        )
    ]


@TABLE.evolves(OddsShown)
def odds_shown(table: Table, event: OddsShown) -> Table:
    return replace(table, displays=Displays(event.scheme, event.limits))


def side_bets_shown(table: Table) -> list[str]:
    """Return the side bets at this table whose layout the regulator approves before use: their
    limits stand on a sign before the first card."""
    layout = layout_used(table)
    if layout is None or layout.approved is None:
        return []
    return [wager for wager in table.opened.wagers if wager in layout.carries]


def layout_used(table: Table) -> Layout | None:
    named = table.opened.layout
    return next((each for each in table.book.together.layouts if each.name == named), None)


def side_bet_sign(table: Table) -> str | None:
    """Return the clause by which a sign shows the limits of these side bets."""
    rules = [table.conduct.side_bet(wager) for wager in side_bets_shown(table)]
    return next((rule.sign for rule in rules if rule is not None), None)


def limits_shown(table: Table) -> dict[str, WagerLimit]:
    """Return what the sign of these side bets says now."""
    sign = table.sign
    return {wager: sign.by_wager.get(wager, WagerLimit()) for wager in side_bets_shown(table)}


def missing_displays(table: Table) -> Iterator[Missing]:
    """Yield what the first card waits for. A virtual table's page shows odds and limits itself."""
    setup, layout = table.opened, layout_used(table)
    if side_bets_shown(table) and table.approval is None:
        assert layout is not None and layout.approved is not None
        yield Missing(APPROVAL, layout.approved)
    if setup.feed == VIRTUAL:
        return
    odds = odds_sign(table.conduct, setup.scheme)
    if odds is not None and setup.scheme not in (table.book.scheme(), table.displays.scheme):
        yield Missing(ODDS, odds)
    limits = side_bet_sign(table)
    if limits is not None and table.displays.limits != limits_shown(table):
        yield Missing(LIMITS, limits)


def check_displayed(table: Table) -> None:
    """Reject the first card while something is not displayed or approved."""
    for what, clause in missing_displays(table):
        code = "not-approved" if what == APPROVAL else "not-displayed"
        raise Refusal(code, clause, MESSAGES[what])
