"""The figures of the odds lab: exact counts and what follows from them, as plain data.

Ways and expected values are exact, and written as text: a page's numbers do not go so far.
"""

from functools import lru_cache
from typing import Final

import numpy as np

from sabot.core.cards import read_cards
from sabot.core.refusal import Refusal
from sabot.odds import Composition, OddsSheet, WagerOdds, odds
from sabot.odds.counters.lucky import cell, count_choices, grid, played_by_name, strategy
from sabot.odds.distributions.nights import bars, distribution
from sabot.odds.presentation.paysheet import BOUNDS, COUPS, FORMS, hold
from sabot.odds.presentation.removal import effects
from sabot.odds.whatif import changed
from sabot.rulebooks import rulebook
from sabot.rules import Rulebook
from sabot.server.lab.figure_shapes import (
    BEST,
    Bar,
    FiguresSheet,
    Hold,
    LineFigures,
    Night,
    Removal,
    StrategyGrid,
    Values,
    WagerFigures,
    Ways,
    WhatIf,
)

SHARES: Final = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


def sheet_of(sheet: OddsSheet) -> FiguresSheet:
    book, left = sheet.rulebook, sheet.composition
    return FiguresSheet(
        book.id,
        book.title,
        book.casino,
        sheet.changes,
        left.decks,
        left.size,
        sheet.scheme,
        sheet.strategy,
        tuple(_wager(each) for each in sheet.wagers),
    )


def _wager(wager: WagerOdds) -> WagerFigures:
    lines = tuple(
        LineFigures(
            line.clause,
            None if line.odds is None else str(line.odds),
            float(line.pays),
            str(line.ways),
            line.ways / wager.total,
        )
        for line in wager.lines
    )
    holds = tuple(
        Hold(coups, level, *hold(wager, coups, deviations))
        for coups in COUPS
        for level, deviations in BOUNDS.items()
    )
    return WagerFigures(
        wager.wager,
        wager.name,
        Ways(str(wager.win), str(wager.lose), str(wager.push), str(wager.total)),
        lines,
        f"{wager.ev.numerator}/{wager.ev.denominator}",
        wager.edge,
        wager.standard_deviation,
        wager.hit_frequency,
        wager.push / wager.total,
        holds,
    )


def pay_sheet(form: str, id_: str, decks: int | None, scheme: str | None, name: str) -> str:
    """The sheet of a full shoe as a file."""
    return FORMS[form](full(id_, decks, scheme, name))


@lru_cache(maxsize=64)
def full(id_: str, decks: int | None, scheme: str | None, name: str) -> OddsSheet:
    """The sheet of a full shoe."""
    book = rulebook(id_)
    check_strategy(book, name)
    return odds(book, decks, scheme, strategy_name=name)


def check_strategy(book: Rulebook, name: str) -> None:
    """Refuse an unknown strategy, and one for a game without decisions."""
    strategy(name)
    if name != BEST and book.procedure.takes_decisions is None:
        raise Refusal(
            "bad-strategy",
            None,
            "There are no player decisions in {game}, so no strategy applies.",
            game=book.title,
        )


def from_shoe(
    id_: str, decks: int | None, scheme: str | None, removed: str, name: str
) -> OddsSheet:
    """The sheet of a shoe from which these cards are gone."""
    if not removed:
        return full(id_, decks, scheme, name)
    book = rulebook(id_)
    check_strategy(book, name)
    left = Composition.full(book.decks(decks)).without(read_cards(removed.replace(",", " ")))
    return odds(book, None, scheme, left, name)


def what_if(
    id_: str,
    changes: dict[str, str],
    decks: int | None,
    scheme: str | None,
    name: str,
    any_decks: bool,
) -> WhatIf:
    """The sheet with other odds or decks, beside what is approved."""
    approved = rulebook(id_)
    check_strategy(approved, name)
    book = changed(approved, changes, decks if any_decks else None)
    sheet = odds(book, decks, scheme, strategy_name=name)
    allowed = approved.preparation.decks.allowed
    beside = full(id_, None if any_decks and decks not in allowed else decks, scheme, name)
    return WhatIf(sheet_of(sheet), {each.wager: each.edge for each in beside.wagers})


@lru_cache(maxsize=32)
def strategy_grid(id_: str, decks: int | None, name: str) -> StrategyGrid:
    """Return the best play by totals, for a game in which players decide."""
    book = rulebook(id_)
    if book.procedure.takes_decisions is None:
        raise Refusal(
            "no-strategy",
            None,
            "There are no player decisions in {game}, so no strategy applies.",
            game=book.title,
        )
    chosen, number = strategy(name), book.decks(decks)
    choices = count_choices(book, Composition.full(number))
    values = [
        [Values(*map(float, cell(choices, total, up))) for up in range(10)] for total in range(10)
    ]
    return StrategyGrid(
        book.id,
        number,
        name,
        grid(choices, chosen(choices)),
        values,
        played_by_name(choices),
    )


@lru_cache(maxsize=64)
def night(
    id_: str, wager: str, coups: int, decks: int | None, scheme: str | None, name: str
) -> Night:
    """Return the distribution of the result of so many coups of one wager."""
    found = full(id_, decks, scheme, name)[wager]
    results, chances = distribution(found, coups)
    shown = bars(found, coups)
    below = np.cumsum(chances)
    shares = {
        str(share): float(results[min(int(np.searchsorted(below, share)), len(results) - 1)])
        for share in SHARES
    }
    return Night(
        id_,
        found.wager,
        found.name,
        coups,
        float(found.ev * coups),
        found.standard_deviation * float(np.sqrt(coups)),
        float(chances[results > 0].sum()),
        shown.step,
        [Bar(*each) for each in zip(shown.lows, shown.highs, shown.chances.tolist(), strict=True)],
        shares,
    )


@lru_cache(maxsize=16)
def removal(id_: str, decks: int | None, scheme: str | None) -> Removal:
    """Return what removing one card of each rank changes for each wager."""
    book = rulebook(id_)
    return Removal(book.id, book.decks(decks), effects(book, decks, scheme))
