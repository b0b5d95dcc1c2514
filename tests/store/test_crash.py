"""Killed at a write, the store keeps what it has acknowledged. Every point: campaigns/crash.py."""

from pathlib import Path

import pytest

from store.crash import STEPS, check_what_is_left, run_and_kill
from store.postgres import PostgresServer

ON_SQLITE, ON_POSTGRESQL = 13, 8
"""At so many of the writes, from the first to the last."""


def spread(writes: int, points: int) -> list[int]:
    return sorted({1 + round(place * (writes - 1) / (points - 1)) for place in range(points)})


def test_sqlite_killed_here_and_there(swift_path: Path) -> None:
    whole = run_and_kill(str(swift_path / "whole.db"), swift_path, 0)
    assert whole.writes and whole.acknowledged == list(range(STEPS))
    died = 0
    for point in spread(whole.writes, ON_SQLITE):
        folder = swift_path / str(point)
        folder.mkdir()
        run = run_and_kill(str(folder / "casino.db"), folder, point)
        died += run.writes is None
        check_what_is_left(str(folder / "casino.db"), folder, run.acknowledged)
    assert died >= ON_SQLITE - 2


def test_postgresql_client_killed_here_and_there(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    whole = run_and_kill(postgres_server.fresh_url(), tmp_path, 0)
    assert whole.writes and whole.acknowledged == list(range(STEPS))
    died = 0
    for point in spread(whole.writes, ON_POSTGRESQL):
        folder, url = tmp_path / str(point), postgres_server.fresh_url()
        folder.mkdir()
        run = run_and_kill(url, folder, point)
        died += run.writes is None
        check_what_is_left(url, folder, run.acknowledged)
    assert died >= ON_POSTGRESQL - 2


@pytest.mark.parametrize("torn", [1, 40, 400])
def test_a_witness_whose_last_line_was_torn(swift_path: Path, torn: int) -> None:
    run_and_kill(str(swift_path / "casino.db"), swift_path, 0)
    witness = swift_path / "witness"
    whole = witness.read_bytes()
    witness.write_bytes(whole[:-torn])
    check_what_is_left(str(swift_path / "casino.db"), swift_path, list(range(STEPS)))
    assert witness.read_bytes() == whole
