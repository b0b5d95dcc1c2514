"""Files with secrets: readable and writable by their owner only, under any umask."""

import os
import stat
from pathlib import Path
from typing import Final

from sabot.core.refusal import Refusal, quoted

OWNER_ONLY: Final = 0o600
OTHERS: Final = 0o077


def make_private(path: str | os.PathLike[str]) -> None:
    """Make the file, its owner's alone. One that is there is left as it is, and not even opened:
    closing it would let go of SQLite's locks on it."""
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
    except FileExistsError:
        return
    try:
        os.fchmod(file, OWNER_ONLY)
    finally:
        os.close(file)


def narrow(path: str | os.PathLike[str]) -> None:
    """Take a file that is known to be ours away from everybody but its owner, or refuse it."""
    mode = Path(path).stat().st_mode
    if not stat.S_ISREG(mode) or not mode & OTHERS:
        return
    try:
        Path(path).chmod(stat.S_IMODE(mode) & ~OTHERS)
    except OSError as error:
        raise Refusal(
            "not-private",
            None,
            f"Others than its owner may use {quoted(str(path))}, and that cannot be changed from"
            f" here ({(error.strerror or str(error)).lower()}): let its owner say chmod 600.",
        ) from None
