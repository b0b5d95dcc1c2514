"""The set-up of a table and its sign: limits, chips, cards, bets."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass
class Line:
    """Minimum and maximum of one line of the sign."""

    minimum: int
    maximum: int


@dataclass
class Limits:
    """The sign at the table (6.1; Canberra 3.1, 3.3, 3.6)."""

    # The table's line.
    main: Line
    # Lines of bets that have their own.
    lines: dict[str, Line] = field(default_factory=dict)
    # Most on one area, by bet.
    areas: dict[str, int] = field(default_factory=dict)
    # Greatest difference between the totals of the two hands; None: none is set.
    differential: int | None = None
    # Unit in which wagers go above the minimum; None: none is stated.
    unit: int | None = None


@dataclass(frozen=True)
class Options:
    """The set-up of a table."""

    minimum: int
    maximum: int
    # Denominations of the chips at the table.
    chips: tuple[int, ...]
    decks: int = 8
    # "shoe" or "device".
    source: str = "shoe"
    # Pay scheme; None: the first of the document.
    scheme: str | None = None
    # Own lines of bets: bet -> (minimum, maximum).
    lines: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    # Most on one area, by bet.
    areas: Mapping[str, int] = field(default_factory=dict)
    differential: int | None = None
    unit: int | None = None
    # Optional bets that are offered.
    offered: frozenset[str] = frozenset()
    # Pairs option: "perfect" or "canberra".
    pairs: str | None = None
    # Playing areas of the layout.
    boxes: int = 7
    # Seats; None: one a box.
    seats: int | None = None
    # "A": the dealer keeps the cards; "B": players handle them.
    method: str = "A"
    # Low limit gaming is offered.
    low_limit: bool = False
    # Seconds that each player has to bet.
    bet_seconds: int = 10
