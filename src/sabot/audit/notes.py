"""An auditor's notes: how far a log was audited, so that the next audit goes on from there.

They are the auditor's own, kept where the house cannot write, and sealed under a key of the
auditor's: in `SABOT_NOTES_KEY` or in a file of its owner's alone (`SABOT_NOTES_KEY_FILE`, or else
`sabot/auditor.key` among the user's settings), which is made if there is none. What was found
before stays found. The events before the place are not read again.
"""

import io
import os
import pickle
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from sabot import __version__
from sabot.audit.audit import Audit
from sabot.audit.source import Log
from sabot.core.refusal import Refusal, quoted
from sabot.engine.finding import Finding
from sabot.floor.kinds import KINDS
from sabot.store.log.chain import Chain
from sabot.store.log.checkpoint import UNSIGNED, Signed, signed_up_to
from sabot.store.log.lines import ZEROS, peek
from sabot.store.trust.keys import Keyring, keys_in, settings_file, write_keys
from sabot.store.trust.private_file import OWNER_ONLY

KEY: Final = "SABOT_NOTES_KEY"
KEY_FILE: Final = "SABOT_NOTES_KEY_FILE"
USE: Final = b"audit notes"
PASSING: Final = frozenset({"unsigned"})
"""Findings that a later checkpoint can resolve; they are derived anew each time."""


@dataclass
class Notes:
    """All that an audit remembers after so many events, of which `last` is the last one's hash."""

    audit: Audit = field(default_factory=Audit)
    chain: Chain = field(default_factory=Chain)
    signed: Signed = UNSIGNED
    found: list[Finding] = field(default_factory=list)
    last: str = ZEROS

    @property
    def events(self) -> int:
        return self.chain.lines

    def put_down(self, finding: Finding) -> Finding:
        """Something that stays found."""
        if finding.finding not in PASSING:
            self.found.append(finding)
        return finding

    def check(self, log: Log) -> None:
        """Reject a log that is not the audited one, or that has lost some of it."""
        if not self.events:
            return
        line = next(log.lines(self.events - 1), None)
        if line is None or peek(line.removesuffix(b"\n"))[2] != self.last:
            raise Refusal(
                "other-log",
                None,
                f"Event {self.events:,} is not the one that these notes end with: the log was cut"
                " or written anew since, or it is another log. Audit it without notes.",
            )

    def sealed(self, log: Log, stored: Sequence[bytes]) -> bytes | None:
        """The notes after what was audited now, for the next time; None if the checkpoints break
        off."""
        last = next(log.lines(self.events - 1), None) if self.events else None
        signed = signed_up_to(stored)
        if last is None or signed is None:
            return None
        self.last, self.signed = peek(last.removesuffix(b"\n"))[2], signed
        written = io.BytesIO()
        _Pickler(written).dump(self)
        return _keyring().seal(written.getvalue(), USE, __version__.encode())


def read_notes(path: Path) -> Notes:
    """The notes of the last audit; empty ones if there was none."""
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return Notes()
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "no file can be named so"
        raise Refusal("unreadable", None, f"{quoted(str(path))} cannot be read: {why}.") from None
    found = _keyring().unseal(text, USE, __version__.encode())
    if found is None:
        raise Refusal(
            "bad-notes",
            None,
            f"{quoted(str(path))} has no notes that this auditor wrote with Sabot {__version__}:"
            " take another file, and the audit begins at the first event.",
        )
    notes: Notes = _Unpickler(io.BytesIO(found)).load()
    return notes


def write_notes(path: Path, sealed: bytes) -> None:
    """For their owner alone; under another name first, so that no crash leaves half of them."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
        with os.fdopen(file, "wb") as opened:
            opened.write(sealed)
            opened.flush()
            os.fsync(file)
        draft.replace(path)
    except (OSError, ValueError) as error:
        draft.unlink(missing_ok=True)
        why = error.strerror if isinstance(error, OSError) else "no file can be named so"
        raise Refusal("unwritten", None, f"No notes at {quoted(str(path))}: {why}.") from None


def _keyring() -> Keyring:
    given = os.environ.get(KEY)
    if given is not None:
        return Keyring(lambda: given)
    path = settings_file(KEY_FILE, "auditor.key")
    if not path.exists():
        write_keys(path, [])
    return Keyring(lambda: "\n".join(keys_in(path)))


def _registered() -> dict[str, Any]:
    """Return the parts of stream kinds that are code, not data; notes keep their names instead."""
    parts: tuple[tuple[str, Callable[[Any], Any]], ...] = (
        ("kind", lambda kind: kind),
        ("rules", lambda kind: kind.rules),
        ("adapt", lambda kind: kind.adapt),
        ("is_known", lambda kind: kind.is_known),
    )
    return {f"{kind.prefix} {name}": part(kind) for kind in KINDS for name, part in parts}


class _Pickler(pickle.Pickler):
    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file)
        self._names = {id(thing): name for name, thing in _registered().items()}

    def persistent_id(self, thing: Any) -> str | None:
        return self._names.get(id(thing))


class _Unpickler(pickle.Unpickler):
    """Reads only what was sealed by the same auditor and the same release."""

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file)
        self._things = _registered()

    def persistent_load(self, name: str) -> Any:
        return self._things[name]
