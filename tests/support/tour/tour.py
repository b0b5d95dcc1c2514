"""The tour: chapters that together drive every event type of every kind into one store.

A new event is driven by one more line in the chapter of its kind. A type, command or claim that no
chapter reaches fails `test_tour.py` by name.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import msgspec

from sabot.claims import CLAIM_KINDS
from sabot.kind import Kind
from sabot.kinds import KINDS, kind_of
from sabot.store import Store
from support.tour.house import TourHouse
from support.tour.steps import Act, Step

CHAPTERS = (
    "people", "account", "cage", "felt", "irregularities", "boxes", "virtual", "tournament",
    "heat", "promotion", "custody",
)  # fmt: skip
"""In this order, each in a file of that name."""
Name = tuple[str, str]
"""An event type or a command: the word of its kind, and its own tag."""
LAPSED = "no command of this release gives a statement a last moment (`Confirmer.within`)"
FINAL = "the operator's decision is final in a promotion: both commands are refused as `final`"
OUT_OF_REACH: dict[Name, str] = {
    **{(kind.word, "statement-lapsed/1"): LAPSED for kind in KINDS},
    ("promotion", "review-asked/1"): FINAL,
    ("promotion", "dispute-reviewed/1"): FINAL,
    ("promotion", "ask-review"): FINAL,
    ("promotion", "review-dispute"): FINAL,
}
"""What no command leads to, and why. The tour fails if it is reached after all."""


def types_of(kinds: Iterable[Kind[Any]] = KINDS) -> set[Name]:
    """Every event type of every kind."""
    return {(kind.word, str(each.__struct_config__.tag))
            for kind in kinds for each in kind.rules.events}  # fmt: skip


def commands_of(kinds: Iterable[Kind[Any]] = KINDS) -> set[Name]:
    """Every command of every kind, those that only the server gives included."""
    return {(kind.word, str(each.__struct_config__.tag))
            for kind in kinds for each in kind.rules.commands}  # fmt: skip


class _Line(msgspec.Struct):
    """As much of an event as the tour counts."""

    what: str
    do: dict[str, Any] | None = None
    until: Any = None


_line = msgspec.json.Decoder(_Line)


@dataclass
class Reached:
    """What a store's log has seen so far."""

    types: set[Name] = field(default_factory=set)
    commands: set[Name] = field(default_factory=set)
    claims: set[str] = field(default_factory=set)
    events: int = 0
    timed: bool = False
    """A statement had a last moment: then `LAPSED` is not so any more."""

    def read_on(self, store: Store) -> set[Name]:
        """Take down what was written since the last time; the types that are new."""
        new: set[Name] = set()
        for stored in store.read_all(self.events):
            self.events = stored.position
            kind = kind_of(stored.stream)
            assert kind is not None, stored.stream
            line = _line.decode(stored.line)
            new.add((kind.word, line.what))
            if line.do is not None:
                self.commands.add((kind.word, str(line.do["do"])))
            self.timed |= line.what.startswith("statement-made/") and line.until is not None
        new -= self.types
        self.types |= new
        return new

    def count_claims(self, store: Store) -> None:
        """Take down which kinds of unique things are claimed now."""
        self.claims |= {key for key in CLAIM_KINDS if store.passing_of(key)}

    def missing(self, kinds: Iterable[Kind[Any]] = KINDS) -> list[str]:
        """What the tour should have reached and has not, by name, and the other way round."""
        kinds = tuple(kinds)
        wanted, found = types_of(kinds) | commands_of(kinds), self.types | self.commands
        told = [f"{tag} of a {kind} is never reached"
                for kind, tag in sorted(wanted - found - OUT_OF_REACH.keys())]  # fmt: skip
        told += [f"{tag} of a {kind} is reached, and declared as out of reach"
                 for kind, tag in sorted(found & OUT_OF_REACH.keys())]  # fmt: skip
        told += [f"no {key} is ever claimed" for key in sorted(CLAIM_KINDS.keys() - self.claims)]
        if self.timed:
            told.append("a statement has a last moment, and the tour lets none lapse")
        return told


@dataclass(frozen=True)
class Progress:
    """Where the tour is: what was done last, and which event types that has written first."""

    chapter: str
    step: Step
    number: int
    new: set[Name]


def steps_of(house: TourHouse, chapter: str) -> Iterator[Step]:
    file = import_module(f"support.tour.chapters.{chapter}")
    found: Callable[[TourHouse], Iterator[Step]] = file.chapter
    return found(house)


def driven(
    house: TourHouse, reached: Reached, chapters: Iterable[str] = CHAPTERS
) -> Iterator[Progress]:
    """Drive the chapters, step by step; after each step it says what that has come to."""
    number = 0
    for chapter in chapters:
        for step in steps_of(house, chapter):
            house.do(step)
            number += 1
            if isinstance(step, Act):
                reached.count_claims(house.store)
            yield Progress(chapter, step, number, reached.read_on(house.store))
        reached.count_claims(house.store)
