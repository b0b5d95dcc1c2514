"""Odds of a wager: its lines, and all that follows from them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import sqrt

from sabot.core.money import Odds
from sabot.core.pictures import plain_table, table
from sabot.odds.counters.lucky import HandChoices
from sabot.odds.counters.starts import Array
from sabot.odds.presentation.plain_data import wager_data
from sabot.odds.whatif import approved_lines
from sabot.rules import Rulebook, Wager
from sabot.rules.coup.wager import Verdict, verdict

ROUND = "round"
"""Lucky Draw's ENTER and DRAW together, per ENTER unit."""
CHANGED = "changed"
"""In place of the clause of a line that is not as its document has it."""
MARK = "CHANGED, not approved"
LINE_HEADS = ("clause", "pays", "ways", "probability")


@dataclass(frozen=True)
class LineWays:
    """A way for a wager to end: its clause, what it pays per unit, and in how many ways.

    A line that is not as its document has it has no clause.
    """

    clause: str | None
    pays: Fraction
    odds: Odds | None
    ways: int


@dataclass(frozen=True, repr=False)
class WagerOdds:
    """A wager's lines and all that follows from them. Ways are ordered card sequences.

    `own`: a wager of the caller, which no document has.

    >>> from sabot.odds import odds
    >>> tie = odds("star-baccarat")["tie"]
    >>> round(tie.edge, 6), round(tie.standard_deviation, 4)
    (0.143596, 2.6409)
    """

    wager: str
    name: str
    lines: tuple[LineWays, ...]
    own: bool = False

    def __repr__(self) -> str:
        return f"WagerOdds({self.wager}: edge {self.edge:.4%})"

    @cached_property
    def total(self) -> int:
        return sum(line.ways for line in self.lines)

    @cached_property
    def win(self) -> int:
        return sum(line.ways for line in self.lines if line.pays > 0)

    @cached_property
    def lose(self) -> int:
        return sum(line.ways for line in self.lines if line.pays < 0)

    @cached_property
    def push(self) -> int:
        return self.total - self.win - self.lose

    @cached_property
    def ev(self) -> Fraction:
        """Return what a player earns per unit staked."""
        return sum((line.pays * line.ways for line in self.lines), Fraction()) / self.total

    @property
    def edge(self) -> float:
        """Return what the house earns per unit staked."""
        return float(-self.ev)

    @cached_property
    def variance(self) -> Fraction:
        square = sum((line.pays**2 * line.ways for line in self.lines), Fraction()) / self.total
        return square - self.ev**2

    @property
    def standard_deviation(self) -> float:
        return sqrt(self.variance)

    @property
    def hit_frequency(self) -> float:
        return self.win / self.total

    def rows(self) -> list[tuple[str, str, str, str]]:
        """The clause, odds, ways and probability of every line."""
        return [
            (
                line.clause or CHANGED,
                str(line.odds or f"{float(line.pays):+g}"),
                f"{line.ways:,}",
                f"{line.ways / self.total:.6%}",
            )
            for line in self.lines
        ]

    def to_dict(self) -> dict[str, object]:
        """The odds as plain data for JSON: exact integers, fractions as text."""
        return wager_data(self)

    def __str__(self) -> str:
        return plain_table(self.name, LINE_HEADS, self.rows())

    def _repr_html_(self) -> str:
        return table(self.name, LINE_HEADS, self.rows())


def wager_odds(rulebook: Rulebook, wager: Wager, scheme: str | None, ways: Array) -> WagerOdds:
    """Return a wager's odds from the ways to each code of its facts."""
    strange = _not_approved(rulebook, wager)
    lines = tuple(
        replace(line, clause=None) if (line.clause, line.odds) in strange else line
        for line in lines_of(wager, scheme, ways)
    )
    return WagerOdds(wager.id, wager.name, lines, own=not wager.clause)


def _not_approved(rulebook: Rulebook, wager: Wager) -> set[tuple[str | None, Odds | None]]:
    """The clauses and odds of lines that are not as the wager's document has them."""
    approved = approved_lines(rulebook, wager)
    lines = () if approved is None else (line for line in wager.lines if line not in approved)
    return {(line.clause, line.pays if isinstance(line.pays, Odds) else None) for line in lines}


def lines_of(wager: Wager, scheme: str | None, ways: Sequence[int] | Array) -> tuple[LineWays, ...]:
    """The ways of each line of a wager, of its standoffs and of its losses."""
    lines: dict[tuple[str, Fraction, Odds | None], int] = {}
    for line in wager.in_scheme(scheme):
        if isinstance(line.pays, Odds):
            lines[line.clause, Fraction(line.pays.pays, line.pays.per), line.pays] = 0
    ends: dict[Verdict, int] = {}
    for facts, number in zip(wager.space, ways, strict=True):
        if number and (wager.played_when is None or wager.played_when(facts)):
            end = verdict(wager, scheme, facts)
            ends[end] = ends.get(end, 0) + int(number)
    for (outcome, at, clause), number in ends.items():
        pays = Fraction(at.pays, at.per) if at else Fraction(-(outcome == "lose"))
        key = clause, pays, at
        lines[key] = lines.get(key, 0) + number
    return tuple(LineWays(*key, number) for key, number in lines.items())


def lines_together(choices: HandChoices, ways: Array) -> tuple[LineWays, ...]:
    """The wagers that a decision is about added up, per unit of the first."""
    strange = {wager: _not_approved(choices.rulebook, wager) for wager in choices.decided}
    ends: dict[Fraction, int] = {}
    clauses: dict[Fraction, str | None] = {}
    for code, number in enumerate(ways):
        if not number:
            continue
        facts = choices.space.facts(code)
        pays, cited = Fraction(), []
        for wager in choices.decided:
            if wager.played_when is None or wager.played_when(facts):
                outcome, at, clause = verdict(wager, None, facts)
                pays += Fraction(at.pays, at.per) if at else Fraction(-(outcome == "lose"))
                cited.append(None if (clause, at) in strange[wager] else clause)
        ends[pays] = ends.get(pays, 0) + int(number)
        clauses.setdefault(pays, None if None in cited else ", ".join(map(str, cited)))
    return tuple(LineWays(clauses[pays], pays, None, ends[pays]) for pays in sorted(ends))
