"""Find the clauses of a document in the text of it, by their numbers.

A clause begins on a line that starts with its number, after marks of lists, headings and bold
type. Such a line inside a clause, as of a citation that begins a line, is told apart by the order
of the numbers.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection
from typing import Final

NUMBERED: Final = re.compile(r"^[\s>#*_\-•]*(\d{1,2}(?:\.\d{1,3})+)\.?[\s*_]*(?=[\s*_]|$)")
HEADING: Final = re.compile(r"^[\s#*_]*(\d{1,2})\.?[\s*_]+[A-Z]")
DIAGRAM: Final = re.compile(r"^[\s#*_\d.]*diagram\b", re.IGNORECASE)
TAG: Final = re.compile(r"</?[a-z][a-z0-9]*>", re.IGNORECASE)
PAGE: Final = re.compile(r"(this is )?(page )?\d{1,3}( of \d{1,3}.*)?", re.IGNORECASE)
MARKS: Final = re.compile(r"[*#]+|^[ \t]*[-•][ \t]+", re.MULTILINE)
WIDEST_HEADING: Final = 80
LARGEST_GAP: Final = 12
"""Numbers that may be missing between two clauses of a text."""
REPEATED: Final = 5
"""A short line that stands in a text this often is the head or foot of its pages."""
Order = tuple[int, ...]


def words_of(text: str) -> str:
    """Return the letters and digits of a text, in lower case.

    >>> words_of("the 1<sup>st</sup> card; **or**\\n- 3½")
    'the1stcardor312'
    """
    folded = unicodedata.normalize("NFKC", TAG.sub("", text)).casefold()
    return "".join(each for each in folded if each.isalnum())


def plain(text: str) -> str:
    """Return a text without marks of its layout, each paragraph on one line."""
    bare = MARKS.sub("", TAG.sub("", text))
    paragraphs = (" ".join(each.split()) for each in re.split(r"\n\s*\n", bare))
    return "\n".join(each for each in paragraphs if each)


def read_clauses(text: str, known: Collection[str]) -> dict[str, str]:
    """Return the text of each clause by its number, in the order of the text; `known` are the
    numbers that may appear out of order."""
    found: dict[str, list[str]] = {}
    last: Order = ()
    is_open = False
    for line in _without_page_marks(text):
        numbered = NUMBERED.match(line)
        if numbered is not None and _may_follow(last, numbered[1], found, known):
            last, is_open = order_of(numbered[1]), True
            found.setdefault(numbered[1], []).append(line[numbered.end() :])
        elif last and _ends_clause(line, last):
            is_open = False
        elif is_open:
            found[".".join(map(str, last))].append(line)
    return {number: "\n".join(lines).strip() for number, lines in found.items()}


def order_of(number: str) -> Order:
    """Return a clause's number as numbers: 4.10 comes after 4.9."""
    return tuple(map(int, number.split(".")))


def _may_follow(last: Order, number: str, found: Collection[str], known: Collection[str]) -> bool:
    """Return True if the clause of that number may begin after the last one."""
    order = order_of(number)
    if not last or order == last:
        return True
    if number in found:
        return False
    if last[: len(order)] == order:  # a document may number a clause once more after its items
        return number in known
    shared = 0
    while shared < min(len(order), len(last)) and order[shared] == last[shared]:
        shared += 1
    before = last[shared] if shared < len(last) else 0
    gap = order[shared] - before
    if not shared:
        return gap == 1 and order[1] <= LARGEST_GAP
    return 0 < gap <= LARGEST_GAP


def _ends_clause(line: str, last: Order) -> bool:
    if DIAGRAM.match(line) and len(line) < WIDEST_HEADING:
        return True
    heading = HEADING.match(line)
    return heading is not None and len(line) < WIDEST_HEADING and int(heading[1]) == last[0] + 1


def _without_page_marks(text: str) -> list[str]:
    """Return the lines of a text without page numbers, and without the heads and feet of pages."""
    lines = text.replace("\f", "\n").splitlines()
    counted = Counter(each.strip() for each in lines)
    return [
        line
        for line in lines
        if not PAGE.fullmatch(each := line.strip())
        and (not each or counted[each] < REPEATED or NUMBERED.match(line))
    ]
