"""Killed at a write, the store keeps what it has acknowledged. Every point: campaigns/crash.py."""

from pathlib import Path

import pytest

from store.crash import STEPS, check_what_is_left, run_and_kill
from store.postgres import PostgresServer


def spread(writes: int, points: int) -> list[int]:
    return sorted({1 + round(place * (writes - 1) / (points - 1)) for place in range(points)})


def test_sqlite_killed_at_26_points(tmp_path: Path) -> None:
    whole = run_and_kill(str(tmp_path / "whole.db"), tmp_path, 0)
    assert whole.writes and whole.acknowledged == list(range(STEPS))
    died = 0
    for point in spread(whole.writes, 26):
        folder = tmp_path / str(point)
        folder.mkdir()
        run = run_and_kill(str(folder / "casino.db"), folder, point)
        died += run.writes is None
        check_what_is_left(str(folder / "casino.db"), folder, run.acknowledged)
    assert died >= 24


def test_postgresql_client_killed_at_14_points(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    whole = run_and_kill(postgres_server.fresh_url(), tmp_path, 0)
    assert whole.writes and whole.acknowledged == list(range(STEPS))
    died = 0
    for point in spread(whole.writes, 14):
        folder, url = tmp_path / str(point), postgres_server.fresh_url()
        folder.mkdir()
        run = run_and_kill(url, folder, point)
        died += run.writes is None
        check_what_is_left(url, folder, run.acknowledged)
    assert died >= 12


@pytest.mark.parametrize("torn", [1, 40, 400])
def test_a_witness_whose_last_line_was_torn(tmp_path: Path, torn: int) -> None:
    run_and_kill(str(tmp_path / "casino.db"), tmp_path, 0)
    witness = tmp_path / "witness"
    whole = witness.read_bytes()
    witness.write_bytes(whole[:-torn])
    check_what_is_left(str(tmp_path / "casino.db"), tmp_path, list(range(STEPS)))
    assert witness.read_bytes() == whole
