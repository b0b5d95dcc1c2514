"""Tables for notebooks."""

import html
from collections.abc import Iterable, Sequence


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
