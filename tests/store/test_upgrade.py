"""A store of an earlier release, with a casino in it, opened by this one."""

import gzip
import sqlite3
from pathlib import Path

import pytest

from sabot import __version__
from sabot.cli import main
from sabot.core.refusal import Refusal
from sabot.people import Hashing, People
from sabot.store import Batch, Swap, export_lines, open_store
from sabot.store.backends.database import SCHEMA
from sabot.store.trust.keys import KEYS
from store.edits import GOOD, as_version_2, casino, truth
from store.entries import entry

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_an_upgrade_keeps_balances_sessions_cards_and_roles(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    postgres = request.getfixturevalue("postgres_url") if kind == "postgresql" else ""
    url = postgres or str(tmp_path / "old.db")
    with open_store(url) as store:
        before = casino(store, tmp_path)
        token, _ = People(store, hashing=Hashing(memory=8)).sign_in("ada", GOOD, "here")
        lines, as_it_was = list(export_lines(store)), dict(store.heads())
        as_version_2(store)
    with pytest.raises(Refusal) as caught:
        open_store(url)
    assert caught.value.code == "old-store" and "version 2" in caught.value.message
    assert main(["verify", url]) == 2, "nothing is believed before"
    assert main(["verify", url, "--adopt"]) == 0 and main(["verify", url]) == 0
    with open_store(url) as store:
        assert store.schema() == SCHEMA and store.release() == __version__
        assert list(export_lines(store))[: len(lines)] == lines
        assert as_it_was.items() <= store.heads().items()
        assert truth(store) == before
        people = People(store, hashing=Hashing(memory=8))
        assert people.session(token) and people.sign_in("ada", GOOD, "here")


def test_an_earlier_version_that_was_edited_is_not_adopted(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    with open_store(str(path)) as store:
        store.append(Batch("t", 0, [entry(1), entry(2)]))
        store.swap(Swap("lease", "a", None, b"1"))
        as_version_2(store)
    with sqlite3.connect(path) as disk:
        disk.execute("UPDATE passing SET name = 'b'")
    disk.close()
    assert main(["verify", str(path), "--adopt"]) == 0
    with open_store(str(path)) as store:
        assert store.expiring_row("lease", "b") is None, "not signed, so not there"
        as_version_2(store)
    with sqlite3.connect(path) as disk:
        disk.execute("DROP TRIGGER event_stays")
        disk.execute("DELETE FROM event WHERE stream = 't' AND seq = 2")
    disk.close()
    assert main(["verify", str(path), "--adopt"]) == 2


@pytest.mark.parametrize("first", ["verify", "backup", "audit"])
def test_a_store_of_release_1_0_0_has_no_findings(
    first: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Run each command first on the store of a short demo night of that release."""
    path, kept = tmp_path / "casino.db", GOLDEN / "1.0.0"
    path.write_bytes(gzip.decompress((kept / "casino.db.gz").read_bytes()))
    monkeypatch.setenv(KEYS, (kept / "casino.key").read_text())
    words = {
        "verify": ["verify", str(path)],
        "audit": ["audit", str(path)],
        "backup": ["backup", str(tmp_path / "b.backup"), "--store", str(path)],
    }
    for each in (first, *words):
        if each == "backup":
            (tmp_path / "b.backup").unlink(missing_ok=True)
        assert main(words[each]) == 0, capsys.readouterr()
    assert "nothing found" in capsys.readouterr().out
