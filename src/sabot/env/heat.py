"""A heat of a tournament: players stake in turn, and the most chips after the last coup win."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv

from sabot.core.refusal import Refusal
from sabot.counting.bots import CoupsSeen, coups
from sabot.coup import CENT, Coup
from sabot.rulebooks import RULEBOOKS
from sabot.tournament import tournament_of
from sabot.tournament.counting import WagerLimits, check_limits
from sabot.tournament.wagers import HeatFacts, LaidWager, WagerEntrant, after_coup

MOST_PLAYERS, MOST_COUPS, MOST_SEED = 14, 200, 2**31
MULTIPLES = (1, 2, 5, 10, 25, 50, 100)
"""Stakes are these times the minimum, and all that may be staked."""
ON = ("player", "banker", "tie")
BELONGS = 2 + len(ON)
"""Numbers of an observation for each seat: chips, stake, and on which wager it lies."""
OBSERVATION, MASK = "observation", "action_mask"
Seen = dict[str, npt.NDArray[Any]]


class HeatOfBots(AECEnv):
    """Stake against other players in a heat of `star-baccarat`, by section 15 of its document.

    **Agents.** `player_0`, `player_1` …; who stakes first moves on by one seat with each coup.
    **Observation.** `observation`: for each seat, one's own first, chips and open stake as shares
    of all chips at the start, and on what it lies; then the share of coups left. `action_mask`:
    which actions are lawful.
    **Action.** A wager and a stake: `on * len(stakes) + stake`; each player stakes in every coup
    (15.6.4). The last stake is the most that limits and chips allow in whole units (15.6.14).
    **Reward.** After the last coup 1 for the most chips, shared by players who are level. Players
    who cannot cover the minimum are eliminated (15.6.13).

    >>> env = HeatOfBots(players=3, coups=2)
    >>> env.reset(seed=1)
    >>> while env.agents:
    ...     seen, *_ = env.last()
    ...     done = env.terminations[env.agent_selection]
    ...     env.step(None if done else int(seen["action_mask"].argmax()))
    >>> sum(env.chips.values())
    300000
    """

    metadata = {  # noqa: RUF012  PettingZoo's own name and form
        "name": "sabot_heat_v0",
        "render_modes": ["ansi"],
        "render_fps": 1,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        *,
        players: int = 6,
        coups: int = 10,
        chips: int = 1_000,
        minimum: int = 10,
        maximum: int = 500,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        for what, number, least, most in (
            ("players", players, 2, MOST_PLAYERS),
            ("coups", coups, 1, MOST_COUPS),
            ("minimum", minimum, 1, 10**6),
            ("maximum", maximum, minimum, 10**6),
            ("chips", chips, minimum, 10**9),
        ):
            if type(number) is not int or not least <= number <= most:
                raise Refusal("bad-heat", None, f"{what} is {least:,} to {most:,}.")
        self.book = next(iter(RULEBOOKS.values()))
        self.limits = WagerLimits(minimum * 100, maximum * 100)
        check_limits(tournament_of(self.book).betting, self.limits)
        self.agent_selection = "player_0"
        self.coups, self.start, self.render_mode = coups, chips * 100, render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        lawful = {min(each * minimum, maximum) for each in MULTIPLES}
        self.stakes = tuple(100 * each for each in sorted(lawful))
        actions = len(ON) * (len(self.stakes) + 1)
        size = BELONGS * players + 1
        observed = spaces.Dict(
            {
                OBSERVATION: spaces.Box(0.0, np.inf, (size,), np.float32),
                MASK: spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, observed)
        self.action_spaces = dict.fromkeys(self.possible_agents, spaces.Discrete(actions))

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Seat all players with their chips and shuffle a shoe."""
        if seed is not None or not hasattr(self, "_chance"):
            self._chance = np.random.default_rng(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.chips = dict.fromkeys(self.agents, self.start)
        self.laid: dict[str, LaidWager] = {}
        self.dealt = 0
        self._shoe: Iterator[tuple[CoupsSeen, Coup]] = iter(())
        self._open_coup()

    def observe(self, agent: str) -> Seen:
        """Return what a player sees, and which actions are lawful."""
        everything = self.start * len(self.possible_agents)
        at = self.possible_agents.index(agent)
        numbers: list[float] = []
        for name in (*self.possible_agents[at:], *self.possible_agents[:at]):
            laid = self.laid.get(name)
            numbers += [self.chips[name] / everything, laid.amount / everything if laid else 0.0]
            numbers += [float(laid is not None and laid.on == on) for on in ON]
        numbers.append((self.coups - self.dealt) / self.coups)
        return {OBSERVATION: np.array(numbers, np.float32), MASK: self._mask(agent)}

    def step(self, action: int | None) -> None:
        """Lay a stake; the coup is dealt after the last player's."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not self._mask(agent)[int(action)]:
            raise Refusal("bad-stake", None, "This stake is not lawful: see the action mask.")
        on, place = divmod(int(action), len(self.stakes) + 1)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.laid[agent] = LaidWager(ON[on], self._amounts(agent)[place])
        self._turns.pop(0)
        if not self._turns:
            self._deal()
        if self._turns:
            self.agent_selection = self._turns[0]
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str:
        """Return the chips of every player."""
        held = ", ".join(f"{name} {chips / 100:,.2f}" for name, chips in self.chips.items())
        return f"{self.dealt} of {self.coups} coups: {held}"

    def close(self) -> None:
        """Free nothing: an environment holds no resources."""

    def _open_coup(self) -> None:
        """Put the players who are in into their order of staking."""
        number = len(self.possible_agents)
        order = [self.possible_agents[(self.dealt + seat) % number] for seat in range(number)]
        self._turns = [name for name in order if self._plays(name)]
        self.agent_selection = self._turns[0]

    def _plays(self, agent: str) -> bool:
        """Return True for a player who is still in; PettingZoo forgets those who are out."""
        return not self.terminations.get(agent, True)

    def _amounts(self, agent: str) -> tuple[int, ...]:
        """The stakes by their places, the largest possible one last."""
        unit = self.limits.minimum
        most = min(self.limits.maximum, self.chips[agent] // unit * unit)
        return (*self.stakes, most)

    def _mask(self, agent: str) -> npt.NDArray[np.int8]:
        chips = self.chips[agent]
        amounts = self._amounts(agent)
        acts = self._plays(agent) and agent not in self.laid
        lawful = [acts and self.limits.minimum <= each <= chips for each in amounts]
        return np.array(lawful * len(ON), np.int8)

    def _deal(self) -> None:
        """Deal a coup, settle it by the rules of heats, and end the heat after the last one."""
        following = next(self._shoe, None)
        if following is None:
            seed = int(self._chance.integers(MOST_SEED))
            self._shoe = coups(self.book, seed=seed)
            following = next(self._shoe)
        heat = HeatFacts(following[1], self.limits, self.book.scheme(), CENT)
        for name, laid in self.laid.items():
            after = after_coup(heat, WagerEntrant(name, self.chips[name], (laid,)))
            self.chips[name] = after.chips
            self.terminations[name] = after.state != "in"
            self.infos[name] = {"coup": str(following[1])}
        staked = list(self.laid)
        self.laid, self.dealt = {}, self.dealt + 1
        remaining = [name for name in staked if self._plays(name)]
        if self.dealt < self.coups and len(remaining) > 1:
            self._open_coup()
            return
        most = max(self.chips[name] for name in remaining or staked)
        first = [name for name in remaining or staked if self.chips[name] == most]
        for name in first:
            self.rewards[name] = 1 / len(first)
        for name in self.agents:
            self.terminations[name] = True
