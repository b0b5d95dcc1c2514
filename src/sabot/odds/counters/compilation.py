"""Functions that are compiled when they are first called, and not before.

To load the compiler takes longer than most questions: who asks none that needs it does not wait.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from sabot.core.compiler import INSTALLED, jit


class Compiled:
    """A function of plain arrays. `py_func` is the function itself, for arrays of Python's
    integers."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.py_func = function
        self.__doc__ = function.__doc__

    @cached_property
    def ready(self) -> Callable[..., Any]:
        """Compiled, or loaded as it was compiled before, with what it calls."""
        if not INSTALLED:
            return self.py_func
        names = self.py_func.__globals__
        for name, known in list(names.items()):
            if isinstance(known, Compiled) and name in self.py_func.__code__.co_names:
                names[name] = known.ready
        return jit(self.py_func)

    def __call__(self, *given: Any) -> Any:
        return self.ready(*given)


def compiled(function: Callable[..., Any]) -> Compiled:
    """Compile a function at its first call, and keep that on disk."""
    return Compiled(function)
