"""`sabot backup`: a store as one sealed file, while the casino goes on.

Into a folder each backup goes under a name of its own, and `--keep N` removes older ones once the
new one was read again.
"""

import argparse
import os
import re
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from sabot.audit.claims import verify_house
from sabot.cli.casino.serve import DATABASE
from sabot.core.refusal import Refusal, quoted
from sabot.floor.claims import cover
from sabot.store import open_store
from sabot.store.backup import Backup, back_up, check_backup
from sabot.store.trust.keys import keyring
from sabot.store.trust.verification import OF_THE_SCHEMA

STORE = "casino.db"
GENERATION = re.compile(r"sabot-\d{8}T\d{6}\.\d{6}Z\.backup")
"""Name of a backup in a folder."""


def declare(options: argparse.ArgumentParser) -> None:
    options.add_argument(
        "file", metavar="FILE", type=Path, help="where the backup goes; with --keep, a folder"
    )
    options.add_argument(
        "--keep",
        type=int,
        metavar="N",
        help="write a backup with a name of its own, and keep only the newest N of the folder",
    )
    options.add_argument(
        "--store",
        metavar="URL",
        help=f"a file, or postgresql://… (default: {DATABASE}, else {STORE})",
    )
    options.add_argument(
        "--check", action="store_true", help="check a backup that is there, and write nothing"
    )


def run(chosen: argparse.Namespace) -> int:
    folder = chosen.file
    if chosen.keep is None:
        if chosen.check and folder.is_dir():
            chosen.file = newest(folder)
        return _run(chosen)
    if not folder.is_dir() or chosen.keep < 1 or chosen.check:
        message = "--keep takes a number from 1 on, and an existing folder for the backups."
        raise Refusal("bad-settings", None, message)
    chosen.file = folder / name_at(datetime.now(UTC))
    status = _run(chosen)
    for old in generations(folder)[: -chosen.keep]:
        old.unlink()
        print(f"Removed {old}.")
    return status


def name_at(moment: datetime) -> str:
    """Return the name of a backup in a folder.

    >>> name_at(datetime(2026, 3, 14, 5, 0, 2, tzinfo=UTC))
    'sabot-20260314T050002.000000Z.backup'
    """
    return f"sabot-{moment:%Y%m%dT%H%M%S.%f}Z.backup"


def generations(folder: Path) -> list[Path]:
    """Return the backups of a folder, the oldest first. Files of other names are left alone."""
    return sorted(path for path in folder.iterdir() if GENERATION.fullmatch(path.name))


def newest(folder: Path) -> Path:
    """Return the newest backup of a folder; refuse a folder without one."""
    found = generations(folder)
    if not found:
        raise Refusal("unreadable", None, f"There is no backup in {quoted(str(folder))}.")
    return found[-1]


def _run(chosen: argparse.Namespace) -> int:
    if chosen.check:
        keys = keyring(make=False)
        if keys is None:
            raise Refusal("no-key", None, "This needs the house's key, and there is none here.")
        about, checkpoints = check_backup(chosen.file, keys)
        print(f"{_told(about)}, {len(checkpoints):,} checkpoints: all as it was written.")
        return 0
    with open_store(chosen.store or os.environ.get(DATABASE) or STORE, create=False) as store:
        store.required_keys()
        with suppress(Refusal):  # a read-only store stays as it is
            cover(store)
        store.hold_still()
        for flaw in verify_house(store):
            if flaw.kind in OF_THE_SCHEMA:  # a backup has rows only
                print(f"{flaw.kind}: {flaw.message}")
                continue
            message = f"The store is not as the house wrote it ({flaw.message}): `sabot verify`."
            raise Refusal("broken-log", None, message)
        about = back_up(store, chosen.file)
    size = chosen.file.stat().st_size
    print(f"{_told(about)}: {chosen.file}, {size:,} bytes, verified and read again.")
    return 0


def _told(about: Backup) -> str:
    at = f"{about.at[:10]} {about.at[11:19]} UTC"
    return f"{about.events:,} events as of {at}, Sabot {about.release}, key {about.key}"
