"""The power fails at every write of an evening, and of a night of five hundred commands.

Run it with `PYTHONPATH=tests:campaigns`; a number after it is after how many seconds a night is
given up that is not at its end. Its writes are looked at in an order that is spread over all.
"""

import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from sabot.store import Store
from store.power import VARIANTS, Disk, Op, check_left, recorded
from store.test_power import evening, lines_of
from support.night_script import NightFloor, compose, play_lines, rigged
from tamper import swift

FOR_EVER = 10.0**9
STRIDE = 64
REPORT = Path(__file__).parent.parent / "docs" / "campaigns" / "power.md"
Night = Callable[[Store, Callable[[], None]], None]


def casino_night(store: Store, answer: Callable[[], None]) -> None:
    """Every command of the night, each answered before the next is sent."""
    with rigged():
        for _ in play_lines(NightFloor(store), NIGHT):
            answer()


NIGHT = compose()


def fail_everywhere(name: str, night: Night, seconds: float) -> str:
    """The row of a report: so many writes, and what was left after each."""
    until = time.monotonic() + seconds
    with tempfile.TemporaryDirectory(dir=swift()) as temporary:
        folders = [Path(temporary, each) for each in ("night", "whole", "left")]
        for folder in folders:
            folder.mkdir()
        ops = recorded(folders[0], night)
        lines = lines_of(ops, folders[1])
        tried, lost = 0, 0
        for start in random.Random(name).sample(range(STRIDE), STRIDE):
            points = frozenset(range(start, len(ops), STRIDE))
            for tries, failed in looked_at(ops, points, folders[2], lines):
                tried, lost = tried + tries, lost + failed
            if time.monotonic() > until:
                break
    writes = sum(op.what == "write" for op in ops)
    syncs = sum(op.what == "sync" for op in ops)
    answers = sum(op.what == "answer" for op in ops)
    part = f"{tried // len(VARIANTS):,} of {len(ops):,}"
    row = f"| {name} | {answers} | {writes:,} | {syncs:,} | {part} | {tried:,} | {lost} |"
    print(row, flush=True)
    return row


def looked_at(
    ops: list[Op], points: frozenset[int], folder: Path, lines: list[bytes]
) -> list[tuple[int, int]]:
    """At each of these points, every way in which a disk may have kept what was not synced."""
    disk, found = Disk(), list[tuple[int, int]]()
    for number, op in enumerate(ops):
        disk.take(op)
        if number not in points:
            continue
        for variant in VARIANTS:
            left = disk.left(variant, random.Random(f"{number} {variant}"))
            try:
                check_left(left, folder, disk.answered, lines)
            except Exception as error:
                print(number, variant, repr(error), flush=True)
                found.append((1, 1))
            else:
                found.append((1, 0))
    return found


def main() -> int:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else FOR_EVER
    with tempfile.TemporaryDirectory() as folder:
        rows = [
            fail_everywhere("an evening of submissions", evening(Path(folder)), seconds),
            fail_everywhere("a night at five tables", casino_night, seconds),
        ]
    REPORT.write_text(
        "# The power fails at every write\n\n"
        "All that SQLite does to its files is recorded, with every sync and every answer, and\n"
        "played again up to each of them. What was not synced by then is gone, or there, or some\n"
        "of it in any order, or cut off at a sector. Then the store is opened: everything that\n"
        "was answered must be there, nothing that never was, and `verify_store` finds nothing.\n\n"
        "| night | answers | writes | syncs | points looked at | disks opened | lost or broken |\n"
        "|---|---|---|---|---|---|---|\n" + "\n".join(rows) + "\n"
    )
    return 1 if any(not row.endswith("| 0 |") for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
