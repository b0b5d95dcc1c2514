"""The tour: chapters that together drive every event type of every kind into one store.

A new event is driven by one more line in the chapter of its kind. A type, command or claim that no
chapter reaches fails `test_tour.py` by name.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import msgspec

from sabot.engine.kind import Kind
from sabot.floor.claims import CLAIM_KINDS
from sabot.floor.kinds import KINDS, kind_of
from sabot.store import Store
from support.tour.house import TourHouse
from support.tour.steps import DONE, WAITS, Act, Say, Step

CHAPTERS = (
    "people", "account", "cage", "policy", "felt", "devices", "irregularities", "boxes", "virtual",
    "tournament", "heat", "promotion", "custody",
)  # fmt: skip
"""In this order, each in a file of that name."""
Name = tuple[str, str]
"""An event type or a command: the word of its kind, and its own tag."""


def types_of(kinds: Iterable[Kind[Any]] = KINDS) -> set[Name]:
    """Every event type of every kind."""
    return {(kind.word, str(each.__struct_config__.tag))
            for kind in kinds for each in kind.rules.events}  # fmt: skip


def commands_of(kinds: Iterable[Kind[Any]] = KINDS) -> set[Name]:
    """Every command of every kind, those that only the server gives included."""
    return {(kind.word, str(each.__struct_config__.tag))
            for kind in kinds for each in kind.rules.commands}  # fmt: skip


def closed_of(kinds: Iterable[Kind[Any]] = KINDS) -> set[Name]:
    """Every command that no role may send in its kind, such as the review of a decision that is
    final. It is in no log: the tour sends it and is refused."""
    return {(kind.word, str(each.__struct_config__.tag))
            for kind in kinds for each in kind.rules.commands
            if not kind.rules.sent_by(each) and not kind.rules.pages(each).server}  # fmt: skip


class _Line(msgspec.Struct):
    """As much of an event as the tour counts."""

    what: str
    do: dict[str, Any] | None = None


_line = msgspec.json.Decoder(_Line)


@dataclass
class Reached:
    """Contents of a store's log so far."""

    types: set[Name] = field(default_factory=set)
    commands: set[Name] = field(default_factory=set)
    claims: set[str] = field(default_factory=set)
    refused: set[Name] = field(default_factory=set)
    """Commands that were sent and refused, as the tour says."""
    events: int = 0

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
        new -= self.types
        self.types |= new
        return new

    def count_refused(self, said: Say) -> None:
        """Take down a command that was refused."""
        kind = kind_of(said.stream)
        assert kind is not None, said.stream
        self.refused.add((kind.word, said.do))

    def count_claims(self, store: Store) -> None:
        """Take down which kinds of unique things are claimed now."""
        self.claims |= {key for key in CLAIM_KINDS if store.expiring_rows_of(key)}

    def missing(self, kinds: Iterable[Kind[Any]] = KINDS) -> list[str]:
        """Return what the tour should have reached and has not, by name."""
        kinds = tuple(kinds)
        wanted = types_of(kinds) | commands_of(kinds)
        left = sorted(wanted - self.types - self.reached_commands(kinds))
        told = [f"{tag} of a {kind} is never reached" for kind, tag in left]
        told += [f"no {key} is ever claimed" for key in sorted(CLAIM_KINDS.keys() - self.claims)]
        return told

    def reached_commands(self, kinds: Iterable[Kind[Any]] = KINDS) -> set[Name]:
        """Commands in the log, and those that no role may send and that were refused."""
        return self.commands | (self.refused & closed_of(kinds))


@dataclass(frozen=True)
class Progress:
    """Position of the tour: the last step, and the event types that it wrote first."""

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
            elif isinstance(step, Say) and step.becomes not in (DONE, WAITS):
                reached.count_refused(step)
            yield Progress(chapter, step, number, reached.read_on(house.store))
        reached.count_claims(house.store)
