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
        if in_a_fork(lambda name=name: run_tests(files(name))) != 0:  # type: ignore[misc]
            raise SystemExit(f"The clause tests of {name} fail as things are.")
        enforced = [c for c in catalogue(name).clauses.values() if c.kind == "enforced"]
        broken = [c.number for c in enforced if not linked(name, c)]
        unlinked += [f"{name} {number}" for number in broken]
        rows.append(f"| {name} | {len(enforced)} | {len(enforced) - len(broken)} |")
        print(rows[-1], flush=True)
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(
        "# Links from clauses to code and tests\n\n"
        "Each enforced row's function was replaced by one that does nothing; the row counts as\n"
        "linked when a test that it names then fails, and all of them pass without it.\n\n"
        "| rulebook | enforced | linked |\n|---|---|---|\n" + "\n".join(rows) + "\n\n"
        f"Not linked: {', '.join(unlinked) or 'none'}.\n"
    )
    return 1 if unlinked else 0


def files(rulebook: str) -> list[Path]:
    stem = f"test_{rulebook.replace('-', '_')}"
    return sorted((ROOT / "tests" / "rulebooks").glob(f"{stem}*.py"))


def linked(rulebook: str, clause: Clause) -> bool:
    """Whether a test of the row fails without its function."""
    needed = [
        path
        for path in files(rulebook)
        if any(f"def {test}(" in path.read_text() for test in clause.tests)
    ]

    def without() -> int:
        undo(clause.where)
        return run_tests(needed, Only(set(clause.tests)))

    return in_a_fork(without) == 1


def run_tests(paths: list[Path], *plugins: object) -> int:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return int(pytest.main(["-x", *map(str, paths)], plugins=list(plugins)))


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
