"""A naive table, written from the clauses: what should be accepted, and what everyone then has.

It knows the ordinary course of a coup only, face up, and settles through the naive judge. After an
irregularity it is blind until the next ordinary coup: it looks at what the table says, and goes on
checking that money and cards are conserved.
"""

import random
from fractions import Fraction
from typing import Any

from games import GAMES
from support.judge import judge

MINIMUM, MAXIMUM = 500, 100_000
CHIP = 50
"""The smallest chip, in cents."""
MAINS = {
    "star-baccarat": {"player", "banker", "tie"},
    "star-seven-up": {"player", "banker", "tie"},
    "canberra-mini": {"player", "banker", "tie"},
}
SIDES = {game.id: list(game.side_bets) for game in GAMES.values()}
WAGERS = {game.id: list(game.wagers) for game in GAMES.values()}
FIRST = {"star-baccarat": 4, "star-seven-up": 3, "canberra-mini": 4}
EARLY = ("canberra-pairs-player", "canberra-pairs-banker")
DECKS = {"star-seven-up": 6}


class Stake:
    def __init__(self, player: str, on: str, box: int | None, amount: int) -> None:
        self.player, self.on, self.box, self.amount = player, on, box, amount
        self.settled = False


class Model:
    """The naive table."""

    def __init__(self, rulebook: str, seed: int) -> None:
        self.rulebook = rulebook
        self.boxes_game = rulebook in ("star-three-card", "star-lucky-draw")
        self.chips: dict[str, int] = {}
        self.place: dict[str, int] = {}
        self.stakes: list[Stake] = []
        self.called = self.counts = False
        self.phase = "betting"
        self.cards: list[str] = []
        self.decisions: dict[int, str] = {}
        self.boxes: list[int] = []
        self.shoe: list[str] = []
        self.fill(seed)

    def fill(self, seed: int) -> None:
        """A full shoe in a new order."""
        decks = DECKS.get(self.rulebook, 8)
        self.shoe = [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"] * decks
        random.Random(seed).shuffle(self.shoe)

    def restock(self, out: dict[str, int]) -> None:
        """A device that has had its cards back: all but those that are out."""
        self.fill(len(self.shoe))
        for card, times in out.items():
            for _ in range(times):
                self.shoe.remove(card)

    # What the cards say

    def first(self) -> int:
        """Return how many cards the initial deal has."""
        if self.rulebook == "star-three-card":
            return 3 * (len(self.boxes) + 1)
        if self.rulebook == "star-lucky-draw":
            return 2 * len(self.boxes) + 1
        return FIRST[self.rulebook]

    def verdict(self, stakes: list[Stake]) -> dict[str, Any] | None:
        """Return the judge's answer on the cards so far, None while cards are lacking."""
        question = {
            "rulebook": self.rulebook,
            "cards": self.cards,
            "chip": "0.50",
            "decks": DECKS.get(self.rulebook, 8),
            "boxes": self.boxes,
            "decisions": {str(box): decision for box, decision in self.decisions.items()},
            "wagers": [
                {"id": str(index), "on": s.on, "amount": f"{s.amount / 100:.2f}"}
                | ({"box": s.box} if s.box else {})
                for index, s in enumerate(stakes)
            ],
        }
        try:
            return judge(question)
        except IndexError:
            return None

    def choice(self) -> int | None:
        """Lucky Draw: the box that has to decide now."""
        if self.rulebook != "star-lucky-draw" or len(self.cards) < self.first():
            return None
        drawn = sum(1 for decision in self.decisions.values() if decision == "draw")
        if len(self.cards) < self.first() + drawn:
            return None
        return next((box for box in self.boxes if box not in self.decisions), None)

    def complete(self) -> bool:
        if len(self.cards) < self.first() or self.choice() is not None:
            return False
        return self.verdict([]) is not None

    # What should be accepted

    def place_wager(self, player: str, on: str, box: int | None, amount: int) -> bool:
        """Star 5.6, 6.1 and the like: the right moment, the right spot, the right amount."""
        if self.phase != "betting" or self.called or player not in self.chips:
            return False
        if self.rulebook == "star-baccarat" and on == "tiger":
            return False  # not on this layout
        if on in ("perfect-pairs-player", "draw"):
            return False
        per_box = self.boxes_game and on in ("player", "tie", "enter")
        if per_box != (box is not None) or (per_box and box != self.place[player]):
            return False
        own = [s for s in self.stakes if s.player == player]
        held = {s.on for s in own}
        if not self.boxes_game and {"player", "banker"} <= held | {on}:
            return False
        if self.rulebook == "star-three-card" and on == "tie" and "player" not in held:
            return False
        if on == "super-sevens" and not {s.on for s in self.stakes} & MAINS[self.rulebook]:
            return False
        total = amount + sum(s.amount for s in own if s.on == on)
        if self.rulebook == "canberra-mini" and on == "banker" and total * 19 % (20 * CHIP):
            return False  # 8.8(b) pays 19 to 20, and no clause rounds to chips
        return MINIMUM <= total <= MAXIMUM and amount <= self.chips[player]

    def leaves_a_tie(self, player: str, on: str) -> bool:
        """Three Card 5.2.2: without the Player hand there is no Tie."""
        held = {s.on for s in self.stakes if s.player == player}
        return self.rulebook == "star-three-card" and on == "player" and "tie" in held

    def deal(self) -> bool:
        """A card leaves the shoe only when one is due."""
        if self.phase == "betting":
            if not self.stakes or (self.rulebook == "canberra-mini" and not self.called):
                return False
            mains = MAINS.get(self.rulebook, {s.on for s in self.stakes})
            side_only = not {s.on for s in self.stakes} & mains
            return not (self.rulebook == "star-seven-up" and side_only)
        if self.phase != "dealing" or self.complete() or self.choice() is not None:
            return False
        if len(self.cards) == self.first():
            early = [s for s in self.stakes if s.on in EARLY and not s.settled]
            return not early and (self.counts or self.rulebook == "canberra-mini")
        return True

    # What then happens

    def bet(self, player: str, on: str, box: int | None, amount: int) -> None:
        self.stakes.append(Stake(player, on, box, amount))
        self.chips[player] -= amount

    def took(self, card: str) -> None:
        if self.phase == "betting":
            self.phase = "dealing"
            self.boxes = sorted({s.box for s in self.stakes if s.box})
        self.cards.append(card)

    def settle(self, early: bool) -> bool:
        """Pay by the judge; False where no rule says how to pay in chips."""
        stakes = [s for s in self.stakes if not s.settled and (s.on in EARLY or not early)]
        found = self.verdict(stakes)
        if early and found is None:
            padded = [*self.cards]
            self.cards = [*padded, "TS", "TS"]
            found = self.verdict(stakes)
            self.cards = padded
        assert found is not None
        if "error" in found:
            return False
        for stake, line in zip(stakes, found["wagers"], strict=True):
            stake.settled = True
            self.chips[stake.player] += int(Fraction(line["returns"]) * 100)
        return True

    def cleared(self) -> None:
        self.stakes, self.cards, self.decisions, self.boxes = [], [], {}, []
        self.called = self.counts = False
        self.phase = "betting"
