"""Sabot: the approved baccarat family as software.

>>> import sabot
>>> coup = sabot.deal("star-seven-up", "9C KD TH")
>>> coup.result, coup.hands["player"].total, coup.hands["banker"].total
('banker', 7, 9)

The verbs are `price` (exact odds), `sample` (simulate coups), `bankroll` (simulate sessions of a
betting plan), `count` (card counting), `coups` (a shoe coup by coup), `play` (let a bot stake),
`deal`, `settle` and `adjudicate` (one coup), and `load` (a night's scorecard). `bet` and `game`
make wagers and games, `Composition` is a shoe with cards gone, and `roads` draws scoreboards. A
module is imported when a name of it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sabot.bench import bet as bet
    from sabot.bench import game as game
    from sabot.core.cards import Card as Card
    from sabot.core.cards import point_count as point_count
    from sabot.core.cards import read_card as read_card
    from sabot.core.cards import read_cards as read_cards
    from sabot.core.money import Odds as Odds
    from sabot.core.refusal import Refusal as Refusal
    from sabot.counting.bots import Bot as Bot
    from sabot.counting.bots import coups as coups
    from sabot.counting.bots import play as play
    from sabot.counting.count import count as count
    from sabot.coup import Coup as Coup
    from sabot.coup import Settlement as Settlement
    from sabot.coup import Stake as Stake
    from sabot.coup import deal as deal
    from sabot.coup import roads as roads
    from sabot.coup import settle as settle
    from sabot.coup import stake as stake
    from sabot.coup.adjudication import adjudicate as adjudicate
    from sabot.coup.scorecard import Scorecard as Scorecard
    from sabot.coup.scorecard import load as load
    from sabot.odds import Composition as Composition
    from sabot.odds import odds as price
    from sabot.rulebooks import RULEBOOKS as RULEBOOKS
    from sabot.rulebooks import rulebook as rulebook
    from sabot.rules import Rulebook as Rulebook
    from sabot.simulate import play_sessions as bankroll
    from sabot.simulate import simulate as sample

__version__ = "1.1.0.dev0"

PLACES = {
    "RULEBOOKS": "rulebooks",
    "Bot": "counting.bots",
    "Card": "core.cards",
    "Composition": "odds",
    "Coup": "coup",
    "Odds": "core.money",
    "Refusal": "core.refusal",
    "Rulebook": "rules",
    "Scorecard": "coup.scorecard",
    "Settlement": "coup",
    "Stake": "coup",
    "adjudicate": "coup.adjudication",
    "bankroll": "simulate:play_sessions",
    "bet": "bench",
    "count": "counting.count",
    "coups": "counting.bots",
    "deal": "coup",
    "game": "bench",
    "load": "coup.scorecard",
    "play": "counting.bots",
    "point_count": "core.cards",
    "price": "odds:odds",
    "read_card": "core.cards",
    "read_cards": "core.cards",
    "roads": "coup.roads:",
    "rulebook": "rulebooks",
    "sample": "simulate:simulate",
    "settle": "coup",
    "stake": "coup",
}
"""The module of each public name, and its name there if it is another one; `roads` is a module."""

__all__ = [
    "RULEBOOKS",
    "Bot",
    "Card",
    "Composition",
    "Coup",
    "Odds",
    "Refusal",
    "Rulebook",
    "Scorecard",
    "Settlement",
    "Stake",
    "adjudicate",
    "bankroll",
    "bet",
    "count",
    "coups",
    "deal",
    "game",
    "load",
    "play",
    "point_count",
    "price",
    "read_card",
    "read_cards",
    "roads",
    "rulebook",
    "sample",
    "settle",
    "stake",
]


def _lazy(name: str) -> object:
    """Import a public name when it is first used."""
    if name not in PLACES:
        raise AttributeError(f"module 'sabot' has no attribute {name!r}")
    place, _, there = PLACES[name].partition(":")
    module = import_module(f"sabot.{place}")
    found: object = module if PLACES[name].endswith(":") else getattr(module, there or name)
    globals()[name] = found
    return found


if not TYPE_CHECKING:  # a type checker reads the imports above, and so finds misspelt names
    __getattr__ = _lazy


def __dir__() -> list[str]:
    return sorted({*globals(), *PLACES})
