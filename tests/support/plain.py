"""Marks of a program that no sentence on a page may have."""

import re
from collections.abc import Iterable

HYPHENED = frozenset(
    [
        "no-bet",
        "playing-area",
        "pre-shuffled",
        "non-commission",
        "face-up",
        "face-down",
        "over-",
        "table-12",
        "7-up",
    ]
)
MARKS = {
    "a slug": re.compile(r"\b[a-z]+(?:-[a-z0-9]+)+\b"),
    "braces": re.compile(r"[{}\[\]]"),
    "a tuple": re.compile(r"\(\d+,"),
    "Python's quotes": re.compile(r"(?<!\w)'[^']+'(?!\w)"),
    "an ENUM_NAME": re.compile(r"\b[A-Z]+_[A-Z_]+\b"),
    "an under_score": re.compile(r"[a-z]_[a-z]"),
    "a word of Python": re.compile(r"\b(None|True|False)\b"),
    "a backtick": re.compile("`"),
    "money without its sign": re.compile(r'(?<![\d$◉,.:"])\d+\.\d\d(?!\d|\.\d)(?=[^()（）]*$)'),
    "a loss below nothing": re.compile(r"[-−]\$?[\d,.]+ lost"),
}


ANYWHERE = ("braces", "a tuple", "an ENUM_NAME")
"""Text that has no place in a page at all, also not in a name or a figure."""


def marks_in(text: str) -> list[str]:
    """Which of these a sentence has; a sentence also has words, and ends as one does."""
    found = [
        f"{name}: {mark[0]}"
        for name, pattern in MARKS.items()
        for mark in pattern.finditer(text)
        if mark[0].lower() not in HYPHENED
    ]
    if not text or text[-1] not in ".。!?":
        found.append("no stop at the end")
    return found


LATIN = re.compile(r"[A-Za-z][a-z’']+(?:[ ,]+[A-Za-z]?[a-z’']+){2,}")
KEY = re.compile(r"[a-z]+(?:\.[a-z][a-z-]+)+")
"""Text that a page shows for a missing word."""
ON_PAGES = (*ANYWHERE, "an under_score", "a backtick", "Python's quotes", "a loss below nothing")


FILE = re.compile(r"[\w-]+\.(?:jsonl|csv)")


def in_latin(text: str) -> list[str]:
    """Match three words of Latin letters in a row: a missing translation."""
    return LATIN.findall(text)


def shows_through(text: str, language: str, names: Iterable[str]) -> list[str]:
    """Return what one text of a page, read or heard, shows of the program behind it, or of English
    in another language; names of things and files stay as they are."""
    text = FILE.sub("", text)
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, "·")
    found = [f"{name}: {text}" for name in ON_PAGES if MARKS[name].search(text)]
    if KEY.fullmatch(text):
        found.append(f"a key: {text}")
    if language == "en":
        return found
    slugs = (each[0] for each in MARKS["a slug"].finditer(text))
    found += [f"a slug: {each}" for each in slugs if each not in HYPHENED]
    return found + [f"English: {each}" for each in in_latin(text)]
