"""Lucky Draw's decision: one episode is one round from a full shoe, with one box and one step."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from sabot.core.cards import DECK, Card
from sabot.core.refusal import Refusal
from sabot.coup import deal_checked, deal_so_far, settle, stake
from sabot.odds.composition import Composition
from sabot.odds.counters.lucky import HANDS, KIND_OF_CARD, ROUND_CARDS, HandChoices, count_choices
from sabot.odds.sheet import odds
from sabot.odds.wager_odds import ROUND
from sabot.rulebooks import RULEBOOKS
from sabot.rules import DEALER, Decision, box_name
from sabot.simulate.lookup.strategies import exact_strategy

BOX, BEST = 1, "optimal"
DECISIONS: tuple[Decision, ...] = ("stand", "draw")
Cards = npt.NDArray[np.int64]


class LuckyDraw(gymnasium.Env[Cards, np.int64]):
    """Stand or draw with two cards against the dealer's card.

    **Observation.** Three cards by their places in `sabot.core.cards.DECK`, 0 to 51: both cards of
    the box, and the dealer's.
    **Action.** 0 stands, 1 draws and stakes as much again.
    **Reward.** Units won or lost on ENTER and DRAW together, for one unit on ENTER.

    Every round is dealt from a full shoe, so the mean reward of the best policy is an exact
    fraction, and so is that of any other policy on kinds of cards (`score`).

    >>> env = LuckyDraw()
    >>> float(env.best_score) == float(env.score(env.best_action))
    True
    >>> round(float(env.best_score), 6), round(float(env.score(lambda seen: 0)), 6)
    (-0.031506, -0.210907)
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  gymnasium's own form

    def __init__(self, *, decks: int | None = None, render_mode: str | None = None) -> None:
        self.book = next(each for each in RULEBOOKS.values() if each.procedure.takes_decisions)
        self.decks, self.render_mode = self.book.decks(decks), render_mode
        self.action_space = spaces.Discrete(len(DECISIONS))
        self.observation_space = spaces.MultiDiscrete([len(DECK)] * 3)
        self._draws = exact_strategy(self.book, self.decks, BEST)
        self._choices: HandChoices = count_choices(self.book, Composition.full(self.decks))
        self._cards: tuple[Card, ...] | None = None
        self._seen = np.zeros(3, np.int64)

    @property
    def best_score(self) -> Fraction:
        """Return the exact mean reward of the best policy."""
        return odds(self.book, self.decks)[ROUND].ev

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Cards, dict[str, Any]]:
        """Deal a round up to the decision."""
        super().reset(seed=seed)
        drawn = self.np_random.choice(self.decks * len(DECK), ROUND_CARDS, replace=False)
        self._cards = tuple(DECK[place % len(DECK)] for place in drawn)
        hands = deal_so_far(self.book, self._cards, [BOX], {}).hands
        shown = (*hands[box_name(BOX)], *hands[DEALER])
        self._seen = np.array([DECK.index(card) for card in shown], np.int64)
        return self._seen.copy(), {}

    def step(self, action: np.int64) -> tuple[Cards, float, bool, bool, dict[str, Any]]:
        """Decide, finish the round and settle it."""
        cards = self._cards
        if cards is None:
            raise Refusal("no-round", None, "The round is over: call reset.")
        if not self.action_space.contains(action):
            raise Refusal("bad-decision", None, "An action is 0 to stand or 1 to draw.")
        decision = DECISIONS[int(action)]
        used = deal_so_far(self.book, cards, [BOX], {BOX: decision}).used
        coup = deal_checked(self.book, cards[:used], [BOX], {BOX: decision})
        stakes = ["enter", "draw"] if decision == "draw" else ["enter"]
        ends = settle(coup, [stake(on, 1, BOX) for on in stakes])
        reward = sum(each.returns - each.stake.amount for each in ends) / 100
        self._cards = None
        return self._seen.copy(), reward, True, False, {"coup": str(coup)}

    def render(self) -> str:
        """Return the cards that the box sees."""
        one, other, up = (DECK[place] for place in self._seen)
        return f"{one} {other} against {up}"

    def best_action(self, seen: Cards) -> int:
        """Return the best decision; equal values stand."""
        return int(self._draws[tuple(seen)])

    def score(self, policy: Callable[[Cards], int]) -> Fraction:
        """Return the exact mean reward of a policy that decides alike for cards of one value (of
        threes also by suit) and in either order: it is asked once for each kind of state."""
        choices, examples = (
            self._choices,
            [KIND_OF_CARD.index(k) for k in range(max(KIND_OF_CARD) + 1)],
        )
        worth = 0
        for hand, (one, other) in enumerate(HANDS.tolist()):
            for up, card in enumerate(examples):
                if not choices.seen[hand, up]:
                    continue
                seen = np.array([examples[one], examples[other], card], np.int64)
                table = choices.worth_drawing if policy(seen) else choices.worth_standing
                worth += int(table[hand, up])
        return Fraction(worth, choices.unit * choices.total)
