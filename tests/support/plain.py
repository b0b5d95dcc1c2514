"""What no sentence on a page may have in it: the marks of a program that shows through."""

import re

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
    "money without its sign": re.compile(r'(?<![\d$,.:"])\d+\.\d\d(?!\d|\.\d)(?=[^()]*$)'),
    "a loss below nothing": re.compile(r"[-−]\$?[\d,.]+ lost"),
}


ANYWHERE = ("braces", "a tuple", "an ENUM_NAME")
"""What has no place in a page at all, also not in a name or a figure."""


def marks_on(page: str) -> list[str]:
    """Which of these the whole text of a page has."""
    return [f"{name}: {mark[0]}" for name in ANYWHERE for mark in MARKS[name].finditer(page)]


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


def in_latin(text: str) -> list[str]:
    """Three words of Latin letters in a row: no name, but a sentence that nobody translated."""
    return LATIN.findall(text)
