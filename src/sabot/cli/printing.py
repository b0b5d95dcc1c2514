"""Printing what rich lays out."""

import os
from typing import Literal

from rich.console import Console, RenderableType

Colours = Literal["auto"] | None


def screen(width: int | None = None, *, stderr: bool = False) -> Console:
    """Where tables and pages are printed. NO_COLOR means plain: no bold and no dim either."""
    colours: Colours = None if os.environ.get("NO_COLOR") else "auto"
    return Console(highlight=False, width=width, stderr=stderr, color_system=colours)


def print_trimmed(console: Console, shown: RenderableType) -> None:
    """Print without the blanks that fill a line up to the window's width."""
    with console.capture() as captured:
        console.print(shown)
    print("\n".join(line.rstrip() for line in captured.get().splitlines()))
