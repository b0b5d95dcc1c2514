"""`sabot keys`: the keys with which a casino signs and seals its store."""

import argparse
import os

from sabot.cli.casino.serve import DATABASE
from sabot.core.refusal import Refusal
from sabot.people.custody import KeyReplaced, enter
from sabot.server.serve import alone
from sabot.store import Store, open_store
from sabot.store.trust.keys import COMMAND, KEYS, key_file, keys_in, write_keys
from sabot.store.trust.rekey import reseal
from sabot.store.trust.verification import verify_store

STORE = "casino.db"
BY = "console"
ACTS = ("show", "replace")


def declare(options: argparse.ArgumentParser) -> None:
    options.add_argument(
        "act", nargs="?", default="show", choices=ACTS, help="what to do (default: show)"
    )
    options.add_argument(
        "--store",
        metavar="URL",
        help=f"a file, or postgresql://… (default: {DATABASE}, else {STORE})",
    )


def run(chosen: argparse.Namespace) -> int:
    url = chosen.store or os.environ.get(DATABASE) or STORE
    if chosen.act == "show":
        with open_store(url, create=False) as store:
            print(f"The key in use is {store.required_keys().name}.")
        return 0
    with alone(url, exclusively=True):
        return _replace(url)


def _replace(url: str) -> int:
    """Make a new key, and sign and seal everything with it. A key from the environment or from a
    command is put there by its keeper, after the old one."""
    with open_store(url, create=False) as store:
        old = _used(store)
        for flaw in verify_store(store):
            message = f"The store is not as the house wrote it ({flaw.message}): `sabot verify`."
            raise Refusal("broken-log", None, message)
    if KEYS not in os.environ and COMMAND not in os.environ:
        path = key_file()
        write_keys(path, keys_in(path))
    with open_store(url) as store:
        new = store.required_keys().name
        if new == old:
            message = "Put a new key after the old one first, where the keys are kept."
            raise Refusal("same-key", None, message)
        reseal(store)
        enter(store, KeyReplaced(use="house", old=old, new=new), BY)
    print(f"The key {old} is replaced by {new}: keep the old one as long as its backups.")
    return 0


def _used(store: Store) -> str:
    """Return the name of the key with which the store is signed."""
    ((row,),) = [row for (stream, *row) in store.pages("head", ("stream",), "data") if not stream]
    return bytes(row)[:4].hex()
