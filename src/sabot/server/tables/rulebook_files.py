"""The annotated rulebook over HTTP: as a page, as JSON and as Akoma Ntoso, for everyone."""

from collections.abc import Awaitable, Callable
from datetime import date
from functools import lru_cache
from typing import Final

from sabot.server.http.routes import EVERYONE, Asked, Reply, Route
from sabot.server.tables.rulebooks import EditionQuery, book_asked, language_asked

FORMS: Final = {
    "html": "text/html; charset=utf-8",
    "json": "application/json",
    "xml": "application/akn+xml; charset=utf-8",
}
KEPT: Final = 32
"""Books kept in memory: five games in three forms and two languages."""


def _show(form: str) -> Callable[[Asked], Awaitable[Reply]]:
    async def show_book(asked: Asked) -> Reply:
        book, language = book_asked(asked), language_asked(asked)
        today = asked.casino.clock().date()
        content = await asked.casino.work(_written, book.id, book.version, language, form, today)
        named = f'attachment; filename="{book.id}-annotated.{form}"'
        return Reply(content, FORMS[form], {"content-disposition": named})

    return show_book


@lru_cache(maxsize=KEPT)
def _written(id_: str, version: str, language: str, form: str, _day: date) -> bytes:
    """Return a book as a file; made once a day, since its figures take a while."""
    from sabot.annotation.book import annotated
    from sabot.annotation.forms import FORMS as WRITERS
    from sabot.rulebooks import edition

    return WRITERS[f".{form}"](annotated(edition(id_, version), language)).encode()


ROUTES: Final = tuple(
    Route(
        "GET",
        f"/api/rulebooks/{{id}}/book.{form}",
        EVERYONE,
        _show(form),
        "Every clause with its readings and their price, code, tests, edges and last proof.",
        query=EditionQuery,
        gives=bytes if form != "json" else dict[str, object],
        refuses=("unknown-rulebook", "unknown-edition"),
    )
    for form in FORMS
)
