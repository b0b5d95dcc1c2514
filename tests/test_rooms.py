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
LONGEST_FILE, LONGEST_FUNCTION = 400, 50


def named(path: Path) -> str:
    return str(path.relative_to(SOURCE))


def lines_of(path: Path) -> int:
    return len(path.read_text().splitlines())


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


def modules_of(room: str) -> list[Path]:
    return [path for path in MODULES if room_of(path) == room]


@pytest.mark.parametrize("room", ROOMS)
def test_imports_go_down_only(room: str) -> None:
    allowed = {*ROOMS[: ROOMS.index(room) + 1], "__version__"}
    wrong = {named(path): set(rooms_imported(path)) - allowed for path in modules_of(room)}
    assert not {name: rooms for name, rooms in wrong.items() if rooms}


@pytest.mark.parametrize("room", [room for room in ROOMS if room != "rulebooks"])
def test_shared_code_never_names_a_game(room: str) -> None:
    texts = {
        named(path): {node.value for node in nodes_of(path) if isinstance(node, ast.Constant)
                      if isinstance(node.value, str)}
        for path in modules_of(room)
    }  # fmt: skip
    assert not {name for name, found in texts.items() if found & sabot.RULEBOOKS.keys()}


@pytest.mark.parametrize("room", [*ROOMS, *sorted(ENTRANCES)])
def test_files_and_functions_fit_in_one_reading(room: str) -> None:
    long = [named(each) for each in modules_of(room) if lines_of(each) > LONGEST_FILE]
    long += [
        f"{named(path)}:{node.name}"
        for path in modules_of(room)
        for node in nodes_of(path)
        if isinstance(node, ast.FunctionDef)
        and (node.end_lineno or 0) - node.lineno >= LONGEST_FUNCTION
    ]
    assert not long


@pytest.mark.parametrize("room", ROOMS)
def test_names_are_casino_words(room: str) -> None:
    dull = ("Manager", "Helper", "Util", "Base", "Impl")
    classes = [n.name for path in modules_of(room) for n in nodes_of(path)
               if isinstance(n, ast.ClassDef)]  # fmt: skip
    assert not [name for name in classes if name.endswith(dull)]


def test_the_picture_of_the_packages_has_every_room() -> None:
    picture = (Path(__file__).parents[1] / "docs" / "pictures" / "packages.svg").read_text()
    shown = set(re.findall(r'text-anchor="middle" [^>]*>([a-z_/]+)<', picture))
    assert shown == {*ROOMS, "web"}, "Change docs/packages.py and run it."
