"""What each duty is called, in English and Chinese."""

from functools import cache
from importlib import resources
from typing import Final

from sabot.compliance.words import Told

UNNAMED: Final = Told("Tell somebody", "通知")
"""A notice that no row speaks of is told by what it is about."""


@cache
def _names() -> dict[str, Told]:
    file = resources.files("sabot.compliance.duties") / "words.tsv"
    rows = (line.split("\t") for line in file.read_text("utf-8").splitlines()[1:])
    return {name: Told(en, zh) for name, en, zh in rows}


def called(duty: str) -> Told:
    """
    >>> called("winner").en
    'Tell the winner'
    """
    return _names().get(duty, UNNAMED)
