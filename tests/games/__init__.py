"""Descriptions of the games for the shared tests, by id: a module for each game.

The folder is walked, so that a further game is a further module and no list names it. Comparison
tables are keyed by the game's id, never by the order of the registry.
"""

import importlib
from pathlib import Path

from games.description import Game
from sabot.rulebooks import RULEBOOKS

__all__ = ["GAMES", "Game"]


def described(game: str) -> Game:
    """Return the description of a game; a game without one fails by the name of its file."""
    word = game.replace("-", "_")
    file = Path(__file__).with_name(f"{word}.py")
    assert file.is_file(), f"describe {game} in tests/games/{file.name}"
    found = importlib.import_module(f"games.{word}").GAME
    assert isinstance(found, Game) and found.id == game
    return found


GAMES: dict[str, Game] = {id_: described(id_) for id_ in RULEBOOKS}
