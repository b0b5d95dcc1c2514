"""Bounds of states that several kinds of stream share (`sabot.engine.bounds`)."""

from typing import Final

from sabot.engine.declarations import fixed

REMEMBERED: Final = 100
"""Number of players who left last and are known by name; events of each coup name earlier ones."""
MOST_PLACES: Final = 14
"""Places of the largest table."""
PLACES: Final = fixed(MOST_PLACES, "places of a table")
HANDS: Final = fixed(MOST_PLACES + 2, "hands of a coup")
CARDS: Final = fixed(20 * 52, "cards of a shoe or device")
BETS: Final = fixed(64, "bets of a rulebook")
