"""A file outside the store that sees every checkpoint and forgets none."""

import fcntl
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from sabot.core.refusal import Refusal, quoted
from sabot.store.log.lines import Broken, compact
from sabot.store.trust.private_file import make_private, narrow

BLOCK: Final = 2**16


class Witness:
    """An append-only file of checkpoints.

    It is worth as much as it is out of reach: keep it on another machine, or where only another
    user can change it.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)

    def lines(self) -> list[bytes]:
        """The checkpoints that it has seen, in order."""
        if not self.path.exists():
            return []
        with self.path.open("rb") as file:
            return file.readlines()

    @property
    def is_empty(self) -> bool:
        """Return True if the file has no checkpoint: none was seen yet, or the file was emptied.
        Refused (`witness-unavailable`) if even its folder is not there."""
        if not self.path.parent.is_dir():
            raise Refusal(
                "witness-unavailable",
                None,
                f"The folder of the witness {quoted(str(self.path))} is not there.",
            )
        return not self.path.exists() or not self.path.stat().st_size

    @property
    def last_number(self) -> int:
        """Return the number of the last whole checkpoint in the file, 0 if there is none."""
        if not self.path.exists():
            return 0
        file = os.open(self.path, os.O_RDONLY)
        try:
            return self._number(_tail(file)[0])
        finally:
            os.close(file)

    def catch_up(self, checkpoints: Callable[[int], Iterable[bytes]]) -> None:
        """Hand it all checkpoints that it has not seen; `checkpoints(n)` are those after n.

        Refused (`witness-differs`) if it has seen one that is not among them: then the store is
        not the one it was, or an old copy of it.
        """
        new = not self.path.exists()
        try:
            make_private(self.path)
            file = os.open(self.path, os.O_RDWR | os.O_APPEND)
        except OSError as error:
            raise Refusal(
                "witness-unavailable",
                None,
                f"The witness {quoted(str(self.path))} cannot be opened: {error.strerror}.",
            ) from None
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
            self._append(file, checkpoints)
            if new:
                _sync_folder(self.path.parent)
        except OSError as error:
            raise Refusal(
                "witness-unavailable",
                None,
                f"The witness {quoted(str(self.path))} cannot be written: {error.strerror}.",
            ) from None
        finally:
            os.close(file)

    def _append(self, file: int, checkpoints: Callable[[int], Iterable[bytes]]) -> None:
        last, torn = _tail(file)
        number = self._number(last)
        if last and next(iter(checkpoints(number - 1)), None) != last:
            raise self._differs(number)
        missing = b"".join(line + b"\n" for line in checkpoints(number))
        if not missing.startswith(torn):
            raise self._differs(number + 1)
        narrow(self.path)
        rest = missing[len(torn) :]  # a line that a crash tore is completed
        while rest:
            rest = rest[os.write(file, rest) :]
        os.fsync(file)

    def _number(self, line: bytes) -> int:
        if not line:
            return 0
        try:
            number = compact(line).get("checkpoint")
        except Broken:
            number = None
        if type(number) is not int or number < 1:
            raise Refusal(
                "witness-differs", None, f"{quoted(str(self.path))} does not end in a checkpoint."
            )
        return number

    def _differs(self, number: int) -> Refusal:
        return Refusal(
            "witness-differs",
            None,
            f"The witness {quoted(str(self.path))} has a checkpoint {number} that this store does"
            " not have: the store was changed, or is an old copy.",
        )


def _tail(file: int) -> tuple[bytes, bytes]:
    """The last whole line without its newline, and what stands after it."""
    end = os.fstat(file).st_size
    found = b""
    while end and found.count(b"\n") < 2:
        start = max(0, end - BLOCK)
        found = os.pread(file, end - start, start) + found
        end = start
    whole, newline, torn = found.rpartition(b"\n")
    return (whole.rpartition(b"\n")[2], torn) if newline else (b"", found)


def _sync_folder(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
