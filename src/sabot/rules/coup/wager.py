"""Wagers and their pay lines: the one definition from which everything about a wager is read."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from sabot.core.money import Odds
from sabot.core.record import record
from sabot.rules.coup.facts import Facts, FactsSpace

Outcome = Literal["win", "lose", "standoff"]
STANDOFF: Literal["standoff"] = "standoff"
KEPT = 2**17
"""Verdicts remembered: room for every code of every rulebook, and for some with other odds."""


class Verdict(NamedTuple):
    """The end of a wager: the odds if it won, and the clause."""

    outcome: Outcome
    odds: Odds | None
    clause: str


@record(frozen=True, slots=True)
class Line:
    """A way for a wager not to lose: paid at odds, or a standoff, when the facts meet a condition.
    A line with a scheme counts only when the table plays that scheme."""

    clause: str
    pays: Odds | Literal["standoff"]
    when: Callable[[Any], bool]
    scheme: str | None = None


def line(
    clause: str,
    pays: Odds | Literal["standoff"],
    when: Callable[[Any], bool],
    scheme: str | None = None,
) -> Line:
    return Line(clause, pays, when, scheme)


@dataclass(frozen=True, eq=False)
class Wager:
    """A wager loses, by the clause `loses`, unless one of its lines applies.

    `reads` names the facts that decide it, so that the odds of it can be counted over those
    alone. `settles` is "initial" where it is paid before third cards. `decks` narrows the decks
    with which it may be offered, `played_when` the facts on which there can be such a wager.
    """

    id: str
    name: str
    clause: str
    space: FactsSpace
    reads: tuple[str, ...]
    loses: str
    lines: tuple[Line, ...]
    settles: Literal["initial", "end"] = "end"
    side_bet: bool = False
    decks: tuple[int, ...] | None = None
    played_when: Callable[[Any], bool] | None = None

    def in_scheme(self, scheme: str | None) -> tuple[Line, ...]:
        """The lines that count under a scheme."""
        return tuple(each for each in self.lines if each.scheme in (None, scheme))

    def line_name(self, place: int) -> str:
        """Return the name of a line, by its place from 1 in the rulebook."""
        return f"{self.id}/{place}"

    def applying(self, scheme: str | None, facts: Facts) -> tuple[Line, ...]:
        """Every line that applies: none if the wager loses, else exactly one."""
        return tuple(each for each in self.in_scheme(scheme) if each.when(facts))


def wager(
    id: str,  # noqa: A002  a wager's id is what everyone calls it
    name: str,
    clause: str,
    space: FactsSpace,
    *lines: Line,
    reads: tuple[str, ...],
    loses: str,
    settles: Literal["initial", "end"] = "end",
    side_bet: bool = False,
    decks: tuple[int, ...] | None = None,
    played_when: Callable[[Any], bool] | None = None,
) -> Wager:
    """Written in a rulebook: what it is, then its lines as the document lists them."""
    return Wager(
        id, name, clause, space, reads, loses, lines, settles, side_bet, decks, played_when
    )


@lru_cache(maxsize=KEPT)
def verdict(wager: Wager, scheme: str | None, facts: Facts) -> Verdict:
    """Return the end of a wager on these facts."""
    applying = wager.applying(scheme, facts)
    if len(applying) > 1:
        both = " and ".join(each.clause for each in applying)
        raise AssertionError(f"{wager.id}: clauses {both} both apply to {facts}")
    if not applying:
        return Verdict("lose", None, wager.loses)
    (only,) = applying
    if only.pays == STANDOFF:
        return Verdict("standoff", None, only.clause)
    return Verdict("win", only.pays, only.clause)
