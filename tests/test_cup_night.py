"""A small tournament over the real server: the sample of benchmarks/cup.py."""

from pathlib import Path

import pytest
from benchmarks.cup import run


@pytest.mark.slow
def test_every_viewer_is_told_the_log_and_no_bet_is_lost(tmp_path: Path) -> None:
    assert run(tmp_path, players=12, tables=2, coups=1, full=False) == []
