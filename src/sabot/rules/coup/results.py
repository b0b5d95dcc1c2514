"""Comparison of two common hands, in every game that deals a Player's and a Banker's hand."""

from typing import Protocol


class TwoTotals(Protocol):
    """Facts with the point counts of both hands."""

    @property
    def player(self) -> int: ...

    @property
    def banker(self) -> int: ...


def player_wins(facts: TwoTotals) -> bool:
    return facts.player > facts.banker


def banker_wins(facts: TwoTotals) -> bool:
    return facts.banker > facts.player


def tied(facts: TwoTotals) -> bool:
    return facts.player == facts.banker


def result_of(player: int, banker: int) -> str:
    """The word that the dealer announces for these point counts: player, banker or tie."""
    if player == banker:
        return "tie"
    return "player" if player > banker else "banker"
