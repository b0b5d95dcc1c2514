"""The words a rulebook is written in."""

from sabot.core.cards import Card
from sabot.core.money import ChipRule, Odds, to
from sabot.rules.coup.deal import (
    BANKER,
    DEALER,
    PLAYER,
    Choice,
    CommonHands,
    Decision,
    Due,
    LuckyDrawHands,
    Procedure,
    ThreeCardHands,
    box_name,
)
from sabot.rules.coup.facts import TOTALS, FactsSpace, Hands, numbers, of_hand
from sabot.rules.coup.layouts import Layout, diagrams
from sabot.rules.coup.tableau import Tableau, tableau
from sabot.rules.coup.together import Needs, Together, pairing
from sabot.rules.coup.wager import STANDOFF, Line, Verdict, Wager, line, verdict, wager
from sabot.rules.rulebook import Places, Rulebook

__all__ = [
    "BANKER",
    "DEALER",
    "PLAYER",
    "STANDOFF",
    "TOTALS",
    "Card",
    "ChipRule",
    "Choice",
    "CommonHands",
    "Decision",
    "Due",
    "FactsSpace",
    "Hands",
    "Layout",
    "Line",
    "LuckyDrawHands",
    "Needs",
    "Odds",
    "Places",
    "Procedure",
    "Rulebook",
    "Tableau",
    "ThreeCardHands",
    "Together",
    "Verdict",
    "Wager",
    "box_name",
    "diagrams",
    "line",
    "numbers",
    "of_hand",
    "pairing",
    "tableau",
    "to",
    "verdict",
    "wager",
]
