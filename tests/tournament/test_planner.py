"""The planner: sessions down to one table, its finishing time, and what cannot be played."""

from datetime import UTC, datetime
from typing import Any

import pytest

from sabot.core.refusal import Refusal
from sabot.tournament.planner import PlanWish, planned

NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)
EVENING: dict[str, Any] = {
    "entrants": 24,
    "tables": 4,
    "seats": 6,
    "advance": 2,
    "chips": 1_000_000,
}


def test_a_plan_comes_down_to_one_table() -> None:
    found = planned(PlanWish(**EVENING), {100_000: 300, 10_000: 500}, NOON)
    assert [(e.players, e.tables, e.final) for e in found.sessions] == [
        (24, 4, False), (8, 2, False), (4, 1, True),
    ]  # fmt: skip
    assert found.ends == datetime(2026, 3, 14, 13, 55, tzinfo=UTC)
    assert found.stack == {100_000: 10} and found.needed == {100_000: 240}


@pytest.mark.parametrize(
    ("more", "chip_set", "says"),
    [
        ({"tables": 3}, {}, "need 4 tables"),
        ({"seats": 2, "tables": 12}, {}, "Fewer go on"),
        ({"coups": 0}, {}, "1 or more"),
        ({}, {100_000: 239}, "240 chips"),
        ({}, {300_000: 500}, "cannot be made up"),
        ({"seats": 5, "tables": 5, "advance": 4, "entrants": 24}, {}, "come down"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(
    more: dict[str, Any], chip_set: dict[int, int], says: str
) -> None:
    with pytest.raises(Refusal, match=says):
        planned(PlanWish(**{**EVENING, **more}), chip_set, NOON)
