"""Find the languages of the pages and the log: each is a folder of files, and no list names them.

`words/zh/` has `language.json` (its name, how a browser tags it), a file of words for each folder
of the pages, the fixed words of the log, sentences, and the clauses of each document. English is
complete; texts that another language lacks are shown in English. `SABOT_WORDS` names another
directory of such folders, so that a casino can add a language without touching Sabot.
"""

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import msgspec

ENGLISH: Final = "en"
HERE: Final = Path(__file__).parents[1] / "words"
ELSEWHERE: Final = "SABOT_WORDS"


Read = TypeVar("Read", bound=Callable[..., Any])
_READ: Final[list[Any]] = []


def kept(function: Read) -> Read:
    """Read once, until `forget`."""
    _READ.append(cache(function))
    return cast(Read, _READ[-1])


def forget() -> None:
    """Read everything again, where a folder has come or gone."""
    for each in _READ:
        each.cache_clear()


class Language(msgspec.Struct, frozen=True):
    """A language: its name in itself, its tag for browsers, its format of times, and what stands
    between the items of a list and at the end of a sentence."""

    code: str
    name: str
    tag: str
    locale: str
    between: str = ", "
    stop: str = "."


@kept
def languages() -> dict[str, Language]:
    """All languages by code, English first."""
    found: dict[str, Language] = {}
    for place in _places():
        for file in sorted(place.glob("*/language.json")):
            said = msgspec.json.decode(file.read_bytes())
            found.setdefault(
                file.parent.name, msgspec.convert({"code": file.parent.name, **said}, Language)
            )
    return {ENGLISH: found.pop(ENGLISH), **found}


def _places() -> tuple[Path, ...]:
    more = os.environ.get(ELSEWHERE)
    return (HERE, Path(more)) if more else (HERE,)


def file_of(language: str, name: str) -> Path | None:
    """A file of that language, wherever its folder lies."""
    if language not in languages():
        return None
    paths = (place / language / name for place in _places())
    return next((path for path in paths if path.is_file()), None)


@kept
def read(language: str, name: str) -> Any:
    """The words of one JSON file of a language; none where it has no such file."""
    path = file_of(language, name)
    return {} if path is None else msgspec.json.decode(path.read_bytes())


@kept
def rows(language: str, name: str) -> dict[str, str]:
    """A file of lines: a key, a tab, the words."""
    path = file_of(language, name)
    if path is None:
        return {}
    lines = path.read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t", 1) for line in lines if line and not line.startswith("#"))


COMMANDS: Final = "commands.tsv"
"""Words of pages that belong to a command or an event, such as its button: one row has them in
every language of the package."""


@kept
def words_of_commands() -> dict[tuple[str, str], dict[str, str]]:
    """Return the words of commands and events, by language and folder of the pages."""
    lines = (HERE / COMMANDS).read_text(encoding="utf-8").splitlines()
    (_, _, *spoken), *told = (line.split("\t") for line in lines)
    found: dict[tuple[str, str], dict[str, str]] = {}
    for folder, word, *said in told:
        assert len(said) == len(spoken), f"{word} is not told in every one of {spoken}"
        for language, text in zip(spoken, said, strict=True):
            found.setdefault((language, folder), {})[word] = text
    return found


def words_of_pages(language: str, folders: tuple[str, ...]) -> dict[str, str]:
    """The words of some folders of the pages, later ones over earlier ones, English below."""
    found: dict[str, str] = {}
    for spoken in dict.fromkeys((ENGLISH, language)):
        for folder in folders:
            found |= words_of_commands().get((spoken, folder), {})
            found |= read(spoken, f"pages/{folder}.json")
    return found


def is_page(folder: str) -> bool:
    """
    >>> is_page("lobby"), is_page("../rules"), is_page("attic")
    (True, False, False)
    """
    return folder.isidentifier() and any(
        file_of(each, f"pages/{folder}.json") is not None for each in languages()
    )


# Phrases


PHRASES: Final = ("phrases.tsv", "clauses.tsv", "rulings.tsv", "refused.tsv")
"""Files with fixed texts, each by its English; texts that several documents share stand there
once."""


@kept
def phrases(language: str) -> dict[str, str]:
    return {english: said for name in PHRASES for english, said in rows(language, name).items()}


def phrase(english: str, language: str, of: str = "") -> str:
    """A fixed text, a clause or a ruling in some language, by what it is in English."""
    if language == ENGLISH:
        return english
    known = phrases(language)
    return known.get(f"{of}: {english}") or known.get(english, english)


def others(english: str) -> dict[str, str]:
    """A fixed text in all languages but English, as far as they have it."""
    return {
        language: phrases(language)[english]
        for language in languages()
        if language != ENGLISH and english in phrases(language)
    }


def in_chinese(said: object) -> dict[str, str]:
    """Return what a person wrote in Chinese beside the English, for the pages; nothing for none.

    >>> in_chinese("中秋盃"), in_chinese(None)
    ({'zh': '中秋盃'}, {})
    """
    return {"zh": said} if isinstance(said, str) and said.strip() else {}
