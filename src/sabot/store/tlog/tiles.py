"""Tiles of a Merkle tree, as `c2sp.org/tlog-tiles` has them: 256 hashes in a row at every eighth
level. The newest tile of a level is partial until it is full; a narrower one is its beginning."""

import re
from collections.abc import Callable, Iterable
from typing import Final

from sabot.store.tlog.merkle import HASH_BYTES, parent_hash, root_of

WIDTH: Final = 256
"""Hashes in a full tile."""
HEIGHT: Final = 8
"""Levels of the tree that a tile spans."""
FULL: Final = WIDTH * HASH_BYTES
"""Bytes of a full tile."""
_NAME: Final = re.compile(r"(?:x[0-9]{3}/)*[0-9]{3}")

Place = tuple[int, int]
"""Level and number of a tile."""
ReadTile = Callable[[int, int], bytes]
"""Return the hashes of a tile at a level and number, as many as there are."""


class MissingTile(ValueError):
    """A tile that a tree of this size has, and that is not there or too short."""


def tile_number(number: int) -> str:
    """Return the number of a tile as a path.

    >>> tile_number(1234067), tile_number(5)
    ('x001/x234/067', '005')
    """
    parts = [f"{number % 1000:03}"]
    while number := number // 1000:
        parts.append(f"x{number % 1000:03}")
    return "/".join(reversed(parts))


def read_tile_number(text: str) -> int | None:
    """Return the number of a tile from its path; None if it is not written in the one way.

    >>> read_tile_number("x001/x234/067"), read_tile_number("x000/067")
    (1234067, None)
    """
    if _NAME.fullmatch(text) is None or len(text) > 100:
        return None
    number = int(text.replace("x", "").replace("/", ""))
    return number if tile_number(number) == text else None


class TiledTree:
    """A tree read from its tiles; every tile is asked for once."""

    def __init__(self, read: ReadTile) -> None:
        self._read = read
        self._tiles: dict[Place, bytes] = {}

    def tile(self, level: int, number: int) -> bytes:
        """Return the hashes of a tile that are there."""
        place = level, number
        if place not in self._tiles:
            self._tiles[place] = self._read(level, number)
        return self._tiles[place]

    def node(self, height: int, number: int) -> bytes:
        """Return the root of a complete subtree."""
        level, above = divmod(height, HEIGHT)
        first = number << above
        start, count = first % WIDTH, 1 << above
        tile = self.tile(level, first // WIDTH)
        found = tile[start * HASH_BYTES : (start + count) * HASH_BYTES]
        if len(found) != count * HASH_BYTES:
            raise MissingTile(f"tile {tile_number(first // WIDTH)} of level {level} is missing")
        return subtree_root(found)

    def root(self, size: int) -> bytes:
        """Return the root of the first `size` leaves."""
        return root_of(self.node, size)


def subtree_root(hashes: bytes) -> bytes:
    """Return the root of a power of two of hashes put one after another."""
    row = [hashes[at : at + HASH_BYTES] for at in range(0, len(hashes), HASH_BYTES)]
    while len(row) > 1:
        row = [parent_hash(*pair) for pair in zip(row[::2], row[1::2], strict=True)]
    return row[0]


def grown(tree: TiledTree, size: int, leaves: Iterable[bytes]) -> dict[Place, bytes]:
    """Return the tiles that change when hashes of leaves are appended to a tree of that size."""
    changed: dict[Place, bytearray] = {}
    ends = list[int]()
    for leaf in leaves:
        level, added = 0, leaf
        while True:
            if level == len(ends):
                ends.append(size >> (HEIGHT * level))
            place = level, ends[level] // WIDTH
            if place not in changed:
                begun = ends[level] % WIDTH * HASH_BYTES
                before = tree.tile(*place)[:begun] if begun else b""
                if len(before) != begun:
                    raise MissingTile(f"tile {tile_number(place[1])} of level {level} is missing")
                changed[place] = bytearray(before)
            changed[place] += added
            ends[level] += 1
            if len(changed[place]) < FULL:
                break
            level, added = level + 1, subtree_root(bytes(changed[place]))
    return {place: bytes(data) for place, data in changed.items()}
