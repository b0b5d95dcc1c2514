"""Simulating games of somebody's own: dealt as their rulebook says, or refused."""

from dataclasses import replace

import pytest

from sabot import Refusal
from sabot.odds import odds
from sabot.rules import BANKER, PLAYER, Hands, to
from sabot.simulate import play_sessions, simulate
from support.house_games import BACCARAT, COUP, DRAGON_7, PANDA_8, bet, offering, seeing


def test_panda_8_comes_to_its_published_edge() -> None:
    """As printed at wizardofodds.com/games/ez-baccarat/: 10.19% with eight decks."""
    panda = simulate(replace(BACCARAT, wagers=(PANDA_8,)), 400_000, seed=8).wagers["panda-8"]
    assert panda.stderr is not None
    assert abs(panda.ev + 0.1019) < 4 * panda.stderr < 0.04


def test_two_kinds_of_facts_are_refused_in_a_sentence() -> None:
    both = offering(BACCARAT, PANDA_8)
    plan = {"stakes": {"panda-8": 1}, "bankroll": 20, "coups": 80}
    for ask in (lambda: simulate(both, 1000), lambda: play_sessions(both, plan, 10)):
        with pytest.raises(Refusal, match=r"one kind of facts .* player_cards\)\."):
            ask()


def test_facts_that_see_anything_of_the_cards_are_simulated() -> None:
    """Compiled dealing and the exact count come to the same, from shoes and from full decks."""

    def red_and_low(hands: Hands) -> bool:
        last = hands[BANKER].cards[-1]
        return all(card.is_red for card in hands[PLAYER].cards) and last.rank in "2KQ"

    book = replace(BACCARAT, wagers=(seeing(red_and_low),))
    exact = odds(book)["seen"].ev
    for fresh in (False, True):
        seen = simulate(book, 200_000, seed=3, fresh=fresh).wagers["seen"]
        assert seen.stderr is not None
        assert abs(seen.ev - float(exact)) < 4 * seen.stderr < 0.03


def test_wagers_that_contradict_themselves_are_refused() -> None:
    with pytest.raises(Refusal, match="depends on banker_cards"):
        simulate(offering(BACCARAT, replace(DRAGON_7, reads=("player", "banker"))), 1000)
    many = (bet(f"Nine {n}", COUP, (to(8, 1), lambda f: f.player == 9)) for n in range(9))
    with pytest.raises(Refusal, match="more than 16 wagers"):
        simulate(offering(BACCARAT, *many), 1000)
