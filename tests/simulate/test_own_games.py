"""Simulating games of somebody's own: dealt as their rulebook says, or refused."""

from dataclasses import replace

import pytest

from sabot import Refusal
from sabot.rules import BANKER, PLAYER, to
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


@pytest.mark.parametrize(
    "what",
    [
        lambda hands: all(card.is_red for card in hands[PLAYER].cards),
        lambda hands: hands[BANKER].cards[-1].rank == "K",
    ],
)
def test_facts_that_see_more_than_compiled_dealing_are_refused(what) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(Refusal, match="cannot be simulated"):
        simulate(replace(BACCARAT, wagers=(seeing(what),)), 1000)


def test_wagers_that_contradict_themselves_are_refused() -> None:
    with pytest.raises(Refusal, match="depends on banker_cards"):
        simulate(offering(BACCARAT, replace(DRAGON_7, reads=("player", "banker"))), 1000)
    many = (bet(f"Nine {n}", COUP, (to(8, 1), lambda f: f.player == 9)) for n in range(9))
    with pytest.raises(Refusal, match="more than 16 wagers"):
        simulate(offering(BACCARAT, *many), 1000)
