"""The Merkle tree of a store's log.

Leaf number n is the event at position n + 1. Its data are the 32 bytes of SHA-256(salt ‖ line), so
that the tree tells nothing of an event to those who do not have its salt. A salt is derived from a
secret of the store and the line. The same log therefore always has the same tree: a sequencer that
is killed, or a second one, changes nothing.

The tree is kept beside the log, in rows that the casino's key signs: tiles, and the signed heads.
Its state (secret, size, root, keys that signed) lies in the vault. Events are integrated in
batches by a sequencer of its own; a command never waits for it.
"""

import hmac
import itertools
import secrets
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Final, NamedTuple

import msgspec

from sabot.core.refusal import Refusal, quoted
from sabot.store.expiring_rows import Swap
from sabot.store.log.batch import Batch, Stored
from sabot.store.log.lines import ZEROS, EventOrder, follows
from sabot.store.store import Store
from sabot.store.tlog.merkle import EMPTY, consistency_proof, inclusion_proof, leaf_hash
from sabot.store.tlog.note import (
    BadNote,
    Note,
    TreeHead,
    VerifierKey,
    check_origin,
    read_head,
    read_note,
    read_verifier_key,
    sign_head,
    verifier_key,
)
from sabot.store.tlog.proof import Disclosed, proof_text
from sabot.store.tlog.tiles import MissingTile, TiledTree, grown, tile_number
from sabot.store.trust.signed_head import WHOLE, broken
from sabot.store.trust.signer import Signer

STREAM: Final = "tlog"
"""Name under which the vault keeps the state of the tree. The stream has no events."""
STATE: Final = "tree"
TILE: Final = "tile"
"""Kind of the rows that tiles are kept in."""
HEAD: Final = "tree-head"
"""Kind of the rows that signed heads are kept in, named by their size in 20 digits."""
MOVED: Final = STREAM, "moved"
"""Row that every change of the tree swaps, so that one of two sequencers is refused."""
BATCH: Final = 4096
"""Events integrated in one transaction."""
RETRIES: Final = 20
SALT_BYTES: Final = 32


class TreeState(msgspec.Struct, frozen=True):
    """State of the tree: its `order` is the digest of the order of the integrated events."""

    origin: str
    secret: bytes
    size: int = 0
    root: bytes = EMPTY
    order: str = ZEROS
    signed: int = 0
    """Size of the newest signed head."""
    signed_root: bytes = EMPTY
    keys: tuple[str, ...] = ()
    """Verifier keys that have signed heads, the oldest first."""


class _Read(NamedTuple):
    """The state of the tree, and the row that was there just before it was read."""

    row: bytes | None
    state: TreeState


def salt_of(secret: bytes, index: int, line: bytes) -> bytes:
    """Return the salt of an event: none can be found from another one."""
    return hmac.digest(secret, b"sabot salt %d\n%b" % (index, line), "sha256")


def leaf_data(salt: bytes, line: bytes) -> bytes:
    """Return the data of an event's leaf."""
    return sha256(salt + line).digest()


def leaf_of(secret: bytes, index: int, line: bytes) -> bytes:
    """Return the hash of an event's leaf."""
    return leaf_hash(leaf_data(salt_of(secret, index, line), line))


def head_name(size: int) -> str:
    return f"{size:020}"


def tile_name(level: int, number: int) -> str:
    return f"{level}/{tile_number(number)}"


class LogTree:
    """The tree of a store: integrate its events, sign heads, prove events."""

    def __init__(self, store: Store, origin: str | None = None) -> None:
        if origin is not None:
            check_origin(origin)
        self.store = store
        self._origin = origin

    def state(self) -> TreeState | None:
        """Return the state of the tree; None if there is no tree yet."""
        kept = self.store.unseal(STREAM, STATE)
        state = None if kept is None else msgspec.msgpack.decode(kept, type=TreeState)
        if state is not None and self._origin not in (None, state.origin):
            message = f"This log is named {quoted(state.origin)}, and is not given another name."
            raise Refusal("other-origin", None, message)
        return state

    def tiles(self) -> TiledTree:
        """Return the tree as it is kept."""
        return TiledTree(self.tile)

    def tile(self, level: int, number: int) -> bytes:
        """Return the hashes of a tile that are there."""
        return self.store.expiring_row(TILE, tile_name(level, number)) or b""

    def integrate(self) -> TreeState:
        """Put all events into the tree that the log has now. Refused if the log is not as it was
        written, or if the tree is not."""
        before, refused = self._begun(), 0
        while True:
            state = before.state
            self.store.settle()
            whole = self.store.signed_head(WHOLE)
            if whole is None:
                raise broken(WHOLE, "how many events there are was not signed by this house's key")
            if whole.head.seq < state.size:
                message = f"The tree has {state.size:,} events, and the log has {whole.head.seq:,}."
                raise Refusal("log-cut", None, message)
            if whole.head.seq == state.size:
                if whole.head.hash != state.order:
                    raise broken(WHOLE, "its events are not those that its tree has")
                return state
            refused = 0 if self._extend(before, EventOrder(*whole.head)) else refused + 1
            if refused > RETRIES:
                raise _busy()
            before = self._begun()

    def _begun(self) -> "_Read":
        """Return the state of the tree as it is now, and begin one if there is none."""
        for _ in range(RETRIES):
            row = self.store.expiring_row(*MOVED)
            state = self.state()
            if state is not None:
                return _Read(row, state)
            origin = self._origin or f"sabot/{secrets.token_hex(8)}"
            self._keep(row, TreeState(origin, secrets.token_bytes(SALT_BYTES)))
        raise _busy()

    def _extend(self, before: "_Read", target: EventOrder) -> bool:
        """Integrate one more batch; False if another process was faster."""
        state, tree = before.state, self.tiles()
        check_root(tree, state.size, state.root)
        order, leaves = EventOrder(state.size, state.order), list[bytes]()
        for stored in self.store.read_all(state.size):
            if len(leaves) == BATCH or order.events == target.events:
                break
            order = order.then(_verified(stored, order.events + 1))
            leaves.append(leaf_of(state.secret, stored.position - 1, stored.line))
        if not leaves or (order.events == target.events and order != target):
            raise broken(WHOLE, "its events are not those that were written, or in another order")
        changed = grown(tree, state.size, leaves)
        after = TiledTree(lambda *place: changed.get(place) or tree.tile(*place))
        new = msgspec.structs.replace(
            state, size=order.events, root=after.root(order.events), order=order.digest
        )
        swaps = [
            Swap(TILE, tile_name(*place), tree.tile(*place) or None, data)
            for place, data in changed.items()
        ]
        return self._keep(before.row, new, swaps)

    def _keep(self, row: bytes | None, state: TreeState, swaps: Iterable[Swap] = ()) -> bool:
        """Write a new state with the rows that belong to it, all or nothing; False if another
        process has changed the tree since `row` was read."""
        moved = Swap(*MOVED, row, secrets.token_bytes(8))
        seal = {STATE: msgspec.msgpack.encode(state)}
        try:
            self.store.append(Batch(STREAM, 0, (), seal, [*swaps, moved]))
        except Refusal as refused:
            if refused.code != "stale-version":
                raise
            return False
        return True

    def replace(self, state: TreeState) -> bool:
        """Keep another state of the tree; False if another process has changed it meanwhile."""
        return self._keep(self.store.expiring_row(*MOVED), state)

    def sign(self, signer: Signer) -> Note:
        """Integrate all events, sign the head of the tree, and keep it. A head that this key has
        signed is returned as it is kept, with its cosignatures."""
        for _ in range(RETRIES):
            self.integrate()
            row, state = self._begun()
            key, kept = verifier_key(state.origin, signer), self.head(state.size)
            if kept is not None and kept.signed_by(key):
                return kept
            tree = self.tiles()
            check_root(tree, state.size, state.root)
            check_root(tree, state.signed, state.signed_root)
            note = sign_head(TreeHead(state.origin, state.size, state.root), signer)
            if kept is not None:  # signed with an earlier key
                note = Note(note.text, (*note.signatures, *kept.signatures))
            keys = dict.fromkeys((*state.keys, str(key)))
            new = msgspec.structs.replace(
                state, signed=state.size, signed_root=state.root, keys=tuple(keys)
            )
            if self._keep(row, new, [self._swapped(state.size, note)]):
                return note
        raise _busy()

    def _swapped(self, size: int, note: Note) -> Swap:
        there = self.store.expiring_row(HEAD, head_name(size))
        return Swap(HEAD, head_name(size), there, str(note).encode())

    def head(self, size: int) -> Note | None:
        """Return the signed head of that size, or None."""
        row = self.store.expiring_row(HEAD, head_name(size))
        return None if row is None else read_note(row.decode())

    def newest(self) -> Note | None:
        """Return the newest signed head, or None."""
        state = self.state()
        return None if state is None or not state.signed else self.head(state.signed)

    def heads(self) -> Iterator[tuple[int, bytes]]:
        """Yield all signed heads as they are kept, by size."""
        for name, row in self.store.expiring_pages(HEAD):
            yield int(name), row

    def consistency(self, old: int, new: int) -> list[bytes]:
        """Return the proof that the tree of one size begins with that of another."""
        return consistency_proof(self.tiles().node, old, new)

    def check(self) -> None:
        """Refuse a tree that is not the one that was kept, or that contradicts its newest signed
        head. It costs a few tiles."""
        state = self.state()
        if state is None:
            return
        tree = self.tiles()
        check_root(tree, state.size, state.root)
        check_root(tree, state.signed, state.signed_root)
        if state.signed:
            why = head_fault(self.store.expiring_row(HEAD, head_name(state.signed)), state, tree)
            if why:
                raise broken_tree(why)

    def leaf_data(self, first: int, number: int) -> list[bytes]:
        """Return the leaf data of some integrated events, from the one with index `first` on."""
        state = self.state()
        if state is None or first + number > state.size:
            raise broken_tree("it does not have so many events")
        events = itertools.islice(self.store.read_all(first), number)
        return [
            leaf_data(salt_of(state.secret, each.position - 1, each.line), each.line)
            for each in events
        ]

    def disclosed(
        self, events: Iterable[Stored], signer: Signer
    ) -> tuple[VerifierKey, list[Disclosed]]:
        """Return the log's key, and each event with its salt and its proof in the newest signed
        head. Everything is signed first."""
        note, state = self.sign(signer), self.state()
        assert state is not None
        size, tree = read_head(note).size, self.tiles()
        found = []
        for stored in events:
            if not stored.position:  # it was read before it had its place
                stored = next(self.store.read_placed(stored.stream, stored.seq - 1))
            index = stored.position - 1
            try:
                path = inclusion_proof(tree.node, index, size)
            except MissingTile as missing:
                raise broken_tree(str(missing)) from None
            salt = salt_of(state.secret, index, stored.line)
            text = proof_text(index, path, note)
            found.append(Disclosed(stored.line.decode(), salt.hex(), text))
        return verifier_key(state.origin, signer), found


def head_fault(row: bytes | None, state: TreeState, tree: TiledTree) -> str | None:
    """Return what is wrong with a signed head, as part of a sentence; None if nothing is."""
    if row is None:
        return "its newest signed head is lost"
    try:
        note = read_note(row.decode())
        head = read_head(note)
        keys = [read_verifier_key(each) for each in state.keys]
    except (BadNote, UnicodeDecodeError):
        return "a signed head is none"
    if head.origin != state.origin or not any(note.signed_by(key) for key in keys):
        return f"its head of {head.size:,} events was not signed by the log's key"
    try:
        same = head.size <= state.size and tree.root(head.size) == head.root
    except MissingTile as missing:
        return str(missing)
    return None if same else f"it contradicts the signed head of {head.size:,} events"


def check_root(tree: TiledTree, size: int, root: bytes) -> None:
    """Refuse a tree that does not have this root at this size."""
    try:
        same = tree.root(size) == root
    except MissingTile as missing:
        raise broken_tree(str(missing)) from None
    if not same:
        raise broken_tree(f"its first {size:,} events had another root")


def _busy() -> Refusal:
    message = "Other processes change the tree of the log all the time: try again."
    return Refusal("store-unavailable", None, message)


def broken_tree(why: str) -> Refusal:
    return Refusal(
        "broken-tree",
        None,
        f"The tree of the log is not as it was kept: {why}. Say `sabot verify --mend`, which"
        " computes it again from the log.",
    )


def _verified(stored: Stored, position: int) -> str:
    """Return the hash of an event that is as it was written."""
    found = follows(stored.line, stored.stream, stored.seq, None)
    if found is None or stored.position != position:
        raise broken(stored.stream, f"event {stored.seq} is not as it was written")
    return found
