"""Sabot: the approved baccarat family as software.

>>> import sabot
>>> coup = sabot.deal("star-seven-up", "9C KD TH")
>>> coup.result, coup.hands["player"].total, coup.hands["banker"].total
('banker', 7, 9)
"""

from sabot.adjudication import adjudicate
from sabot.cards import Card, point_count, read_card, read_cards
from sabot.coup import Coup, Settlement, Stake, deal, settle, stake
from sabot.money import Odds
from sabot.refusal import Refusal
from sabot.rulebooks import RULEBOOKS, rulebook
from sabot.rules import Rulebook
from sabot.scorecard import Scorecard, load

__version__ = "1.0.0"

__all__ = [
    "RULEBOOKS",
    "Card",
    "Coup",
    "Odds",
    "Refusal",
    "Rulebook",
    "Scorecard",
    "Settlement",
    "Stake",
    "adjudicate",
    "deal",
    "load",
    "point_count",
    "read_card",
    "read_cards",
    "rulebook",
    "settle",
    "stake",
]
