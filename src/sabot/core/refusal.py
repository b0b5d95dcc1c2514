"""Refusals: the code, clause and sentence for a request that Sabot cannot carry out."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

LONGEST_QUOTE = 32
LONGEST_NUMBER = 1_000
"""So many bits: Python writes no endless number in digits."""


def quoted(value: object) -> str:
    r"""Return a given value, short enough for a sentence.

    >>> quoted("x" * 1000), quoted("two\nlines"), quoted(7), quoted(None)
    ('"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…"', '"two lines"', '7', 'nothing')
    >>> quoted(1 << 100_000)
    'a very long number'
    """
    if isinstance(value, list | tuple | dict):
        return "an object" if isinstance(value, dict) else "a list"
    if isinstance(value, str):
        return f'"{_short(value)}"'
    if isinstance(value, bool) or value is None:
        return "nothing" if value is None else str(value).lower()
    if isinstance(value, int) and value.bit_length() > LONGEST_NUMBER:
        return "a very long number"
    return _short(str(value))


def named(name: str | None) -> str:
    """Return the name of a person or thing as a sentence has it, without quotes.

    >>> named("alice"), named(" ")
    ('alice', '(no name)')
    """
    return _short(name or "") or "(no name)"


KINDS = {
    "str": "a text", "int": "a whole number", "float": "a number", "bool": "true or false",
    "array": "a list", "object": "an object", "null": "nothing", "datetime": "a time",
}  # fmt: skip


def misread(wrong: Exception) -> str:
    """Return what is wrong with a text that a JSON decoder rejected.

    >>> misread(ValueError("Expected `int`, got `str` - at `$.limit`"))
    'expected a whole number, got a text, in "limit"'
    """
    what, _, where = str(wrong).partition(" - at ")
    place = where.strip("`").removeprefix("$").strip(".")
    kinds = re.sub(r"`([^`]*)`", lambda found: _kinds(found[1]), what).replace("'", '"')
    return f"{kinds[:1].lower()}{kinds[1:]}" + (f', in "{place}"' if place else "")


def _kinds(text: str) -> str:
    """Types in words, and anything else as it is quoted."""
    found = [KINDS.get(each.strip()) for each in text.split("|")]
    return " or ".join(map(str, found)) if all(found) else f'"{text}"'


def _short(text: str) -> str:
    plain = " ".join("".join(each if each.isprintable() else " " for each in text).split())
    return plain if len(plain) <= LONGEST_QUOTE else plain[: LONGEST_QUOTE - 1] + "…"


def list_of(what: str, value: object, example: str) -> list[Any]:
    """Return the items of a list; refuse anything else, a text among it.

    >>> list_of("Boxes", (1, 2), "[1, 2]")
    [1, 2]
    """
    if isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping):
        return list(value)
    raise Refusal("bad-list", None, f"{what} are a list such as {example}, not {quoted(value)}.")


def mapping_of(what: str, value: object, example: str) -> Mapping[Any, Any]:
    """Return a mapping as it was given; refuse anything else.

    >>> mapping_of("Stakes", {"tie": 1}, "")
    {'tie': 1}
    """
    if isinstance(value, Mapping):
        return value
    raise Refusal("bad-mapping", None, f"{what} are written as {example}, not {quoted(value)}.")


class Refusal(ValueError):
    """A request that the rules, or plain sense, do not allow.

    `code` is for programs, `clause` is the rule that speaks (or None), and the text is one
    sentence for the person who asked. What it names goes into slots, so that every language
    says the same: `form` is the sentence with its slots open.

    >>> str(Refusal("bad-amount", None, "{player} has {left} left.", player="Al", left="$5.00"))
    'Al has $5.00 left.'
    """

    def __init__(self, code: str, clause: str | None, form: str, /, **slots: object) -> None:
        self.code = code
        self.clause = clause
        self.form = form if slots else ""
        self.slots = {name: str(value) for name, value in slots.items()}
        self.message = form.format(**self.slots) if slots else form
        super().__init__(self.message)

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.code, self.clause, self.form or self.message, self.slots)


def _again(code: str, clause: str | None, form: str, slots: dict[str, str]) -> Refusal:
    return Refusal(code, clause, form, **slots)


def text_of(what: str, value: object, example: str) -> str:
    """Return a text as it was given; refuse anything else.

    >>> text_of("first", "6-9", "6-9")
    '6-9'
    """
    if not isinstance(value, str):
        raise Refusal(
            "bad-text", None, f"{what} is a text such as {quoted(example)}, not {quoted(value)}."
        )
    return value
