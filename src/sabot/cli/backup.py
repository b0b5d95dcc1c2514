"""`sabot backup`: a store as one sealed file, while the casino goes on."""

import argparse
import os
from contextlib import suppress
from pathlib import Path

from sabot.cli.serve import DATABASE
from sabot.compliance.claims import verify_house
from sabot.core.refusal import Refusal
from sabot.floor.claims import cover
from sabot.store import open_store
from sabot.store.backup import Backup, back_up, check_backup
from sabot.store.trust.keys import keyring
from sabot.store.trust.verification import OF_THE_SCHEMA

STORE = "casino.db"


def declare(options: argparse.ArgumentParser) -> None:
    options.add_argument("file", metavar="FILE", type=Path, help="where the backup goes")
    options.add_argument(
        "--store",
        metavar="URL",
        help=f"a file, or postgresql://… (default: {DATABASE}, else {STORE})",
    )
    options.add_argument(
        "--check", action="store_true", help="go through a backup that is there, and write nothing"
    )


def run(chosen: argparse.Namespace) -> int:
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
