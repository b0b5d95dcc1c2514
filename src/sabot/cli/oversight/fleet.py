"""`sabot fleet`: many casinos at a glance, and whether each one's log only grows."""

import argparse
from collections import Counter
from pathlib import Path
from typing import Final

import msgspec
from rich.table import Table

from sabot.cli.printer import print_trimmed, screen
from sabot.client.fleet import CasinoStatus, look_at, read_fleet

FOUND: Final = 1


def declare(options: argparse.ArgumentParser) -> None:
    options.add_argument(
        "file",
        type=Path,
        metavar="FILE",
        help="the casinos, a line each: NAME https://ADDRESS [VKEY]; # begins a comment",
    )
    options.add_argument(
        "--seen",
        type=Path,
        metavar="FOLDER",
        help="keep each log's newest checkpoint here, and check that it extends the last one",
    )
    options.add_argument("--json", action="store_true", help="one object a line")


def run(chosen: argparse.Namespace) -> int:
    found = look_at(read_fleet(chosen.file), chosen.seen)
    if chosen.json:
        for status in found:
            print(msgspec.json.encode(status).decode())
    else:
        _print(found)
    return FOUND if any(status.wrong for status in found) else 0


def _print(found: list[CasinoStatus]) -> None:
    table = Table(box=None, pad_edge=False, show_edge=False)
    for name in ("Casino", "Ready", "Release"):
        table.add_column(name)
    for name in ("Events signed", "Cosignatures"):
        table.add_column(name, justify="right")
    table.add_column("Look at", overflow="fold")
    for each in found:
        events = "" if each.events is None else f"{each.events:,}"
        words = " ".join([*each.wrong, *each.notes])
        table.add_row(
            each.name,
            "yes" if each.ready else "NO",
            each.release,
            events,
            str(each.cosigned),
            words,
        )
    print_trimmed(screen(), table)
    releases = Counter(each.release for each in found if each.release)
    ready = sum(each.ready for each in found)
    told = ", ".join(f"{number:,} on {name}" for name, number in releases.most_common())
    wrong = sum(bool(each.wrong) for each in found)
    print(f"{ready:,} of {len(found):,} ready{f'; {told}' if told else ''}; {wrong:,} to look at.")
