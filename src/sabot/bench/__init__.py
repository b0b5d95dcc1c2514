"""The analyst's bench: wagers and games from files, and a library of public side bets."""

from sabot.bench.drafts import drafted
from sabot.bench.files import book_of, read_wager, wager_file, with_wagers
from sabot.bench.game import bet, game
from sabot.bench.library import LIBRARY, library_text

__all__ = [
    "LIBRARY",
    "bet",
    "book_of",
    "drafted",
    "game",
    "library_text",
    "read_wager",
    "wager_file",
    "with_wagers",
]
