"""Environments: the checks of gymnasium and PettingZoo, and results that are known exactly."""

import re
import warnings
from fractions import Fraction
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import sabot
from sabot.core.refusal import Refusal
from sabot.env import BetSizing, HeatOfBots, LuckyDraw

GUIDE = Path(__file__).parents[2] / "docs" / "env.md"


@pytest.fixture(autouse=True)
def _no_warnings() -> None:
    warnings.simplefilter("error")
    warnings.simplefilter("ignore", ResourceWarning)  # other tests' sockets, collected meanwhile


@pytest.mark.parametrize("game", ["star-baccarat", "dragon-7"])
def test_bet_sizing_passes_the_check(game: str) -> None:
    made = gymnasium.make("sabot/BetSizing-v0", game=game, render_mode="ansi")
    check_env(made.unwrapped)


def test_lucky_draw_passes_the_check() -> None:
    check_env(gymnasium.make("sabot/LuckyDraw-v0", render_mode="ansi").unwrapped)


def test_a_heat_passes_the_check() -> None:
    env = HeatOfBots(players=4, coups=5, chips=60)
    warnings.simplefilter("default")  # it warns of names that are no fault
    api_test(env, num_cycles=200)
    seed_test(lambda: HeatOfBots(players=3, coups=3), num_cycles=30)


def test_bet_sizing_pays_what_the_bot_would_be_paid() -> None:
    """The shoe of an episode, staked on by a bot, comes to the same."""
    env = BetSizing("star-baccarat", spread=(1, 3))
    seen, _ = env.reset(seed=5)
    assert seen[:52].tolist() == [1.0] * 52
    banker = env.wagers.index("banker")
    rewards, results, over = [], [], False
    while not over:
        seen, reward, over, _, info = env.step(np.array([banker, 2]))
        rewards.append(reward)
        results.append(info["result"])
    earned = {"player": -3.0, "banker": 2.85, "tie": 0.0}
    assert rewards == [earned[result] for result in results] and len(rewards) > 60
    with pytest.raises(Refusal, match="call reset"):
        env.step(np.array([0, 0]))


def test_the_best_stake_is_on_the_best_exact_expectation() -> None:
    env = BetSizing("dragon-7", cut=20)
    env.reset(seed=2)
    bets, over = 0, False
    while not over:
        worth = env.expectations()["dragon-7"]
        action = env.best_action()
        assert (action[1] == 4) == (worth > 0)
        bets += int(action[1] > 0)
        over = env.step(action)[2]
    assert env.expectations()["dragon-7"] == pytest.approx(
        float(sabot.price("dragon-7", composition=env._unseen)["dragon-7"].ev)
    )


def test_the_best_score_of_lucky_draw_is_exact() -> None:
    env = LuckyDraw()
    assert env.best_score == sabot.price("star-lucky-draw")["round"].ev
    assert env.score(env.best_action) == env.best_score
    named = {"always": 1, "never": 0}
    for name, action in named.items():
        known = sabot.price("star-lucky-draw", strategy_name=name)
        assert env.score(lambda seen, chosen=action: chosen) == known["round"].ev  # type: ignore[misc]
    assert isinstance(env.best_score, Fraction)


def test_rounds_of_lucky_draw_come_to_the_exact_score() -> None:
    env, rewards = LuckyDraw(), []
    seen, _ = env.reset(seed=4)
    for _ in range(6_000):
        rewards.append(env.step(np.int64(env.best_action(seen)))[1])
        seen, _ = env.reset()
    error = np.std(rewards) / np.sqrt(len(rewards))
    assert abs(np.mean(rewards) - float(env.best_score)) < 4 * error < 0.1


def test_a_heat_is_settled_by_the_rules_of_heats() -> None:
    env = HeatOfBots(players=3, coups=4, chips=100, minimum=10, maximum=50)
    env.reset(seed=3)
    firsts = []
    shares = dict.fromkeys(env.possible_agents, 0.0)
    while env.agents:
        agent = env.agent_selection
        seen, reward, over, _, _ = env.last()
        shares[agent] += reward
        if over:
            env.step(None)
            continue
        if not env.laid:
            firsts.append(agent)
        assert seen["action_mask"].sum() and env.observation_space(agent).contains(seen)
        lawful = seen["action_mask"].nonzero()[0]
        env.step(int(lawful[0] if env.dealt < 3 else lawful[-1]))
    assert firsts[:3] == ["player_0", "player_1", "player_2"]
    assert sum(shares.values()) == pytest.approx(1)
    winners = [name for name, chips in env.chips.items() if chips == max(env.chips.values())]
    assert env.dealt == 4
    assert all(shares[name] == pytest.approx(1 / len(winners)) for name in winners)


@pytest.mark.parametrize("number", range(3))
def test_the_examples_of_the_guide_run(number: int) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", GUIDE.read_text(), re.M | re.S)
    assert len(blocks) == 3
    exec(compile(blocks[number], "docs/env.md", "exec"), {})


def test_what_no_environment_can_be_is_refused() -> None:
    with pytest.raises(Refusal, match="not dealt from a shoe"):
        BetSizing("star-seven-up")
    with pytest.raises(Refusal, match="boxes"):
        BetSizing("star-three-card")
    with pytest.raises(Refusal, match="whole units"):
        BetSizing(spread=(0,))
    with pytest.raises(Refusal, match="players is 2 to 14"):
        HeatOfBots(players=1)
    with pytest.raises(Refusal, match="no multiple"):
        HeatOfBots(minimum=20, maximum=50)
    env = HeatOfBots()
    env.reset(seed=1)
    with pytest.raises(Refusal, match="action mask"):
        env.step(None)
