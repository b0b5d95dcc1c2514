"""Names of people and tables in an answer's sentences: sign-in names for players, display names for
staff."""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Final, ParamSpec, TypeVar

from sabot.core.refusal import Refusal
from sabot.people import ADMINISTRATOR
from sabot.sentences.names import Naming, Tables, by_id, naming
from sabot.sentences.words import table_called
from sabot.server.http.errors import failure, names_people
from sabot.server.http.routes import STAFF, WATCHERS, Asked, Caller

if TYPE_CHECKING:
    from sabot.server.casino import Casino

TELLS_APART: Final = WATCHERS | {ADMINISTRATOR}
"""Roles that read the sign-in name beside the display name."""
P = ParamSpec("P")
T = TypeVar("T")


def telling(asked: Asked, function: Callable[P, T]) -> Callable[P, T]:
    """Return the function with people named as the caller may read them."""
    return _telling(asked.casino, asked.person, function)


async def failure_for(
    casino: "Casino", caller: Caller, no: Refusal, id_: str | None = None
) -> bytes:
    """Return an error with people named as the caller may read them."""
    if caller.role not in STAFF or not names_people(no):
        return failure(no, id_)
    try:
        return await casino.work(_telling(casino, caller, failure), no, id_)
    except Refusal:  # the store does not answer: use sign-in names
        return failure(no, id_)


def _telling(casino: "Casino", caller: Caller, function: Callable[P, T]) -> Callable[P, T]:
    def told(*args: P.args, **kwargs: P.kwargs) -> T:
        with naming(names_for(casino, caller), tables_for(casino, caller)):
            return function(*args, **kwargs)

    return told


def names_for(casino: "Casino", caller: Caller) -> Naming:
    """Return the naming of people: display names for staff, with sign-in names for roles that must
    tell people apart."""
    if caller.role not in STAFF:
        return str
    of, apart = casino.people.callings.of, caller.role in TELLS_APART

    @cache
    def name_of(name: str) -> str:
        called = of(name)
        return f"{called} ({name})" if apart and called != name else called

    return name_of


def tables_for(casino: "Casino", caller: Caller) -> Tables:
    """Return the naming of tables, as far as they are open."""
    if caller.role not in STAFF:
        return by_id
    apart = caller.role in TELLS_APART

    def table_of(table: str, language: str) -> str:
        following = casino.hub.tables.get(table)
        setup = None if following is None else following.table.setup
        if setup is None or not setup.called:
            return ""
        told = table_called(setup)
        called = told.get(language) or told.en
        return f"{called} ({table})" if apart and called != table else called

    return table_of
