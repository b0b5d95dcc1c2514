"""A store's files are private to their owner, under any umask."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from sabot.core.refusal import Refusal
from sabot.store import Batch, Signer, Witness, open_store
from store.entries import entry


@pytest.fixture(params=[0o000, 0o022, 0o777], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}


def test_all_that_a_store_makes_is_its_owners_alone(tmp_path: Path, umask: None) -> None:
    with open_store(str(tmp_path / "casino.db")) as store:
        store.append(Batch("table:1", 0, [entry(1)], {"stack": b"secret"}))
        store.checkpoint(Signer(tmp_path / "key"), Witness(tmp_path / "witness"))
        names = ("casino.db", "casino.db-wal", "casino.db-shm", "key", "witness")
        assert modes(tmp_path) == dict.fromkeys(names, 0o600)


@pytest.mark.parametrize("create", [True, False])
def test_what_lay_open_is_narrowed_when_it_is_opened(tmp_path: Path, create: bool) -> None:
    path, witness = str(tmp_path / "casino.db"), Witness(tmp_path / "witness")
    with open_store(path) as store:
        store.append(Batch("table:1", 0, [entry(1)]))
        store.checkpoint(Signer(tmp_path / "key"), witness)
        for file in tmp_path.iterdir():
            file.chmod(0o644)
        with open_store(path, create) as again:
            assert len(list(again.read_all())) == 1
        witness.catch_up(store.checkpoints)
        kept = modes(tmp_path)
        assert kept.pop("key") == 0o644  # refused where it is used
        assert set(kept.values()) == {0o600}


def test_what_cannot_be_narrowed_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, witness = tmp_path / "casino.db", Witness(tmp_path / "witness")
    with open_store(str(path)) as store:
        store.checkpoint(Signer(tmp_path / "key"), witness)

        def not_ours(*_: object) -> None:
            raise PermissionError(1, "Operation not permitted")

        path.chmod(0o640)
        witness.path.chmod(0o604)
        monkeypatch.setattr(Path, "chmod", not_ours)
        for attempt in (
            lambda: open_store(str(path)),
            lambda: witness.catch_up(store.checkpoints),
        ):
            with pytest.raises(Refusal, match=r"Others than its owner may use .* chmod 600\.$"):
                attempt()


def test_what_is_not_ours_is_left_alone(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("somebody else's, and longer than the header of a database " * 9)
    other.chmod(0o644)
    with pytest.raises(Refusal):
        open_store(str(other))
    with pytest.raises(Refusal):
        Witness(other).catch_up(lambda _: [])
    assert modes(tmp_path) == {"other": 0o644}
