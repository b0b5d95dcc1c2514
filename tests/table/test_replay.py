"""A log is folded without any rulebook: events carry what the state needs of it."""

import pytest

from compliance.nights import Night
from games import GAMES
from sabot.core.refusal import Refusal
from support.editions import folded, no_rulebooks


def test_nobody_finds_a_rulebook_where_there_is_none() -> None:
    table = Night("star-baccarat").table
    with no_rulebooks(), pytest.raises(Refusal, match="There is no rulebook"):
        assert table.book


@pytest.mark.parametrize("game", GAMES)
def test_a_night_is_folded_without_rulebooks(game: str) -> None:
    """Long enough for the cutting card to come out."""
    played = Night(game).coups(50)
    accounts = {f"player:{name}": played.floor.account(name) for name in ("alice", "bob")}
    assert folded(played.lines()) == {"table:1": played.table, **accounts}
