"""`sabot rules --diff`: two editions side by side, and every edge before and after."""

import json
from dataclasses import asdict
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from sabot.bench import drafted
from sabot.cli.documents.amendment import ClauseChange, amendment
from sabot.core.refusal import Refusal
from sabot.odds.sheet import odds
from sabot.rulebooks import edition_named
from sabot.rules import Rulebook

NOT_OFFERED = "not offered"


class Edge(NamedTuple):
    """House edge of a wager per unit staked, before and after; None where it is not offered."""

    wager: str
    scheme: str | None
    old: Fraction | None
    new: Fraction | None


def named(word: str) -> Rulebook:
    """Return the newest edition of a rulebook (`id`), one of its editions (`id@edition`, by version
    or first day), or the rulebook that a file defines."""
    if word.endswith(".py"):
        return drafted(word)
    return edition_named(word)


def compared(old: Rulebook, new: Rulebook) -> tuple[list[ClauseChange], list[Edge]]:
    """Return all differences, and every edge before and after."""
    if old.id != new.id:
        raise Refusal(
            "bad-words",
            None,
            f"{old.id} and {new.id} are two games: an amendment is of one.",
        )
    return amendment(old, new), _edges(old, new)


def _edges(old: Rulebook, new: Rulebook) -> list[Edge]:
    schemes: list[str | None] = [*{**old.schemes, **new.schemes}] or [None]
    edges = []
    for scheme in schemes:
        before, after = _house(old, scheme), _house(new, scheme)
        for wager in {**before, **after}:
            edges.append(Edge(wager, scheme, before.get(wager), after.get(wager)))
    return edges


def _house(book: Rulebook, scheme: str | None) -> dict[str, Fraction]:
    """Return the edge of every wager with the most decks that the document allows."""
    if scheme is not None and scheme not in book.schemes:
        return {}
    return {each.wager: -each.ev for each in odds(book, scheme=scheme).wagers}


def as_object(old: Rulebook, new: Rulebook) -> dict[str, object]:
    changes, edges = compared(old, new)
    return {
        "old": _about(old),
        "new": _about(new),
        "changes": [asdict(each) for each in changes],
        "edges": [
            {
                "wager": each.wager,
                "scheme": each.scheme,
                "old": None if each.old is None else str(each.old),
                "new": None if each.new is None else str(each.new),
            }
            for each in edges
        ],
    }


def as_json(old: Rulebook, new: Rulebook) -> str:
    return json.dumps(as_object(old, new), indent=2)


def _about(book: Rulebook) -> dict[str, object]:
    return {
        "rulebook": book.id,
        "edition": book.version,
        "dated": book.dated,
        "in_force": book.in_force,
        "decks": book.decks(),
        "digest": book.digest,
    }


def render(old: Rulebook, new: Rulebook) -> RenderableType:
    changes, edges = compared(old, new)
    parts: list[RenderableType] = [
        Text(f"{new.title}, {new.casino}", style="bold"),
        Text(f"{_edition(old)}; then {_edition(new)}", style="dim"),
        "",
    ]
    if not changes:
        return Group(*parts, Padding("Nothing is changed.", (0, 2)))
    for part, listed in groupby(changes, lambda change: change.part):
        table = Table.grid(padding=(0, 2))
        table.add_column(no_wrap=True)
        for each in listed:
            table.add_row(each.clause or "", str(each))
        parts += [Text(part, style="bold"), Padding(table, (0, 2)), ""]
    decks = " and ".join(dict.fromkeys(f"{book.decks()} decks" for book in (old, new)))
    parts += [Text(f"House edge, {decks}", style="bold"), Padding(_edge_table(edges), (0, 2))]
    return Group(*parts)


def _edition(book: Rulebook) -> str:
    return f"{book.version}, in force from {book.in_force}"


def _edge_table(edges: list[Edge]) -> Table:
    table = Table.grid(padding=(0, 2))
    schemes = any(each.scheme for each in edges)
    heads = ("wager", *(("scheme",) if schemes else ()), "before", "after", "change")
    for head in heads:
        table.add_column(justify="left" if head in ("wager", "scheme") else "right")
    table.add_row(*(Text(head, style="dim") for head in heads))
    for each in edges:
        moved = each.old is not None and each.new is not None and each.new != each.old
        change = f"{float((each.new or 0) - (each.old or 0)):+.4%}" if moved else ""
        scheme = (each.scheme or "",) if schemes else ()
        style = "bold" if each.new != each.old else ""
        row = (each.wager, *scheme, _percent(each.old), _percent(each.new), change)
        table.add_row(*(Text(cell, style=style) for cell in row))
    return table


def _percent(edge: Fraction | None) -> str:
    return NOT_OFFERED if edge is None else f"{float(edge):.4%}"
