"""Lookahead over shuffled shoes: for each card, the coup that would begin with it, several at once.

Which card begins a coup is known only after the coup before it, but what would follow from each
card is not: the values of six cards in a row give the place of the coup's ending in its table, and
the first four the pairs. These loops have no branch and no lookup, so that the compiler does 8, 16
or 32 cards at a time with the processor's vectors. Five times as many coups are looked at as are
dealt, and it still takes half the time of reading their cards one by one.
"""

import numpy as np

from sabot.simulate.dealing.pit import SHOES_IN_A_PIT, Pit, Prepared
from sabot.simulate.kernels.compilation import Longs, U, Words, compiled
from sabot.simulate.lookup.common import ENDING_BITS, LookaheadLookup

H = np.uint16
"""Half a machine's word: numbers of 16 bits, so that a vector holds many."""

MOST_CARDS = 6
"""Cards of the longest coup: the one at place p of `Pit.coups` begins with the card at p + 5."""
CHUNK, BEYOND = 1664, 34
"""Cards looked at together, and those after them that coups may need: both loops run for a multiple
of 32 places, which no vector leaves over."""
PAIR_BITS = 6

_MOST, _LONGEST = U(MOST_CARDS), U(2 * MOST_CARDS)
_CODE, _USED, _TIE = U(ENDING_BITS), U((1 << ENDING_BITS) - 2), U(1)
_NUMBER, _VALUE = H(0xFF), H(8)
_RANKS, _SAME = H(13), H(4)
_THIRTEENTH = H(20165)
"""The inverse of 13 modulo 2^16: only multiples of 13 become small numbers by it."""
_SAME_COLOUR = H(39)
"""Spades are suit 0, hearts 1, diamonds 2, clubs 3: two suits of one colour add up to 3."""
_BY_13, _BY_13_BITS = H(79), H(10)
"""n * 79 >> 10 is n // 13 for every number in a deck."""


@compiled
def deal_ahead(pit: Pit, prepared: Prepared, lookup: LookaheadLookup) -> None:
    """Burn, and deal every shoe of the pit to its last coup.

    From here on plain arrays are handed over: to hand over a pit costs as much as dealing sixty
    coups.
    """
    cards, codes = pit.shoes.reshape(-1), pit.codes.T.reshape(-1)
    ends, dealt, last, coups, pairs = pit.ends, pit.dealt, pit.endings, pit.coups, pit.pairs
    size, behind = U(2 * pit.shoes.shape[1]), U(2 * prepared.behind)
    burns, endings, marks = prepared.burns, lookup.endings, lookup.pairs
    _look_ahead(cards, pit.hands, coups, pairs)
    for shoe in range(SHOES_IN_A_PIT):
        first = cards[(U(shoe + 1) * size >> U(1)) - U(1)] >> _VALUE
        ends[shoe] = U(shoe + 1) * size - U(2) * U(burns[first])
    _together(size, behind, ends, dealt, codes, coups, pairs, endings, marks)
    _to_the_cutting_card(size, behind, ends, dealt, last, codes, coups, pairs, endings, marks)
    for shoe in range(SHOES_IN_A_PIT):
        granted, left = False, prepared.first
        if ends[shoe] != U(shoe) * size + behind:
            left = prepared.during
            if left == 0 and last[shoe] & _TIE:
                left, granted = prepared.tie_adds, True
        while left > 0:
            place = (ends[shoe] >> U(1)) - _MOST
            ending = U(endings[coups[place]])
            code = (ending >> _CODE) + U(marks[pairs[place]])
            codes[dealt[shoe] * U(SHOES_IN_A_PIT) + U(shoe)] = code
            dealt[shoe] += U(1)
            ends[shoe] -= ending & _USED
            left -= 1
            if left == 0 and ending & _TIE and not granted:
                left, granted = prepared.tie_adds, True


@compiled
def _look_ahead(cards: Words, hands: Words, coups: Words, pairs: Words) -> None:
    """Fill `coups` and `pairs` from the cards of all shoes of a pit; `hands` is work space, small
    enough to stay in the nearest cache. Coups across the border of two shoes are no coups, and
    never asked for."""
    for start in range(0, len(cards), CHUNK):
        end = min(start + CHUNK, len(cards))
        seen = cards[start : min(end + BEYOND, len(cards))]
        _initial_hands(seen, hands)
        _coups(seen, hands, coups[start:end], pairs[start:end])


@compiled
def _initial_hands(cards: Words, hands: Words) -> None:
    """Write for the hand of each card and the next but one its point count, and above that its
    pair: 0 for none, 1 to 13 by rank, 13 more for two suits of one colour, 26 more if both cards
    are the same one of the deck."""
    for place in range(len(cards) - 2):
        first, second = cards[place + 2], cards[place]
        total = H((first >> _VALUE) + (second >> _VALUE))
        total = min(total, H(total - H(10)))
        number, other = H(first & _NUMBER), H(second & _NUMBER)
        apart = H(H(number - other + _SAME * _RANKS) * _THIRTEENTH)
        rank = H(number - H(H(number * _BY_13) >> _BY_13_BITS) * _RANKS)
        pair = H(rank + H(1))
        pair = H(pair + _RANKS) if H(number + other) == H(rank + rank + _SAME_COLOUR) else pair
        pair = H(pair + H(2) * _RANKS) if apart == _SAME else pair
        pair = pair if apart < H(8) else H(0)
        hands[place] = H(total | H(pair << _VALUE))


@compiled
def _coups(cards: Words, hands: Words, coups: Words, pairs: Words) -> None:
    """Write for each coup both point counts and the next two values as digits of one number, and
    the pairs of both hands."""
    for place in range(min(len(coups), len(cards) - (MOST_CARDS - 1))):
        player, banker = hands[place + 3], hands[place + 2]
        totals = H(H(player & _NUMBER) * H(10) + H(banker & _NUMBER))
        third, fourth = cards[place + 1] >> _VALUE, cards[place] >> _VALUE
        coups[place] = H(totals * H(100) + third * H(10) + fourth)
        pairs[place] = H(H(H(player >> _VALUE) << H(PAIR_BITS)) | (banker >> _VALUE))


@compiled
def _together(
    size: np.uint64,
    behind: np.uint64,
    ends: Longs,
    dealt: Longs,
    codes: Words,
    coups: Words,
    pairs: Words,
    endings: Words,
    marks: Words,
) -> None:
    """Deal all shoes side by side while none can reach its cutting card."""
    row, more = U(0), U(1)
    while more > U(0):
        room = size
        for shoe in range(SHOES_IN_A_PIT):
            room = min(room, ends[shoe] - U(shoe) * size - behind)
        more = room // _LONGEST
        for _ in range(more):
            for shoe in range(SHOES_IN_A_PIT):
                place = (ends[shoe] >> U(1)) - _MOST
                ending = U(endings[coups[place]])
                codes[row + U(shoe)] = (ending >> _CODE) + U(marks[pairs[place]])
                ends[shoe] -= ending & _USED
            row += U(SHOES_IN_A_PIT)
    dealt[:] = row // U(SHOES_IN_A_PIT)


@compiled
def _to_the_cutting_card(
    size: np.uint64,
    behind: np.uint64,
    ends: Longs,
    dealt: Longs,
    last: Longs,
    codes: Words,
    coups: Words,
    pairs: Words,
    endings: Words,
    marks: Words,
) -> None:
    """Deal on, side by side, skipping shoes whose cutting card is out."""
    more = U(1)
    while more > U(0):
        more = U(0)
        for shoe in range(SHOES_IN_A_PIT):
            end, card = ends[shoe], U(shoe) * size + behind
            dealing = U(end > card)
            place = ((end if dealing else U(shoe + 1) * size) >> U(1)) - _MOST
            ending = U(endings[coups[place]])
            code = (ending >> _CODE) + U(marks[pairs[place]])
            codes[dealt[shoe] * U(SHOES_IN_A_PIT) + U(shoe)] = code
            dealt[shoe] += dealing
            last[shoe] = ending if dealing else last[shoe]
            ends[shoe] = end - (ending & _USED) * dealing
            more |= U(ends[shoe] > card)
