"""The chain of a log and the checkpoints that were signed over it, as findings."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Final

import msgspec

from sabot.engine.finding import Finding
from sabot.people.custody import STREAM as CUSTODY_STREAM
from sabot.store import Flaw, Store, verify_checkpoints
from sabot.store.log.chain import Chain
from sabot.store.log.checkpoint import UNSIGNED, Signed
from sabot.store.trust.remote_witness import SeenCheckpoint, digest_of
from sabot.store.trust.verification import verify_store

SIGNS: Final = b'"use":"signing"'


def chain(lines: Iterable[bytes], so_far: Chain | None = None) -> Iterator[Finding]:
    """Every line's shape and hash, and every stream's chain, which goes on from what is known."""
    for flaw in (so_far or Chain()).flaws(lines):
        yield _found(flaw, "Line")


def checkpoints(
    signed: Iterable[bytes], lines: Iterable[bytes], *trusted_keys: str, since: Signed = UNSIGNED
) -> Iterator[Finding]:
    """The log in the light of what was signed; `lines` are those after what was verified before."""
    for flaw in verify_checkpoints(signed, lines, *trusted_keys, since=since):
        yield _found(flaw, "Checkpoint")


def unsigned(lines: Iterable[bytes]) -> Iterator[Finding]:
    """Yield a finding for a log with a signing key and no checkpoints."""
    for seq, _, new in signing_keys(lines):
        message = f"Checkpoints are signed with {new[:16]}…, and there are none."
        yield Finding("no-checkpoint", None, CUSTODY_STREAM, seq, message)
        return


def signing_keys(lines: Iterable[bytes]) -> Iterator[tuple[int, str, str]]:
    """The keys that sign checkpoints, by the custodian's book: event, old and new."""
    for line in lines:
        if SIGNS not in line:
            continue
        with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            event = msgspec.json.decode(line)
            if event.get("stream") == CUSTODY_STREAM and event.get("use") == "signing":
                yield event["seq"], str(event["old"]), str(event["new"])


def trusted(first: str, lines: Iterable[bytes]) -> list[str]:
    """The key to trust, and those that replaced it, one after the other, on record."""
    keys = [first]
    for _, old, new in signing_keys(lines):
        if old in keys and new not in keys:
            keys.append(new)
    return keys


def told(seen: Iterable[SeenCheckpoint], stored: Sequence[bytes]) -> Iterator[Finding]:
    """Compare the checkpoints that a remote witness has seen with those of the database."""
    number = 0
    for number, digest in ((each.number, each.digest) for each in seen):
        if number > len(stored) or digest_of(stored[number - 1]) != digest:
            message = f"The witness has seen checkpoint {number}, and the database lacks it."
            yield Finding("witness-differs", None, None, None, message)
    if not number:
        yield Finding("no-checkpoint", None, None, None, "The witness has seen no checkpoint.")
    elif number < len(stored):
        message = f"The database has {len(stored)} checkpoints, and the witness has seen {number}."
        yield Finding("witness-behind", None, None, None, message)


def witnessed(witness: Iterable[bytes], stored: Iterable[bytes]) -> Iterator[Finding]:
    """Yield a finding for each checkpoint that the witness has seen and the database lacks."""
    has = {line.removesuffix(b"\n") for line in stored}
    for number, line in enumerate(witness, 1):
        if line.removesuffix(b"\n") not in has:
            message = f"The witness has seen checkpoint {number}, and the database lacks it."
            yield Finding("witness-differs", None, None, None, message)


def unseen(witness: Iterable[bytes], stored: Iterable[bytes]) -> Iterator[Finding]:
    """Yield a finding for the checkpoints of the database that the witness has not seen."""
    has = {line.removesuffix(b"\n") for line in witness}
    lacks = [number for number, line in enumerate(stored, 1) if line not in has]
    if lacks:
        many = f"{len(lacks):,} checkpoints, first number" if len(lacks) > 1 else "checkpoint"
        message = f"The database has {many} {lacks[0]}, and the witness has not seen as much."
        yield Finding("witness-behind", None, None, None, message)


def key_of(checkpoint: bytes) -> str | None:
    """The key that a checkpoint names as its own."""
    try:
        found = msgspec.json.decode(checkpoint)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    key = found.get("key") if isinstance(found, dict) else None
    return key if isinstance(key, str) else None


def _found(flaw: Flaw, what: str) -> Finding:
    message = f"{what} {flaw.line_number}: {flaw.message}" if flaw.line_number else flaw.message
    return Finding(flaw.kind, None, flaw.stream, flaw.seq, message)


def misfiled(events: Iterable[tuple[str, int, str]]) -> Iterator[Finding]:
    """Events that a database keeps elsewhere than they belong."""
    for stream, seq, why in events:
        yield Finding("misfiled", None, stream, seq, why)


def beside(store: Store) -> Iterator[Finding]:
    """Yield findings for rows beside the log that are not signed by the server; needs the server's
    key."""
    for flaw in verify_store(store):
        yield Finding(flaw.kind, None, flaw.stream, flaw.seq, flaw.message)
