"""Names for wager files: the values to be seen in a finished coup."""

import operator
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from sabot.core.cards import Hand, is_pair, point_count
from sabot.core.refusal import Refusal
from sabot.rules import BANKER, PLAYER, CommonHands, Hands, Procedure, of_hand
from sabot.rules.coup.results import result_of

Kind = Literal["number", "truth", "text"]
WINNERS = (PLAYER, BANKER, "tie")
"""The only texts that there are to be compared with."""


@dataclass(frozen=True)
class Name:
    """A name, what kind of thing it stands for, and how it is read off the hands."""

    kind: Kind
    read: Callable[[Hands], int | bool | str]


@of_hand
def first_two(hand: Hand) -> int:
    return point_count(hand.cards[:2])


@of_hand
def paired(hand: Hand) -> bool:
    return is_pair(hand.cards)


@of_hand
def suited(hand: Hand) -> bool:
    return hand.cards[0].suit == hand.cards[1].suit


@of_hand
def suited_pair(hand: Hand) -> bool:
    one, other = hand.cards[:2]
    return one.rank == other.rank and one.suit == other.suit


@of_hand
def red(hand: Hand) -> bool:
    return all(card.is_red for card in hand.cards)


def names_of(procedure: Procedure, title: str) -> dict[str, Name]:
    """The names of a game with a Player's and a Banker's hand; no others have any."""
    if not isinstance(procedure, CommonHands):
        raise Refusal(
            "bad-wager",
            None,
            f"{title} is dealt to boxes: a wager file is about a Player's and a Banker's hand.",
        )
    return _names(procedure)


@lru_cache(maxsize=64)
def _names(procedure: CommonHands) -> dict[str, Name]:
    printed = {PLAYER: len(procedure.printed), BANKER: 0}
    names: dict[str, Name] = {}
    for hand in (PLAYER, BANKER):
        names |= _of_one(hand, procedure.natural, drawn=not printed[hand])
    naturals = [names[f"{hand}_natural"].read for hand in (PLAYER, BANKER)]
    led = procedure.deal_order[0]
    return names | {
        "first_card": Name("number", _card_at(led, printed[led])),
        "winner": Name("text", lambda hands: result_of(*_totals(hands))),
        "margin": Name("number", lambda hands: abs(operator.sub(*_totals(hands)))),
        "natural": Name("truth", lambda hands: any(read(hands) for read in naturals)),
        "cards": Name(
            "number",
            lambda hands: sum(len(hands[hand].cards) - printed[hand] for hand in printed),
        ),
    }


def _card_at(hand: str, place: int) -> Callable[[Hands], int]:
    """Return a function that reads the points of a card by its place in a hand."""
    return lambda hands: int(point_count(hands[hand].cards[place : place + 1]))


def _totals(hands: Hands) -> tuple[int, int]:
    return int(hands[PLAYER].total), int(hands[BANKER].total)


def _of_one(hand: str, natural: tuple[int, ...], *, drawn: bool) -> dict[str, Name]:
    """The names of one hand. A card that is printed on the layout has no suit, so a hand that it
    heads is no pair, of no suit and of no colour."""

    def of(read: Callable[[Hand], int | bool]) -> Callable[[Hands], int | bool]:
        return lambda hands: read(hands[hand])

    names = {
        f"{hand}_total": Name("number", of(lambda held: int(held.total))),
        f"{hand}_cards": Name("number", of(lambda held: len(held.cards))),
        f"{hand}_first_two": Name("number", of(first_two)),
        f"{hand}_natural": Name(
            "truth", of(lambda held: len(held.cards) == 2 and held.total in natural)
        ),
    }
    by_cards = {"pair": paired, "suited_pair": suited_pair, "suited": suited, "red": red}
    if drawn:
        names |= {f"{hand}_{name}": Name("truth", of(_so(read))) for name, read in by_cards.items()}
    return names


def _so(read: Callable[[Hand], int]) -> Callable[[Hand], bool]:
    return lambda held: bool(read(held))
