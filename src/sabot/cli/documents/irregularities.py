"""The matrix of irregularities: every situation, and its outcome under each document."""

import os
from collections.abc import Sequence
from dataclasses import asdict

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from sabot.rulebooks import RULEBOOKS
from sabot.rules.irregularities.irregularity import Cell, Situation
from sabot.rules.irregularities.outcomes import Outcome
from sabot.rules.irregularities.situations import CIRCUMSTANCES, SITUATIONS

ROOMY, PIPED, WIDEST = 120, 160, 200
SITUATION, DOCUMENT = 20, 16
"""Narrowest columns of a situation and of what a document says of it."""
LEGEND = f"{Outcome.NO_RULE.value.said}."
STYLES = {Outcome.NO_RULE: "yellow", Outcome.NOT_APPLICABLE: "dim"}


def width_for(console: Console) -> int:
    """Return the window's width up to a limit; a fixed width for a pipe, which has no window."""
    if not console.is_terminal and "COLUMNS" not in os.environ:
        return PIPED
    return min(console.width, WIDEST)


def narrowest(books: Sequence[str]) -> int:
    """Return the width that these documents need side by side.

    >>> narrowest(["star-baccarat"] * 5)
    100
    """
    return SITUATION + DOCUMENT * len(books)


def render(books: Sequence[str], width: int) -> RenderableType:
    """Lay out several documents side by side if the window is wide enough, else one by one."""
    shown = _matrix(books, width) if len(books) > 1 and width >= narrowest(books) else _list(books)
    return Group(shown, _money(), "", Text(LEGEND, style="dim"))


def _money() -> RenderableType:
    """List the commands that move money, with their evidence."""
    from sabot.table import TABLE  # imported late: no other table needs it

    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("command that moves money")
    table.add_column("rests on")
    for each in TABLE.commands:
        if rests := TABLE.rests_on(each):
            table.add_row(str(each.__struct_config__.tag), rests)
    return table


def as_object(books: Sequence[str]) -> dict[str, object]:
    """Return the matrix for a program: situations by name."""
    return {
        each.name: {
            "number": each.number,
            "title": each.title,
            "asks": list(each.asks),
            "cells": {book: [_object(cell) for cell in _cells(book, each)] for book in books},
        }
        for each in SITUATIONS
    }


def _cells(book: str, situation: Situation) -> tuple[Cell, ...]:
    return RULEBOOKS[book].conduct.irregularities[situation.name]


def _matrix(books: Sequence[str], width: int) -> RenderableType:
    apart = 1 if width < ROOMY else 2
    table = Table(box=None, padding=(0, apart, 1, 0), expand=True)
    table.add_column("situation", ratio=1, overflow="fold")
    for book in books:
        table.add_column(book, ratio=1)
    for each in SITUATIONS:
        columns = [Text("\n").join(_lines(_cells(book, each))) for book in books]
        name = Text(f"\n{each.name}", style="dim")
        table.add_row(Text(_title(each), style="bold").append_text(name), *columns)
    return table


def _list(books: Sequence[str]) -> RenderableType:
    parts: list[RenderableType] = []
    for each in SITUATIONS:
        asks = f"; circumstances {', '.join(each.asks)}" if each.asks else ""
        name = Text(f" ({each.name}{asks})", style="dim")
        parts.append(Text(_title(each), style="bold").append_text(name))
        for book in books:
            parts.append(Padding(Text(book, style="cyan"), (0, 2)))
            parts += [Padding(line, (0, 0, 0, 4)) for line in _lines(_cells(book, each))]
        parts.append("")
    return Group(*parts)


def _title(situation: Situation) -> str:
    return f"{situation.number}. {situation.title}"


def _lines(cells: tuple[Cell, ...]) -> list[Text]:
    """Return one line for each cell; the last one holds otherwise."""
    heads = [f"- {circumstances_of(cell)}: " for cell in cells] if len(cells) > 1 else [""]
    return [
        Text(f"{head}{told(cell)}", style=STYLES.get(cell.outcome, ""))
        for head, cell in zip(heads, cells, strict=True)
    ]


def circumstances_of(cell: Cell) -> str:
    """Return the circumstances in which a cell applies, in words."""
    words = [CIRCUMSTANCES[name][value] for name, value in cell.when.items()]
    return ", ".join(words) or "otherwise"


def told(cell: Cell) -> str:
    """Return the outcome of a cell with its clause, the deciding role and the notices."""
    if cell.outcome is Outcome.NO_RULE:
        return "no rule"
    if cell.outcome is Outcome.NOT_APPLICABLE:
        return f"cannot happen: {cell.note}"
    roles = " or ".join(role for role in (cell.by, cell.or_by) if role)
    said_by = f", by {roles}" if roles else ""
    more = [cell.note] if cell.note else []
    more += [f"{duty.to} told {duty.by}" for duty in cell.duties]
    rests = cell.rests
    more += [str(rests)] if rests is not None and not rests.alone else []
    return "; ".join([f"{cell.outcome.value.words} ({cell.clause}{said_by})", *more])


def _object(cell: Cell) -> dict[str, object]:
    return {
        "clause": cell.clause,
        "also": list(cell.also),
        "outcome": cell.outcome.name,
        "means": cell.outcome.value.words,
        "when": dict(cell.when),
        "by": cell.by,
        "or_by": cell.or_by,
        "duties": [{"to": duty.to, "by": duty.by, "clause": duty.clause} for duty in cell.duties],
        "note": cell.note,
        "rests": None if cell.rests is None else asdict(cell.rests),
    }
