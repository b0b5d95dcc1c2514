"""An outcome that is invalidated without a refund: what the log says is what happens to stakes."""

import pytest

from support.evening import Evening
from support.irregular import at_table

SUE = {"actor": "sue", "role": "casino supervisor"}
STARS = ("star-baccarat", "star-seven-up")


def invalidated(game: str, refund: bool) -> Evening:
    """Return a coup invalidated after its first card, with one stake of 100 on the layout."""
    evening = at_table(game)
    evening.bet("alice", "player", "100")
    evening.deal("9S")
    evening.ok("invalidate-outcome", **SUE, cause="disturbance", reason="fire", refund=refund)
    assert evening.money("layout") == 0 and evening.replayed() == evening.table
    return evening


@pytest.mark.parametrize("game", STARS)
def test_without_a_refund_the_stake_stays_with_the_casino(game: str) -> None:
    assert invalidated(game, refund=False).chips("alice") == 1_000_000 - 100_00


@pytest.mark.parametrize("game", STARS)
def test_nearest_miss_with_a_refund_it_goes_back(game: str) -> None:
    assert invalidated(game, refund=True).chips("alice") == 1_000_000
