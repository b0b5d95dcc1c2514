"""Money: amounts, odds and chips."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot import Refusal
from sabot.core.money import LARGEST, ChipRule, Odds, cents, dollars, payment, to

ROUNDS_UP = ChipRule("5.8")
amounts = st.integers(1, LARGEST - 1)
odds = st.builds(Odds, st.integers(1, 700), st.integers(1, 20))


@given(amounts)
def test_amounts_are_read_as_they_are_written(amount: int) -> None:
    assert cents(dollars(amount)) == amount


@given(amounts, odds, st.integers(1, 10_000))
def test_a_payment_is_the_smallest_in_chips_that_is_not_less_than_due(
    stake: int, at: Odds, chip: int
) -> None:
    due = Fraction(stake * at.pays, at.per)
    pays = payment(stake, at, chip, ROUNDS_UP)
    assert pays % chip == 0
    assert 0 <= pays - due < chip


@given(amounts, odds, st.integers(1, 10_000))
def test_without_a_rule_a_payment_is_exact_or_refused(stake: int, at: Odds, chip: int) -> None:
    due = Fraction(stake * at.pays, at.per * chip)
    if due.denominator == 1:
        assert payment(stake, at, chip, None) == due * chip
    else:
        with pytest.raises(Refusal) as refused:
            payment(stake, at, chip, None)
        assert refused.value.code == "no-rule"


def test_the_largest_amount_is_a_cent_below_a_trillion() -> None:
    assert cents("999999999999.99") == LARGEST - 1
    with pytest.raises(Refusal, match=r"must be below \$1,000,000,000,000\.00"):
        cents("1000000000000")


def test_odds_are_shown_in_lowest_terms_and_kept_as_printed() -> None:
    assert (str(to(10, 5)), to(10, 5).per) == ("2:1", 5)
    assert str(to(19, 20)) == "19:20"
