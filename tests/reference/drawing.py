"""Drawing or standing (Baccarat and 7-Up rule 9, Canberra rules 6.4 and 7, Lucky Draw 8.5)."""

from collections.abc import Sequence

from reference.cards import point_count, value_of

PLAYER_DRAWS = (0, 1, 2, 3, 4, 5)
"""Table 1: counts on which the Player's hand draws; on 6 and 7 it stands (9.3; Canberra 7.2)."""

NATURALS = (8, 9)
"""Counts of the initial cards on which no hand draws (9.2; Canberra 6.4)."""

BANKER_TABLE = {
    # Table 2 (9.4; Canberra 7.3): Banker's count -> one letter for each value 0 to 9 of the card
    # that the Player's hand drew; D draws, S stands.
    0: "DDDDDDDDDD",
    1: "DDDDDDDDDD",
    2: "DDDDDDDDDD",
    3: "DDDDDDDDSD",
    4: "SSDDDDDDSS",
    5: "SSSSDDDDSS",
    6: "SSSSSSDDSS",
    7: "SSSSSSSSSS",
    8: "SSSSSSSSSS",
    9: "SSSSSSSSSS",
}

BANKER_DRAWS_ALONE = (0, 1, 2, 3, 4, 5)
"""Counts on which the Banker draws when the Player's hand stands (9.5; Canberra 7.3, No Card)."""

DEALER_DRAWS = (0, 1, 2, 3, 4)
"""Two-card counts on which the Lucky Draw dealer draws a third card (Lucky Draw 8.5)."""


def natural(player: Sequence[str], banker: Sequence[str]) -> bool:
    """Return True if either hand is a natural (9.2; Canberra 6.4).

    The printed 7 is the first card of the 7-Up Player's hand (7-Up 3.3.3).
    """
    return point_count(player[:2]) in NATURALS or point_count(banker[:2]) in NATURALS


def player_draws(player: Sequence[str], banker: Sequence[str]) -> bool:
    """Return True if the Player's hand takes a further card (9.2, 9.3; Canberra 6.4, 7.2)."""
    return not natural(player, banker) and point_count(player[:2]) in PLAYER_DRAWS


def banker_draws(player: Sequence[str], banker: Sequence[str]) -> bool:
    """Return True if the Banker's hand takes a third card (9.4, 9.5; Canberra 7.3)."""
    if natural(player, banker):
        return False
    count = point_count(banker[:2])
    if len(player) < 3:
        return count in BANKER_DRAWS_ALONE
    return BANKER_TABLE[count][value_of(player[2])] == "D"


def dealer_draws(dealer: Sequence[str]) -> bool:
    """Return True if the Lucky Draw dealer takes a third card (Lucky Draw 8.4, 8.5)."""
    return point_count(dealer[:2]) in DEALER_DRAWS
