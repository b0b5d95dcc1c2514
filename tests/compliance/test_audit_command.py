"""`sabot audit`: sources, exit statuses, findings as text and JSON, protocols, the document."""

import io
import json
import re
import sqlite3
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from compliance.nights import Night, forged, night
from compliance.test_forgeries import card_of_another_suit, paid_more
from games import GAMES
from sabot.cli import main
from sabot.sentences.forms import SUITS
from sabot.store import Signer, Witness, export_lines, import_lines, open_store

ROOT = Path(__file__).parent.parent.parent


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    status = main(["audit", *map(str, words)])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "night.jsonl"
    path.write_bytes(b"".join(night("star-baccarat", 6)))
    return path


@pytest.fixture
def bad_log(tmp_path: Path) -> Path:
    path = tmp_path / "forged.jsonl"
    path.write_bytes(b"".join(forged(night("star-baccarat", 6), paid_more)))
    return path


def test_a_clean_log_is_one_sentence(capsys: pytest.CaptureFixture[str], log: Path) -> None:
    status, out, err = run(capsys, log)
    assert status == 0
    assert re.fullmatch(r"Audited \d+ events, 1 table, 2 accounts, 6 coups: nothing found.\n", out)
    assert "witness" in err
    status, out, err = run(capsys, log, "--json")
    assert (status, out) == (0, "") and err.startswith("Audited ")
    assert err.endswith("nothing found.\n")


def test_findings_are_a_line_each(capsys: pytest.CaptureFixture[str], bad_log: Path) -> None:
    status, out, _ = run(capsys, bad_log)
    assert status == 1
    *lines, summary = out.splitlines()
    assert summary.endswith(f": {len(lines)} findings.")
    assert any(re.match(r"table:1 event \d+: wrong-settlement \(clause \S+\): ", x) for x in lines)
    status, out, err = run(capsys, bad_log, "--json")
    assert (status, err) == (1, "")
    found = [json.loads(line) for line in out.splitlines()]
    assert len(found) == len(lines)
    assert {tuple(each) for each in found} == {("finding", "clause", "stream", "seq", "message")}


def test_the_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, log: Path
) -> None:
    class Input:
        buffer = io.BytesIO(log.read_bytes())

    monkeypatch.setattr(sys, "stdin", Input())
    status, out, _ = run(capsys, "-")
    assert (status, "nothing found" in out) == (0, True)


@pytest.mark.parametrize("form", ["{}", "sqlite:///{}"])
def test_a_database(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, log: Path, form: str
) -> None:
    path = tmp_path / "casino.db"
    with open_store(str(path)) as store:
        import_lines(store, log.open("rb"))
        before = store.heads()
    status, out, _ = run(capsys, form.format(path))
    assert (status, "nothing found" in out) == (0, True)
    with open_store(str(path)) as store:
        assert store.heads() == before


def test_events_filed_under_another_name(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, log: Path
) -> None:
    """The lines are as they were, and the table would be opened without one of them."""
    path = tmp_path / "casino.db"
    with open_store(str(path)) as store:
        import_lines(store, log.open("rb"))
    with sqlite3.connect(path) as insider:
        insider.execute("DROP TRIGGER event_stands")
        insider.execute("UPDATE event SET stream = 'table:9' WHERE seq = 9")
    insider.close()
    status, out, _ = run(capsys, path, "--json")
    assert status == 1
    assert "misfiled" in {json.loads(line)["finding"] for line in out.splitlines()}


def test_checkpoints_and_their_witness(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path, seen = tmp_path / "casino.db", tmp_path / "witness"
    signer = Signer(tmp_path / "key")
    with open_store(str(path)) as store:
        played = Night("star-baccarat", store=store).coups(1)
        for _ in range(2):
            store.checkpoint(signer, Witness(seen))
            played.coup()
        lines = played.lines()
    log = tmp_path / "night.jsonl"
    log.write_bytes(b"".join(lines))
    for source in (path, log):
        for words in ((), ("--key", signer.key)):
            assert run(capsys, source, "--witness", seen, *words)[0] == 0
    assert run(capsys, path)[0] == 0
    status, out, _ = run(capsys, path, "--witness", seen, "--key", "0" * 64)
    assert status == 1 and "wrong-key" in out
    log.write_bytes(b"".join(lines[:-40]))
    status, out, _ = run(capsys, log, "--witness", seen)
    assert status == 1 and "cut-tail" in out
    log.write_bytes(b"".join(forged(lines, card_of_another_suit)))
    status, out, _ = run(capsys, log, "--witness", seen)
    assert status == 1 and "rewritten" in out
    seen.write_bytes(seen.read_bytes() + b"{}\n")
    status, out, _ = run(capsys, path, "--witness", seen)
    assert status == 1 and "witness-differs" in out and "bad-checkpoint" in out


def test_a_witness_that_has_seen_too_little(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path, seen, log = (tmp_path / name for name in ("casino.db", "witness", "night.jsonl"))
    signer = Signer(tmp_path / "key")
    with open_store(str(path)) as store:
        played = Night("star-baccarat", store=store).coups(1)
        for _ in range(3):
            store.checkpoint(signer, Witness(seen))
            played.coup()
        log.write_bytes(b"".join(played.lines()))
        first, *rest = seen.read_bytes().splitlines(keepends=True)
    bare = tmp_path / "bare.db"
    with open_store(str(bare)) as copy, log.open("rb") as lines:
        import_lines(copy, lines)

    def found(source: Path, witness: bytes) -> set[str]:
        seen.write_bytes(witness)
        status, out, _ = run(capsys, source, "--witness", seen, "--key", signer.key, "--json")
        kinds = {json.loads(line)["finding"] for line in out.splitlines()}
        assert status == bool(kinds)
        return kinds

    for source in (path, log, bare):
        assert found(source, b"".join([first, *rest])) == set()
        own = {"witness-behind"} if source == path else set()
        assert found(source, b"") == {"no-checkpoint"} | own
        assert found(source, first) == own
        assert found(source, first + rest[0][:99]) == {"bad-checkpoint", *own} | (
            {"witness-differs"} if source == path else set()
        )
    with open_store(str(path)) as store:
        played = Night("star-baccarat", "2", store)
        played.now += timedelta(hours=3)
        played.coups(1)
        log.write_bytes(b"".join(export_lines(store)))
    for source in (path, log):
        assert found(source, b"".join([first, *rest])) == {"unsigned"}
    seen.unlink()
    status, out, err = run(capsys, path, "--witness", seen, "--key", signer.key)
    assert (status, out) == (2, "") and "cannot be read" in err


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, ()),
        (b"", ()),
        (b"\n\n", ()),
        (b"hello\n", ()),
        (bytes(range(256)) * 99, ()),
        (b"SQLite format 3\0 and nothing more", ()),
        (b"x" * 5_000_000, ()),
        (b'{"a":1}\n' * 9, ("--json",)),
    ],
)
def test_what_cannot_be_read_is_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes | None, words: tuple[str]
) -> None:
    path = tmp_path / "file"
    if content is not None:
        path.write_bytes(content)
    status, out, err = run(capsys, path, *words)
    assert (status, out) == (2, "")
    assert err.startswith("sabot: ") and err.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        ("\0",),
        ("/",),
        ("gopher://hole",),
        ("sqlite:////no/such/file",),
        ("postgresql://nobody@127.0.0.1:1/none",),
        ("LOG", "--witness", "/no/such/file"),
        ("LOG", "--key", "xyz"),
        ("LOG", "--key", "0" * 64),
        ("LOG", "--table", "9"),
        ("LOG", "--coup", "99"),
        ("LOG", "--coup", "-1"),
        ("LOG", "--coup", "first"),
        (),
    ],
)
def test_what_makes_no_sense_is_one_sentence(
    capsys: pytest.CaptureFixture[str], log: Path, words: tuple[str, ...]
) -> None:
    status, out, err = run(capsys, *(log if word == "LOG" else word for word in words))
    assert (status, out) == (2, "")
    assert err.startswith("sabot: ") and err.count("\n") == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_protocol_tells_the_coup(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, game: str
) -> None:
    path = tmp_path / "night.jsonl"
    path.write_bytes(b"".join(night(game, 6)))
    status, out, _ = run(capsys, path, "--coup", 2, "--table", "table:1")
    assert status == 0
    assert out.startswith(f"REPLAY of coup 2 at table 1, {game}\n")
    status, told, _ = run(capsys, path, "--coup", 2, "--json")
    protocol: Any = json.loads(told)
    assert status == 0 and protocol["replay"] is True and protocol["findings"] == []
    for card in protocol["cards"]:
        assert card["clause"] and f"{card['card']:3} {card['hand']}" in out
        turned = next(each for each in protocol["entries"] if each["seq"] == card["turned"])
        rank, suit = card["card"]
        assert f"{'10' if rank == 'T' else rank}{SUITS[suit]}" in turned["text"]
    assert protocol["settlement"] and all(line["clause"] for line in protocol["settlement"])
    assert {"alice", "bob"} <= {laid["player"] for laid in protocol["wagers"]}
    change = sum(each["after"] - each["before"] for each in protocol["money"])
    assert change == 0
    seqs = [entry["seq"] for entry in protocol["entries"]]
    assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))


def test_a_protocol_shows_what_was_found(capsys: pytest.CaptureFixture[str], bad_log: Path) -> None:
    coups = [run(capsys, bad_log, "--coup", number)[1] for number in range(1, 7)]
    assert sum("\nFindings\n" in out and "wrong-settlement" in out for out in coups) == 1
    assert sum("The rest of the log has" in out for out in coups) == 5


def test_a_log_may_hold_anything(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A name cannot write to the auditor's terminal."""
    path = tmp_path / "night.jsonl"

    def painted(events: list[dict[str, Any]]) -> None:
        events[-1]["by"] = "\x1b[2Jmallory\n"
        events[-1]["do"]["actor"] = "\x1b[2J\n"

    path.write_bytes(b"".join(forged(night("star-baccarat", 6), painted)))
    status, out, _ = run(capsys, path)
    assert status == 1 and "\x1b" not in out
    status, out, _ = run(capsys, path, "--coup", 6)
    assert "\x1b" not in out


def test_several_tables_ask_which(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    store = open_store("sqlite://")
    for name in ("A", "B"):
        Night("star-baccarat", name, store).coups(1)
    path = tmp_path / "night.jsonl"
    path.write_bytes(b"".join(stored.line + b"\n" for stored in store.read_all()))
    status, _, err = run(capsys, path, "--coup", 1)
    assert (status, "A, B" in err) == (2, True)
    assert run(capsys, path, "--coup", 1, "--table", "B")[1].startswith(
        "REPLAY of coup 1 at table B"
    )


def test_every_finding_is_in_the_document() -> None:
    """Codes are for programs: each is listed, and none is listed that cannot be."""
    listed = set(re.findall(r"^\| `([a-z-]+)`", (ROOT / "docs" / "audit.md").read_text(), re.M))
    rooms = (ROOT / "src/sabot/audit", ROOT / "src/sabot/compliance")
    texts = [path.read_text() for room in rooms for path in room.rglob("*.py")]
    given = {
        code
        for text in texts
        for code in re.findall(r'(?:[fF]inding|_at)\(\s*(?:\w+(?:\.\w+)?,\s*)?"([a-z-]+)"', text)
    }
    assert given == listed
