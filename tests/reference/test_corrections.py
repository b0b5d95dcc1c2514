"""Books that were wrong by misread cards: what may be found, and what putting it right does."""

from reference.evening import Evening
from reference.facts import BooksRighted, BooksWrong, Left, NotRebuilt, Rebuilt, WrongDeal
from reference.openings import deal, finish, lay, put, ready, refused

WON, LOST = "9S 5H KD KC", ("5S", "9H", "KD", "KC")
TOO_MUCH = BooksWrong(1, "anna", "player", 20_00, LOST)
"""A win of ten in the books that the cards make a loss of ten."""


def paid() -> Evening:
    """Anna has won ten dollars in the books."""
    evening = ready("star-baccarat")
    lay(evening, ("anna", "player", 1, 10_00))
    deal(evening, WON)
    finish(evening)
    return evening


def test_12_18_the_cards_bound_a_finding() -> None:
    evening = paid()
    assert refused(evening, BooksWrong(1, "anna", "player", 20_50, LOST)) == "12.18"
    assert refused(evening, BooksWrong(1, "anna", "player", -50, LOST)) == "12.18"
    assert refused(evening, BooksWrong(1, "anna", "player", 50, LOST[:3])) == "12.18"
    assert refused(evening, BooksWrong(1, "ben", "player", 50, LOST)) == "impossible"
    put(evening, TOO_MUCH)
    assert refused(evening, BooksWrong(1, "anna", "player", 50, LOST)) == "12.18"
    assert refused(ready("star-seven-up"), TOO_MUCH) == "no rule"


def test_12_18_2_it_is_put_right_in_parts_and_once() -> None:
    evening = paid()
    assert put(evening, TOO_MUCH).owed["anna"] == 10_010_00
    assert put(evening, BooksRighted(1, 5_00)).owed["anna"] == 10_005_00
    assert refused(evening, BooksRighted(1, 15_50)) == "12.18"
    assert put(evening, BooksRighted(1)).owed["anna"] == 9_990_00
    assert refused(evening, BooksRighted(1)) == "12.18"


def test_12_18_2_with_a_player_who_has_left_it_is_done_elsewhere() -> None:
    evening = paid()
    put(evening, TOO_MUCH, Left("anna", "player"))
    before = evening.table.money["float"]
    assert put(evening, BooksRighted(1)).money["float"] == before + 20_00


def test_12_1_2_a_void_coup_ends_even_and_is_not_rebuilt_on_top_of_it() -> None:
    evening = paid()
    put(evening, TOO_MUCH, WrongDeal())
    assert refused(evening, Rebuilt(LOST)) == "12.1.1"
    assert put(evening, NotRebuilt("casino supervisor")).owed["anna"] == 10_020_00
    assert put(evening, BooksRighted(1)).owed["anna"] == 10_000_00
    assert refused(evening, BooksWrong(1, "anna", "player", 50, LOST)) == "12.18"
