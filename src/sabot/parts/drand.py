"""A round of drand, a public random beacon: its name as it is sealed, its time, its signature.

A round's randomness is the SHA-256 of a BLS signature of the round's number, under the beacon's
public key. So a house that names key and round beforehand cannot choose the value, and the
signature lets any reader check it. Signatures are verified by py_ecc, the extra `drand`.
"""

import hashlib
import re
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final, NamedTuple

from sabot.core.refusal import Refusal

HEXADECIMAL: Final = re.compile(r"[0-9a-f]+", re.ASCII)
G1_DIGITS, G2_DIGITS = 96, 192
"""Hexadecimal digits of a point of either group; key and signature are of different groups."""
HIGHEST_ROUND: Final = 2**53
SEALED: Final = re.compile(
    r"drand round ([1-9][0-9]{0,15}), public key ([0-9a-f]+), as 64 hexadecimal digits", re.ASCII
)
CIPHER: Final = b"BLS_SIG_BLS12381G%d_XMD:SHA-256_SSWU_RO_NUL_"
"""Domain of the hash to a curve, by the group of the signature."""


class DrandChain(NamedTuple):
    """When the rounds of a chain come: the first one, and the seconds between two."""

    first: datetime
    seconds: int


CHAINS: Final = {
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
    "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a":
    DrandChain(datetime(2023, 8, 23, 15, 9, 27, tzinfo=UTC), 3),
}  # fmt: skip
"""Chains whose pace is known, by public key: drand's "quicknet"."""


class DrandRound(NamedTuple):
    """A round that is named by its number and its chain's public key."""

    number: int
    key: str

    @property
    def sealed(self) -> str:
        """Return the name of the outside value, as it is sealed."""
        return f"drand round {self.number}, public key {self.key}, as 64 hexadecimal digits"

    @property
    def comes(self) -> datetime | None:
        """Return when the round becomes known, if the chain's pace is known."""
        chain = CHAINS.get(self.key)
        if chain is None:
            return None
        return chain.first + timedelta(seconds=chain.seconds * (self.number - 1))


def round_of(number: int, key: str) -> DrandRound:
    """Return the round of that number; refuse what cannot be one."""
    key = "".join(key.split()).lower()
    if not 1 <= number <= HIGHEST_ROUND:
        raise Refusal("bad-value", None, "A drand round has a number from 1.")
    if HEXADECIMAL.fullmatch(key) is None or len(key) not in (G1_DIGITS, G2_DIGITS):
        message = "The beacon's public key has 96 or 192 hexadecimal digits."
        raise Refusal("bad-value", None, message)
    return DrandRound(number, key)


def round_in(beacon: str) -> DrandRound | None:
    """Return the round that a sealed outside value names, if it is one of drand."""
    found = SEALED.fullmatch(beacon)
    return None if found is None else DrandRound(int(found[1]), found[2])


def randomness(signature: str) -> str:
    """Return the randomness that a round's signature gives."""
    return hashlib.sha256(bytes.fromhex(signature)).hexdigest()


def verified(named: DrandRound, signature: str) -> str:
    """Return the randomness of a round; refuse a signature that is not the beacon's for it."""
    signature = "".join(signature.split()).lower()
    wanted = G1_DIGITS + G2_DIGITS - len(named.key)
    if len(signature) != wanted or HEXADECIMAL.fullmatch(signature) is None:
        message = "This round's signature has {wanted} hexadecimal digits: paste all of them."
        raise Refusal("bad-value", None, message, wanted=wanted)
    try:
        is_signed = _is_signed(named, signature)
    except ImportError:
        message = 'A drand round is verified with the extra "drand", which is not installed here.'
        raise Refusal("no-verifier", None, message) from None
    if not is_signed:
        message = "That is not the beacon's signature of round {number}."
        raise Refusal("bad-value", None, message, number=named.number)
    return randomness(signature)


@lru_cache(maxsize=256)
def _is_signed(named: DrandRound, signature: str) -> bool:
    """Compare the pairings of signature and generator and of the round's hash and the key."""
    from py_ecc.bls.g2_primitives import subgroup_check
    from py_ecc.bls.hash_to_curve import hash_to_G1, hash_to_G2
    from py_ecc.bls.point_compression import decompress_G1, decompress_G2
    from py_ecc.optimized_bls12_381 import G1, G2, is_inf, pairing

    message = hashlib.sha256(named.number.to_bytes(8, "big")).digest()
    is_short = len(signature) == G1_DIGITS
    short, long = (signature, named.key) if is_short else (named.key, signature)
    half = len(long) // 2
    try:
        in_one = decompress_G1(int(short, 16))
        in_two = decompress_G2((int(long[:half], 16), int(long[half:], 16)))
    except ValueError:
        return False
    points = (in_one, in_two)
    if any(is_inf(point) or not subgroup_check(point) for point in points):
        return False
    cipher = CIPHER % (1 if is_short else 2)
    if is_short:
        return bool(
            pairing(G2, in_one) == pairing(in_two, hash_to_G1(message, cipher, hashlib.sha256))
        )
    return bool(pairing(in_two, G1) == pairing(hash_to_G2(message, cipher, hashlib.sha256), in_one))
