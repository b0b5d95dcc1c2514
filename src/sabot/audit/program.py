"""Check of the program itself: every file of Sabot and its dependencies against the digest that was
recorded at installation.

A person with write access to both can change both: the lock's hashes and the image's digest are
elsewhere. Editable installations have no digests and are skipped.
"""

import base64
import csv
import re
from collections.abc import Iterable, Iterator
from hashlib import file_digest
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Final, NamedTuple

ITSELF: Final = "sabot"
ALGORITHM: Final = "sha256"
EXTRA: Final = "casino"
_NAME: Final = re.compile(r"[A-Za-z0-9._-]+")
_EXTRA: Final = re.compile(r"""extra *== *["']([^"']+)""")


class Installed(NamedTuple):
    """Number of files compared, and those that differ from their installation."""

    files: int
    changed: tuple[str, ...]


def look_at_program(name: str = ITSELF) -> Installed:
    """Every file of a package and of all that it needs for a casino, as far as it is installed."""
    files, changed = 0, list[str]()
    for part in _parts(name):
        for path, is_sound in _files(part):
            files += 1
            if not is_sound:
                changed.append(path)
    return Installed(files, tuple(changed))


def _parts(name: str) -> Iterator[Distribution]:
    waiting, seen = [name], set[str]()
    while waiting:
        each = re.sub(r"[-_.]+", "-", waiting.pop()).lower()
        if each in seen:
            continue
        seen.add(each)
        try:
            part = distribution(each)
        except PackageNotFoundError:
            continue  # an extra that was not requested
        waiting += _asked(part.requires or (), EXTRA if len(seen) == 1 else None)
        yield part


def _asked(requirements: Iterable[str], extra: str | None) -> Iterator[str]:
    """Yield the packages that a package requires, and those that one of its extras adds."""
    for each in requirements:
        match, only = _NAME.match(each), _EXTRA.search(each)
        if match is not None and (only is None or only[1] == extra):
            yield match[0]


def _files(part: Distribution) -> Iterator[tuple[str, bool]]:
    """The files whose digests are known, and whether they still have them. The record itself is
    read: newer releases of Python leave out of `files` what is no longer there."""
    for name, digest, *_ in csv.reader((part.read_text("RECORD") or "").splitlines()):
        mode, _, known = digest.partition("=")
        if mode != ALGORITHM:
            continue
        try:
            with Path(str(part.locate_file(name))).open("rb") as opened:
                read = file_digest(opened, ALGORITHM).digest()
        except OSError:
            yield name, False
        else:
            yield name, base64.urlsafe_b64encode(read).rstrip(b"=").decode() == known
