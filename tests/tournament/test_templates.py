"""Templates of conditions and schedules, the groups of the form, and faults item by item."""

from datetime import timedelta
from typing import Any

import pytest

from sabot.rulebooks import RULEBOOKS
from sabot.tournament.condition_groups import GROUPS, group_of
from sabot.tournament.conditions import faults, faults_of_each
from sabot.tournament.desk.publication import readable
from sabot.tournament.templates import SHAPES, Shape, conditions_for, legs_for
from support.contests import MINI, STAR, START

GAMES = (*STAR, MINI)
STARTS = START + timedelta(days=1)


@pytest.mark.parametrize("game", GAMES)
def test_every_item_of_the_conditions_is_in_one_group(game: str) -> None:
    rules = RULEBOOKS[game].tournament
    assert rules is not None
    assert {group_of(item.key) for item in rules.conditions} == GROUPS.keys()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_a_template_is_complete_and_ends_at_one_table(game: str, shape: Shape) -> None:
    said = conditions_for(RULEBOOKS[game], shape, STARTS)
    assert faults(readable({**said, "rulebook": game, "name": "x"})) == []
    legs = legs_for(shape, STARTS)
    assert [each["advance"] for each in legs] == [advance for _, advance in shape.sessions]
    assert legs[-1]["stage"] == "final"
    seated = shape.players
    for seats, advance in shape.sessions:
        tables = -(-seated // seats)
        seated = tables * advance
    assert tables == 1, "one table plays the final"


def test_faults_come_item_by_item() -> None:
    said: dict[str, Any] = conditions_for(RULEBOOKS["star-baccarat"], SHAPES[1], STARTS)
    wrong = {**said, "chips": "many", "prizes": ["50", "40"], "colour": "green", "eligible": ""}
    found = {each.item: each.message for each in faults_of_each({**wrong, "rulebook": GAMES[0]})}
    assert found.keys() == {"chips", "prizes", "colour", "eligible"}
    assert "do not add up" in found["prizes"] and "say" in found["eligible"]
