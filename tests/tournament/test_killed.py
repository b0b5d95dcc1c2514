"""A process that dies in the middle of a tournament leaves a log in which nothing is half done."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from sabot.audit.audit import Audit
from sabot.floor import Floor
from sabot.floor.kinds import TABLES, TOURNAMENTS
from sabot.store import open_store
from support.thorough import tries

DIES = """
import os, sys
from datetime import UTC, datetime
from sabot.floor import Floor
from sabot.robots.tournaments import RobotCup
from sabot.store import open_store

url, last, kept = sys.argv[1], int(sys.argv[2]), sys.argv[3] == "True"
store, count = open_store(url), 0
append = store.append

def dies(*batches):
    global count
    count += 1
    if count == last and not kept:
        os._exit(9)
    stored = append(*batches)
    if count == last:
        os._exit(9)
    return stored

store.append = dies
def now():
    return datetime.now(UTC)
RobotCup(Floor(store, now), "cup", now).run("star-baccarat", [f"p{n}" for n in range(7)], 4, 2)
"""


@pytest.mark.slow
@pytest.mark.parametrize("turn", range(tries(2)))
def test_nothing_is_half_done(tmp_path: Path, turn: int) -> None:
    chance = random.Random(turn)
    url, last = f"sqlite:///{tmp_path / 'cup.db'}", chance.randint(30, 200)
    said = [sys.executable, "-c", DIES, url, str(last), str(turn % 2 == 0)]
    died = subprocess.run(said, check=False, capture_output=True, timeout=300)
    assert died.returncode == 9, died.stderr.decode()
    store = open_store(url)
    audit = Audit()
    found = [each for line in store.read_all() for each in audit.take(line.line)]
    assert [*found, *audit.end()] == []
    floor = Floor(store)
    contest = floor.state(TOURNAMENTS, "cup")
    seats = {} if contest.sitting is None else contest.sitting.seats
    for table in seats:
        heat = floor.state(TABLES, table).heat
        assert heat is not None and heat.plan.seats == seats[table]
        assert (heat.started is not None) == (table in contest.sitting.begun)
    store.close()
