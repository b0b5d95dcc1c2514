"""The table "Where is it decided?" of docs/design.md names files and functions that exist."""

import ast
import re
from pathlib import Path

import pytest

import sabot

SOURCE = Path(sabot.__file__).parent
ROOT = Path(__file__).parents[1]
DESIGN = (ROOT / "docs" / "design.md").read_text("utf-8")
SECTION = DESIGN.partition("## Where is it decided?")[2].partition("\n## ")[0]
PLACES = re.findall(r"`([a-z_/]+\.py):(\w+)`", SECTION)
SCRIPTS = re.findall(r"`([a-z_/]+\.js):(\w+)`", SECTION)
FILES = re.findall(r"`([a-z_/-]+\.[a-z]+)`", SECTION)
OUTSIDE = ("deploy/", "docs/", "tests/")
"""Folders whose paths start at the root."""


def test_the_table_is_found() -> None:
    assert len(PLACES) > 40 and SCRIPTS and len(FILES) > 20


@pytest.mark.parametrize("path,name", SCRIPTS)
def test_a_script_of_the_table_exports_its_name(path: str, name: str) -> None:
    assert f"export function {name}(" in (SOURCE / path).read_text("utf-8")


@pytest.mark.parametrize("path", sorted(each for each in set(FILES) if "/" in each))
def test_a_file_of_the_table_exists(path: str) -> None:
    assert (ROOT / path if path.startswith(OUTSIDE) else SOURCE / path).is_file()


@pytest.mark.parametrize("path,name", PLACES)
def test_a_place_of_the_table_exists(path: str, name: str) -> None:
    """Find the name at the top of the file: a function, a class or a constant."""
    names = set[str]()
    for node in ast.parse((SOURCE / path).read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
        elif isinstance(node, ast.Assign):
            names |= {each.id for each in node.targets if isinstance(each, ast.Name)}
    assert name in names
