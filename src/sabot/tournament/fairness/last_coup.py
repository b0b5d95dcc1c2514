"""Exact value of the order of wagering in the last coup of a session, for two players.

The first player's wager is seen and answered by the last. The player with more chips after the coup
goes through; level players go through half the time each. Both play optimally: the last gives the
best reply to the wager that lies there, and the first lays the wager with the worst best reply.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import numpy as np
import numpy.typing as npt

from sabot.core.money import payment
from sabot.core.refusal import Refusal
from sabot.odds import Composition, count_facts
from sabot.rules import Rulebook, Wager
from sabot.rules.coup.wager import Verdict, verdict
from sabot.tournament.wagers import LaidWager

Bet = tuple[LaidWager, ...]
Numbers = npt.NDArray[np.int64]
MOST_UNITS = 100
"""The ways to bet grow with the square of the units, and pairs of them with the fourth power."""
ROWS = 64
WIN, LEVEL = 2, 1
"""Through for sure, and half the time, in halves."""


@dataclass(frozen=True, slots=True)
class LastCoupRules:
    """Rules of the last coup: amounts in cents, wagers in whole units up to a maximum for the coup,
    or None where only the chips limit them."""

    book: Rulebook
    unit: int
    maximum: int | None = None
    scheme: str | None = None
    decks: int | None = None
    chip: int = 1


@dataclass(frozen=True, slots=True)
class Chances:
    """Each player's chance to be through, the first's wager and the last's reply to it."""

    first: Fraction
    last: Fraction
    bet: Bet
    reply: Bet


@dataclass(frozen=True, slots=True)
class Ending:
    """A result of the coup: the verdict of each main wager, and the number of ways."""

    verdicts: dict[str, Verdict]
    ways: int


def chances(played: LastCoupRules, first: int, last: int) -> Chances:
    """The chances of who wagers first with so many chips, and of who wagers last."""
    ends = endings(played)
    ways = np.array([each.ways for each in ends], np.int64)
    bets, replies = ways_to_bet(played, first), ways_to_bet(played, last)
    laid = chips_after(played, ends, first, bets)
    answered = chips_after(played, ends, last, replies)
    best = np.zeros(len(bets), np.int64)
    reply = np.zeros(len(bets), np.int64)
    for row in range(0, len(bets), ROWS):
        some = laid[row : row + ROWS, None, :]
        halves = (answered > some) * WIN + (answered == some) * LEVEL
        worth = halves @ ways
        reply[row : row + ROWS] = worth.argmax(axis=1)
        best[row : row + ROWS] = worth.max(axis=1)
    chosen = int(best.argmin())
    for_last = Fraction(int(best[chosen]), WIN * int(ways.sum()))
    return Chances(1 - for_last, for_last, bets[chosen], replies[int(reply[chosen])])


def endings(played: LastCoupRules) -> list[Ending]:
    """All that a coup from full decks can mean for the main wagers."""
    book, scheme = played.book, played.book.scheme(played.scheme)
    wagers = _main_wagers(book)
    (space,) = {wager.space for wager in wagers}
    counted, _ = count_facts(book, space, Composition.full(book.decks(played.decks)))
    found: dict[tuple[Verdict, ...], int] = {}
    for code in np.flatnonzero(counted):
        facts = space.facts(int(code))
        verdicts = tuple(verdict(wager, scheme, facts) for wager in wagers)
        found[verdicts] = found.get(verdicts, 0) + int(counted[code])
    ids = [wager.id for wager in wagers]
    return [Ending(dict(zip(ids, each, strict=True)), ways) for each, ways in found.items()]


def units_of(played: LastCoupRules, chips: int) -> int:
    """Return how many units can be wagered in one coup."""
    most = chips if played.maximum is None else min(chips, played.maximum)
    return most // played.unit


def ways_to_bet(played: LastCoupRules, chips: int) -> list[Bet]:
    """Return every combination of main wagers that needs no approval, in whole units, the smallest
    first."""
    units = units_of(played, chips)
    if not 1 <= units <= MOST_UNITS:
        few = "cannot make one wager" if units < 1 else "can be wagered in too many ways"
        raise Refusal(
            "bad-amount",
            None,
            "A stack of {units} units {few}: 1 to {most_units} are counted.",
            units=units,
            few=few,
            most_units=MOST_UNITS,
        )
    bets = [
        tuple(LaidWager(on, part * played.unit) for on, part in zip(wagers, parts, strict=True))
        for wagers in pairings(played.book)
        for parts in _splits(units, len(wagers))
    ]
    return sorted(bets, key=lambda bet: sum(laid.amount for laid in bet))


def _splits(units: int, wagers: int) -> Iterator[list[int]]:
    """Up to so many units on so many wagers, at least one on each."""
    for marks in combinations(range(1, units + 1), wagers):
        yield [mark - before for before, mark in zip((0, *marks), marks, strict=False)]


def pairings(book: Rulebook) -> list[tuple[str, ...]]:
    """Sets of main wagers, each in the order of the document."""
    places = {id_: place for place, id_ in enumerate(book.by_id)}
    free = [each for each in book.together.pairings if each.approval is None]
    return [tuple(sorted(each.wagers, key=places.__getitem__)) for each in free]


def _main_wagers(book: Rulebook) -> list[Wager]:
    listed = {on for wagers in pairings(book) for on in wagers}
    return [wager for wager in book.wagers if wager.id in listed]


def chips_after(
    played: LastCoupRules, ends: Sequence[Ending], chips: int, bets: Sequence[Bet]
) -> Numbers:
    """Return the chips after each bet and each ending."""
    return np.array(
        [[chips + sum(_gain(played, end, laid) for laid in bet) for end in ends] for bet in bets],
        np.int64,
    )


def _gain(played: LastCoupRules, end: Ending, laid: LaidWager) -> int:
    outcome, odds, _ = end.verdicts[laid.on]
    if odds is None:
        return -laid.amount if outcome == "lose" else 0
    return payment(laid.amount, odds, played.chip, played.book.chips)
