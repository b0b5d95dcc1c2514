"""Fields that players see of the records inside table events; events name them in their `sight`."""

from typing import Final

from sabot.engine.declarations import see

CUT: Final = see("sequence live returned")
"""Without its clause: that would tell of a Loss Limit."""
LIMIT: Final = see("least most unit area differential by_wager positions")
LINE: Final = see("sequence outcome clause pays returns odds")
PLAN: Final = see(
    "tournament session stage seats chips limits advance coups minutes chip wagers scheme order"
    " pass_cards undisclosed seconds buy_in cashed"
)
SETUP: Final = see(
    "rulebook edition digest decks source feed method face places chip scheme layout wagers"
    " low_limit cashless currency overlay back chance called chips"
)
SIGN: Final = see("kind since takes_effect amount text wager number", limit=LIMIT)
SLOT: Final = see("hand card up")
STAKE: Final = see("sequence player on staked live box area returned currency invalid")
