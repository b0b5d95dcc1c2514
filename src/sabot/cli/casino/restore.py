"""`sabot restore`: a store from its backup. The witness shows which events were lost."""

import argparse
import os
from pathlib import Path
from typing import NamedTuple

import msgspec

from sabot.audit.claims import verify_house
from sabot.audit.source import read_witness
from sabot.cli.casino.serve import DATABASE
from sabot.core.refusal import Refusal
from sabot.floor.kinds import TABLES
from sabot.links.virtual_shoe import STACK
from sabot.people.custody import StoreRestored, enter
from sabot.people.leases import KIND as LEASE
from sabot.people.sign_in.passes import SESSION, TOKEN
from sabot.store import Batch, Store, open_store
from sabot.store.backup import check_backup, restore
from sabot.store.store import address_of
from sabot.store.trust.keys import keyring
from sabot.store.trust.remote_witness import RemoteWitness, SeenCheckpoint, digest_of

STORE = "casino.db"
BY = "console"


class Word(NamedTuple):
    """Checkpoints that the witness has seen, how many of them the backup has, and a message."""

    seen: int
    has: int
    loses: str | None


def declare(options: argparse.ArgumentParser) -> None:
    options.add_argument("file", metavar="FILE", type=Path, help="the backup")
    options.add_argument(
        "--store",
        metavar="URL",
        help=f"an empty place: a file, or postgresql://… (default: {DATABASE}, else {STORE})",
    )
    options.add_argument(
        "--witness", metavar="FILE", help="the store's witness: its file, or its URL elsewhere"
    )
    options.add_argument(
        "--accept-loss",
        action="store_true",
        help="restore although the witness has seen more, or cannot be asked; needs --reason",
    )
    options.add_argument("--reason", metavar="TEXT", help="the reason, which the log keeps")


def run(chosen: argparse.Namespace) -> int:
    if chosen.accept_loss and not (chosen.reason or "").strip():
        raise Refusal("bad-words", None, "--accept-loss needs a --reason.")
    url = chosen.store or os.environ.get(DATABASE) or STORE
    keys = keyring(address_of(url)[1], make=False)
    if keys is None:
        raise Refusal("no-key", None, "This needs the house's key, and there is none here.")
    about, checkpoints = check_backup(chosen.file, keys)
    word = _word(chosen.witness, checkpoints)
    if word.loses is not None and not chosen.accept_loss:
        raise Refusal("loses", None, f"{word.loses} If nothing newer can be had, say --accept-loss"
                      " with a --reason.")  # fmt: skip
    without = {SESSION, LEASE} | ({TOKEN} if word.loses is not None else set())
    restore(chosen.file, url, keys, without)
    with open_store(url) as store:
        for flaw in verify_house(store):
            message = f"What was restored is not as the house wrote it ({flaw.message})."
            raise Refusal("broken-log", None, message)
        if word.loses is not None:
            _let_shoes_go(store)
        reason = (chosen.reason or "").strip() or "all that the witness has seen is there"
        event = StoreRestored(events=about.events, seen=word.seen, has=word.has, reason=reason)
        enter(store, event, BY)
    print(f"Restored {about.events:,} events as of {about.at[:19].replace('T', ' ')} UTC.")
    if word.loses is not None:
        print(f"{word.loses} Keep that witness, and begin a new one: `sabot serve --new-witness`.")
    return 0


def _let_shoes_go(store: Store) -> None:
    """Withdraw all shoes in use: players have seen cards that the log no longer has. New cards are
    brought."""
    for stream in store.streams_like(TABLES.prefix):
        standing = store.signed_head(stream)
        if standing is not None and STACK in standing.kept:
            store.append(Batch(stream, standing.head.seq, (), {STACK: None}))


def _word(witness: str | None, checkpoints: list[bytes]) -> Word:
    """Compare the witness with the checkpoints of the backup."""
    has = [digest_of(line) for line in checkpoints]
    if witness is None:
        return Word(0, len(has), "No --witness says what was there since.")
    if witness.startswith(("http://", "https://")):
        seen = RemoteWitness(witness).seen()
    else:
        lines = read_witness(witness)
        seen = [SeenCheckpoint(number, digest_of(line)) for number, line in enumerate(lines, 1)]
    if not seen:
        return Word(0, len(has), "The witness has seen nothing: it was emptied, or is another.")
    for number, digest in ((each.number, each.digest) for each in seen[: len(has)]):
        if has[number - 1] != digest:
            raise Refusal(
                "witness-differs",
                None,
                f"The witness has seen another checkpoint {number} than this backup has: one of"
                " them is not of this house, or was changed.",
            )
    if len(seen) <= len(has):
        return Word(len(seen), len(has), None)
    more = "" if isinstance(witness, str) and "://" in witness else _span(lines, len(has))
    return Word(
        len(seen),
        len(has),
        f"The witness has seen {len(seen):,} checkpoints{more}, and this backup has {len(has):,}.",
    )


def _span(lines: list[bytes], has: int) -> str:
    """Return how much the checkpoints cover beyond the backup."""
    try:
        last = msgspec.json.decode(lines[-1])
        known = msgspec.json.decode(lines[has - 1])["events"] if has else 0
        until, more = last["at"][:16].replace("T", " "), last["events"] - known
        return f", up to {until} UTC and {more:,} more events"
    except (msgspec.DecodeError, LookupError, TypeError):
        return ""
