"""Every duty of every document: `duties.tsv` of each folder, read once.

An edition's folder has the rows that were changed or added. They take the place of all rows of the
same duty and clause; where a duty is gone, `who` is `repealed` and nothing follows.
"""

from functools import cache
from pathlib import Path

from sabot.rulebooks import EDITIONS, RULEBOOKS
from sabot.rulebooks.catalogue import AMENDMENTS, REPEALED
from sabot.rules.operation.duties import DutyRow, duty_row


@cache
def duties_of(document: str) -> tuple[DutyRow, ...]:
    """The duties of a document in its own order: of its newest edition, or of that after an `@`.

    >>> duties_of("star-lucky-draw")[0].clause
    '2.5'
    >>> duties_of("star-baccarat@version 4")[0].edition
    'version 4'
    """
    rulebook, _, version = document.partition("@")
    folder = Path(__file__).parent / rulebook.replace("-", "_")
    rows = _read(rulebook, version, folder)
    for each in EDITIONS[rulebook]:
        amending = AMENDMENTS.get((rulebook, each))
        rows = rows if amending is None else _amended(rows, _read(rulebook, version, amending))
        if each == version:
            break
    return tuple(rows)


@cache
def all_duties() -> tuple[DutyRow, ...]:
    """Those of all editions."""
    return tuple(
        row
        for rulebook in RULEBOOKS
        for edition in EDITIONS[rulebook]
        for row in duties_of(f"{rulebook}@{edition}")
    )


def _read(rulebook: str, edition: str, folder: Path) -> list[DutyRow]:
    file = folder / "duties.tsv"
    lines = file.read_text("utf-8").splitlines()[1:] if file.is_file() else []
    return [duty_row(rulebook, line, edition) for line in lines]


def _amended(before: list[DutyRow], anew: list[DutyRow]) -> list[DutyRow]:
    said = {(row.name, row.clause) for row in anew}
    kept = [row for row in before if (row.name, row.clause) not in said]
    return [*kept, *(row for row in anew if row.who != REPEALED)]
