"""The store against a model so simple that it cannot be wrong, on random evenings."""

from concurrent.futures import Future
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from sabot.core.refusal import Refusal
from sabot.store import Batch, Entry, Store, Stored, export_lines, open_store, verify_lines
from store.entries import OPENING, chain_holds
from store.postgres import PostgresServer

STREAMS = ["a", "b", "百"]
json_values: Any = some.recursive(
    some.none() | some.booleans() | some.integers(-(2**60), 2**60) | some.text(max_size=8),
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.text(), inner, max_size=3),
    max_leaves=5,
)
batches = some.tuples(
    some.sampled_from(STREAMS),
    some.sampled_from([0, 0, 0, 0, 1, -1]),
    some.lists(json_values, max_size=3),
    some.dictionaries(some.sampled_from(["order", "salt"]), some.none() | some.binary(max_size=5)),
)
steps = some.lists(
    some.tuples(some.booleans(), some.lists(batches, min_size=1, max_size=3)), max_size=12
)


class Model:
    """Lists and dicts, copied and put back when something is refused."""

    def __init__(self) -> None:
        self.log: list[tuple[str, object]] = []
        self.vault: dict[tuple[str, str], bytes] = {}

    def version(self, stream: str) -> int:
        return sum(name == stream for name, _ in self.log)

    def append(self, work: list[Batch], values: list[list[object]]) -> bool:
        log, vault = list(self.log), dict(self.vault)
        for batch, notes in zip(work, values, strict=True):
            if sum(name == batch.stream for name, _ in log) != batch.expect:
                return False
            log += [(batch.stream, value) for value in notes]
            for key, data in batch.seal.items():
                vault.pop((batch.stream, key), None)
                if data is not None:
                    vault[batch.stream, key] = data
        self.log, self.vault = log, vault
        return True


def play(store: Store, evening: Any) -> None:
    model = Model()
    waiting: list[tuple[bool, Future[list[Stored]]]] = []
    for together, parts in evening:
        moved: dict[str, int] = {}
        work, values = [], []
        for stream, slip, notes, seal in parts:
            version = model.version(stream) + moved.get(stream, 0)
            moved[stream] = moved.get(stream, 0) + len(notes)
            fields = [msgspec.json.encode({"note": note})[1:-1] for note in notes]
            entries = [Entry(OPENING, "dora", "noted/1", each) for each in fields]
            work.append(Batch(stream, max(0, version + slip), entries, seal))
            values.append(notes)
        waiting.append((model.append(work, values), store.submit(*work)))
        if not together:
            settle(waiting)
    settle(waiting)
    lines = list(export_lines(store))
    found = [(e["stream"], e["note"]) for e in map(msgspec.json.decode, lines)]
    assert found == model.log
    assert {stream: head.seq for stream, head in store.heads().items()} == {
        stream: model.version(stream) for stream in STREAMS if model.version(stream)
    }
    for stream in STREAMS:
        for key in ("order", "salt"):
            assert store.unseal(stream, key) == model.vault.get((stream, key))
    assert chain_holds(lines) and not list(verify_lines(lines))


def settle(waiting: list[tuple[bool, Future[list[Stored]]]]) -> None:
    while waiting:
        good, future = waiting.pop(0)
        if good:
            future.result()
        else:
            with pytest.raises(Refusal, match="was expected at event"):
                future.result()


@settings(max_examples=40, deadline=None)
@given(steps)
def test_sqlite_does_as_the_model(evening: Any) -> None:
    with open_store("sqlite://") as store:
        play(store, evening)


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(evening=steps)
def test_postgresql_does_as_the_model(postgres_server: PostgresServer, evening: Any) -> None:
    with open_store(postgres_server.fresh_url()) as store:
        play(store, evening)
