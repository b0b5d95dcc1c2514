"""The prize pool, and what each place is paid out of it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from sabot.core.money import LARGEST, cash
from sabot.core.refusal import Refusal, quoted
from sabot.rules.tournament import PrizeMoney

_PERCENTAGE = re.compile(r"[0-9]{1,3}(\.[0-9]{1,9})?", re.ASCII)
WHOLE = Fraction(100)


@dataclass(frozen=True, slots=True)
class Guarantee:
    """A pool that the operator promises from so many entries on."""

    amount: int
    from_entries: int


def percentage(text: object) -> Fraction:
    """Percent, written as people write it.

    >>> percentage("12.5")
    Fraction(25, 2)
    """
    if type(text) is str and _PERCENTAGE.fullmatch(text) and (found := Fraction(text)) <= WHOLE:
        return found
    raise Refusal(
        "bad-amount",
        None,
        '{text} is not a percentage: it is a text such as "10" or "12.5", up to 100.',
        text=quoted(text),
    )


def pool(
    rules: PrizeMoney,
    entries: int,
    fee: int,
    commission: Fraction = Fraction(),
    added: int = 0,
    guarantee: Guarantee | None = None,
) -> int:
    """All that is paid out: the fees, less a commission cut to the cent, and what the operator
    adds; raised to a guarantee that enough entries have made due (15.3.3)."""
    return gathered(rules, entries * fee, entries, commission, added, guarantee)


def gathered(
    rules: PrizeMoney,
    fees: int,
    entries: int,
    commission: Fraction = Fraction(),
    added: int = 0,
    guarantee: Guarantee | None = None,
) -> int:
    """The same for all fees together, where some have paid more than once."""
    if commission and rules.commission is None:
        raise Refusal(
            "no-rule", rules.fees, "There is no commission: every entry fee goes into the pool."
        )
    found = fees - kept(fees, commission) + added
    if guarantee is not None and entries >= guarantee.from_entries:
        found = max(found, guarantee.amount)
    if found >= LARGEST:
        raise Refusal(
            "bad-amount", None, "A prize pool must be below {largest}.", largest=cash(LARGEST)
        )
    return found


def kept(fees: int, commission: Fraction) -> int:
    """The commission on all fees, cut to the cent."""
    return int(fees * commission / WHOLE)


def among(shares: Sequence[Fraction], placed: int) -> list[Fraction]:
    """Return the shares of as many places as there are players. Shares without a player go to the
    others in proportion, so that the whole pool is paid.

    >>> among([Fraction(50), Fraction(30), Fraction(20)], 2)
    [Fraction(125, 2), Fraction(75, 2)]
    """
    taken = list(shares[:placed])
    total = sum(taken)
    return [each * WHOLE / total for each in taken] if total else taken


def by_shares(rules: PrizeMoney, pool: int, shares: Sequence[Fraction]) -> list[int]:
    """Return the prize of each place: its share cut to the cent, and one leftover cent each from
    the first down."""
    if sum(shares) != WHOLE:
        raise Refusal(
            "bad-prizes",
            rules.paid_out,
            "The shares add up to {shares}, not 100%.",
            shares=_percent(sum(shares)),
        )
    amounts = [int(pool * share / WHOLE) for share in shares]
    left = pool - sum(amounts)
    return [amount + (place < left) for place, amount in enumerate(amounts)]


def by_amounts(rules: PrizeMoney, pool: int, amounts: Sequence[int]) -> list[int]:
    """Return the prize of each place where the prizes are the whole pool."""
    if sum(amounts) != pool:
        raise Refusal(
            "bad-prizes",
            rules.paid_out,
            "The prizes add up to {amounts}, and the pool is {pool}.",
            amounts=cash(sum(amounts)),
            pool=cash(pool),
        )
    return list(amounts)


def shared(amounts: Sequence[int], level: Sequence[Sequence[int]]) -> dict[int, int]:
    """Return the prize of each place when level places share theirs equally; a place beyond the
    last prize has nothing of its own. Places count from 1.

    >>> shared([100_000, 60_000, 40_100], [[1, 2, 3]])
    {1: 66700, 2: 66700, 3: 66700}
    """
    check_level(level)
    paid = dict(enumerate(amounts, 1))
    for group in level:
        together = sum(paid.get(place, 0) for place in group)
        paid.update(zip(sorted(group), divided(together, len(group)), strict=True))
    return dict(sorted(paid.items()))


def divided(amount: int, parts: int) -> list[int]:
    """In equal parts; cents that do not divide go one each from the first down.

    >>> divided(1000, 3)
    [334, 333, 333]
    """
    each, left = divmod(amount, parts)
    return [each + (place < left) for place in range(parts)]


def check_level(level: Sequence[Sequence[int]]) -> None:
    """Refuse level places that do not follow one another, and a place that is level twice."""
    seen: set[int] = set()
    for group in level:
        first = min(group, default=0)
        if first < 1 or sorted(group) != list(range(first, first + len(group))):
            raise Refusal(
                "bad-prizes", None, "Level places follow one another and count from 1, as 2 and 3."
            )
        if again := seen & set(group):
            raise Refusal("bad-prizes", None, "Place {again} is level twice.", again=min(again))
        seen |= set(group)


def _percent(share: Fraction | int) -> str:
    return f"{Decimal(share.numerator) / Decimal(share.denominator)}%"
