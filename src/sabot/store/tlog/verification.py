"""Verification of a store's Merkle tree: computed again from the log, tile by tile, and compared
with what is kept and with every signed head."""

from collections.abc import Iterator

import msgspec

from sabot.core.refusal import Refusal
from sabot.store.expiring_rows import Swap
from sabot.store.log.batch import Stored
from sabot.store.log.chain import Flaw
from sabot.store.log.lines import EventOrder, hash_in
from sabot.store.store import Store
from sabot.store.tlog.merkle import HASH_BYTES
from sabot.store.tlog.tiles import FULL, MissingTile, subtree_root
from sabot.store.tlog.tree import (
    HEAD,
    TILE,
    LogTree,
    TreeState,
    head_fault,
    head_name,
    leaf_of,
    tile_name,
)


class TreeCheck:
    """A walk along the log that computes the tree again. It takes events in their order; what the
    tree had not integrated when the walk began is left out."""

    def __init__(self, store: Store, mend: bool) -> None:
        self._store = store
        self._tree = LogTree(store)
        self._mend = mend
        self._state = self._kept_state()
        self._rows: list[bytearray] = [bytearray()]
        self._numbers = [0]
        self._order = EventOrder()
        self._changed = 0

    def _kept_state(self) -> TreeState | None:
        try:
            return self._tree.state()
        except Refusal:  # the vault's own check finds that
            return None

    def take(self, stored: Stored) -> Iterator[Flaw]:
        """Take one event, and compare each tile that it completes."""
        state = self._state
        if state is None or self._order.events >= state.size:
            return
        self._order = self._order.then(hash_in(stored.line))
        self._rows[0] += leaf_of(state.secret, stored.position - 1, stored.line)
        level = 0
        while len(self._rows[level]) == FULL:
            yield from self._compare(level)
            if level + 1 == len(self._rows):
                self._rows.append(bytearray())
                self._numbers.append(0)
            self._rows[level + 1] += subtree_root(bytes(self._rows[level]))
            self._rows[level] = bytearray()
            self._numbers[level] += 1
            level += 1

    def _compare(self, level: int) -> Iterator[Flaw]:
        right, number = bytes(self._rows[level]), self._numbers[level]
        there = self._tree.tile(level, number)
        if there[: len(right)] == right:
            return
        self._changed += 1
        yield _flaw("changed-tile", f"Tile {tile_name(level, number)} is not the log's.")
        if self._mend:
            self._store.swap(Swap(TILE, tile_name(level, number), there or None, right))

    def flaws(self) -> Iterator[Flaw]:
        """Compare the tiles that are not full, the root and the signed heads."""
        state = self._state
        if state is None:
            return
        if self._order.events < state.size:
            message = f"The tree has {state.size:,} events, and the log has fewer."
            yield _flaw("broken-tree", message)
            return
        for level, row in enumerate(self._rows):
            if row:
                yield from self._compare(level)
        if self._changed and not self._mend:
            return
        yield from self._root(state)
        yield from self._heads(state)

    def _root(self, state: TreeState) -> Iterator[Flaw]:
        try:
            root = self._tree.tiles().root(state.size)
        except MissingTile:  # it was swapped away again meanwhile
            root = b"\0" * HASH_BYTES
        if root == state.root and self._order.digest == state.order:
            return
        yield _flaw("broken-tree", f"The tree of {state.size:,} events is not the log's.")
        if self._mend and self._tree.tiles().root(state.signed) == state.signed_root:
            order = self._order.digest
            self._tree.replace(msgspec.structs.replace(state, root=root, order=order))

    def _heads(self, state: TreeState) -> Iterator[Flaw]:
        tree = self._tree.tiles()
        for size, row in self._tree.heads():
            if size > state.size:
                return  # signed since the walk began
            why = head_fault(row, state, tree)
            if why is None and f"\n{size}\n".encode() not in row:
                why = f"a signed head is kept as one of {size:,} events"
            if why is not None:
                yield _flaw("broken-tree-head", f"The tree has a wrong signed head: {why}.")
        if state.signed and self._store.expiring_row(HEAD, head_name(state.signed)) is None:
            message = f"The signed head of {state.signed:,} events is lost."
            yield _flaw("lost-tree-head", message)


def _flaw(kind: str, message: str) -> Flaw:
    return Flaw(kind, None, None, 0, message)
