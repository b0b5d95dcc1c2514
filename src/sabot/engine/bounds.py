"""Bound the size of states: every container in a state declares its bound, and commands keep to it.

`containers` finds the containers of a state by its types, with what they declare
(`declarations.Bound`). `check` refuses a command that makes a container larger than declared. A
command that makes it no larger is never refused: what is too large can always be used up, settled
and closed.
"""

import dataclasses
import types
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Final, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

from sabot.core.refusal import Refusal
from sabot.engine.declarations import Bound

HOLDERS: Final = (dict, list, set, frozenset, tuple)
UNIONS: Final = (Union, types.UnionType)


class Container(NamedTuple):
    """A container of a state."""

    name: str
    """Class and field, as "Round.stakes"; with "[]" for a container inside another."""
    bound: Bound | None
    """The declared bound; None if it declares none."""


class _Field(NamedTuple):
    """A field of a record, or what a container holds: all that its type says about size."""

    name: str
    bound: Bound | None
    is_container: bool
    inside: tuple["_Field", ...]
    """Containers inside the items of this container."""
    records: tuple[type, ...]
    """Records that the field is, or that a container holds."""


def containers(state: type) -> list[Container]:
    """Return all containers of a state, each once, with what it declares."""
    found: dict[str, Container] = {}
    seen: set[type] = set()

    def of_field(field: _Field) -> None:
        if field.is_container:
            found[field.name] = Container(field.name, field.bound)
        for each in field.inside:
            of_field(each)
        for record in field.records:
            of_record(record)

    def of_record(record: type) -> None:
        if record not in seen:
            seen.add(record)
            for field in _fields(record):
                of_field(field)

    of_record(state)
    return list(found.values())


def most_of(name: str, declared: Mapping[str, Bound]) -> int:
    """Return how many things a container holds at most, through what it follows."""
    found = declared[name]
    return found.most * (most_of(found.within, declared) if found.within else 1)


def sizes(state: Any) -> Iterator[tuple[str, int]]:
    """Yield the size of every container in a state, by its name."""
    kind: type = type(state)
    for field in _fields(kind):
        yield from _sizes(getattr(state, field.name.partition(".")[2]), field)


def _sizes(value: Any, field: _Field) -> Iterator[tuple[str, int]]:
    if field.is_container and isinstance(value, HOLDERS):
        yield field.name, len(value)
        for each in _values(value):
            for inner in field.inside:
                yield from _sizes(each, inner)
            if isinstance(each, field.records):
                yield from sizes(each)
    elif isinstance(value, field.records):
        yield from sizes(value)


def _values(value: Any) -> Any:
    return value.values() if isinstance(value, dict) else value


# Checked


def check(before: Any, after: Any) -> None:
    """Refuse a change by which a container of a state goes beyond its bound."""
    found = _exceeded(before, after)
    if found is not None:
        raise Refusal(
            "full",
            None,
            "There is room for {most} {what} at most. {remedy}",
            most=f"{found.most:,}",
            what=found.what,
            remedy=found.remedy,
        )


class _Checks(NamedTuple):
    """The containers of a record to check: its own, those of records inside it, and those of
    records that its containers hold."""

    bounds: tuple[tuple[str, Bound], ...]
    records: tuple[str, ...]
    held: tuple[str, ...]


def _exceeded(before: Any, after: Any) -> Bound | None:
    """Return the first bound that was crossed. What did not change is not looked at."""
    if after is before or after is None:
        return None
    kind: type = type(after)
    checks = _checks(kind)
    if checks is None:
        return None
    known = before if type(before) is kind else None
    for name, bound in checks.bounds:
        new = getattr(after, name)
        if new is not None and len(new) > bound.most:
            old = getattr(known, name, None)
            if old is None or len(new) > len(old):
                return bound
    for name in checks.records:
        old, new = getattr(known, name, None), getattr(after, name)
        if new is not old:
            found = _exceeded(old, new)
            if found is not None and not _is_moved(known, checks, new):
                return found
    for name in checks.held:
        old, new = getattr(known, name, None), getattr(after, name)
        if new is not old and new is not None:
            found = _exceeded_in(old, new)
            if found is not None:
                return found
    return None


def _is_moved(known: Any, checks: _Checks, new: Any) -> bool:
    """Return whether a record is no larger than one that stood in another field before, as the coup
    that has ended is kept as the last one."""
    others = (getattr(known, name, None) for name in checks.records)
    return any(type(each) is type(new) and _exceeded(each, new) is None for each in others)


def _exceeded_in(old: Any, new: Any) -> Bound | None:
    """Return the first bound that was crossed in what a container holds."""
    if isinstance(new, dict):
        was = old if isinstance(old, dict) else {}
        pairs = ((was.get(key), each) for key, each in new.items())
    else:
        same = set(map(id, old or ()))
        pairs = ((None, each) for each in new if id(each) not in same)
    for one, other in pairs:
        if one is not other:
            found = _exceeded(one, other)
            if found is not None:
                return found
    return None


@cache
def _checks(record: type) -> _Checks | None:
    """Return what is checked of a record; None where nothing is."""
    if not _is_record(record):
        return None
    bounds, records, held = list[tuple[str, Bound]](), list[str](), list[str]()
    for field in _fields(record):
        name = field.name.partition(".")[2]
        if field.bound is not None and field.bound.remedy:
            bounds.append((name, field.bound))
        if any(_is_checked(each) for each in field.records if each is not record):
            (held if field.is_container else records).append(name)
    if not bounds and not records and not held:
        return None
    return _Checks(tuple(bounds), tuple(records), tuple(held))


def _is_checked(record: type) -> bool:
    return _checks(record) is not None


# Found in types


@cache
def _fields(record: type) -> tuple[_Field, ...]:
    hints = get_type_hints(record, include_extras=True)
    return tuple(_field(f"{record.__name__}.{name}", hints[name]) for name in _names(record))


def _names(record: type) -> tuple[str, ...]:
    if issubclass(record, msgspec.Struct):
        return record.__struct_fields__
    return tuple(each.name for each in dataclasses.fields(record))  # type: ignore[arg-type]


def _is_record(kind: Any) -> bool:
    return isinstance(kind, type) and (
        issubclass(kind, msgspec.Struct) or dataclasses.is_dataclass(kind)
    )


def _field(name: str, kind: Any, bound: Bound | None = None) -> _Field:
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        declared = (each for each in kind.__metadata__ if isinstance(each, Bound))
        return _field(name, args[0], next(declared, bound))
    if origin in UNIONS:
        parts = [_field(name, each, bound) for each in args]
        return _Field(
            name,
            next((each.bound for each in parts if each.bound is not None), None),
            any(each.is_container for each in parts),
            tuple(inner for each in parts for inner in each.inside),
            tuple(record for each in parts for record in each.records),
        )
    if origin in HOLDERS or kind in HOLDERS:
        parts = [_field(f"{name}[]", each) for each in args if each is not Ellipsis]
        inside = tuple(each for each in parts if each.is_container)
        records = tuple(
            record for each in parts if not each.is_container for record in each.records
        )
        sized = origin is not tuple or args[-1:] == (Ellipsis,)  # else it has a place for each item
        return _Field(name, bound, sized, inside, records)
    return _Field(name, None, False, (), (kind,) if _is_record(kind) else ())


__all__ = ["Container", "check", "containers", "most_of", "sizes"]
