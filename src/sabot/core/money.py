"""Money in whole cents, odds as pairs of whole numbers, and payment in chips."""

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from math import gcd
from typing import Final, NamedTuple, NoReturn

from sabot.core.refusal import Refusal, quoted

DOLLAR: Final = 100
LARGEST: Final = 10**12 * DOLLAR
"""Amounts stay below a trillion dollars; more is a slip of the finger, not a stake."""

FORM: Final = 'an amount is a text such as "25" or "12.50"'
MOST_BITS: Final = 90
"""A whole number of more bits is no amount, regardless of its digits."""
_AMOUNT: Final = re.compile(r"([0-9]{1,30})(?:\.([0-9]{1,2}))?", re.ASCII)

CHIPS: Final = "chips"
TOKENS: Final = "tokens"
CASH: Final = "cash"
TOURNAMENT: Final = "tournament chips"
"""Names of kinds of money; `ledger.py` says of each kind what it is worth."""


class Odds(NamedTuple):
    """`pays` units for every `per` units staked, as the document prints them.

    >>> str(Odds(19, 20)), Odds(8, 1).pays
    ('19:20', 8)
    """

    pays: int
    per: int

    def __str__(self) -> str:
        """In lowest terms.

        >>> str(to(10, 5))
        '2:1'
        """
        return _in_lowest_terms(self.pays, self.per)


@lru_cache(maxsize=1024)
def _in_lowest_terms(pays: int, per: int) -> str:
    common = gcd(pays, per)
    return f"{pays // common}:{per // common}"


def to(pays: int, per: int) -> Odds:
    """`to(19, 20)` is 19 to 20."""
    return Odds(pays, per)


def cents(amount: object) -> int:
    """The cents of a decimal string; anything else is refused.

    >>> cents("12.5"), cents("7")
    (1250, 700)
    """
    if type(amount) is str:
        return _cents(amount) or _nothing(amount)
    raise _bad_amount(amount, FORM)


def amount_of(amount: object) -> int:
    """The cents of an amount as a program writes it: a decimal string, a `Decimal`, or whole
    dollars. A float is refused: it may not be the amount that was meant.

    >>> from decimal import Decimal
    >>> amount_of("12.5"), amount_of(25), amount_of(Decimal("0.50"))
    (1250, 2500, 50)
    """
    if type(amount) is int:
        return cents(str(amount)) if amount.bit_length() < MOST_BITS else cents("9" * 30)
    if isinstance(amount, Decimal):
        return cents(f"{amount:f}" if amount.is_finite() else str(amount))
    if type(amount) is str:
        return cents(amount)
    raise _bad_amount(amount, f"{FORM}, a Decimal, or whole dollars")


def cents_or_none(amount: object) -> int:
    """Return the cents of a decimal string, for amounts that may be zero, such as a fee or a
    player's chips.

    >>> cents_or_none("0")
    0
    """
    if type(amount) is str:
        return _cents(amount)
    raise _bad_amount(amount, FORM)


@lru_cache(maxsize=4096)
def _cents(text: str) -> int:
    match = _AMOUNT.fullmatch(text)
    if match is None:
        raise _bad_amount(text, FORM)
    whole, part = match.groups(default="")
    amount = int(whole) * DOLLAR + int(part.ljust(2, "0"))
    if amount >= LARGEST:
        raise _bad_amount(text, f"an amount must be below {cash(LARGEST)}")
    return amount


def _nothing(text: str) -> NoReturn:
    raise _bad_amount(text, "an amount must be more than nothing")


def _bad_amount(value: object, expected: str) -> Refusal:
    return Refusal(
        "bad-amount",
        None,
        "{value} is not an amount: {expected}.",
        value=quoted(value),
        expected=expected,
    )


@lru_cache(maxsize=4096)
def dollars(amount: int) -> str:
    """Always with two decimals.

    >>> dollars(1250), dollars(-5)
    ('12.50', '-0.05')
    """
    whole, part = divmod(abs(amount), DOLLAR)
    return f"{'-' if amount < 0 else ''}{whole}.{part:02}"


DOLLARS: Final = "$"


def cash(amount: int, sign: str = DOLLARS) -> str:
    """As people read it: dollars with their cents, chips of another sign as plain units.

    >>> cash(123450), cash(-5), cash(100000, "◉"), cash(50, "◉")
    ('$1,234.50', '-$0.05', '◉1,000', '◉0.50')
    """
    whole, part = divmod(abs(amount), DOLLAR)
    rest = f".{part:02}" if part or sign == DOLLARS else ""
    return f"{'-' if amount < 0 else ''}{sign}{whole:,}{rest}"


@dataclass(frozen=True, slots=True)
class ChipRule:
    """The rule of a document for payments that the table's chips cannot make exactly."""

    clause: str


def payment(stake: int, odds: Odds, chip: int, rule: ChipRule | None) -> int:
    """Return the payment of a winning stake, in cents, payable in chips of `chip` cents and more.

    Where the document has a rule, the payment goes up to the next amount that chips can make; where
    it has none, only an exact payment can be made and anything else is for people.

    >>> payment(2500, to(19, 20), 50, ChipRule("5.8"))
    2400
    """
    exact_units, short = divmod(stake * odds.pays, odds.per * chip)
    if not short:
        return exact_units * chip
    if rule is None:
        raise Refusal(
            "no-rule",
            None,
            "{stake} at {odds} cannot be paid exactly in chips of {chip}, and"
            " no clause says how to round: a casino supervisor decides.",
            stake=cash(stake),
            odds=odds,
            chip=cash(chip),
        )
    return (exact_units + 1) * chip
