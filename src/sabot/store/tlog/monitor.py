"""A monitor of another casino's log: read its newest head, and compare it with the last one."""

from collections.abc import Callable

from sabot.store.tlog.merkle import HASH_BYTES
from sabot.store.tlog.note import BadNote, Note, TreeHead, VerifierKey, read_head, read_note
from sabot.store.tlog.tiles import HEIGHT, WIDTH, MissingTile, TiledTree, tile_number

Fetch = Callable[[str], bytes]
"""Return what lies at a path below the log's address, such as `tile/0/000.p/12`."""


def read_checkpoint(text: str, key: VerifierKey | None) -> tuple[Note, TreeHead]:
    """Read a checkpoint; with a key it must be that log's and signed by it."""
    note = read_note(text)
    head = read_head(note)
    if key is not None and (head.origin != key.name or not note.signed_by(key)):
        raise BadNote(f"The checkpoint is not signed by {key.name}.")
    return note, head


def check_extends(old: TreeHead, new: TreeHead, fetch: Fetch) -> None:
    """Refuse a head whose log does not begin with the log of an earlier head. Both roots are
    computed from the same tiles, so that the second tree begins with the first."""
    if new.origin != old.origin:
        raise BadNote(f"The log was named {old.origin} before, and is named {new.origin} now.")
    if new.size < old.size:
        raise BadNote(f"The log had {old.size:,} events before, and has {new.size:,} now.")

    def tile(level: int, number: int) -> bytes:
        width = min(WIDTH, (new.size >> HEIGHT * level) - number * WIDTH)
        part = "" if width == WIDTH else f".p/{width}"
        found = fetch(f"tile/{level}/{tile_number(number)}{part}")
        if len(found) != width * HASH_BYTES:
            raise BadNote(f"Tile {number} of level {level} does not have {width} hashes.")
        return found

    tree = TiledTree(tile)
    try:
        same = [tree.root(each.size) == each.root for each in (old, new)]
    except MissingTile as missing:
        raise BadNote(f"The log's tree cannot be computed: {missing}.") from None
    if not all(same):
        raise BadNote(f"The log's first {old.size:,} events are not those that were seen before.")
