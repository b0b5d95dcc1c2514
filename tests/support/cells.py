"""Which test shows which cell of the irregularity matrix."""

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def cell(situation: str, index: int = 0) -> Callable[[F], F]:
    """Say that a test shows one cell of a situation, counted from 0 in its rulebook.

    A test may show several cells. `tests/rules/test_matrix_cells.py` fails for a cell without one.
    """

    def mark(test: F) -> F:
        shown = [*getattr(test, "cells", ()), (situation, index)]
        test.cells = tuple(shown)  # type: ignore[attr-defined]
        return test

    return mark
