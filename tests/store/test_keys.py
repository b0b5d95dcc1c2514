"""Sources of the house's keys, what they protect, and how they are replaced."""

import sqlite3
import stat
from pathlib import Path

import psycopg
import pytest

from sabot.cli import main
from sabot.core.refusal import Refusal
from sabot.people import Hashing, People
from sabot.store import Batch, Swap, open_store
from sabot.store.trust.keys import COMMAND, FILE, KEYS, Keyring, key_file, keyring
from sabot.store.trust.verification import verify_store
from store.entries import entry

GOOD = "a long enough phrase for a test"
ONE, TWO = "1" * 64, "2" * 64


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No key is given, and no settings folder is known."""
    monkeypatch.delenv(KEYS, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    return tmp_path / "settings" / "sabot" / "house.key"


def code_of(beside: Path | None = None) -> str:
    with pytest.raises(Refusal) as caught:
        keyring(beside)
    assert "\n" not in str(caught.value) and str(caught.value).endswith(".")
    return caught.value.code


def test_a_house_without_a_key_gets_one_among_its_settings(settings: Path, tmp_path: Path) -> None:
    path = str(tmp_path / "casino.db")
    with pytest.raises(Refusal, match="no store"):
        open_store(path, create=False)
    assert not settings.exists(), "whoever only looks makes no key"
    with open_store(path) as store:
        store.append(Batch("t", 0, [entry(1)], {"order": b"AS KH"}))
    assert stat.S_IMODE(settings.stat().st_mode) == 0o600 and key_file() == settings
    assert len(settings.read_text()) == 65
    with open_store(path) as store:
        assert store.unseal("t", "order") == b"AS KH"
    assert b"AS KH" not in (tmp_path / "casino.db").read_bytes()


def test_a_key_that_others_may_read_is_refused(settings: Path) -> None:
    assert keyring() is not None
    settings.chmod(0o644)
    assert code_of() == "bad-key"


def test_a_key_beside_the_data_is_refused(
    settings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FILE, str(tmp_path / "house.key"))
    assert code_of(tmp_path) == "bad-key"


@pytest.mark.parametrize("given", ["", "12", "x" * 64, ONE + TWO])
def test_what_is_no_key_is_refused(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEYS, given)
    assert code_of() == "bad-key"


def test_a_command_prints_the_keys(settings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(COMMAND, f"echo {ONE} {TWO}")
    held = keyring()
    assert held is not None and held.name == Keyring(lambda: TWO).name
    assert not settings.exists()
    monkeypatch.setenv(COMMAND, "false")
    assert code_of() == "bad-key"


def test_what_one_key_has_made_another_does_not_open() -> None:
    one, two = Keyring(lambda: ONE), Keyring(lambda: TWO)
    sealed, mark = one.seal(b"cards", b"t", b"order"), one.sign(b"head", b"t", b"3")
    assert one.unseal(sealed, b"t", b"order") == b"cards" and one.is_signed(
        mark, b"head", b"t", b"3"
    )
    assert one.unseal(sealed, b"u", b"order") is None and not one.is_signed(mark, b"head", b"t3")
    assert two.unseal(sealed, b"t", b"order") is None and not two.is_signed(
        mark, b"head", b"t", b"3"
    )
    both = Keyring(lambda: f"{ONE}\n{TWO}")
    assert both.unseal(sealed, b"t", b"order") == b"cards" and both.name == two.name
    for place in range(len(sealed)):
        edited = bytearray(sealed)
        edited[place] ^= 1
        assert both.unseal(bytes(edited), b"t", b"order") is None


def test_a_key_is_replaced_and_the_log_says_so(
    settings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "casino.db")
    with open_store(path) as store:
        people = People(store, hashing=Hashing(memory=8))
        people.add("ada", GOOD, "administrator", "console")
        token, _ = people.sign_in("ada", GOOD, "here")
        old = store.required_keys().name
    assert main(["keys", "replace", "--store", path]) == 0
    first, second = settings.read_text().split()
    settings.write_text(f"{second}\n")  # the old one is not needed for the store any more
    with open_store(path) as store:
        people = People(store, hashing=Hashing(memory=8))
        assert people.session(token) and people.sign_in("ada", GOOD, "here")
        assert not list(verify_store(store)) and store.required_keys().name != old
        (line,) = (stored.line for stored in store.read("custody"))
        assert b'"key-replaced/1"' in line and old.encode() in line
    settings.write_text(f"{first}\n")
    with pytest.raises(Refusal) as caught:
        open_store(path)
    assert caught.value.code == "wrong-key"
    assert main(["keys", "--store", path]) == 2 and capsys.readouterr().out


def as_before(path: Path, postgres_url: str) -> None:
    """Two stores as an earlier schema had them: nothing signed, nothing sealed."""
    for url in (str(path), postgres_url):
        with open_store(url) as store:
            store.append(Batch("t", 0, [entry(1), entry(2)], {"order": b"AS KH"}))
            store.swap(Swap("lease", "a", None, b"1"))
    made = (
        "DROP TABLE head",
        "UPDATE vault SET data = {}",
        "UPDATE passing SET data = {}",
        "UPDATE about SET value = '1' WHERE name = 'schema version'",
    )
    with sqlite3.connect(path) as disk:
        for statement, data in zip(made, ("", "CAST('AS KH' AS BLOB)", "x'31'", ""), strict=True):
            disk.execute(statement.format(data))
    disk.close()
    with psycopg.connect(postgres_url) as other:
        for statement, data in zip(made, ("", "'AS KH'::bytea", "'1'::bytea", ""), strict=True):
            other.execute(statement.format(data).encode())


def test_a_store_of_an_earlier_schema_is_adopted_by_an_operators_word(
    tmp_path: Path, postgres_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    as_before(tmp_path / "old.db", postgres_url)
    for url in (str(tmp_path / "old.db"), postgres_url):
        with pytest.raises(Refusal) as caught:
            open_store(url)
        assert caught.value.code == "old-store" and "--adopt" in caught.value.message
        with open_store(url, create=False) as store:
            assert store.head("t").seq == 2, "whoever only reads needs no signature"
        assert main(["verify", url, "--adopt"]) == 0
        assert main(["verify", url]) == 0
        with open_store(url) as store:
            assert (
                store.unseal("t", "order") == b"AS KH" and store.expiring_row("lease", "a") == b"1"
            )
            store.append(Batch("t", 2, [entry(3)]))
            assert b"store-adopted/1" in next(iter(store.read("custody"))).line
        assert main(["verify", url, "--adopt"]) == 2, "once is enough"
    assert "Adopted 2 events" in capsys.readouterr().out
