"""`sabot verify`: check every row of a store against the casino's key and the log."""

import argparse
import os

import msgspec

from sabot.audit.claims import verify_house
from sabot.audit.program import look_at_program
from sabot.cli.casino.serve import DATABASE
from sabot.core.refusal import Refusal
from sabot.people.custody import StoreAdopted, enter
from sabot.store import open_store
from sabot.store.backends.database import SCHEMA
from sabot.store.trust.rekey import adopt

STORE = "casino.db"
BY = "console"
FOUND = 1


def declare(options: argparse.ArgumentParser) -> None:
    options.add_argument(
        "store",
        nargs="?",
        metavar="URL",
        help=f"a file, or postgresql://… (default: {DATABASE}, else {STORE})",
    )
    options.add_argument(
        "--mend",
        action="store_true",
        help="restore rows that follow from the log (answers, claims), and missing schema parts",
    )
    options.add_argument(
        "--adopt",
        action="store_true",
        help="sign a store of an earlier release, whose events count as this house's from then on",
    )
    options.add_argument(
        "--program", action="store_true", help="the program's own files, instead of a store"
    )
    options.add_argument("--json", action="store_true", help="one object a line")


def run(chosen: argparse.Namespace) -> int:
    url = chosen.store or os.environ.get(DATABASE) or STORE
    if chosen.program:
        return _program()
    if chosen.adopt:
        events = adopt(url)
        with open_store(url) as store:
            enter(store, StoreAdopted(events=events, key=store.required_keys().name), BY)
        print(f"Adopted {events:,} events.")
        return 0
    found = 0
    with open_store(url, create=False) as store:
        if store.schema() < SCHEMA:
            message = "An earlier version wrote this store: audit it, then say --adopt."
            raise Refusal("old-store", None, message)
        if store.keys is None:
            raise Refusal("no-key", None, "Nothing here was signed with a key of this house.")
        for flaw in verify_house(store, mend=chosen.mend):
            found += 1
            said = msgspec.json.encode(flaw._asdict()).decode()
            where = f" ({flaw.stream}{f' {flaw.seq}' if flaw.seq else ''})" if flaw.stream else ""
            print(said if chosen.json else f"{flaw.kind}{where}: {flaw.message}")
        if not chosen.json:
            many = "nothing found" if not found else f"{found:,} finding{'s' * (found > 1)}"
            print(f"Verified {store.last_position():,} events and all beside them: {many}.")
    return FOUND if found else 0


def _program() -> int:
    """Check every installed file against its digest."""
    installed = look_at_program()
    for file in installed.changed:
        print(f"changed-file: {file} is not as it was installed.")
    many = len(installed.changed)
    said = "nothing found" if not many else f"{many:,} finding{'s' * (many > 1)}"
    print(f"Looked at {installed.files:,} files of Sabot and of all that it needs: {said}.")
    return FOUND if many else 0
