"""Recover the cards of every coup that compiled dealing has dealt.

Compiled dealing keeps facts and no cards. Those of a shoe are read afterwards. A coup from full
decks, or from a device, is dealt a second time from the same random stream.
"""

import numpy as np

from sabot.simulate.dealing.boxes import LuckyDrawDealer, ThreeCardDealer
from sabot.simulate.dealing.common import CommonDevices, CommonFresh, CommonShoes, Dealer
from sabot.simulate.dealing.pit import SHOES_IN_A_PIT, DrawnCards, Pit
from sabot.simulate.dealing.real_cards import PlainDealer
from sabot.simulate.kernels.boxes import burn_of, draw_many, lucky_draw_coup
from sabot.simulate.kernels.common import coup_at, deal_devices, take
from sabot.simulate.kernels.compilation import Bytes, Counts, Longs, U, compiled
from sabot.simulate.kernels.shuffling import A_WORD, shuffle
from sabot.simulate.lookup.common import ENDING_BITS, Lookup

_USED = U((1 << ENDING_BITS) - 2)


class Eye:
    """Recover the cards of a dealer's coups, deal by deal from the first on. Not for plain dealing:
    see `can_see`."""

    def __init__(self, dealer: Dealer) -> None:
        self.dealer = dealer
        self._twin = dealer.open()[0]
        rows, coups = self._twin.codes.shape[0], self._twin.codes.shape[1] // dealer.hands[0]
        self._drawn = DrawnCards(
            np.zeros((rows, coups, most_cards(dealer)), np.uint8), np.zeros((rows, coups), np.int64)
        )

    def see(self, state: Longs, pits: tuple[Pit, ...]) -> DrawnCards:
        """Return the cards just dealt; `state` is that of the random stream before the deal."""
        dealer, pit, drawn = self.dealer, pits[0], self._drawn
        if isinstance(dealer, CommonShoes):
            _common_shoes(pit, dealer.prepared.burns, dealer.lookup, drawn)
        elif isinstance(dealer, CommonFresh):
            _common_fresh(state, self._twin, dealer.lookup, drawn)
        elif isinstance(dealer, CommonDevices):
            rack = dealer.burns, dealer.rack_coups
            deal_devices(state, self._twin, *rack, dealer.lookup, drawn)
        else:
            assert isinstance(dealer, ThreeCardDealer | LuckyDrawDealer), "nothing else is seen"
            self._boxes(dealer, state, pit)
        return drawn

    def _boxes(self, dealer: ThreeCardDealer | LuckyDrawDealer, state: Longs, pit: Pit) -> None:
        most = self._drawn.cards.shape[2]
        shoes = self._twin.shoes if dealer.prepared is None else pit.shoes
        for row, shoe in enumerate(shoes):
            left = len(shoe) if dealer.prepared is None else burn_of(shoe, dealer.prepared)
            for coup in range(int(pit.dealt[row]) // dealer.hands[0]):
                if dealer.prepared is None:
                    draw_many(state, shoe, most)
                self._drawn.cards[row, coup] = shoe[left - most : left][::-1] & np.uint16(255)
                after = left - most
                if isinstance(dealer, LuckyDrawDealer):
                    codes = np.zeros(dealer.hands[0], np.uint16)
                    after = lucky_draw_coup(shoe, left, codes, 0, dealer.lookup)
                self._drawn.lengths[row, coup] = left - after
                left = left if dealer.prepared is None else after


def can_see(dealer: Dealer) -> bool:
    return not isinstance(dealer, PlainDealer)


def most_cards(dealer: Dealer) -> int:
    """Return the most cards that a coup can take."""
    if isinstance(dealer, CommonShoes | CommonFresh | CommonDevices):
        return int(dealer.lookup.most_cards)
    return 3 * (dealer.hands[0] + 1)


@compiled
def _common_shoes(pit: Pit, burns: Bytes, lookup: Lookup, drawn: DrawnCards) -> None:
    size = U(2 * pit.shoes.shape[1])
    for row in range(SHOES_IN_A_PIT):
        end = U(row + 1) * size
        end -= U(2) * U(burns[pit.cards[end - U(1)]])
        for coup in range(np.int64(pit.dealt[row])):
            _, ending = coup_at(end, pit.cards, lookup)
            take(end, ending & _USED, pit.cards, drawn.cards[row, coup])
            drawn.lengths[row, coup] = np.int64((ending & _USED) >> U(1))
            end -= ending & _USED


@compiled
def _common_fresh(state: Longs, twin: Pit, lookup: Lookup, drawn: DrawnCards) -> None:
    size = U(2 * twin.shoes.shape[1])
    for coup in range(twin.codes.shape[1]):
        shuffle(state, twin.shoes, A_WORD)
        for row in range(SHOES_IN_A_PIT):
            end = U(row + 1) * size
            _, ending = coup_at(end, twin.cards, lookup)
            take(end, ending & _USED, twin.cards, drawn.cards[row, coup])
            drawn.lengths[row, coup] = np.int64((ending & _USED) >> U(1))


@compiled
def levels_by_count(
    pit: Pit,
    drawn: DrawnCards,
    hands: int,
    tags: Counts,
    triggers: Counts,
    per_deck: bool,
    to: Counts,
) -> None:
    """Write the level that the cards seen before each coup of a shoe call for: -1 below the first
    trigger.

    Burned cards stay unseen. For a count per deck, 52 times the count is compared with the trigger
    times the unseen cards.
    """
    for row in range(SHOES_IN_A_PIT):
        count, unseen = 0, pit.shoes.shape[1]
        for coup in range(np.int64(pit.dealt[row]) // hands):
            level = -1
            for trigger in triggers:
                if (count * 52 >= trigger * unseen) if per_deck else (count >= trigger):
                    level += 1
            to[row, coup] = level
            for place in range(drawn.lengths[row, coup]):
                count += tags[drawn.cards[row, coup, place]]
            unseen -= drawn.lengths[row, coup]
