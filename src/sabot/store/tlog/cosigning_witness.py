"""A witness by `c2sp.org/tlog-witness`: it cosigns checkpoints of the logs that it trusts.

Its folder has `logs.txt`, a verifier key a line, by which each name is bound to the key of that
log; `name.txt`, the witness's own name; `cosigner.key`; and the latest cosigned checkpoint of each
log. Callers do not sign in: a request counts by the log's signature alone, and can do nothing but
extend that log. A checkpoint is kept on disk before its cosignature is given away.
"""

import contextlib
import fcntl
import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from sabot.core.refusal import Refusal, quoted
from sabot.store.tlog.merkle import EMPTY, is_consistent
from sabot.store.tlog.note import (
    COSIGNATURE,
    ED25519,
    BadNote,
    Note,
    TreeHead,
    VerifierKey,
    check_origin,
    cosign,
    read_head,
    read_note,
    read_verifier_key,
    verifier_key,
)
from sabot.store.tlog.witness_protocol import (
    LARGEST_REQUEST,
    SIZE_TYPE,
    read_request,
    write_cosignatures,
)
from sabot.store.trust.private_file import make_private
from sabot.store.trust.signer import Signer

LOGS: Final = "logs.txt"
NAME: Final = "name.txt"
KEY: Final = "cosigner.key"
LOCK: Final = "cosigner.lock"
DEFAULT_NAME: Final = "sabot/witness"
PLAIN: Final = "text/plain; charset=utf-8"
NONE: Final = TreeHead("", 0, EMPTY)
"""Head of a log of which nothing was cosigned yet."""


class WitnessAnswer(NamedTuple):
    """An HTTP status, a body and its media type."""

    status: int
    body: bytes
    media_type: str = PLAIN


class CosigningWitness:
    """The witness whose files are in a folder."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._folder = folder
        self._signer = Signer(folder / KEY)
        self.name = _line(folder / NAME) or DEFAULT_NAME
        check_origin(self.name)

    @property
    def vkey(self) -> str:
        """Return the verifier key of its cosignatures, for the logs that it serves."""
        return str(verifier_key(self.name, self._signer, COSIGNATURE))

    def add_checkpoint(self, body: bytes, seconds: int) -> WitnessAnswer:
        """Answer a request to cosign a checkpoint, at a time in seconds since 1970."""
        if len(body) > LARGEST_REQUEST:
            return _no(400, "The request is too large.")
        try:
            asked = read_request(body)
            head = read_head(asked.note)
        except BadNote as bad:
            return _no(400, str(bad))
        keys = [each for each in self.logs() if each.name == head.origin]
        if not keys:
            return _no(404, "This log is unknown here.")
        if not _is_signed(asked.note, keys):
            return _no(403, "No trusted key of this log has signed the checkpoint.")
        if asked.old > head.size:
            return _no(400, "The old size is above that of the checkpoint.")
        with self._locked():
            kept = self.latest(head.origin)
            last = NONE if kept is None else read_head(kept)
            if asked.old != last.size:
                return WitnessAnswer(409, f"{last.size}\n".encode(), SIZE_TYPE)
            if not _follows(last, head, asked.proof):
                return _no(422, "The checkpoint is not consistent with the one before it.")
            signature = cosign(asked.note, self.name, self._signer, seconds)
            trusted = tuple(
                each for each in asked.note.signatures
                if any((each.name, each.id) == (key.name, key.id) for key in keys)
            )  # fmt: skip
            self._keep(head.origin, Note(asked.note.text, (*trusted, signature)))
        return WitnessAnswer(200, write_cosignatures([signature]))

    def logs(self) -> list[VerifierKey]:
        """Return the keys of the logs that it trusts. The file is read anew for each request."""
        file = self._folder / LOGS
        lines = file.read_text("utf-8").splitlines() if file.is_file() else []
        try:
            keys = [read_verifier_key(each) for each in map(str.strip, lines)
                    if each and not each.startswith("#")]  # fmt: skip
        except BadNote as bad:
            raise _broken(f"{LOGS} has a line that is no key ({bad})") from None
        if any(each.kind != ED25519 for each in keys):
            raise _broken(f"{LOGS} has a key that is no log's")
        return keys

    def latest(self, origin: str) -> Note | None:
        """Return the latest checkpoint of a log that was cosigned, if any."""
        return self._read(_digest(origin))

    def checkpoint(self, origin_hash: str) -> WitnessAnswer:
        """Return the latest cosigned checkpoint for monitors, by the hash of the log's name."""
        known = {_digest(each.name) for each in self.logs()}
        note = self._read(origin_hash) if origin_hash in known else None
        if note is None:
            return _no(404, "No checkpoint of this log was cosigned here.")
        return WitnessAnswer(200, str(note).encode())

    def _read(self, origin_hash: str) -> Note | None:
        file = self._folder / f"{origin_hash}.checkpoint"
        try:
            return read_note(file.read_text("utf-8")) if file.is_file() else None
        except (BadNote, UnicodeDecodeError):
            raise _broken(f"{file.name} is no checkpoint") from None

    def _keep(self, origin: str, note: Note) -> None:
        """Replace the latest checkpoint of a log, whole or not at all, and durably."""
        file = self._folder / f"{_digest(origin)}.checkpoint"
        draft = file.with_suffix(".draft")
        make_private(draft)
        with draft.open("wb") as opened:
            opened.write(str(note).encode())
            opened.flush()
            os.fsync(opened.fileno())
        draft.replace(file)
        folder = os.open(self._folder, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        """Compare and replace checkpoints one request at a time, in all processes."""
        make_private(self._folder / LOCK)
        with (self._folder / LOCK).open("r+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield


def _is_signed(note: Note, keys: list[VerifierKey]) -> bool:
    """Return True if a trusted key signed, and no signature under a trusted key is wrong."""
    found = [
        key
        for key in keys
        if any((each.name, each.id) == (key.name, key.id) for each in note.signatures)
    ]
    return bool(found) and all(note.signed_by(key) for key in found)


def _follows(last: TreeHead, head: TreeHead, proof: tuple[bytes, ...]) -> bool:
    if not head.size and head.root != EMPTY:
        return False
    return is_consistent(last.size, last.root, head.size, head.root, proof)


def _digest(origin: str) -> str:
    return sha256(origin.encode()).hexdigest()


def _line(file: Path) -> str:
    return file.read_text("utf-8").strip() if file.is_file() else ""


def _no(status: int, why: str) -> WitnessAnswer:
    return WitnessAnswer(status, f"{why}\n".encode())


def _broken(why: str) -> Refusal:
    return Refusal("witness-broken", None, f"The witness's folder is damaged: {quoted(why)}.")
