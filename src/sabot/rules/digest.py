"""Digest of a rulebook: one number for what it decides, independent of its wording.

A table keeps the digest of the rulebook it was opened under, so that its coups are not replayed
under other rules. The digest covers what is decided, not how that is stored: a field that was left
empty does not count, so that a later release may have further fields; an overlay counts only at a
table that was opened under it, as the conduct that follows. Functions have no text of their own: a
condition on facts stands as its answer to every combination of facts, and only a function that
cannot be asked stands as its name, wherever it is kept.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import Field, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from sabot.core.cards import Card
from sabot.rules.coup.facts import Facts, FactsSpace
from sabot.rules.coup.wager import Wager

if TYPE_CHECKING:
    from sabot.rules.rulebook import Rulebook

Plain = None | bool | int | str | list["Plain"] | dict[str, "Plain"]
Asked = Callable[[Callable[..., Any]], Plain]
"""Way of putting a function into the digest."""

BESIDE = frozenset({"note", "overlays", "over", "promotions", "tournament", "ranks", "assistance",
                    "over_when_paid", "devices"})  # fmt: skip
"""Fields that explain and decide nothing, those that came with a revision of Sabot (`ranks`,
`assistance`, `over_when_paid`) or speak of what older logs have none of (`devices`), and what is
asked for by itself: a table plays by an overlay where it has one, with the heats that belong to it,
and none by what a document says of promotions."""
FORMER_NAMES: Final = {
    "MoneyEvidence": "Basis",
    "EventSight": "Sight",
    "FirstOffer": "Offer",
    "CutRule": "Cut",
    "DrawOutcome": "Drawn",
    "EquipmentItem": "Item",
    "TermsItem": "Item",
    "ConditionsItem": "Item",
    "WageringOrder": "Order",
    "DeskRules": "Desk",
    "CanberraFacts": "Facts",
    "BaccaratFacts": "Facts",
    "LuckyDrawFacts": "Facts",
    "SevenUpFacts": "Facts",
}
"""Classes under the names that digests in logs know. A class that is renamed has a row."""


def digest(book: "Rulebook") -> str:
    """The digest of a rulebook, as 64 hexadecimal digits."""
    return book.digest


def digest_under(book: "Rulebook", overlay: str | None) -> str:
    """The digest of what is decided at a table under an overlay; None: under none."""
    if overlay is None:
        return book.digest
    laid = [_plain(book.overlays[overlay], _name), _plain(book.conduct_under(overlay), _name)]
    heats = book.tournament
    if heats is not None and overlay == heats.overlay.name:
        laid += [_plain(heats.betting, _name), _plain(heats.play, _name)]
    return _hashed([book.digest, *laid])


def digest_of(book: "Rulebook") -> str:
    """The digest, computed anew. The order of the schemes is lost among sorted keys, and with it
    which of them is the first choice: that stands beside the rest."""
    return _hashed([_plain(book, _name), book.scheme()])


def conditions_agree(
    one: Callable[..., Any], of: FactsSpace, other: Callable[..., Any], of_other: FactsSpace
) -> bool:
    """Return True if two conditions agree on every combination of facts."""
    return _answers(one, of) == _answers(other, of_other)


def _hashed(decided: Plain) -> str:
    text = json.dumps(decided, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def _plain(value: object, ask: Asked) -> Plain:
    """Any part of a rulebook as plain lists and objects."""
    if isinstance(value, Enum):
        return f"{_class_name(type(value))}.{value.name}"
    if value is None or isinstance(value, bool | int | str):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        ask = _within(value, ask)
        parts = ((f, getattr(value, f.name)) for f in fields(value) if f.name not in BESIDE)
        plain = {f.name: _plain(part, ask) for f, part in parts if not _is_left_empty(f, part)}
        return {"": _class_name(type(value)), **plain}
    if isinstance(value, Mapping):
        return {str(_plain(k, ask)): _plain(v, ask) for k, v in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(each, ask) for each in value]
    if isinstance(value, frozenset):
        return [*sorted(str(each) for each in value)]
    if isinstance(value, Fraction):
        return [value.numerator, value.denominator]
    if isinstance(value, Card):
        return [value.rank, value.suit, value.value]
    if callable(value):
        return ask(value)
    raise TypeError(f"A rulebook holds {type(value).__name__}, which has no place in a digest.")


def _is_left_empty(field: Field[Any], part: object) -> bool:
    """Return True if an optional field has an empty default: None, False or an empty container. A
    default with content is part of the rule."""
    made = field.default_factory
    default = made() if callable(made) else field.default
    return (default is None or default is False or _holds_nothing(default)) and part == default


def _holds_nothing(value: object) -> bool:
    return isinstance(value, str | tuple | list | frozenset | Mapping) and not value


def _within(part: object, ask: Asked) -> Asked:
    """Return the way in which the functions of one part are evaluated."""
    if isinstance(part, Wager):
        space = part.space
        return lambda condition: _answers(condition, space)
    return _name if isinstance(part, FactsSpace) else ask


def _name(function: Callable[..., Any]) -> str:
    return FORMER_NAMES.get(function.__qualname__, function.__qualname__)


def _class_name(of: type[object]) -> str:
    return FORMER_NAMES.get(of.__name__, of.__name__)


@lru_cache(maxsize=1024)
def _answers(condition: Callable[..., Any], space: FactsSpace) -> str:
    """Return the answers of a condition to every combination of facts, in the order of their
    codes."""
    return "".join(["1" if condition(facts) else "0" for facts in _all_facts(space)])


@lru_cache(maxsize=64)
def _all_facts(space: FactsSpace) -> tuple[Facts, ...]:
    return tuple(space)
