"""Find the clauses of a document in the text of it, by their numbers.

A clause begins on a line that starts with its number, after marks of lists, headings and bold
type. Such a line inside a clause, as of a citation that begins a line, is told apart by the order
of the numbers: the longest sequence in the document's order is taken.
"""

import re
import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

NUMBERED: Final = re.compile(r"^[\s>#*_\-•]*(\d{1,2}(?:\.\d{1,3})+)\.?[\s*_]*(?=[\s*_]|$)")
HEADING: Final = re.compile(r"^[\s#*_]*(\d{1,2})\.?[\s*_]+[A-Z]")
DIAGRAM: Final = re.compile(r"^[\s#*_\d.]*diagram\b", re.IGNORECASE)
TAG: Final = re.compile(r"</?[a-z][a-z0-9]*>", re.IGNORECASE)
PAGE: Final = re.compile(r"(this is )?(page )?\d{1,3}( of \d{1,3}.*)?", re.IGNORECASE)
MARKS: Final = re.compile(r"[*#]+|^[ \t]*[-•][ \t]+", re.MULTILINE)
WORD: Final = re.compile(r"[^\W\d_]{4}")
WIDEST_HEADING: Final = 80
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


def read_clauses(text: str, known: Sequence[str]) -> dict[str, str]:
    """Return the text of each clause by its number, in the order of the text; `known` are the
    numbers of the document in its order."""
    lines = _without_page_marks(text)
    starts = _starts(lines, {number: place for place, number in enumerate(known)})
    found: dict[str, list[str]] = {}
    last = ""
    is_open = False
    for place, line in enumerate(lines):
        number = starts.get(place)
        if number is not None:
            numbered = NUMBERED.match(line)
            assert numbered is not None
            found.setdefault(number, []).append(line[numbered.end() :])
            last, is_open = number, True
        elif last and _ends_clause(line, order_of(last)):
            is_open = False
        elif is_open:
            found[last].append(line)
    return {number: "\n".join(said).strip() for number, said in found.items()}


def _starts(lines: Sequence[str], known: Mapping[str, int]) -> dict[int, str]:
    """Return the lines on which clauses begin, with their numbers: of all lines that begin with a
    number the longest sequence in the document's order, and others that fit between those."""
    numbered = {place: found[1] for place, line in enumerate(lines)
                if (found := NUMBERED.match(line))}  # fmt: skip
    candidates = [(place, number) for place, number in numbered.items() if number in known]
    chosen = dict(_longest(candidates, known))
    taken = set(chosen.values())
    last = ""
    for place, number in numbered.items():
        if place in chosen:
            last = chosen[place]
        elif number not in taken and _fits(number, last, place, chosen, number in known):
            chosen[place] = last = number
            taken.add(number)
    return chosen


def _fits(number: str, last: str, place: int, chosen: Mapping[int, str], is_known: bool) -> bool:
    """Return True if a clause outside the sequence begins there: a document numbers some clauses
    after their own items, and one that the catalogue lacks stands in the order of its number."""
    later = min((each for each in chosen if each > place), default=None)
    following = "" if later is None else chosen[later]
    if is_known:
        is_item = bool(following) and number.startswith(f"{following}.")
        return is_item or last.startswith(f"{number}.")
    above = order_of(last) if last else ()
    return above < order_of(number) and (not following or order_of(number) < order_of(following))


def _longest(
    candidates: Sequence[tuple[int, str]], known: Mapping[str, int]
) -> list[tuple[int, str]]:
    """Return the longest part of the candidates whose numbers grow; of two with one number the
    first."""
    ends: list[int] = []  # place in the document of the last of each length, as small as it can be
    holders: list[int] = []
    before: list[int] = []
    for at, (_, number) in enumerate(candidates):
        length = bisect_left(ends, known[number])
        before.append(holders[length - 1] if length else -1)
        if length == len(ends):
            ends.append(known[number])
            holders.append(at)
        elif ends[length] > known[number]:
            ends[length], holders[length] = known[number], at
    found, at = [], holders[-1] if holders else -1
    while at >= 0:
        found.append(candidates[at])
        at = before[at]
    return found[::-1]


def order_of(number: str) -> Order:
    """Return a clause's number as numbers: 4.10 comes after 4.9."""
    return tuple(map(int, number.split(".")))


def _ends_clause(line: str, last: Order) -> bool:
    if DIAGRAM.match(line) and len(line) < WIDEST_HEADING:
        return True
    heading = HEADING.match(line)
    return heading is not None and len(line) < WIDEST_HEADING and int(heading[1]) == last[0] + 1


def _without_page_marks(text: str) -> list[str]:
    """Return the lines of a text without page numbers, and without the heads and feet of pages."""
    lines = text.replace("\f", "\n").splitlines()
    counted = Counter(map(_shape, lines))
    return [
        line
        for line in lines
        if not PAGE.fullmatch(line.strip())
        and (NUMBERED.match(line) or not WORD.search(line) or counted[_shape(line)] < REPEATED)
    ]


def _shape(line: str) -> str:
    """Return a line without its figures and spaces: heads and feet of pages differ in those."""
    return re.sub(r"[\d\s]+", "", line)
