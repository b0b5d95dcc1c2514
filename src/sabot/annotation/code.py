"""The functions that enforce or record clauses, with their code."""

import inspect
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

import sabot
from sabot.annotation.evidence import function_of

MOST_LINES: Final = 60
"""Lines of an excerpt. A longer function is cut there, and says how many follow."""


class Excerpt(msgspec.Struct, frozen=True):
    """A function: the name that the catalogue gives it, its file below the package's folder, its
    first line there, its code, and how many lines of it are left out."""

    where: str
    file: str
    line: int
    code: str
    left_out: int = 0


@cache
def excerpt_of(where: str) -> Excerpt | None:
    """Return the code that a row names; None if the row names none."""
    function = function_of(where)
    if function is None:
        return None
    lines, first = inspect.getsourcelines(function)
    file = Path(inspect.getsourcefile(function) or "")
    package = Path(sabot.__file__).parent
    shown = "".join(lines[:MOST_LINES]).rstrip()
    return Excerpt(
        where, file.relative_to(package.parent).as_posix(), first, shown,
        max(0, len(lines) - MOST_LINES),
    )  # fmt: skip
