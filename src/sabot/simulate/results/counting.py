"""Count dealt coups: facts codes, and each shoe's totals of every wager."""

from typing import NamedTuple

import numpy as np

from sabot.simulate.dealing.pit import Pit
from sabot.simulate.kernels.compilation import Counts, Longs, U, compiled

FIELDS = 16
"""Wagers counted in one pass: four words of four fields."""
FIELD_BITS = 16
MOMENTS = 5
_WORD_FIELDS = 4
_FIELD = U((1 << FIELD_BITS) - 1)


class Settling(NamedTuple):
    """Number of coups by code, and sums over the shoes by which errors are clustered.

    `rows` holds, for each code, sixteen small numbers packed into four words: what each wager
    brings back, or stakes. Their sums over a shoe are x[0] to x[15], and x[16] is its number of
    codes. With s = x[stake_of[f]], every shoe adds x[f], s, x[f]², x[f] s and s² to `moments[f]`.
    """

    tally: Counts
    moments: Counts
    rows: Longs
    stake_of: Longs


@compiled
def count(pit: Pit, settling: Settling) -> None:
    """Settle every shoe of the pit."""
    tally, moments, rows, stake_of = settling
    sums = np.empty(FIELDS + 1, np.int64)
    for shoe in range(len(pit.dealt)):
        if pit.dealt[shoe] == U(0):
            continue
        word0 = word1 = word2 = word3 = U(0)
        codes = pit.codes[shoe]
        for coup in range(pit.dealt[shoe]):
            code = U(codes[U(coup)])
            tally[code] += 1
            row = code << U(2)
            word0 += rows[row]
            word1 += rows[row | U(1)]
            word2 += rows[row | U(2)]
            word3 += rows[row | U(3)]
        for place in range(_WORD_FIELDS):
            bits = U(place * FIELD_BITS)
            sums[place] = (word0 >> bits) & _FIELD
            sums[_WORD_FIELDS + place] = (word1 >> bits) & _FIELD
            sums[2 * _WORD_FIELDS + place] = (word2 >> bits) & _FIELD
            sums[3 * _WORD_FIELDS + place] = (word3 >> bits) & _FIELD
        sums[FIELDS] = pit.dealt[shoe]
        for field in range(FIELDS):
            result, stake = sums[field], sums[stake_of[field]]
            moments[field, 0] += result
            moments[field, 1] += stake
            moments[field, 2] += result * result
            moments[field, 3] += result * stake
            moments[field, 4] += stake * stake
