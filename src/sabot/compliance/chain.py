"""The chain of a log and the checkpoints that were signed over it, as findings."""

from collections.abc import Iterable, Iterator

import msgspec

from sabot.finding import Finding
from sabot.store import Flaw, verify_checkpoints, verify_lines


def chain(lines: Iterable[bytes]) -> Iterator[Finding]:
    """Every line's shape and hash, and every stream's chain."""
    for flaw in verify_lines(lines):
        yield _found(flaw, "Line")


def checkpoints(
    signed: Iterable[bytes], lines: Iterable[bytes], trusted_key: str
) -> Iterator[Finding]:
    """The log in the light of what was signed."""
    for flaw in verify_checkpoints(signed, lines, trusted_key):
        yield _found(flaw, "Checkpoint")


def witnessed(witness: Iterable[bytes], stored: Iterable[bytes]) -> Iterator[Finding]:
    """Whether the database still has every checkpoint that its witness has seen."""
    has = {line.removesuffix(b"\n") for line in stored}
    for number, line in enumerate(witness, 1):
        if line.removesuffix(b"\n") not in has:
            message = f"The witness has seen checkpoint {number}, and the database lacks it."
            yield Finding("witness-differs", None, None, None, message)


def unseen(witness: Iterable[bytes], stored: Iterable[bytes]) -> Iterator[Finding]:
    """Whether the witness has seen every checkpoint that the database has."""
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
