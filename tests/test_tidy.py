"""Format, lint and types, so that one command checks everything."""

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parents[1]


CHECKS = ("mypy", "ruff format --check .", "ruff check .", "deno fmt --check")


@pytest.mark.parametrize("words", CHECKS)
def test_the_code_is_tidy(words: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *words.split()], cwd=HERE, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
