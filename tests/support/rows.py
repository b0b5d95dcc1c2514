"""Tests of clauses as rows: a clause, what holds in words, the check and what else it takes."""

import importlib.util
import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

Row = tuple[str, str, Callable[..., object], *tuple[Any, ...]]


def clause_tests(
    game: str, *tables: Sequence[Row], uncited: Sequence[Row] = ()
) -> dict[str, Callable[[], None]]:
    """Return a test for each row, by its name: `test_15_5_2_the_table_is_for_the_session_alone`.

    The check is called with the game, the clause and the rest of the row; that of an `uncited` row
    without the clause.
    """
    made: dict[str, Callable[[], None]] = {}
    cited = [(row, (row[0], *row[3:])) for table in tables for row in table]
    for (clause, words, check, *_), given in cited + [(row, row[3:]) for row in uncited]:
        name = name_of(clause, words)
        assert name not in made, f"{name} stands twice"
        made[name] = _test(name, game, check, given)
    return made


def under(number: str, rows: Sequence[Row]) -> list[Row]:
    """Return rows whose clauses stand below a number, as a document numbers them.

    >>> under("16.6", [("1", "no prize is tobacco", print), ("", "prizes", print)])[0][:2]
    ('16.6.1', 'no prize is tobacco')
    """
    return [(f"{number}.{clause}" if clause else number, *rest) for clause, *rest in rows]


def name_of(clause: str, words: str) -> str:
    """
    >>> name_of("8.9(b)", "the banker's six")
    'test_8_9_b_the_banker_s_six'
    """
    return "_".join(["test", *re.findall(r"[0-9a-z]+", f"{clause} {words}".lower())])


def _test(
    name: str, game: str, check: Callable[..., object], given: tuple[Any, ...]
) -> Callable[[], None]:
    def test() -> None:
        check(game, *given)

    test.__name__ = test.__qualname__ = name
    return test


@cache
def imported(file: Path) -> ModuleType:
    """Import a file of tests under a name of its own, to look at the tests that it has."""
    spec = importlib.util.spec_from_file_location(f"imported_{file.stem}", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
