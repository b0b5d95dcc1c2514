"""A card found missing or foreign in mid-coup voids it, whichever command tells of it."""

from typing import Any

import pytest

from support.evening import Evening
from support.irregular import at_table

CLAUSES = {
    "star-baccarat": "12.11.2",
    "star-seven-up": "12.8.2",
    "star-three-card": "12.13.2",
}
SUE = {"actor": "sue", "role": "casino supervisor"}


@pytest.mark.parametrize(("game", "clause"), CLAUSES.items())
def test_a_check_in_mid_coup_voids_it_once_it_is_confirmed(game: str, clause: str) -> None:
    evening = at_table(game)
    boxed = evening.table.book.procedure.takes_boxes
    where: dict[str, Any] = {"box": 1} if boxed else {}
    evening.bet("alice", "player", **where)
    before = evening.chips("alice")
    evening.deal("9S")
    evening.says("check-cards", missing=1)
    assert evening.table.round.void is None, "a dealer's word alone voids nothing"
    evening.ok("confirm-statement", **SUE, number=1, reason="counted")
    assert evening.table.round.void == clause
    assert evening.chips("alice") > before
    assert evening.replayed() == evening.table


def test_nearest_miss_a_check_that_finds_nothing_leaves_the_coup() -> None:
    evening = at_table("star-baccarat", "player")
    evening.deal("9S")
    evening.ok("check-cards")
    assert evening.table.round.void is None


def test_nearest_miss_between_coups_there_is_nothing_to_void() -> None:
    evening: Evening = at_table("star-baccarat", "player")
    evening.ok("check-cards", foreign=1)
    assert evening.table.round.void is None and evening.table.stack.check is not None
