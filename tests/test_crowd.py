"""Many clients at one table: every command is decided once, in an order that can be replayed."""

from concurrent.futures import ProcessPoolExecutor
from itertools import groupby
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sabot.engine.ledger import is_balanced
from sabot.floor import Floor, read_line
from sabot.store import Store, open_store, verify_lines
from sabot.table import TABLE, Table
from support.crowd import TABLE_NAME, Told, crowd, crowd_elsewhere

TURNS = 120


def check_one_history(store: Store, told: Told) -> Table:
    """Clients' messages match the log, each command once; return the table it folds to."""
    log = list(Floor(store).events(TABLE_NAME))
    assert not list(verify_lines(log))
    by_command = [
        (id_, [bytes(line) for line in lines])
        for id_, lines in groupby(log, lambda line: read_line(line).id)
    ]
    logged = dict(by_command)
    assert len(logged) == len(by_command), "the events of a command stand together, once"
    accepted = {}
    for id_, text in told:
        answer = msgspec.json.decode(text, type=dict[str, msgspec.Raw])
        events = msgspec.json.decode(answer.get("events", b"[]"), type=list[dict[str, Any]])
        if events and events[0]["stream"] == f"table:{TABLE_NAME}":
            accepted[id_] = events
            assert accepted[id_] == [msgspec.json.decode(line) for line in logged[id_]]
    assert set(accepted) == set(logged)
    table = Table(name=TABLE_NAME)
    for line in log:
        table = TABLE.evolve(table, TABLE.read_event(line), read_line(line).at)
    assert is_balanced(table.balances)
    return table


@pytest.mark.parametrize("rulebook", ["star-baccarat", "star-lucky-draw"])
def test_eight_clients_at_one_table(tmp_path: Path, rulebook: str) -> None:
    with open_store(f"{tmp_path}/crowd.db") as store:
        floor = Floor(store)
        told = crowd(floor, rulebook, "all", TURNS)
        assert check_one_history(store, told) == floor.table(TABLE_NAME)
        assert floor.table(TABLE_NAME).version > 20
        same = {id_: {text for other, text in told if other == id_} for id_, _ in told}
        assert all(len(texts) == 1 for texts in same.values()), "one id, one answer"


def test_two_processes_at_one_table(postgres_url: str) -> None:
    open_store(postgres_url).close()
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        parties = [
            pool.submit(crowd_elsewhere, postgres_url, "star-baccarat", party, TURNS // 3)
            for party in ("here", "there")
        ]
        told = [each for party in parties for each in party.result(timeout=120)]
    with open_store(postgres_url) as store:
        table = check_one_history(store, told)
        assert table == Floor(store).table(TABLE_NAME)
        assert table.version > 20
