"""Bet sizing with counting: one episode is one shoe, one step is one coup."""

from collections.abc import Iterator, Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from sabot.bench import book_of
from sabot.core.cards import DECK
from sabot.core.refusal import Refusal
from sabot.counting.bots import CoupsSeen, coups
from sabot.counting.expectation import Expectations
from sabot.coup import Coup, settle, stake
from sabot.odds.composition import Composition
from sabot.rulebooks import RULEBOOKS
from sabot.rules import Rulebook

SPREAD = (1, 2, 4, 8)
MOST_UNITS = 10_000
MOST_SEED = 2**31
Seen = npt.NDArray[np.float32]
Choice = npt.NDArray[np.int64]


class BetSizing(gymnasium.Env[Seen, Choice]):
    """Stake on coups of a shoe, with the cards of finished coups known.

    The game is the first of the registry unless another is named.

    **Observation.** 53 numbers from 0 to 1: of each of the 52 cards the share that was not seen,
    burned ones among them, then the share of the whole shoe that was not seen.
    **Action.** Two numbers: a wager by its place in `wagers`, and a stake by its place in `stakes`,
    of which the first is nothing.
    **Reward.** Units won or lost. An episode ends with the shoe.

    A stake changes no card, so the best policy is known: before each coup the largest stake on the
    wager of the largest exact expectation if that is above zero, and nothing otherwise.

    >>> env = BetSizing("dragon-7")
    >>> seen, info = env.reset(seed=1)
    >>> seen.shape, env.stakes, env.best_action().tolist()
    ((53,), (0, 1, 2, 4, 8), [0, 0])
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  gymnasium's own form

    def __init__(
        self,
        game: Rulebook | str | None = None,
        *,
        spread: Sequence[int] = SPREAD,
        decks: int | None = None,
        cut: int | None = None,
        scheme: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.book = next(iter(RULEBOOKS.values())) if game is None else book_of(game)
        self.decks, self.scheme = self.book.decks(decks), self.book.scheme(scheme)
        self.cut, self.render_mode = cut, render_mode
        next(coups(self.book, seed=0, decks=decks, cut=cut))  # refuses what has no shoe
        for units in spread:
            if type(units) is not int or not 1 <= units <= MOST_UNITS:
                raise Refusal(
                    "bad-stake", None, f"A spread is of whole units from 1 to {MOST_UNITS:,}."
                )
        self.stakes = (0, *spread)
        self._expectations = Expectations(self.book, None, self.scheme, self.decks)
        self.wagers = tuple(self._expectations.wagers)
        self.action_space = spaces.MultiDiscrete([len(self.wagers), len(self.stakes)])
        self.observation_space = spaces.Box(0.0, 1.0, (len(DECK) + 1,), np.float32)
        self._shoe: Iterator[tuple[CoupsSeen, Coup]] = iter(())
        self._coup: Coup | None = None
        self._unseen = Composition.full(self.decks)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Shuffle a new shoe. The same seed gives the same shoes."""
        super().reset(seed=seed)
        chosen = int(self.np_random.integers(MOST_SEED))
        self._shoe = coups(self.book, seed=chosen, decks=self.decks, cut=self.cut)
        self._unseen = Composition.full(self.decks)
        self._coup = next(self._shoe)[1]
        return self._seen(), {}

    def step(self, action: Choice) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Deal a coup and settle the stake."""
        coup = self._coup
        if coup is None:
            raise Refusal("no-coup", None, "The shoe is over: call reset.")
        if not self.action_space.contains(np.asarray(action)):
            raise Refusal("bad-stake", None, "An action is a wager and a stake, by their places.")
        wager, place = self.wagers[int(action[0])], int(action[1])
        reward = 0.0
        if place:
            (end,) = settle(coup, [stake(wager, self.stakes[place])], self.scheme)
            reward = (end.returns - end.stake.amount) / 100
        cards = [card for hand in coup.hands.values() for card in hand.cards]
        self._unseen = self._unseen.without(cards)
        following = next(self._shoe, None)
        self._coup = None if following is None else following[1]
        info = {"result": coup.result, "coup": str(coup)}
        return self._seen(), reward, self._coup is None, False, info

    def render(self) -> str:
        """Return how many cards are unseen, and what each wager is worth now."""
        worth = ", ".join(f"{name} {each:+.3%}" for name, each in self.expectations().items())
        return f"{self._unseen.size} cards unseen: {worth}"

    def expectations(self) -> dict[str, float]:
        """Return the exact expectation of a unit on each wager of the next coup."""
        unseen = np.array([self._unseen.counts], np.uint8)
        means = self._expectations.means(unseen)[0]
        return dict(zip(self.wagers, map(float, means), strict=True))

    def best_action(self) -> Choice:
        """Return the action of the largest exact expectation."""
        worth = list(self.expectations().values())
        best = int(np.argmax(worth))
        bets = len(self.stakes) - 1 if worth[best] > 0 else 0
        return np.array([best if bets else 0, bets], np.int64)

    def _seen(self) -> Seen:
        counts = np.array(self._unseen.counts, np.float32) / self.decks
        share = self._unseen.size / (self.decks * len(DECK))
        return np.append(counts, np.float32(share)).astype(np.float32)
