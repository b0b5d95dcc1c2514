"""Every duty of every document: `duties.tsv` of each folder, read once."""

from functools import cache
from importlib import resources

from sabot.rulebooks import RULEBOOKS
from sabot.rules.duties import DutyRow, duty_row


@cache
def duties_of(rulebook: str) -> tuple[DutyRow, ...]:
    """The duties of the document of that id, in its own order.

    >>> duties_of("star-lucky-draw")[0].clause
    '2.5'
    """
    folder = resources.files("sabot.rulebooks") / rulebook.replace("-", "_")
    file = folder / "duties.tsv"
    if not file.is_file():
        return ()
    return tuple(duty_row(rulebook, line) for line in file.read_text("utf-8").splitlines()[1:])


@cache
def all_duties() -> tuple[DutyRow, ...]:
    return tuple(row for rulebook in RULEBOOKS for row in duties_of(rulebook))
