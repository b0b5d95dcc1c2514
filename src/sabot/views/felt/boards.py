"""The five roads of the Winning Result Display, from the coups of a shoe."""

from collections.abc import Sequence
from typing import Literal, cast

from sabot.coup.roads import (
    BIG_EYE,
    COCKROACH,
    SMALL,
    TIE,
    Result,
    Scored,
    ask,
    bead_plate,
    big_road,
    counts_of,
    derived_road,
)
from sabot.views.felt.table_shapes import AskView, Mark, Past, RoadsView


def roads_of(past: Sequence[Past]) -> RoadsView:
    """Draw the roads of a shoe's coups. Void coups and coups without a result are left out."""
    shown = [each for each in past if each.result and not each.void]
    coups = [
        Scored(cast(Result, each.result), each.player_pair, each.banker_pair, each.natural)
        for each in shown
    ]
    wins = [each for each in shown if each.result != TIE]
    big = big_road(coups)
    return RoadsView(
        bead=tuple(
            _mark(bead.place, each) for bead, each in zip(bead_plate(coups), shown, strict=True)
        ),
        big=tuple(
            _mark(ring.place, each, ring.ties) for ring, each in zip(big.rings, wins, strict=True)
        ),
        big_eye=_derived(coups, BIG_EYE),
        small=_derived(coups, SMALL),
        cockroach=_derived(coups, COCKROACH),
        if_player=_ask(coups, "player"),
        if_banker=_ask(coups, "banker"),
        waiting_ties=big.waiting_ties,
        counts=counts_of(coups),
    )


def _mark(place: tuple[int, int], coup: Past, ties: int = 0) -> Mark:
    return Mark(
        *place,
        colour=str(coup.result),
        ties=ties,
        player_pair=coup.player_pair,
        banker_pair=coup.banker_pair,
        coup=coup.coup,
    )


def _derived(coups: Sequence[Scored], back: int) -> tuple[Mark, ...]:
    return tuple(Mark(*dot.place, colour=dot.colour) for dot in derived_road(coups, back))


def _ask(coups: Sequence[Scored], winner: Literal["player", "banker"]) -> AskView:
    return AskView(*ask(coups, winner))
