"""By which names the sentences of an answer call people: players read what they always read."""

from collections.abc import Callable
from functools import cache
from typing import ParamSpec, TypeVar

from sabot.compliance.naming import Naming, naming
from sabot.server.http.routes import STAFF, WATCHERS, Asked

P = ParamSpec("P")
T = TypeVar("T")


def telling(asked: Asked, function: Callable[P, T]) -> Callable[P, T]:
    """The same, with people named as whoever asks may read it."""

    def told(*args: P.args, **kwargs: P.kwargs) -> T:
        with naming(names_for(asked)):
            return function(*args, **kwargs)

    return told


def names_for(asked: Asked) -> Naming:
    """Staff read what people are called, those who watch over them the sign-in name behind it."""
    if asked.person.role not in STAFF:
        return str
    of, watches = asked.casino.people.callings.of, asked.person.role in WATCHERS

    @cache
    def name_of(name: str) -> str:
        called = of(name)
        return f"{called} ({name})" if watches and called != name else called

    return name_of
