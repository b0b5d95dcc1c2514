"""A newcomer's sixth game takes at most 20 files, none of them an old test, and each file that is
forgotten is named.

The game of `support/sixth.txt` is written into a copy of the repository as docs/recipes.md says.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from support.sixth import GAME, ROOT, TEXT, copied

MOST_FILES = 20
SHARED = (
    "tests/test_catalogue.py", "tests/test_shoe.py", "tests/test_croupier.py",
    "tests/test_scorecard.py", "tests/rules", "tests/school",
)  # fmt: skip
"""Tests of all games that named five of them when the recipe was first followed."""
SHARED_ONLY = "harbour or documents or description"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("sixth")
    copied(root)
    return root


def run(copy: Path, *words: str) -> str:
    paths = {"PYTHONPATH": f"{copy / 'src'}:{copy / 'tests'}"}
    command = [sys.executable, "-P", *words]
    done = subprocess.run(
        command, cwd=copy, env={**os.environ, **paths}, capture_output=True, text=True, timeout=500
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def checked(copy: Path) -> Any:
    return json.loads(run(copy, "tests/support/sixth_checked.py", str(copy)))


def test_the_sixth_game_is_complete(checked: Any) -> None:
    assert checked["said"][""] == []


def test_it_takes_at_most_twenty_files_and_no_old_test(checked: Any) -> None:
    assert len(checked["files"]) <= MOST_FILES
    assert not [
        each for each in checked["files"] if each.startswith("tests") and (ROOT / each).exists()
    ]


def test_each_file_that_is_forgotten_is_named(checked: Any) -> None:
    for name, said in checked["said"].items():
        if name:
            stem, _, end = name.rpartition(".")
            known = (name, f"{stem}*.{end}", "tests/rulebooks/test_harbour_dragon*.py")
            assert any(each.startswith(known) for each in said), (name, said)


def test_the_recipe_names_every_file(checked: Any) -> None:
    recipe = (ROOT / "docs" / "recipes.md").read_text("utf-8")
    for name in checked["files"]:
        word = Path(name).name.replace(GAME, "GAME").replace("harbour_dragon", "GAME")
        assert word in recipe or word == "__init__.py" or "test_GAME" in word, name
    assert TEXT.name in recipe


@pytest.mark.slow
def test_old_tests_pass_with_the_sixth_game(copy: Path, checked: Any) -> None:
    """They are those of the copy, and none of them has been edited."""
    own = [each for each in checked["files"] if each.startswith("tests/rulebooks")]
    run(copy, "-m", "pytest", "-q", "-n", "0", "-m", "not slow", "-k", SHARED_ONLY, *own, *SHARED)
