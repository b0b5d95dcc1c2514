"""`sabot proof`: proofs of all five games, verified by three verifiers; and what is refused."""

import json
import random
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sabot.cli import main
from sabot.store import export_lines, import_lines, open_store
from sabot.store.expiring_rows import Swap
from sabot.store.tlog.tree import TILE
from support import tlog_verifier
from support.proof_edits import mutated

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden" / "1.0.0"
GAMES = ("star-baccarat", "star-seven-up", "star-three-card", "star-lucky-draw", "canberra-mini")


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with tables of all five games, a promotion and a tournament, without a tree."""
    path = tmp_path_factory.mktemp("proof") / "casino.db"
    with open_store(str(path)) as store:
        for name in ("five-tables", "promotion", "cup"):
            with (GOLDEN / f"{name}.jsonl").open("rb") as lines:
                import_lines(store, lines)
    return path


@pytest.fixture
def store(casino: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(casino, tmp_path / "casino.db"))


def tables(store: Path) -> dict[str, tuple[str, int]]:
    """A table of each rulebook, and its last coup."""
    found: dict[str, tuple[str, int]] = {}
    opened: dict[str, str] = {}
    with open_store(str(store), create=False) as log:
        for raw in export_lines(log):
            line = json.loads(raw)
            if line["what"].startswith("table-opened/"):
                opened[line["stream"]] = line["setup"]["rulebook"]
            if line["what"].startswith("coup-ended/"):
                found[opened[line["stream"]]] = line["stream"][6:], line["number"]
    return found


def lines_of(proof: Path) -> list[dict[str, Any]]:
    return [json.loads(each["line"]) for each in json.loads(proof.read_text())["events"]]


def test_coups_of_all_five_games_are_proven(store: Path, tmp_path: Path) -> None:
    played = tables(store)
    assert set(played) == set(GAMES)
    script = documented_script(tmp_path)
    for game, (table, coup) in played.items():
        proof = tmp_path / f"{game}.json"
        words = ["proof", str(store), "--table", table, "--coup", str(coup)]
        assert main([*words, "--output", str(proof)]) == 0
        assert main(["proof", "verify", str(proof)]) == 0
        events = lines_of(proof)
        seqs = [event["seq"] for event in events]
        assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))
        assert re.match("wager-placed|card-dealt|coup-started|no-bet", str(events[0]["what"]))
        assert str(events[-1]["what"]).startswith("coup-ended/") and events[-1]["number"] == coup
        assert len(tlog_verifier.verify(proof.read_bytes())) == len(events)
    key = json.loads(proof.read_text())["vkey"]
    assert main(["proof", "verify", str(proof), "--vkey", key]) == 0
    said = subprocess.run([*script, proof, key], capture_output=True, check=True, text=True).stdout
    assert said.startswith(f"{len(events)} events are in the log ")
    beside = Path(f"{store}.log-key")
    assert stat.S_IMODE(beside.stat().st_mode) == 0o600
    assert main(["verify", str(store)]) == 0


def documented_script(tmp_path: Path) -> list[str]:
    text = (ROOT / "docs" / "proof.md").read_text()
    (script,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len([line for line in script.splitlines() if line.strip()]) <= 34
    path = tmp_path / "verify_proof.py"
    path.write_text(script)
    return [sys.executable, "-I", str(path)]


def test_draws_and_visits_are_proven(store: Path, tmp_path: Path) -> None:
    with open_store(str(store), create=False) as log:
        promotion = log.streams_like("promotion:")[0].removeprefix("promotion:")
        cup = log.streams_like("tournament:")[0].removeprefix("tournament:")
        closed = [
            json.loads(each)["stream"].partition(":")[2]
            for each in export_lines(log)
            if b'"what":"visit-closed/' in each
        ]
    for name, first, last in (
        (promotion, "draw-committed", "order-opened"),
        (cup, "draw-sealed", "draw-opened"),
    ):
        proof = tmp_path / "draw.json"
        assert main(["proof", str(store), "--draw", name, "--output", str(proof)]) == 0
        whats = [str(event["what"]).partition("/")[0] for event in lines_of(proof)]
        assert (whats[0], whats[-1]) == (first, last)
        assert main(["proof", "verify", str(proof)]) == 0
    visit = tmp_path / "visit.json"
    assert main(["proof", str(store), "--visit", closed[-1], "--output", str(visit)]) == 0
    events = lines_of(visit)
    own = [event for event in events if str(event["stream"]).endswith(f":{closed[-1]}")]
    assert str(own[0]["what"]).startswith("visit-opened/")
    assert str(own[-1]["what"]).startswith("visit-closed/")
    assert all(event["by"] == closed[-1] for event in events if event not in own)
    assert len(tlog_verifier.verify(visit.read_bytes())) == len(events)


def test_the_status_says_verified_not_verified_or_unreadable(
    store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, coup = tables(store)["star-baccarat"]
    proof, rng = tmp_path / "proof.json", random.Random(1)
    words = ["proof", str(store), "--table", table, "--coup", str(coup), "--output", str(proof)]
    key = tmp_path / "log.pem"
    assert main([*words, "--key", str(key), "--origin", "casino.example/log"]) == 0
    good = json.loads(proof.read_text())
    assert good["origin"] == "casino.example/log" and key.exists()
    assert not Path(f"{store}.log-key").exists()
    script = documented_script(tmp_path)
    bad = tmp_path / "bad.json"
    for _ in range(12):
        bad.write_bytes(mutated(proof.read_bytes(), rng)[1])
        assert main(["proof", "verify", str(bad), "--vkey", good["vkey"]]) in (1, 2)
    for change in ({"line": "x"}, {"salt": "0" * 64}, {"salt": good["events"][0]["salt"].upper()}):
        bad.write_text(json.dumps(good | {"events": [good["events"][0] | change]}))
        assert main(["proof", "verify", str(bad)]) == 1
    assert subprocess.run([*script, bad], capture_output=True, check=False).returncode == 1
    other = good["vkey"].replace("casino", "other")
    capsys.readouterr()
    assert main(["proof", "verify", str(proof), "--vkey", other]) == 2, "the key is none"
    bad.write_text("{}")
    assert main(["proof", "verify", str(bad), "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["verified"] is False
    for nothing in (tmp_path / "missing", tmp_path, proof.parent / "log.pem"):
        assert main(["proof", "verify", str(nothing)]) == 2
    assert main(["proof", "verify", str(proof), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["verified"] is True and told["vkey"] == good["vkey"]
    assert main([*words, "--key", str(key), "--origin", "another.example"]) == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--table nowhere --coup 1", "no table"),
        ("--table {table} --coup 999999", "no coup"),
        ("--table {table} --coup 0", "no coup"),
        ("--coup 1", "Name one thing"),
        ("--table 1", "Name one thing"),
        ("--draw x --visit y", "Name one thing"),
        ("--draw nothing", "Nothing was drawn"),
        ("--draw x --table 1", "nothing beside --draw"),
        ("--visit nobody", "no visit"),
        ("--visit x --vkey y", "says nothing beside"),
        ("--table {table} --coup 1 --origin a+b", "cannot name a log"),
    ],
)
def test_a_refusal_is_one_sentence_and_writes_nothing(
    casino: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: str, said: str
) -> None:
    proof = tmp_path / "proof.json"
    table = tables(casino)["star-baccarat"][0] if "{table}" in words else ""
    given = [each.replace("{table}", table) for each in words.split()]
    assert main(["proof", str(casino), *given, "--output", str(proof)]) == 2
    assert said in capsys.readouterr().err and not proof.exists()


def test_an_export_and_a_broken_tree_prove_nothing(
    store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, coup = tables(store)["canberra-mini"]
    words = ["--table", table, "--coup", str(coup), "--output", str(tmp_path / "p.json")]
    export = GOLDEN / "five-tables.jsonl"
    assert main(["proof", str(export), *words]) == 2
    assert main(["proof", str(store), *words]) == 0
    with open_store(str(store)) as log:
        for name, row in list(log.expiring_pages(TILE)):
            log.swap(Swap(TILE, name, row, bytes(len(row))))
    assert main(["proof", str(store), *words]) == 2
    assert "verify --mend" in capsys.readouterr().err
    assert main(["verify", str(store), "--mend"]) == 1 and main(["verify", str(store)]) == 0
    assert main(["proof", str(store), *words]) == 0
