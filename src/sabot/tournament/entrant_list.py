"""A list of entrants as comma-separated text: read line by line, each fault with its line."""

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from sabot.core.alike import looks_of
from sabot.core.refusal import Refusal, named, quoted
from sabot.engine.ledger import is_player_name

COLUMNS: Final = ("player", "form", "method", "reference")
"""Columns of the list; `player` alone must be there."""
MOST: Final = 2_500
"""Most lines of a list: as many entries as a tournament holds."""
LONGEST: Final = 500_000
"""Most characters of a list."""
BAD: Final = "bad-list"


class ListedEntrant(msgspec.Struct, frozen=True):
    """A line of the list, counted from 1 with the heading. `problem` is why it cannot be entered;
    None where it can."""

    number: int
    player: str
    form: str = ""
    method: str = ""
    reference: str = ""
    problem: Refusal | None = None


def read_entrants(text: str, entered: Iterable[str] = ()) -> list[ListedEntrant]:
    """Return the lines of a list. `entered` are those who are in the tournament already.

    Refuse text that is no list at all; what is wrong with one line stands at that line.

    >>> [line.player for line in read_entrants("player,form\\nann,F1\\nbob,F2\\n")]
    ['ann', 'bob']
    >>> read_entrants("player\\nann\\nAnn \\n")[1].problem.message
    'Ann is ann of line 2 in another spelling: one person enters once.'
    """
    if len(text) > LONGEST:
        raise Refusal(BAD, None, "The list is too long: {most} lines at most.", most=MOST)
    rows = [*_rows(text)]
    if not rows:
        raise Refusal(BAD, None, "The list is empty: its first line names the columns.")
    (_, heading), *rest = rows
    columns = [each.strip().lower() for each in heading]
    _check_columns(columns)
    if len(rest) > MOST:
        raise Refusal(BAD, None, "The list is too long: {most} lines at most.", most=MOST)
    return [*_lines(columns, rest, entered)]


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that are not blank, with the number of their line."""
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                yield reader.line_num, row
    except csv.Error:
        line = reader.line_num
        message = "Line {line} cannot be read: a quotation mark is missing or stands alone."
        raise Refusal(BAD, None, message, line=line) from None


def _check_columns(columns: list[str]) -> None:
    for column in columns:
        if column not in COLUMNS:
            message = "There is no column {column}: the columns are {known}."
            known = ", ".join(COLUMNS)
            raise Refusal(BAD, None, message, column=quoted(column), known=known)
    if "player" not in columns or len(set(columns)) < len(columns):
        message = "The first line names each column once, player among them."
        raise Refusal(BAD, None, message)


def _lines(
    columns: list[str], rows: list[tuple[int, list[str]]], entered: Iterable[str]
) -> Iterator[ListedEntrant]:
    people = {look: (0, name) for name in entered for look in looks_of(name)}
    forms: dict[str, int] = {}
    for number, row in rows:
        cells = dict(zip(columns, (cell.strip() for cell in row), strict=False))
        player, form, method, reference = (cells.get(name, "") for name in COLUMNS)
        line = ListedEntrant(number, player, form, method, reference)
        problem = _wrong(line, len(row) - len(columns), people, forms)
        for look in looks_of(line.player):
            people.setdefault(look, (number, line.player))
        if line.form:
            forms.setdefault(line.form, number)
        yield msgspec.structs.replace(line, problem=problem)


def _wrong(
    line: ListedEntrant, cells_over: int, people: dict[str, tuple[int, str]], forms: dict[str, int]
) -> Refusal | None:
    """Return what is wrong with a line, given those before it."""
    if cells_over:
        message = "This line has another number of cells than the first line."
        return Refusal(BAD, None, message)
    if not is_player_name(line.player):
        return Refusal(
            BAD, None, "{player} is not a name for a player.", player=quoted(line.player)
        )
    if line.form and line.form in forms:
        message = "Form {form} stands in line {line} too: a form is used once."
        return Refusal(BAD, None, message, form=quoted(line.form), line=forms[line.form])
    known = next((people[look] for look in looks_of(line.player) if look in people), None)
    return None if known is None else _again(line.player, *known)


def _again(player: str, line: int, other: str) -> Refusal:
    """Return the refusal of a person who is named before, in that or another spelling."""
    if other != player:
        if not line:
            message = "{player} is {other}, who has entered, in another spelling."
            return Refusal(BAD, None, message, player=named(player), other=named(other))
        message = "{player} is {other} of line {line} in another spelling: one person enters once."
        return Refusal(BAD, None, message, player=named(player), other=named(other), line=line)
    if not line:
        return Refusal(BAD, None, "{player} has entered already.", player=named(player))
    message = "{player} stands in line {line} too: one person enters once."
    return Refusal(BAD, None, message, player=named(player), line=line)
