"""The power fails at a write: all that was answered is there. Every write: campaigns/power.py."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from sabot.store import Store, export_lines, open_store
from store.crash import play
from store.power import SYNC, VARIANTS, WRITE, Disk, Op, check_left, recorded
from support.thorough import tries

POINTS = 25


def evening(folder: Path) -> Callable[[Store, Callable[[], None]], None]:
    """A short night of submissions, groups, sealed things, snapshots and checkpoints."""
    return lambda store, answer: play(store, folder, lambda step: answer())


def lines_of(ops: list[Op], folder: Path) -> list[bytes]:
    """The whole log of a night, from all that was written."""
    disk = Disk()
    for op in ops:
        disk.take(op)
    for name, data in disk.left("everything", random.Random(0)).items():
        (folder / name).write_bytes(data)
    with open_store(str(folder / "casino.db")) as store:
        return [line.removesuffix(b"\n") for line in export_lines(store)]


def test_what_was_answered_outlives_the_power(swift_path: Path) -> None:
    night, whole, left = (swift_path / each for each in ("night", "whole", "left"))
    for folder in (night, whole, left):
        folder.mkdir()
    ops = recorded(night, evening(swift_path))
    lines = lines_of(ops, whole)
    assert {SYNC, WRITE} <= {op.what for op in ops} and {op.file for op in ops} >= {
        "casino.db",
        "casino.db-wal",
    }
    rng = random.Random(1)
    points = set(rng.sample(range(len(ops)), min(len(ops), tries(POINTS))))
    disk = Disk()
    for number, op in enumerate(ops):
        disk.take(op)
        if number in points:
            for variant in VARIANTS:
                found = disk.left(variant, rng)
                check_left(found, left, disk.answered, lines)


def test_a_disk_that_forgets_what_it_said_was_synced_is_noticed(swift_path: Path) -> None:
    """The nearest miss: without the syncs an answered command would be lost."""
    night, whole, left = (swift_path / each for each in ("night", "whole", "left"))
    for folder in (night, whole, left):
        folder.mkdir()
    ops = recorded(night, evening(swift_path))
    lines, disk = lines_of(ops, whole), Disk()
    last = max(number for number, op in enumerate(ops) if op.what == SYNC)
    for op in [*ops[: last // 2], *(op for op in ops[last // 2 :] if op.what != SYNC)]:
        disk.take(op)
    with pytest.raises(AssertionError, match="is lost"):
        check_left(disk.left("nothing", random.Random(2)), left, disk.answered, lines)
