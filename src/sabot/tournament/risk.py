"""Risk of several wagers together: the most that a coup can cost the player."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from sabot.rules import FactsSpace, Rulebook
from sabot.rules.coup.facts import Facts
from sabot.rules.coup.wager import Wager, verdict
from sabot.tournament.wagers import LaidWager


def risked(book: Rulebook, laid: Sequence[LaidWager], scheme: str | None = None) -> Fraction:
    """The largest loss over all that a coup can bring, in cents, at exact odds (Mini-Baccarat
    15.14): wagers on both hands risk the commission, not their sum.

    >>> from sabot import rulebook
    >>> both = [LaidWager("player", 10_000), LaidWager("banker", 10_000)]
    >>> risked(rulebook("canberra-mini"), both)
    Fraction(500, 1)
    """
    by, spaces = book.scheme(scheme), dict[FactsSpace, dict[str, int]]()
    for each in laid:
        some = spaces.setdefault(book.wager(each.on).space, {})
        some[each.on] = some.get(each.on, 0) + each.amount
    return sum((_worst(book, some, by) for some in spaces.values()), Fraction())


def _worst(book: Rulebook, laid: dict[str, int], scheme: str | None) -> Fraction:
    ends = _ends(tuple(book.wager(on) for on in laid), scheme)
    amounts = laid.values()
    return max(sum(map(Fraction.__mul__, end, map(Fraction, amounts)), Fraction()) for end in ends)


@lru_cache(maxsize=256)
def _ends(wagers: tuple[Wager, ...], scheme: str | None) -> frozenset[tuple[Fraction, ...]]:
    """All that can happen to these wagers together: what each costs for a cent that is staked. Of
    thousands of facts a few ends are left."""
    return frozenset(
        tuple(_cost(wager, scheme, facts) for wager in wagers) for facts in wagers[0].space
    )


def _cost(wager: Wager, scheme: str | None, facts: Facts) -> Fraction:
    """Return the cost of one cent on a wager under these facts; a win is a negative cost."""
    outcome, odds, _ = verdict(wager, scheme, facts)
    if odds is not None:
        return -Fraction(odds.pays, odds.per)
    return Fraction(1 if outcome == "lose" else 0)
