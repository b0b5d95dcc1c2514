"""Tables for notebooks and spreadsheets."""

import html
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sabot.core.refusal import Refusal, quoted

FORMULA: Final = re.compile(r"(^|[;,|\t\r\n])([\s\"']*)(?=[=+\-@＝＋－＠])|^(?=[\t\r\n])")
"""The places where a spreadsheet would begin to compute: at a sign, also a full-width one, at the
beginning or after a possible end of a cell."""


def as_text(cell: str) -> str:
    """Return a cell that no spreadsheet computes, with any separator of cells.

    >>> as_text("=1+1"), as_text("a;＝1"), as_text("well-known"), as_text("player 4S; banker 5H")
    ("'=1+1", "a;'＝1", 'well-known', 'player 4S; banker 5H')
    """
    return FORMULA.sub(r"\1\2'", cell)


def table(caption: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """An HTML table; the first column is a name, the others are figures.

    >>> table("Two", ["a", "b"], [[1, "<2>"]]).count("&lt;2&gt;")
    1
    """
    heads = "".join(f"<th>{html.escape(name)}</th>" for name in head)
    body = "".join(
        "<tr>" + "".join(f"<td>{html.escape(str(cell))}</td>" for cell in row) + "</tr>"
        for row in rows
    )
    return f"<table><caption>{html.escape(caption)}</caption><tr>{heads}</tr>{body}</table>"


def plain_table(title: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table as text; the first column is a name, the others are figures.

    >>> print(plain_table("Two", ["a", "b"], [["first", 1.5]]))
    Two
      a          b
      first    1.5
    """
    cells = [list(head), *([str(cell) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = [
        "    ".join(
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in cells
    ]
    return "\n".join([title, *(f"  {line}".rstrip() for line in lines)])


@dataclass(frozen=True, repr=False)
class Picture:
    """A drawing in SVG, which notebooks show by themselves.

    >>> drawn = Picture("<svg xmlns='http://www.w3.org/2000/svg'/>")
    >>> drawn, str(drawn)[:4]
    (Picture(41 bytes of SVG), '<svg')
    """

    svg: str

    def __repr__(self) -> str:
        return f"Picture({len(self.svg.encode()):,} bytes of SVG)"

    def __str__(self) -> str:
        return self.svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> None:
        """Write the drawing to a file whose name ends in .svg."""
        if Path(path).suffix.lower() != ".svg":
            raise Refusal(
                "bad-form", None, f"A picture is written as .svg, not as {quoted(str(path))}."
            )
        try:
            Path(path).write_text(f"{self.svg}\n", "utf-8")
        except (OSError, ValueError):
            raise Refusal(
                "unwritable", None, f"The file {quoted(str(path))} cannot be written."
            ) from None
