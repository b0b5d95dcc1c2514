"""Terms written down again: the form that `read_terms` reads."""

import json
from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal
from typing import Any

import msgspec

from sabot.core.money import dollars
from sabot.promotions.terms import Promotion

HEAD = ("rulebooks", "name", "name_zh", "submitted", "starts")
AMOUNTS = frozenset({"value", "minimum"})


def written_form(promotion: Promotion) -> str:
    """The promotion as TOML.

    >>> written_form(Promotion(rulebooks=("star-baccarat",), name="Night"))
    'rulebooks = ["star-baccarat"]\\nname = "Night"\\n\\n[terms]\\n'
    """
    head = {name: getattr(promotion, name) for name in HEAD}
    if not promotion.law:
        head["law"] = False
    lines = [*_table(head), "", "[terms]", *_table(_said(promotion.terms))]
    for heading, tables in (("prizes", promotion.prizes), ("earns", promotion.earns)):
        for each in tables:
            lines += ["", f"[[{heading}]]", *_table(_said(each))]
    return "\n".join(lines) + "\n"


def _said(table: msgspec.Struct) -> dict[str, Any]:
    return {name: getattr(table, name) for name in table.__struct_fields__}


def _table(said: dict[str, Any]) -> Iterator[str]:
    for name, value in said.items():
        if value is not None and value != ():
            yield f"{name} = {_value(name, value)}"


def _value(name: str, value: Any) -> str:
    if name in AMOUNTS:
        return json.dumps(dollars(value))
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, tuple):
        return f"[{', '.join(json.dumps(each, ensure_ascii=False) for each in value)}]"
    if isinstance(value, Decimal | int) and not isinstance(value, bool):
        return str(value)
    return json.dumps(value, ensure_ascii=False)
