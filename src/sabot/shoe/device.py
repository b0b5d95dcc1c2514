"""The shuffling device: cards go back into it, so a coup is dealt from almost full decks."""

from collections.abc import Iterable
from dataclasses import replace

from sabot.core.cards import Card
from sabot.core.record import record
from sabot.core.refusal import Refusal
from sabot.shoe.randomness import Randomness, shuffle
from sabot.shoe.shoe import DrawnCard


@record(frozen=True, slots=True)
class ShufflingDevice:
    """The cards inside, in the order in which they will come, and those waiting in the rack.

    `rack_coups` is how many coups' cards wait in the discard rack before they go back: none
    where the dealer feeds the device at once, one in 7-Up (8.4).
    """

    cards: tuple[Card, ...]
    rack_coups: int
    rack: tuple[tuple[Card, ...], ...] = ()

    @classmethod
    def load(
        cls, cards: Iterable[Card], rack_coups: int, randomness: Randomness
    ) -> "ShufflingDevice":
        return cls(shuffle(cards, randomness), rack_coups)

    @property
    def remaining(self) -> int:
        return len(self.cards)

    def draw(self) -> tuple[DrawnCard, "ShufflingDevice"]:
        """The next card, and the device without it. A device has no cutting card."""
        if not self.cards:
            raise Refusal("empty-device", None, "The device is empty: there is no card to draw.")
        return DrawnCard(self.cards[0], False), replace(self, cards=self.cards[1:])

    def discard(self, used: Iterable[Card]) -> "ShufflingDevice":
        """Put burned cards to the last cards in the rack."""
        waiting = self.rack[-1] if self.rack else ()
        return replace(self, rack=(*self.rack[:-1], (*waiting, *used)))

    def coup_ended(self, used: Iterable[Card], randomness: Randomness) -> "ShufflingDevice":
        """The rack's oldest cards go back in and are mixed; this coup's cards take their place."""
        rack = (*self.rack, tuple(used))
        keep = len(rack) - self.rack_coups
        returned = [card for coup in rack[:keep] for card in coup]
        mixed = shuffle((*self.cards, *returned), randomness)
        return replace(self, cards=mixed, rack=rack[keep:])
