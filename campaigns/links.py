"""Does every enforced clause hang on the function that its row names?

For each row: replace the function by one that does nothing, run the row's tests, and expect at
least one of them to fail; without the replacement all pass. Each row runs in a fork of its own,
so that one replacement never meets another.
"""

import contextlib
import importlib
import inspect
import io
import os
import sys
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

from forks import in_a_fork
from sabot import RULEBOOKS
from sabot.rulebooks.catalogue import catalogue
from sabot.rules.clause import Clause

ROOT = Path(__file__).parent.parent
REPORT = ROOT / "docs" / "campaigns" / "links.md"


def main() -> int:
    unlinked: list[str] = []
    rows: list[str] = []
    for name in RULEBOOKS:
        enforced = [c for c in catalogue(name).clauses.values() if c.kind == "enforced"]
        broken = [c.number for c in enforced if not linked(name, c)]
        unlinked += [f"{name} {number}" for number in broken]
        rows.append(f"| {name} | {len(enforced)} | {len(enforced) - len(broken)} |")
        print(rows[-1], flush=True)
    REPORT.write_text(
        "# Links from clauses to code and tests\n\n"
        "Each enforced row's function was replaced by one that does nothing; the row counts as\n"
        "linked when a test that it names then fails, and all of them pass without it.\n\n"
        "| rulebook | enforced | linked |\n|---|---|---|\n" + "\n".join(rows) + "\n\n"
        f"Not linked: {', '.join(unlinked) or 'none'}.\n"
    )
    return 1 if unlinked else 0


def linked(rulebook: str, clause: Clause) -> bool:
    """Whether the row's tests pass as things are and fail without its function."""
    passes = in_a_fork(lambda: run_tests(rulebook, clause)) == 0
    return passes and in_a_fork(lambda: run_tests(rulebook, clause, without=True)) == 1


def run_tests(rulebook: str, clause: Clause, *, without: bool = False) -> int:
    if without:
        undo(clause.where)
    stem = f"test_{rulebook.replace('-', '_')}"
    files = sorted((ROOT / "tests" / "rulebooks").glob(f"{stem}*.py"))
    wanted = Only(set(clause.tests))
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return int(pytest.main(["-x", *map(str, files)], plugins=[wanted]))


class Only:
    """A pytest plugin that keeps the tests of these names."""

    def __init__(self, names: set[str]) -> None:
        self.names = names

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items[:] = [item for item in items if getattr(item, "originalname", "") in self.names]


def undo(where: str) -> None:
    """Make the named function do nothing, wherever it has been imported to."""
    module, _, name = where.partition(":")
    found: Any = reduce(getattr, name.split("."), importlib.import_module(module))
    function: Any = inspect.unwrap(found)
    function.__code__ = nothing.__code__


def nothing(*_: object, **__: object) -> None:
    return None


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main())
