"""Tables of the report's page."""

from collections.abc import Iterable, Sequence
from html import escape


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    heads = "".join(f"<th>{escape(each)}</th>" for each in head)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><thead><tr>{heads}</tr></thead>{body}</table>"


def wide(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of many columns: it scrolls on a small screen, and is printed small."""
    return f"<div class='scroll'>{table(head, rows)}</div>"


def landscape(*parts: str) -> str:
    """Parts that are printed on a page of their own, turned sideways."""
    return f"<div class='landscape'>{''.join(parts)}</div>"


def paragraphs(texts: Iterable[str]) -> str:
    return "".join(f"<p>{escape(each)}</p>" for each in texts)


def items(texts: Iterable[str]) -> str:
    return "<ul>" + "".join(f"<li>{escape(each)}</li>" for each in texts) + "</ul>"
