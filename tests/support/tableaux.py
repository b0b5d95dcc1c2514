"""Every cell there is: ten totals against ten totals, and eleven columns."""

from itertools import product

from sabot import rulebook
from sabot.core.cards import Card, point_count, read_card
from sabot.coup import deal_so_far
from sabot.rules import Due

OF_VALUE = [read_card(rank + "S") for rank in "TA23456789"]


def banker_draws(banker: int, third: int | None) -> bool:
    """The drawing rule in sentences, as a second definition beside the table."""
    if third is None:
        return banker <= 5
    if banker <= 2:
        return True
    if banker == 3:
        return third != 8
    if banker == 4:
        return 2 <= third <= 7
    if banker == 5:
        return 4 <= third <= 7
    return banker == 6 and third in (6, 7)


def assert_every_cell(name: str) -> None:
    """Deal every pair of two-card totals, and every third card that a Player's hand can draw."""
    book = rulebook(name)
    printed = getattr(book.procedure, "printed", ())
    for player, banker in product(range(10), repeat=2):
        start = _start(player, banker, printed)
        due = deal_so_far(book, start).due
        if player >= 8 or banker >= 8:
            assert due is None
        elif player >= 6:
            assert (due is not None) == banker_draws(banker, None)
        else:
            assert isinstance(due, Due) and due.hand == "player"
            for third in OF_VALUE:
                then = deal_so_far(book, (*start, third)).due
                assert (then is not None) == banker_draws(banker, third.value)
                assert then is None or (isinstance(then, Due) and then.hand == "banker")


def _start(player: int, banker: int, printed: tuple[Card, ...]) -> tuple[Card, ...]:
    """The initial deal that gives the hands these totals."""
    own = OF_VALUE[(player - point_count(printed)) % 10]
    ten, other = OF_VALUE[0], OF_VALUE[banker]
    return (other, own, ten) if printed else (own, other, ten, ten)
