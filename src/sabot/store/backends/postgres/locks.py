"""Advisory locks of what a writer touches: its streams and its expiring rows.

Two transactions that touch one of them wait for each other; all others do not. The numbers are
taken in ascending order, so that no two transactions wait for each other in a circle.
"""

from collections.abc import Collection, Iterable
from hashlib import blake2b

from sabot.store.expiring_rows import Key


def numbers_of(namespace: int, streams: Iterable[str], keys: Collection[Key] = ()) -> list[int]:
    """Return the numbers of the locks, in the order in which they are taken. Two names with one
    number merely wait for each other.

    >>> numbers_of(7, ["table:1"]) == numbers_of(8, ["table:1"])
    False
    """
    names = {f"stream {stream}" for stream in streams}
    names |= {f"row {kind} {name}" for kind, name in keys}
    return sorted({_number(f"{namespace} {name}") for name in names})


def _number(name: str) -> int:
    digest = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)
