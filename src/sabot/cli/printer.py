"""Print rich's layouts."""

import os
from typing import Literal

from rich.console import Console, RenderableType
from rich.measure import Measurement
from rich.table import Table

Colours = Literal["auto"] | None
WIDEST = 1000


def screen(width: int | None = None, *, stderr: bool = False) -> Console:
    """Return a console for tables and pages. NO_COLOR means plain: no bold and no dim either."""
    colours: Colours = None if os.environ.get("NO_COLOR") else "auto"
    return Console(highlight=False, width=width, stderr=stderr, color_system=colours)


def print_trimmed(console: Console, shown: RenderableType) -> None:
    """Print without trailing blanks. A table that goes into a file or to another program is as wide
    as it needs to be."""
    if isinstance(shown, Table) and not console.is_terminal and "COLUMNS" not in os.environ:
        wide = console.options.update(width=WIDEST)
        console.width = max(console.width, Measurement.get(console, wide, shown).maximum)
    with console.capture() as captured:
        console.print(shown)
    print("\n".join(line.rstrip() for line in captured.get().splitlines()))
