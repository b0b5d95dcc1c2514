"""The last coup between two players: exact chances under best replies."""

from fractions import Fraction
from typing import Any

import pytest

from sabot.coup import deal
from sabot.odds import odds
from sabot.rulebooks import RULEBOOKS
from sabot.tournament.fairness.last_coup import (
    MOST_UNITS,
    LastCoupRules,
    chances,
    endings,
    ways_to_bet,
)
from sabot.tournament.fairness.question import answer_chances
from sabot.tournament.wagers import LaidWager
from support.heats import RESULTS, asked

BACCARAT = RULEBOOKS["star-baccarat"]
DOLLAR = 100
TEN = LastCoupRules(BACCARAT, DOLLAR)


def test_the_last_to_wager_is_ahead() -> None:
    found = chances(TEN, 10 * DOLLAR, 10 * DOLLAR)
    sheet = odds(BACCARAT)["banker"]
    assert found.first == Fraction(sheet.win, sheet.total) and found.first + found.last == 1
    assert (round(float(found.first), 4), round(float(found.last), 4)) == (0.4586, 0.5414)
    assert found.bet == (LaidWager("banker", 8 * DOLLAR),)
    assert found.reply == (LaidWager("tie", DOLLAR),)


def test_order_weighs_more_than_a_lead_of_two() -> None:
    leader_first = chances(TEN, 12 * DOLLAR, 10 * DOLLAR)
    leader_last = chances(TEN, 10 * DOLLAR, 12 * DOLLAR)
    assert round(float(leader_first.first), 4) == 0.4586
    assert leader_last.last == 1


def test_a_lead_that_nobody_can_catch_wins_in_any_order() -> None:
    with_maximum = LastCoupRules(BACCARAT, DOLLAR, maximum=2 * DOLLAR)
    assert chances(with_maximum, 50 * DOLLAR, 10 * DOLLAR).first == 1
    assert chances(with_maximum, 10 * DOLLAR, 50 * DOLLAR).last == 1


@pytest.mark.parametrize("game", ["star-baccarat", "star-seven-up", "canberra-mini"])
@pytest.mark.parametrize(("first", "last"), [(1, 1), (2, 3), (3, 2), (4, 4)])
def test_every_bet_against_every_reply(game: str, first: int, last: int) -> None:
    """The same by hand: pay lines asked bet by bet, in fractions."""
    played = LastCoupRules(RULEBOOKS[game], DOLLAR)
    ends = endings(played)
    total = sum(each.ways for each in ends)

    def chips(units: int, bet: tuple[LaidWager, ...], end: Any) -> Fraction:
        held = Fraction(units * DOLLAR)
        for laid in bet:
            outcome, at, _ = end.verdicts[laid.on]
            gain = Fraction(at.pays, at.per) if at else Fraction(-1 if outcome == "lose" else 0)
            held += laid.amount * gain
        return held

    def for_last(bet: tuple[LaidWager, ...], reply: tuple[LaidWager, ...]) -> Fraction:
        won = Fraction()
        for end in ends:
            mine, theirs = chips(last, reply, end), chips(first, bet, end)
            won += end.ways * (Fraction(1, 2) if mine == theirs else Fraction(int(mine > theirs)))
        return won / total

    replies = ways_to_bet(played, last * DOLLAR)
    worst = min(
        max(for_last(bet, reply) for reply in replies)
        for bet in ways_to_bet(played, first * DOLLAR)
    )
    found = chances(played, first * DOLLAR, last * DOLLAR)
    assert found.last == worst == for_last(found.bet, found.reply)


def test_endings_are_the_results_and_their_ways() -> None:
    by_result = {each.verdicts["tie"].outcome: each for each in endings(TEN)}
    sheet = odds(BACCARAT)["tie"]
    assert by_result["win"].ways == sheet.win
    assert len(endings(TEN)) == 3
    assert len(endings(LastCoupRules(BACCARAT, DOLLAR, scheme="even-money"))) == 4
    for result, cards in RESULTS.items():
        assert deal(BACCARAT, cards).result == result


def test_bets_are_the_pairings_that_need_no_leave() -> None:
    bets = ways_to_bet(TEN, 3 * DOLLAR + 99)
    assert len(bets) == len(set(bets)) == 3 * 3 + 2 * 3
    assert all(DOLLAR <= sum(laid.amount for laid in bet) <= 3 * DOLLAR for bet in bets)
    wagers = {tuple(laid.on for laid in bet) for bet in bets}
    assert wagers == {
        ("player",),
        ("banker",),
        ("tie",),
        ("player", "tie"),
        ("banker", "tie"),
    }


QUESTION: dict[str, Any] = {
    "rulebook": "star-baccarat",
    "minimum": "1",
    "players": [{"name": "ann", "chips": "10"}, {"name": "bob", "chips": "10"}],
}
FAULTS: list[tuple[str, dict[str, Any]]] = [
    ("bad-json", {"players": None}),
    ("bad-json", {"players": [5, 6]}),
    ("unknown-rulebook", {"rulebook": "poker"}),
    ("no-tournament", {"rulebook": "star-three-card"}),
    ("wrong-scheme", {"scheme": "none"}),
    ("wrong-decks", {"decks": 5}),
    ("bad-amount", {"minimum": "0"}),
    ("bad-amount", {"minimum": "0.01"}),
    ("bad-amount", {"minimum": "11"}),
    ("bad-amount", {"chip": "x"}),
    ("bad-limits", {"minimum": "2", "maximum": "3"}),
    ("bad-players", {"players": []}),
    ("bad-players", {"players": QUESTION["players"] * 2}),
    ("bad-players", {"players": QUESTION["players"][:1] * 2}),
]


@pytest.mark.parametrize(("code", "said"), FAULTS)
def test_what_is_wrong_is_a_sentence(code: str, said: dict[str, Any]) -> None:
    assert asked(answer_chances, QUESTION | said)["error"]["code"] == code


def test_a_stack_that_is_too_large_is_refused_and_a_maximum_helps() -> None:
    large = [{"name": name, "chips": str(MOST_UNITS + 1)} for name in ("ann", "bob")]
    assert "error" in asked(answer_chances, QUESTION | {"players": large})
    answer = asked(answer_chances, QUESTION | {"players": large, "maximum": "5"})
    assert sum(each["chance"] for each in answer["players"]) == pytest.approx(1)
