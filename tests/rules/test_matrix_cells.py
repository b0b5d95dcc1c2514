"""Every cell of every rulebook's irregularity matrix has a test named by its clause."""

import re
from pathlib import Path
from types import ModuleType

import pytest

from sabot import RULEBOOKS
from sabot.rules.irregularities.outcomes import Outcome
from support.rows import imported

TESTS = Path(__file__).parents[1] / "rulebooks"


def modules_of(rulebook: str) -> list[ModuleType]:
    """The irregularity tests of one rulebook, imported."""
    stem = f"test_{rulebook.replace('-', '_')}_irregularities"
    return [imported(path) for path in sorted(TESTS.glob(f"{stem}*.py"))]


def shown_by(rulebook: str) -> dict[tuple[str, int], list[str]]:
    """The tests that show each cell."""
    shown: dict[tuple[str, int], list[str]] = {}
    for module in modules_of(rulebook):
        for name, test in vars(module).items():
            for key in getattr(test, "cells", ()) if name.startswith("test_") else ():
                shown.setdefault(key, []).append(name)
    return shown


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_cell_has_a_test_named_by_its_clause(rulebook: str) -> None:
    shown = shown_by(rulebook)
    without = []
    for situation, cells in RULEBOOKS[rulebook].conduct.irregularities.items():
        for index, cell in enumerate(cells):
            tests = shown.pop((situation, index), [])
            stem = "no_rule" if cell.outcome is Outcome.NO_RULE else "cannot_happen"
            if cell.clause is not None:
                stem = re.sub(r"[^0-9a-z]+", "_", cell.clause).strip("_")
            if not any(test.startswith(f"test_{stem}_") for test in tests):
                without.append((situation, index, cell.clause, tests))
    assert not without
    assert not shown, "tests that name cells which do not exist"
