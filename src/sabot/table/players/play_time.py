"""A player's time of play at the table: after it no wager is taken, and what lies is played out.

The account works out when it ends (`accounts/play.py`), and tells the table.
"""

from datetime import datetime

from sabot.core.refusal import Refusal, named
from sabot.policies.play_time import is_over
from sabot.table.state import Patron


def check_play_time(player: str, patron: Patron, now: datetime) -> None:
    """Reject wagers and chips once the player's time of play is over."""
    if is_over(patron.play, now):
        message = "{player} plays no longer: their time of play is over, or they have suspended it."
        raise Refusal("play-time", None, message, player=named(player))
