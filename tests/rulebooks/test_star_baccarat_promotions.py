"""star-baccarat, section 16: what the terms of a promotion must say."""

from support import promotion_checks
from support import star_promotion_rows as rows
from support.promotion_checks import lines, prize
from support.rows import Row, clause_tests, under

GAME = "star-baccarat"


def test_16_3_nearest_miss_slots_dollars_and_things_may_be_swapped() -> None:
    promotion_checks.money_for(GAME, "casino-dollars")
    assert lines(GAME, prize("slots-dollars", money_instead="cheque")) == []


def test_16_4_no_prize_is_cash_nor_swapped_for_it() -> None:
    assert lines(GAME, prize("cash")) == [("kind", "16.4", GAME)]
    assert lines(GAME, prize(money_instead="cash")) == [("money_instead", "16.4", GAME)]


def test_16_4_nearest_miss_money_by_cheque_or_transfer() -> None:
    assert lines(GAME, prize("money"), prize("voucher"), prize("casino-dollars")) == []


def test_16_4_the_law_adds_nothing_to_it() -> None:
    for law in (True, False):
        assert lines(GAME, prize("cash"), head={"law": law}) == [("kind", "16.4", GAME)]


# Clause, words and check: each row is a test.
ROWS: list[Row] = [
    ("16.3", "no money for casino dollars", promotion_checks.no_money_for, "casino-dollars"),
    ("16.4", "terms say how the prize is handed over", promotion_checks.term, "delivery"),
    *under("16.6", rows.KNOWN),
    *under("16.7", rows.TERMS),
    *under("16.12", rows.SUBMITTED),
]
UNCITED = [
    *under("16.6", rows.KNOWN_LEAST),
    *under("16.7", rows.TERMS_LEAST),
    *under("16.12", rows.SUBMITTED_LEAST),
]
globals().update(clause_tests(GAME, ROWS, uncited=UNCITED))
