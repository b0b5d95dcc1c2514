"""Pages of plain text: wrapped to the width of the screen, with colours on a terminal.

`sabot rules` answers one question at a time, and importing rich takes longer than the answer.
"""

import os
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from unicodedata import east_asian_width

CODES = {"": "", "bold": "1", "dim": "2", "green": "32", "yellow": "33", "cyan": "36"}
"""Terminal codes of styles."""
USUAL_WIDTH = 80
NARROWEST = 10
"""Least width of a last column."""
GAP = "  "
WORD = re.compile(r"\s*\S+\s*")
Cell = tuple[str, str]
"""A text and its style."""


@dataclass
class TextPage:
    """A page that is written from top to bottom."""

    width: int
    coloured: bool = False
    lines: list[str] = field(default_factory=list)

    def add(self, text: str = "", style: str = "", indent: int = 0) -> None:
        """Add a paragraph; an empty one is an empty line."""
        for line in wrapped(text, max(self.width - 2 * indent, 1)) or [""]:
            self.lines.append(f"{' ' * indent}{self._styled(line, style)}" if line else "")

    def rows(self, rows: Sequence[Sequence[Cell]], indent: int = 0) -> None:
        """Add a table without heads; its last column is wrapped."""
        if not rows:
            return
        widths = [max(map(cells, texts)) for texts in _columns(rows)][:-1]
        before = sum(widths) + len(GAP) * len(widths)
        room = max(self.width - 2 * indent - before, NARROWEST)
        for row in rows:
            *labels, (last, style) = row
            first, *more = wrapped(last, room) or [""]
            shown = [
                self._styled(text, of) + " " * (width - cells(text))
                for (text, of), width in zip(labels, widths, strict=True)
            ]
            line = GAP.join([*shown, self._styled(first, style)])
            self.lines.append(f"{' ' * indent}{line}".rstrip())
            lead = " " * (indent + before)
            self.lines += [f"{lead}{self._styled(each, style)}" for each in more]

    def figures(self, rows: Sequence[Sequence[str]], indent: int = 0) -> None:
        """Add a table of figures under its heads."""
        widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
        for place, row in enumerate(rows):
            shown = [" " * (width - cells(cell)) + cell for cell, width in zip(row, widths)]  # noqa: B905
            line = self._styled(GAP.join(shown), "" if place else "bold")
            self.lines.append(f"{' ' * (indent + 1)}{line}")

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def _styled(self, text: str, style: str) -> str:
        return f"\x1b[{CODES[style]}m{text}\x1b[0m" if self.coloured and style and text else text


def page_for_screen(widest: int) -> TextPage:
    """Return an empty page for the standard output. NO_COLOR means plain: no bold and no dim."""
    plain = "NO_COLOR" in os.environ and os.environ["NO_COLOR"] != ""
    dumb = os.environ.get("TERM", "").lower() in ("dumb", "unknown")
    coloured = sys.stdout.isatty() and not plain and not dumb
    return TextPage(min(_screen_width(), widest), coloured)


def _screen_width() -> int:
    """Return the columns of the terminal; a usual number where there is none."""
    asked = os.environ.get("COLUMNS", "")
    if asked.isascii() and asked.isdigit() and int(asked) > 0:
        return int(asked)
    for stream in range(3):
        try:
            return os.get_terminal_size(stream).columns or USUAL_WIDTH
        except OSError:
            continue
    return USUAL_WIDTH


def cells(text: str) -> int:
    """Return how many columns of a terminal a text takes: Chinese signs take two each.

    >>> cells("shoe"), cells("牌靴")
    (4, 4)
    """
    return len(text) if text.isascii() else sum(map(_cell, text))


def _cell(sign: str) -> int:
    return 1 + (east_asian_width(sign) in "WF")


def wrapped(text: str, width: int) -> list[str]:
    """Return the lines of a text, broken between words. Chinese is broken anywhere; a name that is
    longer than a line stays whole, so that it can be copied.

    >>> wrapped("one two three", 8)
    ['one two', 'three']
    >>> wrapped("the test_of_a_name is", 8)
    ['the', 'test_of_a_name', 'is']
    >>> wrapped("牌靴里的牌", 4)
    ['牌靴', '里的', '牌']
    """
    lines = [""]
    for word in WORD.findall(text):
        if cells(lines[-1]) + cells(word.rstrip()) <= width:
            lines[-1] += word
        elif word.isascii() or cells(word.rstrip()) <= width:
            lines.append(word)
        else:
            lines += _chopped(word, width)
    return [line.rstrip() for line in lines if line]


def _chopped(word: str, width: int) -> list[str]:
    """Return the parts of a word that is longer than a line."""
    parts = [""]
    for sign in word:
        if parts[-1] and cells(parts[-1]) + _cell(sign) > width:
            parts.append("")
        parts[-1] += sign
    return parts


def _columns(rows: Sequence[Sequence[Cell]]) -> Iterable[list[str]]:
    return ([text for text, _ in column] for column in zip(*rows, strict=True))
