"""The analyst's bench: wagers and games from files, and a library of public side bets."""

from sabot.bench.files import book_of, read_wager, wager_file, with_wagers
from sabot.bench.library import LIBRARY, library_text

__all__ = ["LIBRARY", "book_of", "library_text", "read_wager", "wager_file", "with_wagers"]
