"""Several wagers at once: what they earn together, and how they vary with one another."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from sabot.bench import book_of
from sabot.core.refusal import Refusal, mapping_of, quoted
from sabot.odds.composition import Composition
from sabot.odds.counters.facts import count_facts, shoe_of
from sabot.odds.observation.trial import check_wager
from sabot.rules import Rulebook
from sabot.rules.coup.wager import verdict


@dataclass(frozen=True)
class Pattern:
    """Several wagers at once: what they earn together per coup, in the units staked.

    >>> from sabot import rulebook
    >>> float(pattern(rulebook("star-baccarat"), {"player": 2, "tie": 1}).staked)
    3.0
    """

    staked: Fraction
    ev: Fraction
    variance: Fraction

    @property
    def edge(self) -> float:
        return float(-self.ev / self.staked)


def pattern(
    rulebook: Rulebook | str,
    stakes: Mapping[str, int | str | Decimal | Fraction],
    composition: Composition | None = None,
    scheme: str | None = None,
) -> Pattern:
    """The worth of a betting pattern on wagers that read the same facts.

    >>> both = pattern("star-baccarat", {"player": 1, "banker": 1})
    >>> round(both.edge, 6)
    0.011465
    """
    rulebook = book_of(rulebook)
    left = shoe_of(rulebook, None, composition)
    by = rulebook.scheme(scheme)
    asked = mapping_of("Stakes", stakes, '{"tie": 1}')
    placed = {rulebook.wager(name): _units(stake) for name, stake in asked.items()}
    spaces = {wager.space for wager in placed}
    if len(spaces) != 1:
        raise Refusal(
            "not-joint", None, "Wagers on different boxes or hands have no joint facts to count."
        )
    (space,) = spaces
    for wager in placed:
        check_wager(rulebook, wager)
    ways, total = count_facts(rulebook, space, left)
    first = second = Fraction()
    for code, number in enumerate(ways):
        if number:
            earned = Fraction()
            for wager, stake in placed.items():
                outcome, at, _ = verdict(wager, by, space.facts(code))
                earned += stake * (Fraction(at.pays, at.per) if at else -(outcome == "lose"))
            first += earned * int(number)
            second += earned**2 * int(number)
    return Pattern(
        sum(placed.values(), Fraction()), first / total, second / total - (first / total) ** 2
    )


def _units(stake: object) -> Fraction:
    """A stake in units; a float is refused, for it may not be the number that was meant."""
    if isinstance(stake, str | int | Decimal | Fraction) and not isinstance(stake, bool):
        try:
            return Fraction(stake)
        except (ValueError, OverflowError):
            pass
    raise Refusal(
        "bad-amount",
        None,
        f'{quoted(stake)} is not a stake: write units such as 2, "0.5" or Fraction(1, 2).',
    )


def covariance(
    rulebook: Rulebook | str,
    one: str,
    other: str,
    composition: Composition | None = None,
    scheme: str | None = None,
) -> Fraction:
    """Return the covariance of two wagers of one unit, from their variances apart and together.

    >>> round(float(covariance("star-baccarat", "player", "banker")), 4)
    -0.882
    """

    def spread(stakes: dict[str, int]) -> Fraction:
        return pattern(rulebook, stakes, composition, scheme).variance

    book = book_of(rulebook)
    one, other = book.wager(one).id, book.wager(other).id
    if one == other:
        return spread({one: 1})
    return (spread({one: 1, other: 1}) - spread({one: 1}) - spread({other: 1})) / 2
