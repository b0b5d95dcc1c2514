"""The table "Where is it decided?" of docs/design.md names files and functions that exist."""

import ast
import re
from pathlib import Path

import pytest

import sabot

SOURCE = Path(sabot.__file__).parent
DESIGN = (Path(__file__).parents[1] / "docs" / "design.md").read_text("utf-8")
SECTION = DESIGN.partition("## Where is it decided?")[2].partition("\n## ")[0]
PLACES = re.findall(r"`([a-z_/]+\.py):(\w+)`", SECTION)


def test_the_table_is_found() -> None:
    assert len(PLACES) > 20


@pytest.mark.parametrize("path,name", PLACES)
def test_a_place_of_the_table_exists(path: str, name: str) -> None:
    """Find the name at the top of the file: a function, a class or a constant."""
    names = set[str]()
    for node in ast.parse((SOURCE / path).read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
    assert name in names
