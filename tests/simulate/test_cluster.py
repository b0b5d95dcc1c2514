"""Dealing on a real Dask cluster: a scheduler and two workers, each a process of its own."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from sabot import Refusal
from sabot.cli import main
from sabot.simulate import play_sessions, simulate
from sabot.simulate.execution import cluster

SOON = 60
"""Seconds after which something that should have happened has not."""
Process = subprocess.Popen[bytes]


def start(*words: str) -> Process:
    quiet = subprocess.DEVNULL
    return subprocess.Popen([sys.executable, "-m", *words], stdout=quiet, stderr=quiet)


def address_in(file: Path) -> str:
    until = time.monotonic() + SOON
    while time.monotonic() < until:
        if file.exists() and (text := file.read_text()).endswith("}"):
            return str(json.loads(text)["address"])
        time.sleep(0.05)
    raise AssertionError("the scheduler did not start")


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[Process]]]:
    """The address of a scheduler, and its two workers; at least one of them stays alive."""
    pytest.importorskip("distributed")
    here = tmp_path_factory.mktemp("dask")
    where = ("--scheduler-file", str(here / "scheduler.json"))
    listen = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    own = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(here))
    processes = [start("dask", "scheduler", *listen, *where)]
    try:
        address = address_in(here / "scheduler.json")
        workers = [start("dask", "worker", address, *own) for _ in range(2)]
        processes += workers
        wait_for_workers(address, len(workers))
        yield address, workers
    finally:
        for process in processes:
            process.kill()
            process.wait()


def wait_for_workers(address: str, workers: int) -> None:
    distributed = import_module("distributed")
    with distributed.Client(address, timeout=SOON, set_as_default=False) as client:
        client.wait_for_workers(workers, timeout=SOON)


@pytest.mark.parametrize("game", ["star-baccarat", "star-three-card", "star-lucky-draw"])
def test_a_cluster_deals_the_same_coups(game: str, dask: tuple[str, list[Process]]) -> None:
    here = simulate(game, 500_000, seed=9, workers=1)
    there = simulate(game, 500_000, seed=9, scheduler=dask[0])
    assert there.coups == here.coups and there.shoes == here.shoes
    assert there.wagers == here.wagers
    for space, tally in here.tallies.items():
        assert (tally == there.tallies[space]).all()


def test_a_worker_dies_in_the_middle_and_nothing_is_lost(dask: tuple[str, list[Process]]) -> None:
    address, (victim, other) = dask
    coups = 10_000_000
    seen: list[int] = []

    def kill(dealt: int) -> None:
        if not seen:
            assert victim.poll() is None
            victim.send_signal(signal.SIGKILL)
            victim.wait()
        seen.append(dealt)

    there = simulate("star-baccarat", coups, seed=10, scheduler=address, watch=kill)
    assert victim.returncode == -signal.SIGKILL and other.poll() is None
    assert seen[0] < coups / 2 and seen[-1] == coups
    here = simulate("star-baccarat", coups, seed=10)
    assert there.complete and there.wagers == here.wagers
    assert (there.tally == here.tally).all()


def test_a_cluster_plays_the_same_sessions(dask: tuple[str, list[Process]]) -> None:
    plan = {"stakes": {"banker": 1}, "bankroll": 20, "coups": 80}
    here = play_sessions("star-baccarat", plan, 10_000, seed=9, workers=1)
    there = play_sessions("star-baccarat", plan, 10_000, seed=9, scheduler=dask[0])
    assert here.results == there.results and here.ruined == there.ruined


def test_the_command_deals_on_a_cluster(
    dask: tuple[str, list[Process]], capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["simulate", "star-seven-up", "--coups", "100000", "--seed", "3", "--json"]
    assert main([*words, "--scheduler", dask[0]]) == 0
    there = json.loads(capsys.readouterr().out)
    assert main(words) == 0
    assert json.loads(capsys.readouterr().out)["wagers"] == there["wagers"]


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense", "foo://x:1", ""])
def test_a_scheduler_that_is_not_there(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    started = time.monotonic()
    words = ["simulate", "star-baccarat", "--coups", "1000", "--scheduler", address]
    assert main(words) == 2
    assert time.monotonic() - started < SOON
    said = capsys.readouterr()
    assert said.err == f'sabot: There is no Dask scheduler at "{address}".\n' and not said.out


def test_a_cluster_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(Refusal, match="needs Dask"):
        simulate("star-baccarat", 1000, scheduler="tcp://127.0.0.1:8786")


def test_a_cluster_has_workers_of_its_own() -> None:
    with pytest.raises(Refusal) as refusal:
        simulate("star-baccarat", 1000, workers=2, scheduler="tcp://127.0.0.1:8786")
    assert refusal.value.code == "bad-workers"
