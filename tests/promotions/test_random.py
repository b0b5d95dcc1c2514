"""Random promotions: a few here, many in `campaigns/draws.py`."""

import random

from support.random_promotions import RandomPromotion
from support.thorough import tries


def test_random_promotions_keep_to_what_they_were_bound_to() -> None:
    drawn = accepted = 0
    for n in range(tries(6)):
        one = RandomPromotion(random.Random(n))
        one.play()
        drawn += bool(one.order)
        accepted += one.accepted
        assert one.refused
    assert drawn and accepted
