"""Detect names that look alike: mixed scripts, invisible characters, homoglyphs.

As in UTS 39 of Unicode: a name is of one script, or of those that are written together in East
Asia, and no two names have one skeleton.
"""

import unicodedata
from functools import cache, lru_cache
from typing import Final, Protocol

TOGETHER: Final = (
    frozenset({"LATIN", "HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "HAN", "BOPOMOFO"}),
    frozenset({"LATIN", "HAN", "HANGUL"}),
)
ANY: Final = frozenset({"COMMON", "INHERITED"})
UNSEEN: Final = frozenset("\u115f\u1160\u3164\uffa0")
"""Letters of Hangul that are written as nothing."""


def is_of_one_script(name: str) -> bool:
    """Return True if one name may have all these letters.

    >>> is_of_one_script("陳Zoë"), is_of_one_script("dоra")
    (True, False)
    """
    from confusable_homoglyphs import categories  # type: ignore[import-untyped]

    scripts = {categories.alias(letter) for letter in name} - ANY
    return len(scripts) <= 1 or any(scripts <= each for each in TOGETHER)


def is_seen(text: str) -> bool:
    """Return True if the text has no invisible character."""
    return not UNSEEN & set(text)


@lru_cache(4096)
def letters_of(name: str) -> str:
    """The letters and figures of a name, large and small alike; the whole of it if it has none.

    >>> letters_of(" O'Hara\u200b "), letters_of("--")
    ('ohara', '--')
    """
    plain = unicodedata.normalize("NFKC", name).casefold()
    return "".join(filter(str.isalnum, plain)) or name.strip()


@lru_cache(4096)
def looks_of(name: str) -> frozenset[str]:
    """Return the skeletons of a name's letters and figures. Two names that share one look alike,
    regardless of capitals and punctuation.

    >>> bool(looks_of("O'Hara") & looks_of("ohara")), bool(looks_of("alice") & looks_of("A1ICE"))
    (True, True)
    """
    plain = unicodedata.normalize("NFKC", name)
    return skeletons("".join(filter(str.isalnum, plain)) or plain.strip() or name)


def words_of(text: str) -> list[str]:
    """Return the words of a text in small letters, without accents and punctuation.

    >>> words_of("Dr. José O'Neil")
    ['dr', 'jose', 'oneil']
    """
    plain = unicodedata.normalize("NFKD", text).casefold().replace("'", "").replace("\u2019", "")
    kept = (each for each in plain if not unicodedata.combining(each))
    return "".join(each if each.isalnum() else " " for each in kept).split()


@lru_cache(16_384)
def is_same(one: str, other: str) -> bool:
    """Return whether two names are one person's, however they are written, or look so.

    >>> is_same("Dana ", "dana"), is_same("d\u0430na", "dana"), is_same("dana", "dan")
    (True, True, False)
    """
    return one == other or not looks_of(one).isdisjoint(looks_of(other))


class Sender(Protocol):
    """A command, as far as it says who sends it."""

    @property
    def actor(self) -> str: ...

    @property
    def plays_as(self) -> str | None: ...


def is_sender(command: Sender, name: str | None) -> bool:
    """Return whether a name is that of the person who sends a command, by any spelling or by the
    account that is linked to it."""
    if not name:
        return False
    return is_same(command.actor, name) or (
        command.plays_as is not None and is_same(command.plays_as, name)
    )


@lru_cache(4096)
def skeletons(name: str) -> frozenset[str]:
    """Return the homoglyph skeletons of a name as written, in small letters and in capitals.
    Readers may confuse names that share one.

    >>> bool(skeletons("Ida") & skeletons("lda")), bool(skeletons("mike") & skeletons("rnike"))
    (True, True)
    """
    return frozenset(_skeleton(each) for each in (name, name.casefold(), name.upper()))


def _skeleton(text: str) -> str:
    letters, pairs = _prototypes()
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text))
    plain = "".join(letters.get(letter, letter) for letter in plain)
    for pair, one in pairs:
        plain = plain.replace(pair, one)
    return plain


@cache
def _prototypes() -> tuple[dict[str, str], tuple[tuple[str, str], ...]]:
    """For each letter the one that stands for all that look like it; and the same for pairs."""
    from confusable_homoglyphs import confusables

    leads: dict[str, str] = {}

    def lead(text: str) -> str:
        while (other := leads.get(text, text)) != text:
            text = other
        return text

    for letter, others in confusables.confusables_data.items():
        for other in others:
            one, two = sorted((lead(letter), lead(other["c"])), key=lambda each: (len(each), each))
            leads[two] = one
    letters = {each: lead(each) for each in [*leads] if len(each) == 1}
    pairs = {each: lead(each) for each in [*leads] if len(each) == 2 and each.isalpha()}
    return letters, tuple(
        sorted(("".join(letters.get(one, one) for one in pair), to) for pair, to in pairs.items())
    )
