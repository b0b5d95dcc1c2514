"""What lies over the rules in tournament play, by section 15 of the three documents that know it.

No rulebook has these in its `overlays` yet: a table could be opened under them, and the rest of
section 15 would not be played.
"""

from typing import Final

from sabot.money import TOURNAMENT
from sabot.rules.overlay import Overlay

TOURNAMENT_PLAY: Final = {
    "star-baccarat": Overlay("tournament", "15.2.1", ("6.4", "6.5", "6.7", "6.8"), TOURNAMENT),
    "star-seven-up": Overlay("tournament", "15.2.1", ("6.3", "6.4"), TOURNAMENT),
    "canberra-mini": Overlay("tournament", "15.1", (), TOURNAMENT),
}
