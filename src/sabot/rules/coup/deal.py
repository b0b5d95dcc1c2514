"""Deal cards to hands: the next step at every moment, third cards too, and its clause."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal, Protocol

from sabot.core.cards import Card, point_count
from sabot.core.record import record
from sabot.rules.coup.tableau import Tableau

Cards = Mapping[str, Sequence[Card]]
"""The cards on the layout, by hand."""

Decision = Literal["draw", "stand"]
PLAYER, BANKER, DEALER = "player", "banker", "dealer"


@record(frozen=True, slots=True)
class Due:
    """The next card goes to this hand."""

    hand: str
    clause: str


@record(frozen=True, slots=True)
class Choice:
    """The player on this box has to say draw or stand before another card is dealt."""

    box: int
    clause: str


class Procedure(Protocol):
    """A document's way of dealing: an initial deal in a fixed order, then further steps. A
    procedure keeps no state: the next step follows from the hands that lie there."""

    @property
    def house(self) -> tuple[str, ...]:
        """The hands that are dealt in every coup, after the boxes."""

    @property
    def takes_boxes(self) -> bool:
        """Return True if hands are dealt to the players' boxes."""

    @property
    def takes_decisions(self) -> str | None:
        """The clause by which players decide, if they do."""

    def open(self, boxes: Sequence[int]) -> dict[str, list[Card]]:
        """The hands before the first card, in the order in which they are announced."""

    def initial(self, boxes: tuple[int, ...]) -> tuple[Due, ...]:
        """Return the hand of each card of the initial deal."""

    def then(self, hands: Cards, decisions: Mapping[int, Decision]) -> Iterator[Due | Choice]:
        """Yield the steps after the initial deal. The caller puts the card of a step into its hand
        before asking for the next step."""


@lru_cache(maxsize=1024)
def box_name(box: int) -> str:
    return f"box {box}"


@lru_cache(maxsize=1024)
def box_number(name: str) -> int:
    return int(name.removeprefix("box "))


@dataclass(frozen=True)
class CommonHands:
    """Two hands for the whole table, with third cards by table and tableau.

    `printed` are cards that the layout shows at the head of the Player's hand.
    """

    deal_order: tuple[str, ...]
    deal_clause: str
    natural: tuple[int, ...]
    player_draws: tuple[int, ...]
    banker_draws: Tableau
    player_third: Due
    banker_third: Due
    banker_third_alone: Due
    printed: tuple[Card, ...] = ()
    house: tuple[str, ...] = (PLAYER, BANKER)
    takes_boxes: bool = False
    takes_decisions: str | None = None

    def open(self, boxes: Sequence[int]) -> dict[str, list[Card]]:
        return {PLAYER: [*self.printed], BANKER: []}

    def initial(self, boxes: tuple[int, ...]) -> tuple[Due, ...]:
        return self._initial

    @cached_property
    def _initial(self) -> tuple[Due, ...]:
        return tuple(Due(hand, self.deal_clause) for hand in self.deal_order)

    def then(self, hands: Cards, decisions: Mapping[int, Decision]) -> Iterator[Due]:
        player, banker = hands[PLAYER], hands[BANKER]
        banker_total = point_count(banker)
        first = self.first_third[point_count(player)][banker_total]
        if first is None:
            return
        yield first
        second = self.second_third(first, banker_total, player[-1])
        if second is not None:
            yield second

    def second_third(self, first: Due, banker_total: int, drawn: Card) -> Due | None:
        """Return the hand that is due a second third card, once `drawn` lies at the first."""
        if first is self.player_third and self.banker_draws.draw(banker_total, drawn.value):
            return self.banker_third
        return None

    @cached_property
    def first_third(self) -> tuple[tuple[Due | None, ...], ...]:
        """Return the hand that is due the first third card, by the Player's and the Banker's
        total."""
        return tuple(tuple(self._third(one, other) for other in range(10)) for one in range(10))

    def _third(self, player: int, banker: int) -> Due | None:
        if player in self.natural or banker in self.natural:
            return None
        if player in self.player_draws:
            return self.player_third
        return self.banker_third_alone if self.banker_draws.draw(banker, None) else None


@dataclass(frozen=True)
class ThreeCardHands:
    """Rounds of one card to every wagered box and then to the Banker; no further card."""

    clause: str
    banker_only_clause: str
    rounds: int
    house: tuple[str, ...] = (BANKER,)
    takes_boxes: bool = True
    takes_decisions: str | None = None

    def open(self, boxes: Sequence[int]) -> dict[str, list[Card]]:
        return {name: [] for name in (*map(box_name, boxes), BANKER)}

    def initial(self, boxes: tuple[int, ...]) -> tuple[Due, ...]:
        clause = self.clause if boxes else self.banker_only_clause
        return _rounds((*map(box_name, boxes), BANKER), clause) * self.rounds

    def then(self, hands: Cards, decisions: Mapping[int, Decision]) -> Iterator[Due]:
        return iter(())


@dataclass(frozen=True)
class LuckyDrawHands:
    """Two cards to every wagered box and one up card to the dealer; each box then draws one
    card or stands; the dealer completes two cards, and takes a third on `dealer_draws`."""

    initial_clause: str
    choice_clause: str
    box_draw_clause: str
    dealer_second: Due
    dealer_third: Due
    dealer_draws: tuple[int, ...]
    house: tuple[str, ...] = (DEALER,)
    takes_boxes: bool = True

    @property
    def takes_decisions(self) -> str | None:
        return self.choice_clause

    def open(self, boxes: Sequence[int]) -> dict[str, list[Card]]:
        return {name: [] for name in (*map(box_name, boxes), DEALER)}

    def initial(self, boxes: tuple[int, ...]) -> tuple[Due, ...]:
        names = tuple(map(box_name, boxes))
        return _rounds((*names, DEALER, *names), self.initial_clause)

    def then(self, hands: Cards, decisions: Mapping[int, Decision]) -> Iterator[Due | Choice]:
        for name in hands:
            if name == DEALER:
                continue
            if box_number(name) not in decisions:
                yield Choice(box_number(name), self.choice_clause)
            if decisions[box_number(name)] == "draw":
                yield Due(name, self.box_draw_clause)
        yield self.dealer_second
        if point_count(hands[DEALER]) in self.dealer_draws:
            yield self.dealer_third


@lru_cache(maxsize=1024)
def _rounds(hands: tuple[str, ...], clause: str) -> tuple[Due, ...]:
    return tuple(Due(hand, clause) for hand in hands)
