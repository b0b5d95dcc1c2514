"""Answers of the odds lab, as plain data; `figures` fills them in.

It stands apart because the engine behind the figures is slow to load, and a casino opens without.
"""

from typing import Final

import msgspec

BEST: Final = "optimal"


class Ways(msgspec.Struct, frozen=True):
    """Ordered card sequences, as text."""

    win: str
    lose: str
    push: str
    total: str


class LineFigures(msgspec.Struct, frozen=True):
    """A way for a wager to end: what it pays, net, per unit staked, and its probability. A line
    that is not as approved has no clause."""

    clause: str | None
    odds: str | None
    pays: float
    ways: str
    probability: float


class Hold(msgspec.Struct, frozen=True):
    """Between which shares of the stakes the house's hold lies after so many coups."""

    coups: int
    level: str
    low: float
    high: float


class WagerFigures(msgspec.Struct, frozen=True):
    """The value of a wager: `ev` is the player's per unit, in lowest terms, `edge` the house's."""

    wager: str
    name: str
    ways: Ways
    lines: tuple[LineFigures, ...]
    ev: str
    edge: float
    deviation: float
    hit: float
    push: float
    hold: tuple[Hold, ...]


class FiguresSheet(msgspec.Struct, frozen=True):
    """Every wager that may be offered, from one composition of the shoe. `changed` says what is
    not as approved."""

    rulebook: str
    title: str
    casino: str
    changed: tuple[str, ...]
    decks: int
    cards: int
    scheme: str | None
    strategy: str | None
    wagers: tuple[WagerFigures, ...]


class WhatIf(msgspec.Struct, frozen=True):
    """A sheet with other odds, and the edges that are approved beside it."""

    sheet: FiguresSheet
    approved: dict[str, float]


class Values(msgspec.Struct, frozen=True):
    """The value of standing and of drawing, per ENTER unit."""

    stand: float
    draw: float


class StrategyGrid(msgspec.Struct, frozen=True):
    """By two-card total and up card's value: the share of hands that draw, and what both decisions
    are worth; and what a round is worth under each strategy that has a name."""

    rulebook: str
    decks: int
    name: str
    draws: list[list[float]]
    values: list[list[Values]]
    worth: dict[str, float]


class Bar(msgspec.Struct, frozen=True):
    """The results from `low` to `high`, both of them included."""

    low: float
    high: float
    chance: float


class Night(msgspec.Struct, frozen=True):
    """Results of so many coups of one unit: they lie `step` apart. `shares` says which result that
    share of all nights does not surpass."""

    rulebook: str
    wager: str
    name: str
    coups: int
    mean: float
    deviation: float
    ahead: float
    step: float
    bars: list[Bar]
    shares: dict[str, float]


class Removal(msgspec.Struct, frozen=True):
    """The change of each wager's expectation when one card of a rank is removed."""

    rulebook: str
    decks: int
    effects: dict[str, dict[str, float]]
