"""The joint counts of both hands, from which every pay line can be added up by hand."""

from collections.abc import Sequence
from functools import reduce
from math import gcd

from sabot.math_report.figures import Json
from sabot.odds.counters.facts import count_facts
from sabot.odds.counters.lucky import strategy
from sabot.odds.sheet import OddsSheet
from sabot.rulebooks import RULEBOOKS
from sabot.rules import BANKER, DEALER, PLAYER, FactsSpace, Rulebook, Wager, verdict

AGAINST = (BANKER, DEALER)
"""Names of the hand that a player's hand is compared with: the columns of a matrix."""


def hands_of(fields: Sequence[str]) -> tuple[str, ...]:
    """Return the fields that are rows and columns; none if these facts do not hold both hands.

    >>> hands_of(["player", "dealer", "drawn"])
    ('player', 'dealer')
    """
    against = [name for name in AGAINST if name in fields]
    return (PLAYER, against[0]) if PLAYER in fields and against else ()


def matrices(book: Rulebook, sheet: OddsSheet) -> list[Json]:
    """Return the ways to every combination of facts, a matrix for each kind of facts.

    `cells` are rows of the values of `fields` and the ways. `split` names the fields that wagers
    read together with both totals, `apart` those that wagers read alone: the page prints a matrix
    of the hands for each value of the first, and a list of the second, with the wagers that win
    on each value. A side bet whose own facts
    do not hold both hands has the facts of the game it lies on.
    """
    source = _with_hands(book)
    told: list[Json] = []
    for space in dict.fromkeys(wager.space for wager in source.wagers):
        ways = ways_of(source, sheet, space)
        cells = [
            [*map(int, facts), int(number)]
            for facts, number in zip(space, ways, strict=True)
            if number
        ]
        unit = reduce(gcd, (row[-1] for row in cells))
        hands = set(hands_of(space.fields))
        wagers = [each for each in source.wagers if each.space is space]
        apart = [each for each in wagers if len(each.reads) == 1]
        beside = {name for each in wagers if set(each.reads) & hands for name in each.reads}
        told.append(
            {
                "per_box": space.per_box,
                "fields": list(space.fields),
                "total": sum(row[-1] for row in cells),
                "unit": unit,
                "split": [name for name in space.fields if name in beside - hands],
                "apart": {each.reads[0]: _winners(apart, each.reads[0], sheet) for each in apart},
                "cells": cells,
            }
        )
    return told


def _winners(wagers: Sequence[Wager], field: str, sheet: OddsSheet) -> Json:
    """The wagers that read one field alone and win, by its value."""
    found: dict[str, object] = {}
    for wager in wagers:
        if wager.reads != (field,):
            continue
        place = wager.space.fields.index(field)
        for value in wager.space.domains[place]:
            facts = next(each for each in wager.space if each[place] == value)
            won = verdict(wager, sheet.scheme, facts).outcome == "win"
            names = found.setdefault(str(value), [])
            assert isinstance(names, list)
            names += [wager.id] if won else []
    return found


def _with_hands(book: Rulebook) -> Rulebook:
    """Return the book, or the approved one that is dealt alike if only that counts both hands."""
    if any(hands_of(wager.space.fields) for wager in book.wagers):
        return book
    alike = (each for each in RULEBOOKS.values() if each.procedure == book.procedure)
    return next(alike, book)


def ways_of(book: Rulebook, sheet: OddsSheet, space: FactsSpace) -> list[int]:
    """The ways to each code, under the strategy of the sheet where boxes decide."""
    if sheet.choices is not None and sheet.strategy is not None:
        return [int(each) for each in sheet.choices.ways(strategy(sheet.strategy)(sheet.choices))]
    return [int(each) for each in count_facts(book, space, sheet.composition)[0]]


def folded(matrix: Json, names: tuple[str, ...]) -> dict[tuple[int, ...], int]:
    """Add up the cells of a matrix over all fields but these.

    >>> told = {"fields": ["a", "b"], "cells": [[0, 0, 5], [0, 1, 6], [1, 0, 7]]}
    >>> folded(told, ("a",))
    {(0,): 11, (1,): 7}
    """
    fields, cells = matrix["fields"], matrix["cells"]
    assert isinstance(fields, list) and isinstance(cells, list)
    places = [fields.index(name) for name in names]
    sums: dict[tuple[int, ...], int] = {}
    for row in cells:
        key = tuple(row[place] for place in places)
        sums[key] = sums.get(key, 0) + row[-1]
    return sums
