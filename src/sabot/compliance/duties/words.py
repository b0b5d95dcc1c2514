"""Names of duties in every language."""

import re
from functools import cache
from importlib import resources
from typing import Final

from sabot.core.languages import ENGLISH, languages, phrase
from sabot.sentences.vocabulary import tongue
from sabot.sentences.words import Told, fixed

UNNAMED: Final = "Give a notice"
"""A notice that no row speaks of is told by what it is about."""


@cache
def _names() -> dict[str, dict[str, str]]:
    file = resources.files("sabot.compliance.duties") / "words.tsv"
    (_, *spoken), *rows = (line.split("\t") for line in file.read_text("utf-8").splitlines())
    return {name: dict(zip(spoken, said, strict=True)) for name, *said in rows}


def called(duty: str) -> Told:
    """
    >>> called("winner").en
    'Tell the winner'
    """
    found = _names().get(duty)
    if found is None:
        return fixed(UNNAMED)
    return Told({**fixed(found[ENGLISH]), **found})


def people(role: str) -> Told:
    """Whom a duty is for, or whose it is."""
    return Told(
        {
            language: phrase(role, language)
            if language == ENGLISH or phrase(role, language) != role
            else tongue(language).words.get(f"role.{role}", role)
            for language in languages()
        }
    )


def until(words: str) -> Told:
    """
    >>> until("within 48 hours")["zh"]
    '48 小時內'
    """
    number = re.search(r"[0-9]+", words)
    if number is None:
        return fixed(words)
    form = fixed(words.replace(number[0], "n", 1))
    return Told({**{each: said.replace("n", number[0], 1) for each, said in form.items()},
                 ENGLISH: words})  # fmt: skip
