"""Evenings with more trouble than those that mix: moves that no theme of theirs brings about."""

from collections.abc import Callable

from comparison.generator import Mixer
from comparison.themes import possible, settings_of
from comparison.translation import Move, move

OFTEN = 0.15
"""Share of the moves that bring trouble."""


class Busy(Mixer):
    """Draws the moves of an evening, with further trouble among them."""

    def next(self) -> Move:
        """Return the next move: now and then one that no theme has."""
        if self.yes(OFTEN) and self.both.live.table.phase != "preparing":
            made = self.random.choice(TROUBLES)(self)
            if made is not None:
                return made
        return super().next()

    def surplus(self) -> Move | None:
        """Draw a card to a hand that is not due one."""
        coup = self.table.coup
        if coup is None:
            return None
        to, exposed = self.random.choice(list(coup.hands)), self.yes(0.7)
        return move("surplus", to=to, card=self.card(), exposed=exposed)

    def invalid(self) -> Move | None:
        """Find a wager invalid after the first card."""
        player, bet = self.wager()
        return move("invalid_wager", player=player, bet=bet) if self.table.coup else None

    def refused(self) -> Move | None:
        """Have a supervisor refuse a wager."""
        player, bet = self.wager()
        return move("refuse", player=player, bet=bet) if self.table.wagers else None


TROUBLES: tuple[Callable[[Busy], Move | None], ...] = (
    Busy.surplus,
    Busy.surplus,
    Busy.invalid,
    Busy.refused,
    lambda m: move("face_up", card=m.card()),
    lambda m: move("raise_minimum", amount=m.random.choice((10_00, 15_00))),
    lambda m: move("both_hands", player=m.player()),
    lambda m: move("buy", player=m.player(), amount=m.amount()),
    lambda m: move("sit_out", player=m.player()),
)
"""Draw a move that brings trouble."""


def busy_evening(game: str, seed: int) -> Busy:
    """Return an evening of a game that is not played yet; its pair and setting follow the seed."""
    pairs = possible(game)
    settings = settings_of(game, pairs[seed % len(pairs)])
    return Busy(seed, pairs[seed % len(pairs)], settings[seed // len(pairs) % len(settings)])
