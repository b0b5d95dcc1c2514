"""Return an event of each kind, with something in every field."""

from typing import Any

import msgspec
from msgspec import inspect

from sabot.engine.streams import Event
from support.evening import START

OWNER = "ann"


def sample(kind: type[Event]) -> Event:
    """An event of that kind about Ann, with every field filled."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    fields = {each.encode_name: _fill(each.type, each.encode_name) for each in info.fields}
    whose = kind.sight.whose
    if whose in fields and isinstance(fields[whose], str):
        fields[whose] = OWNER
    return msgspec.convert(fields, kind)


def _fill(kind: inspect.Type, name: str) -> Any:
    """Something of that type."""
    if isinstance(kind, inspect.Metadata):
        return _fill(kind.type, name)
    if isinstance(kind, inspect.UnionType):
        return _fill(next(t for t in kind.types if not isinstance(t, inspect.NoneType)), name)
    if isinstance(kind, inspect.StructType):
        return {each.encode_name: _fill(each.type, each.encode_name) for each in kind.fields}
    if isinstance(kind, inspect.VarTupleType | inspect.ListType):
        return [_fill(kind.item_type, name)]
    if isinstance(kind, inspect.DictType):
        return {_fill(kind.key_type, name): _fill(kind.value_type, name)}
    if isinstance(kind, inspect.BoolType):
        return True
    if isinstance(kind, inspect.IntType):
        return 7
    if isinstance(kind, inspect.DateType):
        return START.date()
    return START if isinstance(kind, inspect.DateTimeType) else f"the {name}"
