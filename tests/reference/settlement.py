"""Which wager wins, at what odds, and what is paid in chips (settlement rules of each document)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from reference.cards import (
    is_pair,
    order_of,
    pair_kind,
    pictures,
    point_count,
    rank_of,
    sevens,
    suit_of,
)
from reference.document import Document, Pay


@dataclass(frozen=True)
class Hands:
    """The two hands that decide a wager."""

    # The Player's hand, or the hand of a box; empty where the bet looks at the house alone.
    player: tuple[str, ...]
    # The Banker's or the dealer's hand.
    house: tuple[str, ...]
    # "count" or "order" (Three Card rule 7).
    compared_by: str

    def balance(self) -> int:
        """Return 1 if the player's hand is higher, -1 if it is lower, 0 for a tie."""
        if self.compared_by == "order":
            mine, theirs = -order_of(self.player), -order_of(self.house)
        else:
            mine, theirs = point_count(self.player), point_count(self.house)
        return (mine > theirs) - (mine < theirs)


def _player(hands: Hands) -> bool:
    return hands.balance() > 0


def _banker(hands: Hands) -> bool:
    return hands.balance() < 0


def _tie(hands: Hands) -> bool:
    return hands.balance() == 0


def _paired(hands: Hands) -> int:
    return is_pair(hands.player) + is_pair(hands.house)


def _all_threes(hands: Hands) -> bool:
    return [rank_of(card) for card in hands.player] == ["3", "3", "3"]


def _one_suit(hands: Hands) -> bool:
    return len({suit_of(card) for card in hands.player}) == 1


def _tiger(hands: Hands, cards: int) -> bool:
    return _banker(hands) and point_count(hands.house) == 6 and len(hands.house) == cards


def _won_with(hands: Hands, count: int) -> bool:
    return _player(hands) and point_count(hands.player) == count


def _lost_to(hands: Hands, count: int) -> bool:
    return _banker(hands) and point_count(hands.house) == count


CONDITIONS: Mapping[str, Callable[[Hands], bool]] = {
    # Baccarat and 7-Up 5.1.1 to 5.1.3; Canberra 8.4 to 8.6; Three Card 5.1.1, 5.1.2;
    # Lucky Draw 5.1.1, 5.3.
    "player wins": _player,
    "banker wins": _banker,
    "tie": _tie,
    # Three Card 5.1.1.1: three picture cards are the highest order, so that 7.2 says the same.
    "player wins with 6": lambda h: _won_with(h, 6),
    "banker wins with 6": lambda h: _lost_to(h, 6),
    # 7-Up 11.1.2.
    "player wins with 7": lambda h: _won_with(h, 7),
    "banker wins with 7": lambda h: _lost_to(h, 7),
    "tie on 7": lambda h: _tie(h) and point_count(h.house) == 7,
    # 7-Up 11.1.3.
    "2 sevens": lambda h: sevens(h.player, h.house) == 2,
    "3 sevens": lambda h: sevens(h.player, h.house) == 3,
    "4 sevens": lambda h: sevens(h.player, h.house) == 4,
    "5 sevens": lambda h: sevens(h.player, h.house) == 5,
    "6 sevens": lambda h: sevens(h.player, h.house) == 6,
    # Baccarat 10.7; Canberra 9.8, 11.1.
    "player pair": lambda h: is_pair(h.player),
    "banker pair": lambda h: is_pair(h.house),
    # Canberra 10.2 to 10.4.
    "player mixed pair": lambda h: pair_kind(h.player) == "mixed",
    "player coloured pair": lambda h: pair_kind(h.player) == "coloured",
    "player perfect pair": lambda h: pair_kind(h.player) == "perfect",
    "banker mixed pair": lambda h: pair_kind(h.house) == "mixed",
    "banker coloured pair": lambda h: pair_kind(h.house) == "coloured",
    "banker perfect pair": lambda h: pair_kind(h.house) == "perfect",
    # Baccarat 10.18.
    "tie on 6": lambda h: _tie(h) and point_count(h.house) == 6,
    # Baccarat 10.23: exactly one pair; two of different ranks; two of one rank.
    "one pair": lambda h: _paired(h) == 1,
    "two pairs": lambda h: _paired(h) == 2 and rank_of(h.player[0]) != rank_of(h.house[0]),
    "two equal pairs": lambda h: _paired(h) == 2 and rank_of(h.player[0]) == rank_of(h.house[0]),
    # Baccarat 10.29, 10.34, 10.39.
    "banker wins with 6 in two cards": lambda h: _tiger(h, 2),
    "banker wins with 6 in three cards": lambda h: _tiger(h, 3),
    # Three Card 5.1.3.
    "banker three pictures": lambda h: pictures(h.house) == 3,
    # Three Card 5.1.4: three picture cards have a point count of 0 (7.1).
    **{
        f"banker count {count}": lambda h, count=count: point_count(h.house) == count  # type: ignore[misc]
        for count in range(10)
    },
    # Lucky Draw 9.1.2 to 9.1.5; definitions of 3-3-3 in 1.1.
    "wins with three threes, suited": lambda h: _player(h) and _all_threes(h) and _one_suit(h),
    "wins with three threes": lambda h: _player(h) and _all_threes(h) and not _one_suit(h),
    "wins with 9": lambda h: _won_with(h, 9),
    "wins with 8": lambda h: _won_with(h, 8),
    "wins with 7": lambda h: _won_with(h, 7),
}


def rows_of(document: Document, scheme: str, bet: str, option: str | None) -> tuple[Pay, ...]:
    """Return the lines of the pay table for a bet, in the order in which they are tried."""
    return tuple(
        pay for pay in document.schemes[scheme] if pay.bet == bet and pay.option in (None, option)
    )


def won(rows: Sequence[Pay], hands: Hands) -> Pay | None:
    """Return the first line whose condition holds, or None: one line is paid (Canberra 10.5)."""
    for pay in rows:
        if CONDITIONS[pay.when](hands):
            return pay
    return None


def stands_off(document: Document, bet: str, hands: Hands) -> bool:
    """Return True if a wager neither wins nor loses (5.1.1.3, 5.1.2.3 and kin)."""
    return bet in document.stand_off and hands.balance() == 0


def payment(stake: int, odds: tuple[int, int], chip: int, rounds_up: bool) -> int | None:
    """Return what is paid on a winning stake, or None if chips cannot pay it exactly.

    The Star's documents pay the next highest amount that chips can make (5.8, 5.7, 5.11, 5.9).
    Canberra has no such rule: an exact payment, or none.
    """
    win, each = odds
    chips, rest = divmod(stake * win, each * chip)
    if rest == 0:
        return chips * chip
    return (chips + 1) * chip if rounds_up else None


def payable(stake: int, rows: Sequence[Pay], chip: int) -> bool:
    """Return True if every win of a stake can be paid exactly (Canberra 8.8, 8.9)."""
    return all(payment(stake, pay.odds, chip, False) is not None for pay in rows)
