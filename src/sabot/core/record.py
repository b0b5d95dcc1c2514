"""Dataclasses that are made in less time.

A program that asks one question imports about eighty frozen dataclasses of the rules, and most of
that time goes into methods that `dataclass` writes and compiles for each class. `record` is
`dataclass` in all it does; comparison, hash and text are three shared functions here.
"""

from operator import attrgetter
from typing import TYPE_CHECKING, Any

__all__ = ["record"]

if TYPE_CHECKING:
    from dataclasses import dataclass as record
else:
    from dataclasses import dataclass, fields

    def record(**options: bool) -> Any:
        """Return a decorator like `dataclass(**options)`, for frozen classes."""
        make = dataclass(eq=False, repr=False, **options)
        return lambda cls: _with_shared_methods(make(cls))

    def _with_shared_methods(made: type) -> type:
        """Add comparison, hash and text, except where the class has its own."""
        compared = _reader([each.name for each in fields(made) if each.compare])

        def same(self: Any, other: object) -> Any:
            if other.__class__ is self.__class__:
                return compared(self) == compared(other)
            return NotImplemented

        methods = {"__eq__": same, "__hash__": lambda self: hash(compared(self)), "__repr__": _text}
        for name, method in methods.items():
            if name not in made.__dict__:
                setattr(made, name, method)
        return made


def _reader(names: list[str]) -> Any:
    """Return a function that reads these attributes as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda self: tuple(getattr(self, name) for name in names)


def _text(self: Any) -> str:
    shown = (
        f"{each.name}={getattr(self, each.name)!r}"
        for each in self.__dataclass_fields__.values()
        if each.repr
    )
    return f"{type(self).__qualname__}({', '.join(shown)})"
