"""Headings of reports: each is said in every language, and each has its cell."""

import ast
from pathlib import Path

import pytest

from sabot.compliance import reports
from sabot.compliance.reports.sheet import TABLE, SheetColumn, figure, section
from sabot.core.languages import ENGLISH, languages, phrases

MAKERS = ("SheetColumn", "section")


def headings() -> set[tuple[str, str]]:
    """Return the names that reports give their columns and sections, each with its file."""
    return {
        (path.name, str(node.args[0].value))
        for path in sorted(Path(reports.__file__).parent.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in MAKERS
        if node.args and isinstance(node.args[0], ast.Constant) and node.args[0].value
    }


@pytest.mark.parametrize("language", [each for each in languages() if each != ENGLISH])
def test_every_heading_is_said_in_every_language(language: str) -> None:
    found = headings()
    assert ("table_day.py", "Hold") in found and ("statement.py", "Summary") in found
    lacks = sorted(each for each in found if each[1] not in phrases(language))
    assert not lacks, f"words/{language}/phrases.tsv lacks {lacks}"


def test_a_column_without_its_cell_is_named() -> None:
    columns = (TABLE, SheetColumn("Hold", "share"))
    with pytest.raises(ValueError, match="Tables: a row has 1 cells for 2 columns, the last Hold"):
        section("Tables", columns, [[figure(1)]])
