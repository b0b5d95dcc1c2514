"""A rulebook's digest: one number for what it decides, whatever words it is written in.

A table keeps the digest of the rulebook it was opened under, so that nobody replays its coups
under other rules. Functions have no text of their own in it: a condition on facts stands as its
answer to every combination of facts, an overlay as the conduct that follows from it, and only a
function that cannot be asked stands as its name.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from sabot.cards import Card
from sabot.rules.facts import Facts, FactsSpace
from sabot.rules.overlay import Overlay
from sabot.rules.wager import Wager

if TYPE_CHECKING:
    from sabot.rules.rulebook import Rulebook

Plain = None | bool | int | str | list["Plain"] | dict[str, "Plain"]
Asked = Callable[[Callable[..., Any]], Plain]
"""How a function is put into the digest."""

WORDING = frozenset({"note"})
"""Fields that explain and decide nothing."""


def digest(book: "Rulebook") -> str:
    """The digest of a rulebook, as 64 hexadecimal digits."""
    return book.digest


def digest_of(book: "Rulebook") -> str:
    """The same, computed anew. The order of the schemes is lost among sorted keys, and with it
    which of them is the first choice: that stands beside the rest."""

    def conduct_under(overlay: Callable[..., Any]) -> Plain:
        return _plain(overlay(book.conduct), _name, _name)

    decided = [_plain(book, _name, conduct_under), book.scheme()]
    text = json.dumps(decided, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def _plain(value: object, ask: Asked, overlaid: Asked) -> Plain:
    """Any part of a rulebook as plain lists and objects."""
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if value is None or isinstance(value, bool | int | str):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        ask = _within(value, ask, overlaid)
        parts = {f.name: getattr(value, f.name) for f in fields(value) if f.name not in WORDING}
        plain = {name: _plain(part, ask, overlaid) for name, part in parts.items()}
        return {"": type(value).__name__, **plain}
    if isinstance(value, Mapping):
        return {str(_plain(k, ask, overlaid)): _plain(v, ask, overlaid) for k, v in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(each, ask, overlaid) for each in value]
    if isinstance(value, frozenset):
        return [*sorted(str(each) for each in value)]
    if isinstance(value, Fraction):
        return [value.numerator, value.denominator]
    if isinstance(value, Card):
        return [value.rank, value.suit, value.value]
    if callable(value):
        return ask(value)
    raise TypeError(f"A rulebook holds {type(value).__name__}, which has no place in a digest.")


def _within(part: object, ask: Asked, overlaid: Asked) -> Asked:
    """How the functions of one part are asked."""
    if isinstance(part, Wager):
        space = part.space
        return lambda condition: _answers(condition, space)
    if isinstance(part, FactsSpace):
        return _name
    return overlaid if isinstance(part, Overlay) else ask


def _name(function: Callable[..., Any]) -> str:
    return f"{function.__module__}.{function.__qualname__}"


@lru_cache(maxsize=1024)
def _answers(condition: Callable[..., Any], space: FactsSpace) -> str:
    """What a condition says of every combination of facts, in the order of their codes."""
    return "".join(["1" if condition(facts) else "0" for facts in _all_facts(space)])


@lru_cache(maxsize=64)
def _all_facts(space: FactsSpace) -> tuple[Facts, ...]:
    return tuple(space)
