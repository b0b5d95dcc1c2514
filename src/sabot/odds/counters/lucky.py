"""Lucky Draw: what drawing and standing are worth, exactly, and the best way to choose."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations_with_replacement
from math import lcm

import numpy as np

from sabot.core.cards import DECK, Card, Hand, point_count
from sabot.core.refusal import Refusal, quoted
from sabot.odds.composition import Composition, falling
from sabot.odds.counters.general import read_by
from sabot.odds.counters.kernels import count_lucky_draw
from sabot.odds.counters.starts import Array
from sabot.odds.observation.function_tables import Role, TooMuch
from sabot.odds.observation.trial import check_facts, is_known
from sabot.rules import (
    DEALER,
    Decision,
    FactsSpace,
    LuckyDrawHands,
    Odds,
    Rulebook,
    Wager,
    box_name,
    verdict,
)

BOX = box_name(1)
LUCKY_RANK = "3"
DECISIONS: tuple[Decision | None, ...] = ("stand", "draw")
ROUND_CARDS = 6
"""Every round is completed to six cards, so that all ways add up."""


def kind_of(card: Card) -> tuple[int, str]:
    """Return what the facts can tell of a card: its value, and the suit of a three."""
    return card.value, card.suit if card.rank == LUCKY_RANK else ""


KINDS = sorted({kind_of(card) for card in DECK})
KIND_OF_CARD = [KINDS.index(kind_of(card)) for card in DECK]
EXAMPLES = [next(card for card in DECK if kind_of(card) == kind) for kind in KINDS]
VALUES = np.array([value for value, _ in KINDS])
HANDS = np.array(list(combinations_with_replacement(range(len(KINDS)), 2)))
PLACE_OF_HAND = {tuple(hand): place for place, hand in enumerate(HANDS.tolist())}
TOTALS_OF_HANDS = (VALUES[HANDS[:, 0]] + VALUES[HANDS[:, 1]]) % 10


@dataclass(frozen=True)
class HandChoices:
    """Every hand of two against every up card, finished both ways.

    `standing[hand, up, code]` and `drawing[hand, up, code]` count ordered rounds of six cards;
    `seen[hand, up]` are all of them, the same for both.
    """

    rulebook: Rulebook
    space: FactsSpace
    standing: Array
    drawing: Array
    total: int

    @cached_property
    def seen(self) -> Array:
        return self.standing.sum(axis=2)

    @cached_property
    def decided(self) -> tuple[Wager, Wager]:
        """The two wagers that a decision is about."""
        return self.rulebook.wager("enter"), self.rulebook.wager("draw")

    @cached_property
    def unit(self) -> int:
        """Pays are counted in this part of a stake, so that all of them are whole."""
        lines = [line for wager in self.decided for line in wager.lines]
        return lcm(*(line.pays.per for line in lines if isinstance(line.pays, Odds)))

    def pays(self, wager: Wager) -> list[int]:
        """Return what a wager earns or loses on each code, in units."""
        earned = []
        for facts in self.space:
            outcome, odds, _ = verdict(wager, self.rulebook.scheme(), facts)
            if odds is not None:
                earned.append(odds.pays * self.unit // odds.per)
            else:
                earned.append(-self.unit if outcome == "lose" else 0)
        return earned

    @cached_property
    def worth_standing(self) -> Array:
        """Return the value of standing in each state: units times ways."""
        return self._worth(self.standing, self.pays(self.decided[0]))

    @cached_property
    def worth_drawing(self) -> Array:
        """Return the value of drawing: of the ENTER wager and the DRAW wager together."""
        both = zip(*map(self.pays, self.decided), strict=True)
        return self._worth(self.drawing, [enter + draw for enter, draw in both])

    def _worth(self, ways: Array, pays: list[int]) -> Array:
        fits = self.total * max(map(abs, pays)) < 2**62
        exact = ways.dtype if fits else object
        return ways.astype(exact) @ np.array(pays, exact)

    def ways(self, draws: Array) -> Array:
        """The ways to each code when a player draws in just these states."""
        chosen: Array = np.where(draws[:, :, None], self.drawing, self.standing)
        return chosen.sum(axis=(0, 1))


def count_choices(rulebook: Rulebook, composition: Composition) -> HandChoices:
    """All that a decision can lead to, from any composition of the shoe."""
    spaces = {wager.space for wager in rulebook.wagers}
    if len(spaces) != 1 or not isinstance(rulebook.procedure, LuckyDrawHands):
        raise Refusal(
            "not-counted",
            None,
            f"The decisions of {rulebook.title} cannot be counted: that takes wagers on one kind "
            "of facts, in a game that is dealt like Lucky Draw.",
        )
    _check_known(rulebook)
    return _count(rulebook, composition)


def _check_known(rulebook: Rulebook) -> None:
    """Refuse facts that are not counted rightly for every decision, hand and up card."""

    def counted(shoe: Composition) -> dict[tuple[int, ...], int]:
        choices = _count(rulebook, shoe)
        both: Array = np.stack((choices.standing, choices.drawing))
        return {key: int(both[key]) for key in zip(*both.nonzero(), strict=True)}

    space = rulebook.wagers[0].space
    if not is_known(rulebook.procedure, space) and not sees_no_more(space):
        raise Refusal(
            "not-counted",
            None,
            f"The odds of these facts of {rulebook.title} cannot be counted "
            f"({', '.join(space.fields)}): they see more of the cards than a counter of decisions "
            "can tell apart.",
        )
    check_facts(rulebook, space, counted, _state, DECISIONS)


@cache
def sees_no_more(space: FactsSpace) -> bool:
    """Return True if facts read only kinds of card in a box, its first two in any order, and only
    the total of the dealer's hand."""
    either = Role((), (2, 3))
    try:
        (box, dealer), _, faults = read_by(space, (BOX, DEALER), (either, either), BOX)
    except TooMuch:
        return False
    alike = [KIND_OF_CARD.index(kind) for kind in KIND_OF_CARD]
    by_kind = all(
        np.array_equal(each, each[np.ix_(*[alike] * size)])
        and np.array_equal(each, np.swapaxes(each, 0, 1))
        for size, each in box.items()
    )
    worth = np.array([card.value for card in DECK])
    two = np.add.outer(worth, worth)
    of_total = np.zeros(10, np.int64)
    of_total[two % 10] = dealer[2]
    by_total = np.array_equal(of_total[two % 10], dealer[2]) and np.array_equal(
        of_total[np.add.outer(two, worth) % 10], dealer[3]
    )
    return not faults and by_kind and by_total


def _state(cards: tuple[Card, ...], decision: Decision | None) -> tuple[int, int, int]:
    """The decision, which hand of two these cards begin with, and against which up card."""
    first, up, second = (KIND_OF_CARD[DECK.index(card)] for card in cards[:3])
    hand = PLACE_OF_HAND[min(first, second), max(first, second)]
    return DECISIONS.index(decision), hand, up


def _count(rulebook: Rulebook, composition: Composition) -> HandChoices:
    procedure, space = rulebook.procedure, rulebook.wagers[0].space
    assert isinstance(procedure, LuckyDrawHands)
    composition.check_enough(ROUND_CARDS, rulebook.coup)
    total = falling(composition.size, ROUND_CARDS)
    exact = object if total >= 2**62 else np.int64
    left: Array = composition.by_kind(KIND_OF_CARD).astype(exact)
    states = len(HANDS), len(KINDS)
    stands: Array = np.zeros((*states, 10), exact)
    drawn: Array = np.zeros((*states, 10, len(space.domains[-1]), 10), exact)
    draws = np.isin(range(10), procedure.dealer_draws)
    count = count_lucky_draw if exact is np.int64 else count_lucky_draw.py_func
    count(left, VALUES, HANDS, classes_of_thirds(space), draws, stands, drawn)
    standing: Array = np.zeros((*states, len(space)), exact)
    drawing: Array = np.zeros((*states, len(space)), exact)
    for dealer, kind in np.ndindex(10, drawn.shape[3]):
        for player in range(10):
            code = space.code(space.kind(player, dealer, space.domains[-1][kind]))
            drawing[:, :, code] = drawn[:, :, player, kind, dealer]
            if kind == 0:
                hands = TOTALS_OF_HANDS == player
                standing[hands, :, code] = stands[hands, :, dealer]
    return HandChoices(rulebook, space, standing, drawing, total)


@cache
def classes_of_thirds(space: FactsSpace) -> Array:
    """Return what each third card makes of each hand of two, by the rulebook's own reading."""
    dealer = Hand(EXAMPLES[:2], point_count(EXAMPLES[:2]))
    classes = np.zeros((len(HANDS), len(KINDS)), np.int64)
    for hand, third in np.ndindex(classes.shape):
        cards = [EXAMPLES[kind] for kind in (*HANDS[hand], third)]
        facts = space.read({BOX: Hand(cards, point_count(cards)), DEALER: dealer}, BOX)
        classes[hand, third] = space.domains[-1].index(facts[-1])
    return classes


def optimal(choices: HandChoices) -> Array:
    """Draw wherever drawing is worth more, card by card; equal values stand."""
    better: Array = choices.worth_drawing > choices.worth_standing
    return better


def by_total(choices: HandChoices) -> Array:
    """The best choice for a player who looks only at the two-card total and the up card's value."""
    gain = choices.worth_drawing - choices.worth_standing
    draws = np.zeros(gain.shape, np.bool_)
    for total, up in np.ndindex(10, 10):
        cell = np.ix_(TOTALS_OF_HANDS == total, VALUES == up)
        draws[cell] = gain[cell].sum() > 0
    return draws


def on_totals(*totals: int) -> Callable[[HandChoices], Array]:
    """Draw on these two-card totals, against any up card."""

    def draws(choices: HandChoices) -> Array:
        chosen = np.isin(TOTALS_OF_HANDS, totals)
        return np.repeat(chosen[:, None], len(KINDS), axis=1)

    return draws


STRATEGIES: dict[str, Callable[[HandChoices], Array]] = {
    "optimal": optimal,
    "total": by_total,
    "draw-0-5": on_totals(0, 1, 2, 3, 4, 5),
    "always": on_totals(*range(10)),
    "never": on_totals(),
}


@dataclass(frozen=True)
class State:
    """A hand of two against an up card, by representative cards, and the value of both decisions in
    ENTER units."""

    hand: str
    up: str
    total: int
    stand: Fraction
    draw: Fraction

    @property
    def decision(self) -> str:
        return "draw" if self.draw > self.stand else "stand"


def states(choices: HandChoices) -> list[State]:
    """Every hand against every up card that can come, card by card."""
    found = []
    for hand, up in np.argwhere(choices.seen > 0).tolist():
        ways = int(choices.seen[hand, up]) * choices.unit
        names = [_kind_name(kind) for kind in HANDS[hand]]
        found.append(
            State(
                " ".join(names),
                _kind_name(up),
                int(TOTALS_OF_HANDS[hand]),
                Fraction(int(choices.worth_standing[hand, up]), ways),
                Fraction(int(choices.worth_drawing[hand, up]), ways),
            )
        )
    return found


def cell(choices: HandChoices, total: int, up: int) -> tuple[Fraction, Fraction]:
    """Return the value of standing and of drawing on a two-card total against an up card's
    value."""
    hands, ups = np.flatnonzero(TOTALS_OF_HANDS == total), np.flatnonzero(VALUES == up)
    where = np.ix_(hands, ups)
    ways = int(choices.seen[where].sum()) * choices.unit
    if not ways:
        return Fraction(), Fraction()
    stand, draw = choices.worth_standing[where].sum(), choices.worth_drawing[where].sum()
    return Fraction(int(stand), ways), Fraction(int(draw), ways)


def grid(choices: HandChoices, draws: Array) -> list[list[float]]:
    """The share of hands that draw, by two-card total and by the up card's value: 0 where all
    stand, 1 where all draw, and between them where it depends on the cards."""
    rows = []
    for total in range(10):
        hands, row = TOTALS_OF_HANDS == total, []
        for up in range(10):
            ways = int(choices.seen[hands][:, VALUES == up].sum())
            drawn = int((choices.seen * draws)[hands][:, VALUES == up].sum())
            row.append(drawn / ways if ways else 1.0)
        rows.append(row)
    return rows


def played_by_name(choices: HandChoices) -> dict[str, float]:
    """Return the value of a round under each named strategy, per ENTER unit."""
    worth = {}
    for name, chosen in STRATEGIES.items():
        earned: Array = np.where(chosen(choices), choices.worth_drawing, choices.worth_standing)
        worth[name] = int(earned.sum()) / (choices.total * choices.unit)
    return worth


def _kind_name(kind: int) -> str:
    """A value, or a three with its suit: cards worth nothing are one kind."""
    value, suit = KINDS[kind]
    return f"{value}{suit}"


def strategy(name: str) -> Callable[[HandChoices], Array]:
    """The strategy of that name."""
    if not isinstance(name, str) or name not in STRATEGIES:
        known = ", ".join(STRATEGIES)
        raise Refusal(
            "unknown-strategy", None, f"There is no strategy {quoted(name)}; there are {known}."
        )
    return STRATEGIES[name]
