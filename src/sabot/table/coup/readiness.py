"""Check that a first card may be dealt: cards prepared, bets called, something to play for."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from sabot.core.refusal import Refusal
from sabot.core.revision import WAGERS, holds
from sabot.engine.streams import Event
from sabot.table.betting.totals import check_areas, check_balanced
from sabot.table.betting.wagers import check_each_allowed
from sabot.table.heat.duty import check_duty, plays_heat
from sabot.table.limits.displays import check_displayed
from sabot.table.running.inspection import check_equipped
from sabot.table.shoe.omissions import (
    NOT_CUT,
    NOT_SHUFFLED,
    not_so,
    run_down_clause,
    skip_cut,
    skip_shuffle,
    waits_for_cut,
)
from sabot.table.state import READY, VIRTUAL, Table

if TYPE_CHECKING:
    from sabot.table.coup.dealing import DealCard


def check_ready(table: Table, command: "DealCard", now: datetime) -> Sequence[Event]:
    """Reject a first card that cannot be dealt yet; return what follows from a step of the
    preparation that was left out."""
    calls = table.conduct.calls
    skipped = _skipped(table, command)
    if not skipped:
        _check_prepared(table)
    check_equipped(table)
    if holds(command, WAGERS):
        check_displayed(table)
    is_burned = table.stack.burned or table.stack.carried or waits_for_cut(table)
    if table.book.preparation.burn_required and not is_burned:
        check_forgotten(table, command)
    if calls.required and not table.round.called and table.round.no_bet is None:
        raise Refusal("not-called", calls.no_more_bets, 'Call "no more bets" first.')
    check_duty(table, now)
    if table.round.no_bet is None:
        if not table.round.stakes and not plays_heat(table):
            raise Refusal(
                "no-wagers", table.conduct.wagering.before, "There is no wager to deal for."
            )
        _check_needs(table)
        check_areas(table)
        check_balanced(table, command)
    return skipped


def _skipped(table: Table, command: "DealCard") -> Sequence[Event]:
    """Return what follows from a shuffle or cut that the dealer says was left out."""
    if command.unshuffled:
        shuffle = skip_shuffle(table)
        if shuffle is None:
            check_no_shuffle_due(table)
            raise not_so(table, NOT_SHUFFLED, "By the log no shuffle is due.")
        return [shuffle]
    if command.uncut:
        cut = skip_cut(table)
        if cut is None:
            _check_prepared(table)
            raise not_so(table, NOT_CUT, "By the log these cards were cut, or are never cut.")
        return [cut]
    return ()


def _check_prepared(table: Table) -> None:
    preparation = table.book.preparation
    if waits_for_cut(table) and preparation.cut is not None:
        raise Refusal("not-cut", preparation.cut.clause, "Cut the cards before the first card.")
    if table.stack.stage != READY:
        raise Refusal("not-ready", preparation.sources.clause, "There are no cards ready to deal.")
    check_no_shuffle_due(table)


def check_no_shuffle_due(table: Table) -> None:
    stack = table.stack
    clause = stack.shuffle or stack.replace or stack.check
    if clause is None and stack.played_out:
        clause = run_down_clause(table)
    if clause is not None or stack.played_out:
        raise Refusal("must-shuffle", clause, "The cards must be shuffled or replaced first.")


def check_forgotten(table: Table, command: "DealCard") -> None:
    """A card that is out cannot be put back to burn first; in a virtual shoe none is out."""
    if not command.unburned or table.opened.feed == VIRTUAL:
        clause = table.book.preparation.burns[0].clause
        raise Refusal("not-burned", clause, "Burn before the first coup.")


def _check_needs(table: Table) -> None:
    """A wager that needs another one beside it still has it when the first card comes."""
    for player in dict.fromkeys(laid.player for laid in table.round.stakes.values()):
        check_each_allowed(table, player)
