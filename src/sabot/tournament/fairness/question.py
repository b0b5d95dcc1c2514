"""The last coups of a session as a question: `sabot tournament chances`."""

from sabot.core.money import cents, dollars
from sabot.core.refusal import Refusal
from sabot.coup import CENT
from sabot.coup.line_protocol import answering
from sabot.rulebooks import rulebook
from sabot.tournament import tournament_of
from sabot.tournament.counting import WagerLimits, check_limits
from sabot.tournament.fairness.last_coup import Bet, Chances, LastCoupRules, chances, units_of
from sabot.tournament.fairness.playing_out import LastCoups, play_out
from sabot.tournament.fairness.shapes import (
    FEWEST_TRIALS,
    MOST_COUPS,
    MOST_PLAYERS,
    MOST_TRIALS,
    TRIALS,
    BetAnswer,
    ChanceAnswer,
    ChancesAnswer,
    LastCoupsAsked,
    PlayedOut,
)
from sabot.tournament.questions import check_names


def chances_of(asked: LastCoupsAsked) -> ChancesAnswer:
    """Each player's chance to be through, and what they lay: two players in the last coup are
    counted, unless trials are asked for; more of either are played out."""
    book = rulebook(asked.rulebook)
    rules = tournament_of(book).betting
    scheme, decks = book.scheme(asked.scheme), book.decks(asked.decks)
    chip = CENT if asked.chip is None else cents(asked.chip)
    minimum = cents(asked.minimum)
    maximum = None if asked.maximum is None else cents(asked.maximum)
    if maximum is not None:
        check_limits(rules, WagerLimits(minimum, maximum))
    _check(asked)
    stacks = tuple(cents(each.chips) for each in asked.players)
    played = LastCoupRules(book, minimum, maximum, scheme, decks, chip)
    if (len(stacks), asked.coups, asked.trials) == (2, 1, None):
        return _counted(asked, chances(played, *stacks))
    if not any(units_of(played, each) for each in stacks):
        raise Refusal("bad-amount", None, "No player can make one wager with these chips.")
    trials = asked.trials or TRIALS
    shares = play_out(LastCoups(played, stacks, asked.coups, asked.advance), trials, asked.seed)
    players = [
        ChanceAnswer(name=who.name, chance=each.chance, error=each.error, bet=_shown(each.bet))
        for who, each in zip(asked.players, shares, strict=True)
    ]
    return ChancesAnswer(players, PlayedOut(trials, asked.seed))


def _check(asked: LastCoupsAsked) -> None:
    there = len(asked.players)
    if not 2 <= there <= MOST_PLAYERS:
        raise Refusal(
            "bad-players",
            None,
            "From 2 to {most_players} players are compared.",
            most_players=MOST_PLAYERS,
        )
    check_names(each.name for each in asked.players)
    _between("players go through", asked.advance, 1, there - 1)
    _between("coups are left", asked.coups, 1, MOST_COUPS)
    if asked.trials is not None:
        _between("trials are played", asked.trials, FEWEST_TRIALS, MOST_TRIALS)
    _between("is a seed", asked.seed, 0, 2**63 - 1)


def _between(what: str, number: int, least: int, most: int) -> None:
    if not least <= number <= most:
        span = f"{least:,}" if least == most else f"{least:,} to {most:,}"
        raise Refusal(
            "bad-number",
            None,
            "{span} {what}: {number} is no such number.",
            span=span,
            what=what,
            number=f"{number:,}",
        )


def _counted(asked: LastCoupsAsked, found: Chances) -> ChancesAnswer:
    answers = [(found.first, found.bet), (found.last, found.reply)]
    return ChancesAnswer(
        [
            ChanceAnswer(name=who.name, chance=float(each), exact=str(each), bet=_shown(bet))
            for who, (each, bet) in zip(asked.players, answers, strict=True)
        ]
    )


def _shown(bet: Bet) -> list[BetAnswer]:
    return [BetAnswer(laid.on, dollars(laid.amount)) for laid in bet]


answer_chances = answering(LastCoupsAsked, chances_of)
