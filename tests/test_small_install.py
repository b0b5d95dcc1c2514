"""Sabot without numba: the same functions as plain Python, the same numbers, and a plain word."""

import json
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from sabot import sample
from sabot.cli import main
from sabot.core.compiler import WITHOUT, plain
from sabot.odds import odds
from sabot.simulate.kernels.wide_products import _by_python

WITHOUT_NUMBA = """
import sys
for name in ("numba", "llvmlite"):
    sys.modules[name] = None
from sabot.cli import main
sys.exit(main(sys.argv[1:]))
"""


def alone(*words: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a Python that finds no numba."""
    command = [sys.executable, "-c", WITHOUT_NUMBA, *words]
    return subprocess.run(command, capture_output=True, text=True, check=True)


@pytest.mark.parametrize("game", ["star-lucky-draw", "panda-8"])
def test_exact_odds_are_the_same(game: str) -> None:
    told = alone("odds", game, "--json")
    assert json.loads(told.stdout) == odds(game).to_dict() and told.stderr == ""


def test_the_same_coups_are_dealt() -> None:
    words = ("simulate", "star-baccarat", "--coups", "30", "--seed", "5", "--workers", "1")
    told = alone(*words, "--json")
    assert told.stderr == f"sabot: {WITHOUT}\n"
    slow: Any = json.loads(told.stdout)
    fast: Any = sample("star-baccarat", 30, seed=5, workers=1).to_dict()
    for figures in (slow, fast):
        del figures["seconds"], figures["coups_per_second"]
    assert slow == json.loads(json.dumps(fast))


def test_products_and_sums_overflow_alike(capsys: pytest.CaptureFixture[str]) -> None:
    most = np.uint64(2**64 - 1)
    assert _by_python(most, most) == 2**64 - 2
    assert plain(lambda one: one + one)(most) == 2**64 - 2
    assert main(("odds", "panda-8")) == 0 and capsys.readouterr().err == ""
