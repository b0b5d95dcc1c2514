"""Public side bets as wager files, each with its source, and the figures that were published."""

from importlib import resources
from typing import NamedTuple


class Figure(NamedTuple):
    """A published house edge, as a fraction or in percent; "~" precedes one computed from a
    probability of six places."""

    wager: str
    decks: int
    edge: str
    source: str


def _files() -> list[str]:
    return [file.name for file in resources.files(__name__).iterdir()]


LIBRARY: tuple[str, ...] = tuple(
    sorted(name.removesuffix(".toml") for name in _files() if name.endswith(".toml"))
)
"""The ids of all of them."""


def library_text(wager: str) -> str:
    """The file of a public side bet.

    >>> library_text("panda-8").splitlines()[0]
    'id = "panda-8"'
    """
    return (resources.files(__name__) / f"{wager}.toml").read_text("utf-8")


def figures() -> list[Figure]:
    """Every published figure, with where it stands."""
    table = (resources.files(__name__) / "figures.tsv").read_text("utf-8")
    rows = [row.split("\t") for row in table.splitlines()[1:]]
    return [Figure(wager, int(decks), edge, source) for wager, decks, edge, source in rows]
