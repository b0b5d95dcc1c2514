"""The last coup of a session as a question: `sabot tournament chances`."""

from typing import Any

import msgspec

from sabot.answering import answering
from sabot.coup import CENT
from sabot.money import cents, dollars
from sabot.refusal import Refusal
from sabot.rulebooks import rulebook
from sabot.tournament import tournament_of
from sabot.tournament.counting import Limits, check_limits
from sabot.tournament.fairness import Bet, LastCoup, chances
from sabot.tournament.questions import StandingAsked, check_names


class LastCoupAsked(msgspec.Struct, gc=False):
    """Two players before the last coup, in the order of wagering, as it came."""

    rulebook: Any
    minimum: Any
    players: list[StandingAsked]
    maximum: Any = None
    scheme: Any = None
    decks: Any = None
    chip: Any = None


class BetAnswer(msgspec.Struct, gc=False):
    on: str
    amount: str


class ChanceAnswer(msgspec.Struct, gc=False):
    name: str
    chance: float
    exact: str
    bet: list[BetAnswer]


class ChancesAnswer(msgspec.Struct, gc=False):
    players: list[ChanceAnswer]


def chances_of(asked: LastCoupAsked) -> ChancesAnswer:
    """Each player's chance to end with more chips, the first's wager and the last's reply."""
    book = rulebook(asked.rulebook)
    rules = tournament_of(book).betting
    scheme, decks = book.scheme(asked.scheme), book.decks(asked.decks)
    chip = CENT if asked.chip is None else cents(asked.chip)
    minimum = cents(asked.minimum)
    maximum = None if asked.maximum is None else cents(asked.maximum)
    if maximum is not None:
        check_limits(rules, Limits(minimum, maximum))
    if len(asked.players) != 2:
        raise Refusal("bad-players", None, "The last coup is counted for two players.")
    check_names(each.name for each in asked.players)
    first, last = (cents(each.chips) for each in asked.players)
    found = chances(LastCoup(book, minimum, maximum, scheme, decks, chip), first, last)
    answers = [(found.first, found.bet), (found.last, found.reply)]
    return ChancesAnswer(
        [
            ChanceAnswer(who.name, float(chance), str(chance), _shown(bet))
            for who, (chance, bet) in zip(asked.players, answers, strict=True)
        ]
    )


def _shown(bet: Bet) -> list[BetAnswer]:
    return [BetAnswer(laid.on, dollars(laid.amount)) for laid in bet]


answer_chances = answering(LastCoupAsked, chances_of)
