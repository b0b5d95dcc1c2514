"""Compilation, and random numbers for compiled code: plain numbers in, plain numbers out.

Everything here is 64 bits wide and unsigned. A compiled function must not mix these with Python's
own whole numbers, which would turn both into floats: hence U everywhere.
"""

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from sabot.core.compiler import jit

U = np.uint64
Bytes: TypeAlias = NDArray[np.uint8]
Words: TypeAlias = NDArray[np.uint16]
Longs: TypeAlias = NDArray[np.uint64]
Counts: TypeAlias = NDArray[np.int64]

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Compile when first called, cache on disk, and release the GIL."""
    return jit(function, nogil=True, error_model="numpy")


def inlined(function: F) -> F:
    """Compile into the caller: a call inside a hot loop would count references."""
    return jit(function, nogil=True, error_model="numpy", inline="always")


@compiled
def _mixed(number: np.uint64) -> np.uint64:
    """Steele, Lea and Flood's SplitMix64 finalizer."""
    number = (number ^ (number >> U(30))) * U(0xBF58476D1CE4E5B9)
    number = (number ^ (number >> U(27))) * U(0x94D049BB133111EB)
    return number ^ (number >> U(31))


@compiled
def stream(seed: np.uint64, block: np.uint64, state: Longs) -> None:
    """Put the start of the random stream of one block into `state`, four words."""
    start = _mixed(_mixed(seed + U(0x9E3779B97F4A7C15)) ^ (block * U(0xD1342543DE82EF95)))
    for place in range(4):
        start += U(0x9E3779B97F4A7C15)
        state[place] = _mixed(start)


@compiled
def next_word(
    s0: np.uint64, s1: np.uint64, s2: np.uint64, s3: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64]:
    """Blackman and Vigna's xoshiro256++: 64 random bits, and the state after them."""
    total = s0 + s3
    word = ((total << U(23)) | (total >> U(41))) + s0
    shifted = s1 << U(17)
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = (s3 << U(45)) | (s3 >> U(19))
    return word, s0, s1, s2, s3


@compiled
def unbiased(word: np.uint64, product: np.uint64) -> np.bool_:
    """Return True if a word may serve for draws whose limits have this product.

    Lemire's multiplication: the upper half of word x limit is the draw, the lower half the word
    for the next draw. Words whose last lower half is below 2^64 mod product would make some
    draws likelier than others (Brackett-Rozinsky and Lemire, 2024). The remainder is slow, and
    a lower half that reaches the product itself needs none.
    """
    rest = word * product
    return rest >= product or rest >= (U(0) - product) % product
