"""What wagers put at risk together: the most that a coup can cost who has laid them."""

from collections.abc import Sequence
from fractions import Fraction

from sabot.rules import FactsSpace, Rulebook
from sabot.rules.facts import Facts
from sabot.rules.wager import verdict
from sabot.tournament.wagers import Laid


def risked(book: Rulebook, laid: Sequence[Laid], scheme: str | None = None) -> Fraction:
    """The largest loss over all that a coup can bring, in cents, at exact odds (Mini-Baccarat
    15.14): wagers on both hands risk the commission, not their sum.

    >>> from sabot import rulebook
    >>> risked(rulebook("canberra-mini"), [Laid("player", 10_000), Laid("banker", 10_000)])
    Fraction(500, 1)
    """
    by, spaces = book.scheme(scheme), dict[FactsSpace, list[Laid]]()
    for each in laid:
        spaces.setdefault(book.wager(each.on).space, []).append(each)
    return sum((_worst(book, space, some, by) for space, some in spaces.items()), Fraction())


def _worst(book: Rulebook, space: FactsSpace, laid: Sequence[Laid], scheme: str | None) -> Fraction:
    return max(
        sum((_cost(book, each, scheme, facts) for each in laid), Fraction()) for facts in space
    )


def _cost(book: Rulebook, laid: Laid, scheme: str | None, facts: Facts) -> Fraction:
    """What a wager costs on these facts; what it wins is a negative cost."""
    outcome, odds, _ = verdict(book.wager(laid.on), scheme, facts)
    if odds is not None:
        return -Fraction(laid.amount * odds.pays, odds.per)
    return Fraction(laid.amount if outcome == "lose" else 0)
