"""The people whom the documents name."""

from typing import Final

DEALER: Final = "dealer"
PLAYER: Final = "player"
GAMING_SUPERVISOR: Final = "gaming supervisor"
CASINO_SUPERVISOR: Final = "casino supervisor"
ASSISTANT_GAMING_MANAGER: Final = "assistant gaming manager"
GAMING_MANAGER: Final = "gaming manager"
CASINO_OPERATOR: Final = "casino operator"
