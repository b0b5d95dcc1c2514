"""The last coups of a session played out: beside the exact count of two players, and beside a naive
search through every line of play of a few."""

from fractions import Fraction
from typing import Any

import pytest

from sabot.rulebooks import RULEBOOKS
from sabot.tournament.fairness.last_coup import LastCoupRules, chances, endings, ways_to_bet
from sabot.tournament.fairness.playing_out import LastCoups, menu, play_out
from sabot.tournament.fairness.question import answer_chances
from support.heats import asked
from support.thorough import tries

DOLLAR = 100
BACCARAT = RULEBOOKS["star-baccarat"]
TWO = [(10, 10, None), (12, 10, None), (10, 12, None), (8, 8, 5), (11, 9, None), (6, 4, None)]


@pytest.mark.parametrize(("first", "last", "most"), TWO)
def test_two_players_in_one_coup_are_as_counted(first: int, last: int, most: int | None) -> None:
    """Bets that are equally good to one of two are so to the other: nothing is left to chance."""
    played = LastCoupRules(BACCARAT, DOLLAR, most and most * DOLLAR)
    exact = chances(played, first * DOLLAR, last * DOLLAR)
    shares = play_out(LastCoups(played, (first * DOLLAR, last * DOLLAR)), tries(20), seed=3)
    assert shares[0].chance == pytest.approx(float(exact.first), abs=1e-9)
    assert shares[1].chance == pytest.approx(float(exact.last), abs=1e-9)
    assert all(each.error < 1e-6 for each in shares)


Line = tuple[tuple[Any, ...], ...]


def naive(played: LastCoupRules, stacks: tuple[int, ...], places: int) -> list[Fraction]:
    """Every line of play to its end, in fractions; bets that are equally good count alike."""
    ends = endings(played)
    ways = sum(each.ways for each in ends)

    def held(chips: int, bet: tuple[Any, ...], end: Any) -> Fraction:
        for laid in bet:
            outcome, at, _ = end.verdicts[laid.on]
            cents = -laid.amount * at.pays // at.per if at else laid.amount * (outcome == "lose")
            chips -= cents
        return Fraction(chips)

    def at_the_end(line: Line) -> list[Fraction]:
        found = [Fraction()] * len(stacks)
        for end in ends:
            after = [held(*each, end) for each in zip(stacks, line, strict=True)]
            for place, mine in enumerate(after):
                ahead, level = sum(each > mine for each in after), after.count(mine)
                share = min(Fraction(1), Fraction(max(places - ahead, 0), level))
                found[place] += share * end.ways / ways
        return found

    def from_turn(line: Line) -> list[Fraction]:
        turn = len(line)
        if turn == len(stacks):
            return at_the_end(line)
        bets = ways_to_bet(played, stacks[turn])
        every = [from_turn((*line, bet)) for bet in bets]
        best = max(each[turn] for each in every)
        equal = [each for each in every if each[turn] == best]
        return [sum(part, Fraction()) / len(equal) for part in zip(*equal, strict=True)]

    return from_turn(())


@pytest.mark.parametrize(
    ("game", "stacks", "places"),
    [
        ("star-baccarat", (2, 2, 2), 1),
        ("star-baccarat", (3, 2, 2), 2),
        ("star-seven-up", (2, 3, 1), 1),
        ("canberra-mini", (2, 2, 1), 1),
        ("star-baccarat", (1, 2, 1, 1), 2),
    ],
)
def test_best_replies_are_those_of_a_naive_search(
    game: str, stacks: tuple[int, ...], places: int
) -> None:
    played = LastCoupRules(RULEBOOKS[game], DOLLAR)
    chips = tuple(each * DOLLAR for each in stacks)
    exact = naive(played, chips, places)
    shares = play_out(LastCoups(played, chips, places=places), tries(1_000), seed=5)
    for found, expected in zip(shares, exact, strict=True):
        assert abs(found.chance - float(expected)) < max(4.5 * found.error, 1e-9)
    assert sum(each.chance for each in shares) == pytest.approx(places)


def test_the_same_seed_plays_the_same_and_errors_shrink_with_trials() -> None:
    session = LastCoups(LastCoupRules(BACCARAT, DOLLAR), (300, 300, 300), coups=3)
    few, again, many = (play_out(session, trials, 7) for trials in (100, 100, 400))
    assert few == again
    assert 0 < many[0].error < few[0].error
    assert sum(each.chance for each in many) == pytest.approx(1)


def test_the_marker_moves_on_and_who_has_no_minimum_wagers_nothing() -> None:
    """With two coups left the first now is last at the end: the order weighs less."""
    played = LastCoupRules(BACCARAT, DOLLAR)
    first, last = play_out(LastCoups(played, (300, 300), coups=2), tries(300), seed=1)
    once, _ = play_out(LastCoups(played, (300, 300)), 20, seed=1)
    assert first.chance - 3 * first.error > once.chance
    assert last.error == pytest.approx(first.error)
    rich, poor = play_out(LastCoups(played, (300, 99)), 20, seed=1)
    assert (rich.chance, poor.chance, poor.bet) == (1, 0, ())


def test_amounts_lie_between_the_least_and_the_most() -> None:
    played = LastCoupRules(BACCARAT, DOLLAR, maximum=100 * DOLLAR)
    amounts = {bet[0].amount // DOLLAR for bet in menu(played, 500 * DOLLAR, 60) if len(bet) == 1}
    assert {1, 100} < amounts and max(amounts) == 100
    assert len(menu(played, 5 * DOLLAR, 1_000)) == len(ways_to_bet(played, 5 * DOLLAR))
    assert all(sum(e.amount for e in bet) <= 100 * DOLLAR for bet in menu(played, 10**6, 60))


THREE: dict[str, Any] = {
    "rulebook": "star-baccarat",
    "minimum": "1",
    "players": [{"name": name, "chips": "2"} for name in ("ann", "bob", "cy")],
    "trials": 100,
}


def test_three_are_answered_with_their_error() -> None:
    answer = asked(answer_chances, THREE)
    assert answer["simulated"] == {"trials": 100, "seed": 1}
    assert sum(each["chance"] for each in answer["players"]) == pytest.approx(1)
    assert all(set(each) == {"name", "chance", "error", "bet"} for each in answer["players"])


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("bad-number", {"coups": 0}),
        ("bad-number", {"coups": 4}),
        ("bad-number", {"advance": 0}),
        ("bad-number", {"advance": 3}),
        ("bad-number", {"trials": 99}),
        ("bad-number", {"trials": 100_001}),
        ("bad-number", {"seed": -1}),
        ("bad-number", {"seed": 2**63}),
        ("bad-json", {"coups": "2"}),
        ("bad-json", {"trials": 1.5}),
        ("bad-players", {"players": THREE["players"] * 3}),
        ("bad-amount", {"minimum": "3"}),
    ],
)
def test_what_is_wrong_is_a_sentence(code: str, said: dict[str, Any]) -> None:
    assert asked(answer_chances, THREE | said)["error"]["code"] == code
