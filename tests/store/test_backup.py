"""A store as one sealed file, and again from it: in the middle of load, tampered with, too old."""

import random
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from sabot.audit.claims import verify_house
from sabot.cli import main
from sabot.core.refusal import Refusal
from sabot.engine.vault import Vault
from sabot.floor import Floor
from sabot.links.virtual_shoe import stack_of
from sabot.people import Hashing, People
from sabot.server.casino import Casino
from sabot.server.inspect.checkpoints import signers
from sabot.server.settings import Settings
from sabot.store import Store, export_lines, open_store
from sabot.store.backup import COLUMNS, back_up, restore
from sabot.store.trust.keys import KEYS, keyring
from store.edits import GOOD, casino, disk, truth
from store.test_forged import do

LOAD = 60
"""Deposits that are there before a backup begins."""


def deposit(floor: Floor, number: int) -> None:
    paid = {"actor": "cass", "role": "cashier", "method": "cash", "reference": str(number)}
    do(floor, id=f"n{number}", do="deposit", amount="1", stream="player:alice", **paid)


class Busy:
    """Deposit a dollar at a time until told to stop."""

    def __init__(self, store: Store) -> None:
        self._floor, self._stop, self.done = Floor(store), threading.Event(), 0
        self._enough = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        while not self._stop.is_set():
            deposit(self._floor, self.done)
            self.done += 1
            if self.done == LOAD:
                self._enough.set()

    def __enter__(self) -> "Busy":
        self._thread.start()
        assert self._enough.wait(60)
        return self

    def __exit__(self, *error: object) -> None:
        self._stop.set()
        self._thread.join()


@pytest.fixture(params=["sqlite", "postgresql"])
def places(
    request: pytest.FixtureRequest, tmp_path: Path, postgres_url: str
) -> Iterator[tuple[str, str]]:
    """A store, and an empty place for it: of the other kind."""
    file = str(tmp_path / "casino.db")
    yield (file, postgres_url) if request.param == "sqlite" else (postgres_url, file)


def rows(store: Store, table: str) -> list[tuple[object, ...]]:
    keys, others = COLUMNS[table]
    return [tuple(row) for row in store.pages(table, keys, *others)]


def test_a_backup_in_the_middle_of_load_is_the_store_up_to_its_head(
    places: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here, there = places
    backup = tmp_path / "night.backup"
    with open_store(here) as store:
        before = casino(store, tmp_path)
        with Busy(store) as busy:
            assert main(["backup", str(backup), "--store", here]) == 0
            during = busy.done
        assert busy.done > LOAD and during >= LOAD
        lines = list(export_lines(store))
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert not list(tmp_path.glob(".*.part"))
    assert b"alice" not in backup.read_bytes()
    assert main(["backup", str(backup), "--check"]) == 0
    witness = ["--witness", str(tmp_path / "witness")]
    assert main(["restore", str(backup), "--store", there, *witness]) == 0
    said = capsys.readouterr()
    assert "all as it was written" in said.out and not said.err
    with open_store(there) as store:
        again = list(export_lines(store))[:-1]
        assert lines[: len(again)] == again and len(again) > LOAD, "equal up to its head"
        assert b'"store-restored/1"' in [*export_lines(store)][-1]
        found = truth(store)
        assert found.roles == before.roles and found.card == before.card
        assert found.balances["bob"] == before.balances["bob"]
        assert not store.expiring_rows_of("session"), "everybody signs in again"
        assert store.expiring_rows_of("token"), "nothing was lost, so programs need not"
        assert People(store, hashing=Hashing(memory=8)).sign_in("ada", GOOD, "here")
        assert rows(store, "checkpoint") and rows(store, "vault")
    assert main(["verify", there]) == 0 and main(["audit", there]) == 0
    assert main(["restore", str(backup), "--store", there, *witness]) == 2, "not over a store"
    assert "empty place" in capsys.readouterr().err


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """A backup of a small casino, its store and witness beside it."""
    with open_store(str(tmp_path / "casino.db")) as store:
        casino(store, tmp_path)
        store.hold_still()
        back_up(store, tmp_path / "night.backup")
    return tmp_path / "night.backup"


def refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Check that the output is one sentence, and nothing else."""
    assert main(words) == 2
    said = capsys.readouterr()
    assert not said.out and said.err.count("\n") == 1 and "Traceback" not in said.err
    return said.err


def test_a_backup_that_was_changed_cut_or_lengthened_is_refused_in_a_sentence(
    backup: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, rng = backup.read_bytes(), random.Random(1)
    cut = [whole[: rng.randrange(len(whole))] for _ in range(12)]
    longer = [whole + b"\0", whole + whole[-100:], whole * 2]
    flipped = []
    for place in [*range(0, 40, 5), *(rng.randrange(len(whole)) for _ in range(20))]:
        flipped.append(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
    for bad in (b"", b"hello", *cut, *longer, *flipped):
        backup.write_bytes(bad)
        there = tmp_path / "again.db"
        words = ["--witness", str(tmp_path / "witness"), "--store", str(there)]
        assert refused(["restore", str(backup), *words], capsys)
        assert not there.exists(), "nothing was made"


def test_another_key_opens_no_backup(
    backup: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(KEYS, "7" * 64)
    there = tmp_path / "again.db"
    assert "key" in refused(["restore", str(backup), "--store", str(there)], capsys)
    assert not there.exists()


def test_nobody_goes_back_unseen(
    backup: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = Settings(signing_key=tmp_path / "key", witness=tmp_path / "witness")
    with open_store(str(tmp_path / "casino.db")) as store:
        floor = Floor(store)
        for number in range(3):
            deposit(floor, number)
            both = signers(Casino(store, settings))
            assert both is not None
            store.checkpoint(*both)
    there = str(tmp_path / "again.db")
    words = ["restore", str(backup), "--store", there]
    seen = [*words, "--witness", str(tmp_path / "witness")]
    assert "4 checkpoints" in refused(seen, capsys)
    assert "No --witness" in refused(words, capsys)
    assert "--reason" in refused([*seen, "--accept-loss"], capsys)
    (tmp_path / "empty").touch()
    assert "emptied" in refused([*words, "--witness", str(tmp_path / "empty")], capsys)
    other = (tmp_path / "witness").read_bytes().replace(b'"events":2', b'"events":3', 1)
    (tmp_path / "other").write_bytes(other)
    assert "another checkpoint 1" in refused([*words, "--witness", str(tmp_path / "other")], capsys)
    assert not Path(there).exists()
    assert main([*seen, "--accept-loss", "--reason", "the disk burned"]) == 0
    assert "10 more events" in capsys.readouterr().out
    with open_store(there) as store:
        *_, last = store.read("custody")
        assert b'"seen":4' in last.line and b'"has":1' in last.line and b"burned" in last.line
        assert not store.expiring_rows_of("session") and not store.expiring_rows_of("token")
        floor = Floor(store)
        with pytest.raises(Refusal, match="bring new cards"):
            stack_of(Vault(store), "table:1", floor.table("1"))
        fit: dict[str, object] = {"back": "blue", "occasion": "unfit cards"}
        for step, more in (("bring-cards", fit), ("check-cards", {}), ("shuffle", {})):
            said = {"id": f"n {step}", "do": step, "actor": "dylan", "role": "duty manager", **more}
            answer = floor.do("1", floor.read(msgspec.json.encode(said)))
            assert answer.rejected is None, answer.rejected
        assert stack_of(Vault(store), "table:1", floor.table("1")) is not None
        assert not list(verify_house(store)), "a shoe that was in use is gone, by the house's word"
        with pytest.raises(Refusal) as caught:
            signers(Casino(store, settings))
        assert caught.value.code == "witness-differs", "the old witness goes on knowing"
    assert main(["audit", there, "--witness", str(tmp_path / "witness")]) == 1


def test_a_restore_that_was_stopped_in_the_middle_leaves_nothing(
    backup: Path, tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = keyring()
    assert keys is not None
    for url in (str(tmp_path / "again.db"), postgres_url):
        with monkeypatch.context() as patched:

            def torn(file: object, keys: object) -> Iterator[tuple[str, list[object]]]:
                yield "event", [(1, "t", 1, b"{}")]
                raise Refusal("stopped", None, "Stopped.")

            patched.setattr("sabot.store.backup._pieces", torn)
            with pytest.raises(Refusal, match="Stopped"):
                restore(backup, url, keys)
        restore(backup, url, keys)
        with open_store(url) as store:
            assert truth(store).balances == {"alice": 260_00, "bob": 260_00}


def test_a_store_that_is_not_as_it_was_written_has_no_backup(
    backup: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:

    path = str(tmp_path / "casino.db")
    with disk(path) as held:
        held.do("DELETE FROM event WHERE position = 3")
    before = backup.read_bytes()
    assert "sabot verify" in refused(["backup", str(backup), "--store", path], capsys)
    assert backup.read_bytes() == before, "the old one is still there"


def test_a_backup_is_written_over_nothing_but_another(
    backup: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = str(tmp_path / "casino.db")
    for file in (
        store,
        str(tmp_path / "witness"),
        f"{store}/x",
        str(tmp_path / "no" / "x"),
        "/",
        "x" * 300,
    ):
        before = Path(store).read_bytes()
        assert refused(["backup", file, "--store", store], capsys)
        assert Path(store).read_bytes() == before
    assert main(["backup", str(backup), "--store", store]) == 0 and capsys.readouterr()
    assert "no sealed file" in refused(["backup", store, "--check"], capsys)
    assert refused(["restore", str(backup), "--store", str(tmp_path / "witness")], capsys)


def test_a_folder_keeps_so_many_backups_each_under_its_own_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url, folder = str(tmp_path / "casino.db"), tmp_path / "backups"
    folder.mkdir()
    (folder / "other.txt").touch()
    with open_store(url) as store:
        casino(store, tmp_path)
    assert main(["backup", str(folder), "--check"]) == 2
    assert "There is no backup" in capsys.readouterr().err
    for _ in range(3):
        assert main(["backup", str(folder), "--keep", "2", "--store", url]) == 0
    names = sorted(path.name for path in folder.iterdir())
    assert len(names) == 3 and names[0] == "other.txt"
    assert "Removed" in capsys.readouterr().out
    assert main(["backup", str(folder), "--check"]) == 0


@pytest.mark.parametrize("words", [("file", "--keep", "2"), (".", "--keep", "0")])
def test_backups_are_kept_by_number_in_an_existing_folder(
    tmp_path: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    url = str(tmp_path / "casino.db")
    open_store(url).close()
    place, *more = words
    assert main(["backup", str(tmp_path / place), *more, "--store", url]) == 2
    assert "--keep takes a number" in capsys.readouterr().err


def test_a_backup_that_fails_removes_no_older_one(tmp_path: Path) -> None:
    url, folder = str(tmp_path / "casino.db"), tmp_path / "backups"
    folder.mkdir()
    with open_store(url) as store:
        casino(store, tmp_path)
    assert main(["backup", str(folder), "--keep", "1", "--store", url]) == 0
    with disk(url) as held:
        held.do("UPDATE event SET line = CAST(line || ' ' AS BLOB) WHERE seq = 1")
    assert main(["backup", str(folder), "--keep", "1", "--store", url]) == 2
    assert len([*folder.iterdir()]) == 1
