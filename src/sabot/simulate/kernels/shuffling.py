"""Shuffle shoes: the same draws as `sabot.shoe.shuffle`, from the back, in compiled code.

A card is 16 bits: its number in the deck below, its value above. A shoe is dealt from its last
place downwards, so the number of cards left in it is also the index after the next card.
"""

import numpy as np

from sabot.simulate.kernels.compilation import (
    Longs,
    U,
    Words,
    compiled,
    next_word,
    unbiased,
)
from sabot.simulate.kernels.wide_products import upper_half

LANES = 4
"""Shoes shuffled side by side, to hide memory latency."""

A_WORD = 6
"""Draws from one random word: 416 x 415 x ... x 411 is well below 2^64."""


@compiled
def shuffle(state: Longs, shoes: Words, draws: int) -> None:
    """Draw `draws` cards of each shoe to its end. The number of shoes is a multiple of four."""
    whole = max(0, min(draws, shoes.shape[1] - (A_WORD - 1)) // A_WORD * A_WORD)
    for first in range(0, shoes.shape[0], LANES):
        _shuffle_lanes(state, shoes, first, whole)
        for shoe in range(first, first + LANES):
            for left in range(shoes.shape[1] - whole, shoes.shape[1] - draws, -1):
                draw(state, shoes[shoe], U(left), 1)


@compiled
def draw(state: Longs, cards: Words, left: np.uint64, draws: int) -> None:
    """Draw up to six of the first `left` cards to the end of them."""
    product = U(1)
    for drawn in range(draws):
        product *= left - U(drawn)
    while True:
        word, state[0], state[1], state[2], state[3] = next_word(
            state[0], state[1], state[2], state[3]
        )
        if unbiased(word, product):
            break
    for drawn in range(draws):
        limit = left - U(drawn)
        place = upper_half(word, limit)
        word *= limit
        cards[place], cards[limit - U(1)] = cards[limit - U(1)], cards[place]


@compiled
def _shuffle_lanes(state: Longs, shoes: Words, first: int, draws: int) -> None:
    """Shuffle four shoes at once, so that their swaps do not wait for one another."""
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    shoe0, shoe1, shoe2, shoe3 = shoes[first], shoes[first + 1], shoes[first + 2], shoes[first + 3]
    for start in range(0, draws, A_WORD):
        left = U(shoes.shape[1] - start)
        product = left
        for drawn in range(1, A_WORD):
            product *= left - U(drawn)
        while True:
            word0, s0, s1, s2, s3 = next_word(s0, s1, s2, s3)
            if unbiased(word0, product):
                break
        while True:
            word1, s0, s1, s2, s3 = next_word(s0, s1, s2, s3)
            if unbiased(word1, product):
                break
        while True:
            word2, s0, s1, s2, s3 = next_word(s0, s1, s2, s3)
            if unbiased(word2, product):
                break
        while True:
            word3, s0, s1, s2, s3 = next_word(s0, s1, s2, s3)
            if unbiased(word3, product):
                break
        for drawn in range(A_WORD):
            limit = left - U(drawn)
            last = limit - U(1)
            place = upper_half(word0, limit)
            shoe0[place], shoe0[last] = shoe0[last], shoe0[place]
            place = upper_half(word1, limit)
            shoe1[place], shoe1[last] = shoe1[last], shoe1[place]
            place = upper_half(word2, limit)
            shoe2[place], shoe2[last] = shoe2[last], shoe2[place]
            place = upper_half(word3, limit)
            shoe3[place], shoe3[last] = shoe3[last], shoe3[place]
            word0, word1, word2, word3 = word0 * limit, word1 * limit, word2 * limit, word3 * limit
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
