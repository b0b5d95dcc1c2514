"""Evenings with more trouble than those that mix: moves that no theme of theirs brings about."""

from collections.abc import Callable
from typing import Any

from comparison.generator import Mixer
from comparison.themes import possible, settings_of
from comparison.translation import Move, move
from reference.deal import dealt, deciding, due, phase

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
        coup, document = self.table.coup, self.table.document
        if coup is None or coup.next_cards or self.table.waiting:
            return None
        hand = due(document, coup)
        complete = hand is None and deciding(document, coup) is None
        third = dealt(document, coup) >= len(document.initial) and hand == document.house
        if not complete and not (document.initial and third):
            return None
        to = self.random.choice(list(coup.hands)) if complete else "player"
        exposed = self.yes(0.7) or not complete
        return move("surplus", to=to, card=self.card(), exposed=exposed)

    def invalid(self) -> Move | None:
        """Find a wager invalid after the first card."""
        player, bet = self.wager()
        lies = self.table.coup is not None and self.table.coup.hold is None
        return move("invalid_wager", player=player, bet=bet) if lies else None

    def refused(self) -> Move | None:
        """Have a supervisor refuse a wager."""
        player, bet = self.wager()
        lies = self.table.wagers and self.table.coup is None
        return move("refuse", player=player, bet=bet) if lies else None

    def between(self, name: str, **args: Any) -> Move | None:
        """Make a move between two coups."""
        return move(name, **args) if self.table.coup is None else None

    def bought(self) -> Move | None:
        """Buy chips, unless a Loss Limit has the player declare them."""
        player = self.player()
        limited = player in self.setting.loss_limits
        return None if limited else self.between("buy", player=player, amount=self.amount())


TROUBLES: tuple[Callable[[Busy], Move | None], ...] = (
    Busy.surplus,
    Busy.surplus,
    Busy.invalid,
    Busy.refused,
    Busy.bought,
    lambda m: move("face_up", card=m.card()) if phase(m.table) == "dealing" else None,
    lambda m: m.between("raise_minimum", amount=m.random.choice((10_00, 15_00))),
    lambda m: m.between("both_hands", player=m.player()),
)
"""Draw a move that brings trouble."""


def busy_evening(game: str, seed: int) -> Busy:
    """Return an evening of a game that is not played yet; its pair and setting follow the seed."""
    pairs = possible(game)
    settings = settings_of(game, pairs[seed % len(pairs)])
    return Busy(seed, pairs[seed % len(pairs)], settings[seed // len(pairs) % len(settings)])
