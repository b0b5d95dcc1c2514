"""`sabot rules --duties`: duties by document, with debtor, recipient and deadline."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.table import Table

from sabot.compliance.duties.words import called
from sabot.rulebooks.duties import duties_of
from sabot.rules.operation.duties import DutyRow, EventSight


def render(books: Sequence[str]) -> RenderableType:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for each in ("document", "clause", "duty", "who", "to", "from", "until", "fulfilled by"):
        table.add_column(each, overflow="fold")
    for row in _rows(books):
        done = ", ".join(dict.fromkeys(each.event for each in row.done))
        cells = (row.clause, called(row.name).en, row.who, row.to, row.since, row.until, done)
        table.add_row(row.rulebook, *cells)
    return table


def as_object(books: Sequence[str]) -> list[dict[str, object]]:
    """Return the duties for a program."""
    return [
        {
            "rulebook": row.rulebook,
            "duty": row.name,
            "clause": row.clause,
            "name": called(row.name).en,
            "words": called(row.name).words,
            "who": row.who,
            "to": row.to,
            "from": row.since,
            "until": row.until,
            "opened": _events(row.opened),
            "done": _events(row.done),
        }
        for row in _rows(books)
    ]


def _rows(books: Sequence[str]) -> list[DutyRow]:
    return [row for book in books for row in duties_of(book)]


def _events(sights: Sequence[EventSight]) -> list[str]:
    return list(dict.fromkeys(each.event for each in sights))
