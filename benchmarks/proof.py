"""The cost of a proof in trees of 10^3 to 10^7 leaves, and of the tree itself.

A proof of one leaf is made from tiles that are asked for anew each time, as a process does that has
just started. `python benchmarks/proof.py [EXPONENT]` goes up to 10**EXPONENT leaves (default: 7,
which takes minutes and 600 MB).
Then events are appended with and without a sequencer beside them, in turns; the medians count.
"""

import statistics
import sys
import tempfile
import threading
import time
from datetime import UTC, datetime
from pathlib import Path

from sabot.store import Batch, Entry, open_store
from sabot.store.tlog.merkle import inclusion_proof, leaf_hash, root_from_inclusion
from sabot.store.tlog.tiles import TiledTree, grown
from sabot.store.tlog.tree import LogTree

ROUNDS = 5
SECONDS = 2.0
PROOFS = 200
BATCH = 4096
"""Leaves put into the tree at once, as a sequencer does."""
FIELDS = b'"player":"alice","wager":"w-000123","on":"banker","amount":2500,"seat":4'
ENTRY = Entry(datetime(2026, 1, 31, 20, 15, tzinfo=UTC), "dora", "wager-placed/1", FIELDS)


def leaf(number: int) -> bytes:
    return leaf_hash(number.to_bytes(8, "big"))


def cost_of_proofs(size: int) -> str:
    """Return a row: seconds for the tree, and hashes, tiles and microseconds for a proof, of the
    processor's time."""
    tiles, built, asked, took = dict[tuple[int, int], bytes](), 0.0, 0, list[float]()
    for start in range(0, size, BATCH):
        leaves = [leaf(number) for number in range(start, min(start + BATCH, size))]
        began = time.process_time()
        tree = TiledTree(lambda level, number: tiles.get((level, number), b""))
        tiles.update(grown(tree, start, leaves))
        built += time.process_time() - began

    def read(level: int, number: int) -> bytes:
        nonlocal asked
        asked += 1
        return tiles.get((level, number), b"")

    root, most = TiledTree(read).root(size), 0
    asked = 0
    for each in range(PROOFS):
        index = each * (size - 1) // (PROOFS - 1)
        began = time.process_time()
        path = inclusion_proof(TiledTree(read).node, index, size)
        took.append(time.process_time() - began)
        assert root_from_inclusion(leaf(index), index, size, path) == root
        most = max(most, len(path))
    median = statistics.median(took) * 1e6
    return f"| {size:,} | {built:.2f} | {most} | {asked / PROOFS:.1f} | {median:.0f} |"


def appended(with_tree: bool) -> float:
    """Return the events a second that one writer gets acknowledged."""
    with (
        tempfile.TemporaryDirectory() as folder,
        open_store(str(Path(folder) / "casino.db")) as store,
    ):
        stop, tree, count = threading.Event(), LogTree(store), 0

        def sequence() -> None:
            while not stop.wait(0.5):
                tree.integrate()

        sequencer = threading.Thread(target=sequence)
        if with_tree:
            sequencer.start()
        began = time.perf_counter()
        while time.perf_counter() < began + SECONDS:
            store.append(Batch("table:1", count, [ENTRY]))
            count += 1
        rate = count / (time.perf_counter() - began)
        stop.set()
        if with_tree:
            sequencer.join()
        return rate


def main() -> None:
    highest = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    print(
        "| leaves | tree, s | hashes of a proof | tiles read | proof, µs |\n|---|---|---|---|---|"
    )
    for exponent in range(3, highest + 1):
        print(cost_of_proofs(10**exponent), flush=True)
    rates: dict[bool, list[float]] = {False: [], True: []}
    for _ in range(ROUNDS):
        for with_tree in (False, True):
            rates[with_tree].append(appended(with_tree))
    without, beside = (statistics.median(rates[each]) for each in (False, True))
    print(f"events a second: {without:,.0f} without the tree, {beside:,.0f} with it,")
    print(f"that is {100 * beside / without - 100:+.1f}%")


if __name__ == "__main__":
    main()
