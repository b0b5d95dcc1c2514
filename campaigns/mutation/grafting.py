"""Put an altered module's values into the one that everybody has imported already.

Records and tables are changed in place, so that every holder sees the change; a value that was
copied out of them before does not change, so that a mutant may seem unnoticed here which a process
that imports it afresh would notice.
"""

import dataclasses
import importlib
from collections.abc import Iterable
from types import CodeType, FunctionType, ModuleType
from typing import Any

import msgspec

from mutation.mutants import Mutant
from mutation.places import module_of


class Unimportable(Exception):
    """The altered module cannot be imported, which every test notices."""


def graft(mutant: Mutant, code: CodeType) -> None:
    old = importlib.import_module(module_of(mutant.target))
    new = ModuleType(old.__name__)
    new.__dict__.update(__file__=old.__file__, __package__=old.__package__, __spec__=old.__spec__)
    try:
        exec(code, new.__dict__)
    except Exception as error:
        raise Unimportable(f"importing it: {type(error).__name__}") from error
    seen: dict[int, Any] = {}
    for name, value in list(vars(new).items()):
        if not name.startswith("__") and name in vars(old):
            setattr(old, name, _grafted(vars(old)[name], value, seen))


def _grafted(old: Any, new: Any, seen: dict[int, Any]) -> Any:
    """The old thing, changed to what the new one is; the new one where that cannot be done."""
    if isinstance(old, type | ModuleType):
        return old
    if type(old) is not type(new) or not _is_whole(old):
        return old if type(old) is type(new) and old == new else new
    if isinstance(old, tuple):  # two that are alike may be one
        return _items(old, new, seen)
    if id(old) not in seen:
        seen[id(old)] = old
        seen[id(old)] = _changed(old, new, seen)
    return seen[id(old)]


def _is_whole(thing: Any) -> bool:
    """Return True if it holds other things: a value that holds none is the same everywhere."""
    if isinstance(thing, msgspec.Struct | FunctionType) or dataclasses.is_dataclass(thing):
        return True
    return isinstance(thing, dict | set | list | tuple)


def _changed(old: Any, new: Any, seen: dict[int, Any]) -> Any:
    if isinstance(old, msgspec.Struct):
        _fields(old, new, old.__struct_fields__, seen)
    elif isinstance(old, FunctionType):
        _function(old, new, seen)
    elif isinstance(old, dict) and old.keys() == new.keys():
        for key in old:
            old[key] = _grafted(old[key], new[key], seen)
    elif isinstance(old, dict | set | list):
        old.clear()
        old.extend(new) if isinstance(old, list) else old.update(new)
    else:
        _fields(old, new, (each.name for each in dataclasses.fields(old)), seen)
    return old


def _fields(old: Any, new: Any, names: Iterable[str], seen: dict[int, Any]) -> None:
    own = list(names)
    for name in own:
        value = _grafted(getattr(old, name), getattr(new, name), seen)
        if isinstance(old, msgspec.Struct):
            msgspec.structs.force_setattr(old, name, value)
        else:
            object.__setattr__(old, name, value)
    for name in set(getattr(old, "__dict__", {})) - set(own):
        del old.__dict__[name]  # an answer kept of what it was


def _items(old: Any, new: Any, seen: dict[int, Any]) -> Any:
    if len(old) != len(new) or hasattr(old, "_fields"):
        return old if old == new else new
    items = tuple(_grafted(a, b, seen) for a, b in zip(old, new, strict=True))
    return old if all(a is b for a, b in zip(old, items, strict=True)) else items


def _function(old: Any, new: Any, seen: dict[int, Any]) -> None:
    if len(old.__code__.co_freevars) != len(new.__code__.co_freevars):
        return
    old.__code__ = new.__code__
    old.__defaults__ = new.__defaults__
    for mine, theirs in zip(old.__closure__ or (), new.__closure__ or (), strict=True):
        mine.cell_contents = _grafted(mine.cell_contents, theirs.cell_contents, seen)
