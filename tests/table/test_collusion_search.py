"""A dealer and players against the house, with every command and without a second person: none ends
richer than an honest settlement of the same cards makes them."""

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sabot import RULEBOOKS
from sabot.table import TABLE
from sabot.table.irregularities.report_command import ReportIrregularity
from support.colluders import FEEDS, evening
from support.thorough import tries

NUMBER = st.integers(0, 2**32 - 1)
SETTINGS = settings(
    max_examples=tries(25),
    deadline=None,
    database=None,
    derandomize=True,
    phases=(Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.parametrize("feed", FEEDS)
@pytest.mark.parametrize("rulebook", RULEBOOKS)
@given(seed=NUMBER, steps=st.lists(NUMBER, min_size=30, max_size=70))
@SETTINGS
def test_colluders_gain_nothing(rulebook: str, feed: str, seed: int, steps: list[int]) -> None:
    evening(rulebook, feed, seed, steps)


def test_the_witness_would_see_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were reports believed at once, the search would not need a hundred evenings."""
    believed = replace(TABLE._rules[ReportIrregularity], confirmed_by=None)
    rules: dict[Any, Any] = {**TABLE._rules, ReportIrregularity: believed}
    monkeypatch.setattr(TABLE, "_rules", rules)
    with pytest.raises(AssertionError, match=r"void by|stakes touched|is honest"):
        for number in range(100):
            mind = random.Random(number)
            evening("star-three-card", "typed", number, [mind.getrandbits(32) for _ in range(60)])


def test_an_evening_told_again_is_the_same_evening() -> None:
    first, again = (evening("canberra-mini", "virtual", 8, range(60)) for _ in range(2))
    assert first.done == again.done and first.witness.coups
