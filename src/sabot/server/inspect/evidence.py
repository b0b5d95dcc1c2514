"""Evidence for events from outside the log: a signature over it, a witness, a trusted key."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from sabot.audit.chain import checkpoints, key_of, told, trusted, witnessed
from sabot.core.refusal import Refusal
from sabot.people.custody import STREAM as CUSTODY_STREAM
from sabot.store import Store, Witness
from sabot.store.trust.remote_witness import RemoteWitness, digest_of

BEHIND: Final = "witness-behind"


class HeldCheck(msgspec.Struct, frozen=True):
    """A check: it holds, it does not, or (None) it was not verified, for the reason `why`.
    `figures` are what it was compared with."""

    check: str
    held: bool | None
    why: str = ""
    figures: dict[str, int | str] = {}


class Cover(msgspec.Struct, frozen=True):
    """The first checkpoint that covers an event: its number, its line and when it was signed."""

    number: int
    line: bytes
    at: str
    key: str


class _Line(msgspec.Struct, frozen=True):
    at: str
    key: str
    heads: dict[str, tuple[int, str]]


def signed_checks(
    store: Store, stream: str, last: int, witness: str, key: str
) -> tuple[HeldCheck, HeldCheck, HeldCheck]:
    """Check that the stream up to that event is signed, seen by a witness, and by the caller's
    trusted key."""
    signed = [line.removesuffix(b"\n") for line in store.checkpoints()]
    if not signed:
        none = ("signed", "witness", "key")
        return tuple(HeldCheck(check, None, "no-checkpoint") for check in none)  # type: ignore[return-value]
    cover = _cover(signed, stream, last)
    held = _signed(store, signed, cover, key)
    return held, _witnessed(signed, cover, witness), _trusted(held, key)


def _cover(signed: Sequence[bytes], stream: str, last: int) -> Cover | None:
    for number, line in enumerate(signed, 1):
        try:
            said = msgspec.json.decode(line, type=_Line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            continue  # whoever spoiled it is found where all of them are verified
        head = said.heads.get(stream)
        if head is not None and head[0] >= last:
            return Cover(number, line, said.at, said.key)
    return None


def _signed(store: Store, signed: Sequence[bytes], cover: Cover | None, key: str) -> HeldCheck:
    """The whole log in the light of all that was signed."""
    first = key or key_of(signed[0]) or ""
    custody = (each.line for each in store.read(CUSTODY_STREAM))
    lines = (each.line for each in store.read_all())
    flaws = sum(1 for _ in checkpoints(signed, lines, *trusted(first, custody)))
    figures: dict[str, int | str] = {"checkpoints": len(signed), "key": first, "flaws": flaws}
    if flaws:
        return HeldCheck("signed", False, "flawed", figures)
    if cover is None:
        return HeldCheck("signed", None, "not-yet", figures)
    digest = digest_of(cover.line)
    at: dict[str, int | str] = {"number": cover.number, "at": cover.at, "digest": digest}
    return HeldCheck("signed", True, "", {**figures, **at, "key": cover.key})


def _trusted(signed: HeldCheck, key: str) -> HeldCheck:
    """Compare the key with the caller's. A key that the log itself names proves only that some key
    was used."""
    if not key:
        return HeldCheck("key", None, "not-given")
    if signed.held is None:
        return HeldCheck("key", None, "not-yet")
    return HeldCheck("key", signed.held, "" if signed.held else "flawed", {"key": key})


def _witnessed(signed: Sequence[bytes], cover: Cover | None, witness: str) -> HeldCheck:
    """Check that a witness outside the store has seen the same checkpoints."""
    if not witness:
        return HeldCheck("witness", None, "no-witness")
    elsewhere = witness.startswith(("http://", "https://"))
    figures: dict[str, int | str] = {"where": "elsewhere" if elsewhere else "here"}
    try:
        seen, wrong = _remote(witness, signed) if elsewhere else _local(witness, signed)
    except Refusal:
        return HeldCheck("witness", None, "no-answer", figures)
    figures = {**figures, "seen": seen}
    if wrong:
        return HeldCheck("witness", False, "differs", figures)
    if cover is None or seen < cover.number:
        return HeldCheck("witness", None, "not-yet", figures)
    return HeldCheck("witness", True, "", {**figures, "number": cover.number})


def _remote(witness: str, signed: Sequence[bytes]) -> tuple[int, bool]:
    seen = RemoteWitness(witness).seen()
    wrong = any(each.finding != BEHIND for each in told(seen, signed)) if seen else False
    return len(seen), wrong


def _local(witness: str, signed: Sequence[bytes]) -> tuple[int, bool]:
    seen = Witness(Path(witness)).lines()
    return len(seen), any(True for _ in witnessed(seen, signed))
