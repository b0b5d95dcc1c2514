"""Names of people and tables in sentences: sign-in names unless the reader may see more, and ids of
tables unless a display name is known.

A cached sentence has marks in place of names, which are filled in when it is shown, so that changed
names appear.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

Naming = Callable[[str], str]
Tables = Callable[[str, str], str]
"""Function from a table and a language to a display name; "" for a table without one."""
MARKED: Final = re.compile("\u2068([^\u2068\u2069]*)\u2069")
"""Unicode marks that isolate a name from the direction of the text around it."""


def by_id(table: str, language: str) -> str:
    return ""


_naming: Final = ContextVar[Naming]("naming", default=str)
_tables: Final = ContextVar[Tables]("tables", default=by_id)


@contextmanager
def naming(how: Naming, tables: Tables = by_id) -> Iterator[None]:
    """For as long as sentences are told in which people, and tables, are named so.

    >>> with naming(marked):
    ...     kept = f"{person('dana')} deals."
    >>> with naming({"dana": "Dana Okafor"}.__getitem__):
    ...     unmarked(kept)
    'Dana Okafor deals.'
    >>> unmarked(kept)
    'dana deals.'
    """
    people, places = _naming.set(how), _tables.set(tables)
    try:
        yield
    finally:
        _tables.reset(places)
        _naming.reset(people)


def person(name: str) -> str:
    """Return a person's name as sentences show it here."""
    return _naming.get()(name)


def table_called(table: str, language: str) -> str:
    """Return the display name of a table; "" if it has none."""
    return _tables.get()(table, language)


def marked(name: str) -> str:
    return f"\u2068{name}\u2069"


def unmarked(text: str) -> str:
    """A sentence that was kept, with everybody named as they are here."""
    return MARKED.sub(lambda found: person(found[1]), text)


def all_unmarked(words: Mapping[str, str]) -> dict[str, str]:
    return {language: unmarked(text) for language, text in words.items()}
