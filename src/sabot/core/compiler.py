"""Compilation by numba where it is installed. Elsewhere the same functions run as Python: they give
the same numbers, exact odds in about the same time, and simulation thousands of times slower.
"""

from collections.abc import Callable
from functools import wraps
from importlib.util import find_spec
from typing import Any, TypeVar, cast

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])
INSTALLED = find_spec("numba") is not None
WITHOUT = (
    "Without numba cards are dealt and counted thousands of times slower; "
    "pip install 'sabot[speed]' brings it."
)


def jit(function: F, **options: Any) -> F:
    """Compile a function when it is first called, and keep that on disk."""
    if not INSTALLED:
        return plain(function)
    from numba import njit

    return cast(F, njit(cache=True, **options)(function))


def plain(function: F) -> F:
    """Return a function whose whole numbers may overflow, as they do in compiled code."""

    @wraps(function)
    def run(*given: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*given)

    return cast(F, run)


def chosen_for(function: Callable[..., Any], **options: Any) -> Callable[[F], F]:
    """Return a decorator for the function that chooses what compiled code calls in place of
    `function`; Python code calls that itself."""
    if not INSTALLED:
        return lambda chooses: chooses
    from numba.extending import overload

    return cast(Callable[[F], F], overload(function, **options))
