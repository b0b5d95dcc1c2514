"""Merkle tree hashes and proofs by RFC 6962, section 2.1, with SHA-256.

A tree is read through a function that returns the root of any complete subtree: `node(height,
number)` covers the leaves from `number * 2**height` up to the next such multiple.

>>> leaves = [leaf_hash(bytes([n])) for n in range(7)]
>>> def node(height, number):
...     if not height:
...         return leaves[number]
...     return parent_hash(node(height - 1, 2 * number), node(height - 1, 2 * number + 1))
>>> proof = inclusion_proof(node, 4, 7)
>>> root_from_inclusion(leaves[4], 4, 7, proof) == root_of(node, 7)
True
>>> is_consistent(3, root_of(node, 3), 7, root_of(node, 7), consistency_proof(node, 3, 7))
True
"""

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Final

HASH_BYTES: Final = 32
EMPTY: Final = sha256(b"").digest()
"""Root of the tree without leaves."""
Node = Callable[[int, int], bytes]


def leaf_hash(data: bytes) -> bytes:
    """Return the hash of a leaf."""
    return sha256(b"\0" + data).digest()


def parent_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of a node with two children."""
    return sha256(b"\1" + left + right).digest()


def root_of(node: Node, size: int) -> bytes:
    """Return the root of the first `size` leaves."""
    return _range_root(node, 0, size) if size else EMPTY


def inclusion_proof(node: Node, index: int, size: int) -> list[bytes]:
    """Return the siblings on the path from a leaf to the root, the leaf's own first."""
    if not 0 <= index < size:
        raise ValueError(f"leaf {index} is not in a tree of {size}")
    proof, first, end = list[bytes](), 0, size
    while end - first > 1:
        middle = first + _split(end - first)
        if index < middle:
            proof.append(_range_root(node, middle, end))
            end = middle
        else:
            proof.append(_range_root(node, first, middle))
            first = middle
    return proof[::-1]


def consistency_proof(node: Node, old: int, new: int) -> list[bytes]:
    """Return the proof that the tree of `new` leaves begins with the tree of `old` leaves. It is
    empty if `old` is 0, since every tree begins with the empty one."""
    if not 0 <= old <= new:
        raise ValueError(f"a tree of {new} leaves has no part of {old}")
    proof, first, end, is_whole = list[bytes](), 0, new, True
    while old and old != end:
        middle = first + _split(end - first)
        if old <= middle:
            proof.append(_range_root(node, middle, end))
            end = middle
        else:
            proof.append(_range_root(node, first, middle))
            first, is_whole = middle, False
    if not is_whole:
        proof.append(_range_root(node, first, end))
    return proof[::-1]


def root_from_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes]) -> bytes | None:
    """Return the root that follows from a leaf's hash and its inclusion proof; None if the proof
    has not the length that the index and the size ask for."""
    if not 0 <= index < size:
        return None
    found, number, last, rest = leaf, index, size - 1, list(proof)
    while last:
        if number & 1 or number < last:
            if not rest:
                return None
            sibling = rest.pop(0)
            pair = (sibling, found) if number & 1 else (found, sibling)
            found = parent_hash(*pair)
        number, last = number >> 1, last >> 1
    return None if rest else found


def is_consistent(
    old: int, old_root: bytes, new: int, new_root: bytes, proof: Sequence[bytes]
) -> bool:
    """Return True if the proof shows that the second tree begins with the first."""
    if old == new:
        return not proof and old_root == new_root
    if not 0 < old < new:
        return old == 0 and not proof and old_root == EMPTY
    rest, number, last = list(proof), old - 1, new - 1
    while number & 1:
        number, last = number >> 1, last >> 1
    if number:
        if not rest:
            return False
        first = rest.pop(0)
    else:
        first = old_root
    found_old = found_new = first
    while last:
        if number & 1:
            if not rest:
                return False
            sibling = rest.pop(0)
            found_old = parent_hash(sibling, found_old)
            found_new = parent_hash(sibling, found_new)
        elif number < last:
            if not rest:
                return False
            found_new = parent_hash(found_new, rest.pop(0))
        number, last = number >> 1, last >> 1
    return not rest and found_old == old_root and found_new == new_root


def _split(leaves: int) -> int:
    """Return the largest power of two below a number of leaves above 1."""
    return 1 << ((leaves - 1).bit_length() - 1)


def _range_root(node: Node, first: int, end: int) -> bytes:
    """Return the root of a range of leaves that RFC 6962 splits off: its start is a multiple of
    the largest complete subtree in it."""
    leaves = end - first
    if leaves & (leaves - 1) == 0:
        height = leaves.bit_length() - 1
        return node(height, first >> height)
    middle = first + _split(leaves)
    return parent_hash(_range_root(node, first, middle), _range_root(node, middle, end))
