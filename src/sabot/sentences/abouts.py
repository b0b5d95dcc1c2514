"""Translations of English texts in a log or an audit into the reader's language."""

import re
from typing import Final

from sabot.core.languages import ENGLISH, kept, rows
from sabot.sentences.names import person
from sabot.sentences.vocabulary import slot_in, tongue

ABOUTS: Final = ("abouts.tsv",)
FINDINGS: Final = ("findings.tsv", "refused.tsv")
"""An audit repeats what should have been refused."""
SENTENCES: Final = frozenset({"message", "stake"})
"""Slots in which something is said that has slots itself."""
SLOT: Final = re.compile(r"\{(\w+)\}")


@kept
def _forms(language: str, files: tuple[str, ...]) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return patterns of English texts with their translations; `{name}` matches any text. Patterns
    with the most letters of their own come first; those without any are left out."""
    found = {english: said for name in files for english, said in rows(language, name).items()}
    letters = {each: len(re.findall(r"[A-Za-z]", SLOT.sub("", each))) for each in found}
    order = sorted((each for each in found if letters[each]), key=lambda each: -letters[each])
    return tuple((_pattern(english), found[english]) for english in order)


def _pattern(english: str) -> re.Pattern[str]:
    """A slot that stands twice is the same both times."""
    parts, seen = SLOT.split(english), set[str]()
    for place in range(1, len(parts), 2):
        name = parts[place]
        parts[place] = f"(?P={name})" if name in seen else f"(?P<{name}>.+)"
        seen.add(name)
    parts[::2] = map(re.escape, parts[::2])
    return re.compile("".join(parts))


def about_in(language: str, about: str) -> str:
    """Return the subject of a notice in a language.

    >>> about_in("zh", "claim 2 of prize 1"), about_in("en", "claim 2 of prize 1")
    ('第 1 獎的申領 2', 'claim 2 of prize 1')
    """
    if (title := tongue(language).titles.get(about)) is not None:
        return title
    for english, said in _forms(language, ABOUTS):
        if found := english.fullmatch(about):
            slots = found.groupdict()
            return said.format(**{each: _named(each, slots[each]) for each in slots})
    return about


def _named(slot: str, text: str) -> str:
    return person(text) if slot == "player" else text


def finding_in(language: str, text: str) -> str:
    """Return a finding's short name or sentence in a language; English where no translation is
    known.

    >>> finding_in("zh", "Line 7: The time has no zone."), finding_in("zh", "wrong-card")
    ('第 7 行：時間沒有時區。', '牌不符')
    """
    if language == ENGLISH:
        return text
    for english, said in _forms(language, FINDINGS):
        if found := english.fullmatch(text):
            slots = found.groupdict()
            return said.format(**{each: _slot(each, slots[each], language) for each in slots})
    return text


def _slot(name: str, text: str, language: str) -> str:
    return finding_in(language, text) if name in SENTENCES else slot_in(name, text, language)
