"""The people whom the documents name."""

from typing import Final

PLAYER: Final = "player"
CASINO_SUPERVISOR: Final = "casino supervisor"
GAMING_MANAGER: Final = "gaming manager"
CASINO_OPERATOR: Final = "casino operator"
