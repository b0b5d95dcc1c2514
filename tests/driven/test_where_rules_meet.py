"""Exact amounts at which two rules were found to meet wrongly (docs/campaigns/meetings.md)."""

from pathlib import Path

import pytest

from support.driven import Driven, evenings

EVENINGS = evenings(Path(__file__).with_name("where_rules_meet.toml"))


@pytest.mark.parametrize("about", EVENINGS)
def test_each_keeps_to_its_clause(about: str) -> None:
    Driven(EVENINGS[about])
