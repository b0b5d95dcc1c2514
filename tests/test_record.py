"""A record is a dataclass in all that can be seen, but for the time that it takes to be made."""

from copy import copy
from dataclasses import FrozenInstanceError, asdict, dataclass, field, is_dataclass, replace
from pathlib import Path

import pytest

from sabot.core.record import record
from sabot.rulebooks import RULEBOOKS
from sabot.rulebooks.catalogue import rulings_in


@record(frozen=True, slots=True)
class Ours:
    """A default, a factory, a field that is not compared and one that is not shown."""

    x: int
    names: tuple[str, ...] = ()
    found: list[int] = field(default_factory=list, compare=False)
    hidden: int = field(default=0, repr=False)


@dataclass(frozen=True, slots=True)
class Theirs:
    """The same by the standard library."""

    x: int
    names: tuple[str, ...] = ()
    found: list[int] = field(default_factory=list, compare=False)
    hidden: int = field(default=0, repr=False)


@record(frozen=True, slots=True)
class Single:
    """A single field, and a text of its own."""

    x: int

    def __repr__(self) -> str:
        return "single"


def seen(kind: type[Ours] | type[Theirs]) -> tuple[object, ...]:
    """Return all that can be asked of a dataclass."""
    one, same, other = kind(1, ("a",)), kind(1, ("a",), [5]), kind(1, ("a",), hidden=2)
    return (
        one == same, one == other, one != other, {one: 1}[same], hash(one), hash(other),
        repr(same).replace(kind.__name__, ""), repr(other).replace(kind.__name__, ""),
        replace(one, x=2).x, asdict(one), kind.__match_args__, is_dataclass(one), copy(one) == one,
        hasattr(one, "__dict__"),
    )  # fmt: skip


def test_a_record_is_a_dataclass() -> None:
    assert seen(Ours) == seen(Theirs)
    assert Ours(1) != Theirs(1)  # type: ignore[comparison-overlap]
    assert Single(1) == Single(1) != Single(2) and hash(Single(1)) == hash((1,))
    assert repr(Single(1)) == "single"
    with pytest.raises(FrozenInstanceError):
        Ours(1).x = 2  # type: ignore[misc]


def test_rulings_are_read_as_toml_has_them() -> None:
    tomllib = pytest.importorskip("tomllib")
    for book in RULEBOOKS:
        folder = Path(rulings_in.__code__.co_filename).parent / book.replace("-", "_")
        text = (folder / "rulings.toml").read_text("utf-8")
        assert rulings_in(text) == tomllib.loads(text)["ruling"]
    (other,) = rulings_in('[[ruling]]\nclauses = ["1"]\nquestion = """two\nlines"""\n')
    assert other == {"clauses": ["1"], "question": "two\nlines"}
