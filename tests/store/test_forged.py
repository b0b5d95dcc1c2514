"""Rows that a forger wrote into the database: none is believed."""

import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sabot.core.refusal import Refusal
from sabot.engine.streams import Command
from sabot.floor import Floor
from sabot.floor.kinds import ACCOUNTS
from sabot.people import Hashing, People
from sabot.store import Batch, Signer, Swap, Witness, open_store
from sabot.store.trust.keys import Keyring
from sabot.store.trust.verification import verify_store
from store.edits import without_triggers
from store.entries import entry

GOOD = "a long enough phrase for a test"


def edited(path: Path, *statements: Any) -> None:
    """Hold the disk: take the triggers off and put them back."""
    with sqlite3.connect(path) as disk, without_triggers(disk):
        for statement in statements:
            disk.execute(*statement) if isinstance(statement, tuple) else disk.execute(statement)
    disk.close()


def do(floor: Floor, **fields: Any) -> None:
    command: Command = floor.read(msgspec.json.encode(fields))
    answer = floor.do("", command)
    assert answer.rejected is None, answer.rejected


def an_account(floor: Floor, balance: str = "260") -> None:
    stream = {"stream": "player:alice"}
    manager = {"actor": "dylan", "role": "duty manager"}
    do(floor, id="1", do="open-account", player="alice", **manager, **stream)
    paid = {"actor": "cass", "role": "cashier", "method": "cash", "reference": "1"}
    do(floor, id="2", do="deposit", amount=balance, **paid, **stream)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "casino.db"


def test_a_forged_snapshot_changes_no_balance(path: Path) -> None:
    with open_store(str(path)) as store:
        floor = Floor(store)
        an_account(floor)
        account = floor.account("alice")
        richer = {place: 1000 * amount for place, amount in account.balances.items()}
        rich = msgspec.structs.replace(account, balances=richer)
        shelf = floor._shelves[ACCOUNTS.prefix]
        shelf.keep_snapshot(shelf.live("alice"))
        version = rich.version
    forged = msgspec.msgpack.encode(rich)
    with sqlite3.connect(path) as disk:
        ((row,),) = disk.execute("SELECT data FROM snapshot").fetchall()
    for data in (forged, row[:36] + forged):
        edited(path, ("UPDATE snapshot SET data = ?, seq = ?", (data, version)))
        with open_store(str(path)) as store:
            told: list[str] = []
            store.on_report.append(lambda report, told=told: told.append(report.table))  # type: ignore[misc]
            assert Floor(store).account("alice").balance == 260_00
            assert told == ["snapshot"]
            assert "forged-snapshot" in {flaw.kind for flaw in verify_store(store)}


def test_a_forged_snapshot_makes_nobody_an_administrator(path: Path) -> None:
    with open_store(str(path)) as store:
        people = People(store, hashing=Hashing(memory=8))
        people.add("paul", GOOD, "player", "console")
        known = people._roster.known("paul")
        assert known is not None
    boss = msgspec.msgpack.encode(msgspec.structs.replace(known, role="administrator"))
    edited(path, ("INSERT INTO snapshot VALUES ('person:paul', 1, ?)", (boss,)))
    with open_store(str(path)) as store:
        person = People(store).person("paul")
        assert person is not None and person.role == "player"


def test_a_snapshot_of_another_stream_or_time_is_not_believed(path: Path) -> None:
    with open_store(str(path)) as store:
        for stream in ("player:a", "player:b"):
            store.append(Batch(stream, 0, [entry(1), entry(2)]))
            store.keep_snapshot(stream, 2, stream.encode())
    edited(
        path,
        "DELETE FROM snapshot WHERE stream = 'player:b'",
        "UPDATE snapshot SET stream = 'player:b'",
    )
    with open_store(str(path)) as store:
        assert store.snapshot("player:b") is None
    edited(path, "UPDATE snapshot SET stream = 'player:a', seq = 1")
    with open_store(str(path)) as store:
        assert store.snapshot("player:a") is None


def forged_event(path: Path, seq: int) -> tuple[str, tuple[Any, ...]]:
    """An event that follows the last one, with all its hashes right."""
    with open_store("sqlite://") as store:
        for n in range(1, seq):
            store.append(Batch("t", n - 1, [entry(n)]))
        (stored,) = store.append(Batch("t", seq - 1, [entry(99)]))
    return "INSERT INTO event VALUES (?, 't', ?, ?)", (seq, seq, stored.line)


CUTS: dict[str, Callable[[Path], Any]] = {
    "one more event": lambda path: forged_event(path, 4),
    "the last one gone": lambda path: "DELETE FROM event WHERE seq = 3",
    "one in the middle gone": lambda path: "DELETE FROM event WHERE seq = 2",
    "all gone": lambda path: "DELETE FROM event",
    "where it stands gone": lambda path: "DELETE FROM head WHERE stream = 't'",
    "another name": lambda path: "UPDATE event SET stream = 'u'",
    "no count": lambda path: "DELETE FROM head WHERE stream = ''",
}


@pytest.mark.parametrize("cut", CUTS)
def test_nothing_is_decided_on_a_log_that_was_touched(path: Path, cut: str) -> None:
    with open_store(str(path)) as store:
        store.append(Batch("t", 0, [entry(1), entry(2), entry(3)]))
    edited(path, CUTS[cut](path))
    with open_store(str(path)) as store:
        kinds = {flaw.kind for flaw in verify_store(store)}
        assert kinds & {"broken-chain", "cut-tail", "unsigned-head", "added-event"}
        with pytest.raises(Refusal) as caught:
            store.append(Batch("t", store.head("t").seq, [entry(5)]))
            list(store.read_on("t", store.head("t")._replace(seq=0, hash="0" * 64), whole=True))
        assert caught.value.code == "broken-log" and "sabot verify" in caught.value.message


def test_another_key_opens_nothing(path: Path) -> None:
    with open_store(str(path)) as store:
        store.append(Batch("t", 0, [entry(1)]))
    with pytest.raises(Refusal) as caught:
        open_store(str(path), keys=Keyring.fresh())
    assert caught.value.code == "wrong-key"


def test_a_session_that_was_put_there_is_nobodys(path: Path) -> None:
    with open_store(str(path)) as store:
        people = People(store, hashing=Hashing(memory=8))
        people.add("ada", GOOD, "administrator", "console")
        people.add("paul", GOOD, "player", "console")
        token, _ = people.sign_in_as("paul", "demo")
        program = people.issue_token("ada", "robot", "ada", 9)
        assert people.session(program)
        people.revoke_token(people.tokens("ada")[0].id, "ada")
    with sqlite3.connect(path) as disk:
        rows = disk.execute("SELECT * FROM passing").fetchall()
    (data,) = (row[2] for row in rows if row[0] == "session")
    edited(path, ("UPDATE passing SET data = ?", (data.replace(b"paul", b"ada"),)))
    with open_store(str(path)) as store:
        assert People(store).session(token) is None


def test_a_token_that_was_revoked_stays_so_if_its_row_is_put_back(path: Path) -> None:
    with open_store(str(path)) as store:
        people = People(store, hashing=Hashing(memory=8))
        people.add("ada", GOOD, "administrator", "console")
        program = people.issue_token("ada", "robot", "ada", 9)
        with sqlite3.connect(path) as disk:
            (row,) = disk.execute("SELECT * FROM passing WHERE kind = 'token'").fetchall()
        disk.close()
        people.revoke_token(people.tokens("ada")[0].id, "ada")
    edited(path, ("INSERT INTO passing VALUES (?, ?, ?, ?)", row))
    with open_store(str(path)) as store:
        people = People(store)
        assert people.session(program) is None and people.tokens("ada") == []


def test_an_old_password_that_was_put_back_lets_nobody_in(path: Path) -> None:
    with open_store(str(path)) as store:
        people = People(store, hashing=Hashing(memory=8))
        people.add("ada", GOOD, "administrator", "console")
        with sqlite3.connect(path) as disk:
            ((old,),) = disk.execute("SELECT data FROM vault").fetchall()
        disk.close()
        people.reset_password("ada", "another phrase that is long", "console")
    assert b"argon2" not in old
    edited(path, ("UPDATE vault SET data = ?", (old,)))
    with open_store(str(path)) as store:
        people = People(store, hashing=Hashing(memory=8))
        with pytest.raises(Refusal):
            people.sign_in("ada", GOOD, "here")
        assert "rigged-vault" in {flaw.kind for flaw in verify_store(store)}


def test_an_answer_that_was_taken_away_is_written_anew(path: Path) -> None:
    with open_store(str(path)) as store:
        an_account(Floor(store))
    edited(path, "DELETE FROM answer")
    with open_store(str(path)) as store:
        assert {flaw.kind for flaw in verify_store(store, mend=True)} == {"wrong-answer"}
        an_account(Floor(store))  # the same commands once more
        assert Floor(store).account("alice").balance == 260_00
        assert not list(verify_store(store))
    edited(path, "UPDATE answer SET seq = 1")
    with open_store(str(path)) as store:
        an_account(Floor(store))
        assert Floor(store).account("alice").balance == 260_00


def test_a_hash_that_is_no_text_is_refused_in_a_sentence(path: Path) -> None:
    with open_store(str(path)) as store:
        an_account(Floor(store))
        (line,) = [stored.line for stored in store.read("player:alice", after=1)]
    torn = line[:-10] + b"\xb7" + line[-9:]
    edited(path, ("UPDATE event SET line = ? WHERE seq = 2", (torn,)))
    with open_store(str(path)) as store:
        assert "broken-chain" in {flaw.kind for flaw in verify_store(store)}
        with pytest.raises(Refusal, match="not as it was written"):
            Floor(store).account("alice")
        with pytest.raises(Refusal):
            store.append(Batch("player:alice", 2, [entry(3)]))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE checkpoint SET number = 7 WHERE number = 3",
        "DELETE FROM checkpoint WHERE number = 2",
        "UPDATE checkpoint SET line = (SELECT line FROM checkpoint WHERE number = 1)",
    ],
)
def test_checkpoints_in_other_places_are_found(path: Path, tmp_path: Path, statement: str) -> None:
    with open_store(str(path)) as store:
        for number in range(3):
            store.append(Batch("t", number, [entry(number)]))
            store.checkpoint(Signer(tmp_path / "key"), Witness(tmp_path / "witness"))
        assert not list(verify_store(store))
    edited(path, statement)
    with open_store(str(path)) as store:
        assert {flaw.kind for flaw in verify_store(store)} == {"broken-checkpoints"}


def test_how_long_something_lasts_is_signed_too(path: Path) -> None:
    with open_store(str(path)) as store:
        store.swap(Swap("count", "a", None, b"3", datetime(2026, 1, 31, tzinfo=UTC)))
    edited(path, "UPDATE passing SET until = until + 1")
    with open_store(str(path)) as store:
        assert store.expiring_row("count", "a") is None and not store.expiring_rows_of("count")
        assert {flaw.kind for flaw in verify_store(store)} == {"forged-passing"}
