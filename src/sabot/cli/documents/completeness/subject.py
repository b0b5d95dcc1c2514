"""The game that is checked, and what a check reports."""

from dataclasses import dataclass
from pathlib import Path

from sabot.rules import Rulebook

PACKAGE = Path(__file__).parents[3]
CHECKOUT = PACKAGE.parents[1]
"""Root of a source checkout; of an installed package it is the folder of a Python's libraries."""


@dataclass(frozen=True)
class Lack:
    """A part that a game lacks: its name, the file to touch and a sentence that says what to do."""

    part: str
    file: str
    sentence: str

    def __str__(self) -> str:
        """
        >>> print(Lack("layout", "src/sabot/web/layouts/x.js", "Draw the cloth."))
        src/sabot/web/layouts/x.js: Draw the cloth.
        """
        return f"{self.file}: {self.sentence}"


@dataclass(frozen=True)
class Subject:
    """A registered game, and the folders that have its parts.

    `tests` is None where the package is installed without a source checkout.
    """

    book: Rulebook
    package: Path = PACKAGE
    tests: Path | None = None

    @property
    def word(self) -> str:
        """The id as modules and files of tests have it.

        >>> from sabot import rulebook
        >>> Subject(rulebook("canberra-mini")).word
        'canberra_mini'
        """
        return self.book.id.replace("-", "_")

    @property
    def folder(self) -> Path:
        return self.package / "rulebooks" / self.word

    def inside(self, *parts: str) -> str:
        """Return a file of the package as a path from the root of the repository."""
        return "/".join(("src", "sabot", *parts))

    def own(self, name: str) -> str:
        """Return a file of the game's own folder as a path from the root of the repository."""
        return self.inside("rulebooks", self.word, name)


def checkout_tests(package: Path) -> Path | None:
    """Return the folder of tests of the source checkout that the package lies in, if it does."""
    tests = package.parents[1] / "tests"
    return tests if (tests / "rulebooks").is_dir() else None
