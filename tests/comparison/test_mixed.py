"""Evenings that mix: product and reference agree after every move."""

import pytest

from comparison.generator import WAYS, evening
from comparison.known import reason_of
from comparison.settings import SETTINGS
from comparison.shrinking import shortest, told
from comparison.side_by_side import SideBySide, play
from comparison.themes import PAIRS, THEMES, Pair, cannot_meet, game_names, possible
from comparison.translation import move

EVENINGS, MOVES = 14, 60
"""Evenings of each game in the sample, and the most moves of one."""


@pytest.mark.parametrize("game", game_names())
def test_product_and_reference_agree(game: str) -> None:
    met: set[Pair] = set()
    for seed in range(EVENINGS):
        mixed = evening(game, seed)
        found = mixed.play(MOVES)
        met |= mixed.meetings.met
        if found is not None and reason_of(found) is None:
            moves = shortest(mixed.setting, mixed.both.moves, found)
            pytest.fail(told(mixed.setting, moves, found))
    assert met <= set(possible(game)) | {p for p in PAIRS if cannot_meet(game, p)}
    assert len(met) > len(possible(game)) // 5


def test_an_evening_is_the_same_for_the_same_seed() -> None:
    one, other = evening("star-baccarat", 3), evening("star-baccarat", 3)
    one.play(30), other.play(30)
    assert one.both.moves == other.both.moves


def test_every_theme_has_a_way_and_every_pair_a_verdict() -> None:
    assert set(WAYS) == set(THEMES)
    assert len(PAIRS) == len(THEMES) * (len(THEMES) - 1) // 2
    for game in game_names():
        assert possible(game)
        assert all(cannot_meet(game, pair) != "" for pair in PAIRS)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda each: f"{each.game} {each.name}")
def test_both_open_alike(setting: object) -> None:
    both = SideBySide(setting)  # type: ignore[arg-type]
    assert both.difference is None and both.live.phase() == "bets"


def test_a_difference_is_found_and_shrunk() -> None:
    """A fault in the product's books shows after the move that makes it, and nothing else stays."""
    setting = SETTINGS[0]
    lays = [
        move("lay", player=name, bet="player", chips=10_00, tokens=0) for name in ("anna", "ben")
    ]
    assert play(setting, lays)[0] is None
    both = SideBySide(setting)
    both.live.send("buy-chips", player="anna", amount="5")
    found = both.put(lays[0])
    assert found is not None and found.kind == "money"
    assert "chips:anna" in found.product and "drop" in found.product
