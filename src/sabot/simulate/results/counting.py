"""Count dealt coups: facts codes, and each shoe's totals of every wager."""

from typing import NamedTuple

import numpy as np

from sabot.simulate.dealing.pit import Pit
from sabot.simulate.kernels.compilation import Counts, Longs, U, Words, compiled

FIELDS = 16
"""Wagers counted in one pass, in two words or four."""
FIELD_BITS = 16
"""Bits of a field at most, so that all have room in four words."""
MOMENTS = 5


class Settling(NamedTuple):
    """Number of coups by code, and sums over the shoes by which errors are clustered.

    `rows` holds, for each code, sixteen small numbers packed into two words or four: what each
    wager brings back, or stakes. Field f lies in word `words[f]` from bit `bits[f]` on, as wide as
    `masks[f]`, which has room for a shoe. Their sums over a shoe are x[0] to x[15], and x[16] is
    its number of codes. With s = x[stake_of[f]], every shoe adds x[f], s, x[f]², x[f] s and s² to
    `moments[f]`.
    """

    tally: Counts
    moments: Counts
    rows: Longs
    words: Longs
    bits: Longs
    masks: Longs
    stake_of: Longs


@compiled
def count(pit: Pit, settling: Settling) -> None:
    """Settle every shoe of the pit."""
    sums = np.empty((settling.rows.shape[1] + 1, len(pit.dealt)), U)
    codes = pit.codes.T.reshape(-1)
    if settling.rows.shape[1] == 2:
        _add_two_words(codes, pit.dealt, settling.tally, settling.rows.reshape(-1), sums)
    else:
        _add_four_words(codes, pit.dealt, settling.tally, settling.rows.reshape(-1), sums)
    _add_moments(
        sums, settling.words, settling.bits, settling.masks, settling.stake_of, settling.moments
    )


@compiled
def _add_two_words(codes: Words, dealt: Longs, tally: Counts, rows: Longs, sums: Longs) -> None:
    """Count the codes of every shoe, and write the sums of its rows, its number of codes last."""
    shoes = U(len(dealt))
    for shoe in range(len(dealt)):
        word0 = word1 = U(0)
        at = U(shoe)
        for _ in range(dealt[shoe]):
            code = U(codes[at])
            tally[code] += 1
            word0 += rows[code << U(1)]
            word1 += rows[(code << U(1)) | U(1)]
            at += shoes
        sums[0, shoe], sums[1, shoe], sums[2, shoe] = word0, word1, dealt[shoe]


@compiled
def _add_four_words(codes: Words, dealt: Longs, tally: Counts, rows: Longs, sums: Longs) -> None:
    """Do the same where the fields need more room."""
    shoes = U(len(dealt))
    for shoe in range(len(dealt)):
        word0 = word1 = word2 = word3 = U(0)
        at = U(shoe)
        for _ in range(dealt[shoe]):
            code = U(codes[at])
            tally[code] += 1
            row = code << U(2)
            word0 += rows[row]
            word1 += rows[row | U(1)]
            word2 += rows[row | U(2)]
            word3 += rows[row | U(3)]
            at += shoes
        sums[0, shoe], sums[1, shoe], sums[2, shoe], sums[3, shoe] = word0, word1, word2, word3
        sums[4, shoe] = dealt[shoe]


@compiled
def _add_moments(
    sums: Longs, words: Longs, bits: Longs, masks: Longs, stake_of: Longs, moments: Counts
) -> None:
    """Add the moments of every wager over the shoes of a pit."""
    for field in range(FIELDS):
        stakes = stake_of[field]
        word, bit, mask = words[field], bits[field], masks[field]
        stake_word, stake_bit, stake_mask = words[stakes], bits[stakes], masks[stakes]
        result1 = stake1 = result2 = product = stake2 = U(0)
        for shoe in range(sums.shape[1]):
            result = (sums[word, shoe] >> bit) & mask
            stake = (sums[stake_word, shoe] >> stake_bit) & stake_mask
            result1 += result
            stake1 += stake
            result2 += result * result
            product += result * stake
            stake2 += stake * stake
        moments[field, 0] += np.int64(result1)
        moments[field, 1] += np.int64(stake1)
        moments[field, 2] += np.int64(result2)
        moments[field, 3] += np.int64(product)
        moments[field, 4] += np.int64(stake2)
