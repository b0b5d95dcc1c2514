"""The reference imports nothing of the product, and no shared file asks which game it plays."""

import ast
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.py"))
NAMES = [str(path.relative_to(HERE)) for path in FILES]
GAMES = {
    "star-baccarat",
    "star-seven-up",
    "star-three-card",
    "star-lucky-draw",
    "canberra-mini",
}
ALLOWED = {
    *("__future__", "ast", "collections", "copy", "dataclasses", "itertools", "math", "pathlib"),
    *("random", "typing", "hypothesis", "pytest", "reference"),
}
"""Top-level modules that the reference may import: the standard library's, and its own."""


def imported(path: Path) -> set[str]:
    """Return the top-level modules that a file imports, by any statement."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add("." if node.level else (node.module or "").split(".")[0])
        elif isinstance(node, ast.Name) and node.id in {"__import__", "eval", "exec"}:
            found.add(node.id)
    return found


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_nothing_but_the_standard_library_and_the_reference_is_imported(path: Path) -> None:
    assert imported(path) <= ALLOWED


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_shared_code_never_names_a_game(path: Path) -> None:
    if path.parent.name == "documents" or path.name.startswith("test_"):
        return
    if path.name == "openings.py":
        return  # set-ups of the tests
    nodes = ast.walk(ast.parse(path.read_text()))
    assert not GAMES & {node.value for node in nodes if isinstance(node, ast.Constant)}


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_files_and_functions_are_short(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= 400
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef):
            assert (node.end_lineno or 0) - node.lineno < 50, node.name
