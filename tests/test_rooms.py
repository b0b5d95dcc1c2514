"""The house: imports go one way, files fit in one reading, and no shared code knows a game."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import sabot

SOURCE = Path(sabot.__file__).parent
ROOMS = [
    "core",
    "shoe",
    "rules",
    "rulebooks",
    "bench",
    "coup",
    "odds",
    "simulate",
    "counting",
    "math_report",
    "school",
    "store",
    "engine",
    "parts",
    "policies",
    "accounts",
    "aml",
    "tournament",
    "env",
    "table",
    "promotions",
    "people",
    "links",
    "audit/checks",
    "floor",
    "sentences",
    "compliance",
    "audit",
    "annotation",
    "pit",
    "views",
    "client",
    "robots",
    "server",
    "cli",
]
"""From the ground up: a room may import itself and those before it. `audit/checks` is a layer of
its own, since the registry of kinds names the checks of each kind."""
ENTRANCES = {"__init__", "__main__"}
MODULES = sorted(SOURCE.rglob("*.py"))
NAMES = [str(path.relative_to(SOURCE)) for path in MODULES]
LONGEST_FILE, LONGEST_FUNCTION = 400, 50


def room_of(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    nested = "/".join(parts[:2])
    return nested if nested in ROOMS else parts[0]


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """Sources that the rules below look at, read once for all of them."""
    looked_at = (ast.ImportFrom, ast.Import, ast.Constant, ast.FunctionDef, ast.ClassDef)
    return tuple(n for n in ast.walk(ast.parse(path.read_text())) if isinstance(n, looked_at))


def rooms_imported(path: Path) -> Iterator[str]:
    for node in nodes_of(path):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
            if node.module == "sabot":
                names = [f"sabot.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        yield from (
            room_of(SOURCE / name.replace(".", "/").removeprefix("sabot/"))
            for name in names
            if name.startswith("sabot.")
        )


def test_every_room_is_known() -> None:
    assert {room_of(path) for path in MODULES} == {*ROOMS, *ENTRANCES}


@pytest.mark.parametrize("path", MODULES, ids=NAMES)
def test_imports_go_down_only(path: Path) -> None:
    room = room_of(path)
    if room in ENTRANCES:
        return
    allowed = {*ROOMS[: ROOMS.index(room) + 1], "__version__"}
    assert set(rooms_imported(path)) <= allowed


@pytest.mark.parametrize("path", MODULES, ids=NAMES)
def test_shared_code_never_names_a_game(path: Path) -> None:
    if room_of(path) == "rulebooks":
        return
    constants = [node.value for node in nodes_of(path) if isinstance(node, ast.Constant)]
    assert not set(sabot.RULEBOOKS) & {each for each in constants if isinstance(each, str)}


@pytest.mark.parametrize("path", MODULES, ids=NAMES)
def test_files_and_functions_fit_in_one_reading(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= LONGEST_FILE
    for node in nodes_of(path):
        if isinstance(node, ast.FunctionDef):
            assert (node.end_lineno or 0) - node.lineno < LONGEST_FUNCTION, node.name


@pytest.mark.parametrize("path", MODULES, ids=NAMES)
def test_names_are_casino_words(path: Path) -> None:
    dull = ("Manager", "Helper", "Util", "Base", "Impl")
    names = [node.name for node in nodes_of(path) if isinstance(node, ast.ClassDef)]
    assert not [name for name in names if name.endswith(dull)]


def test_the_picture_of_the_packages_has_every_room() -> None:
    picture = (Path(__file__).parents[1] / "docs" / "pictures" / "packages.svg").read_text()
    shown = set(re.findall(r'text-anchor="middle" [^>]*>([a-z_/]+)<', picture))
    assert shown == {*ROOMS, "web"}, "Change docs/packages.py and run it."
