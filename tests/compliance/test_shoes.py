"""Checks of a shoe by the public: by the command, and by the lines in the docs."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sabot.cli import main

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two shoes of a virtual table, dealt by robots, the first of them over."""
    folder = tmp_path_factory.mktemp("shoes")
    store = str(folder / "casino.db")
    words = ["--robots", "--rulebook", "canberra-mini", "--coups", "90", "--quiet"]
    assert main(["table", "--store", store, *words]) == 0
    path = folder / "night.jsonl"
    done = subprocess.run(
        [sys.executable, "-m", "sabot", "table", "--store", store, "--export"],
        capture_output=True, check=True,
    )  # fmt: skip
    path.write_bytes(done.stdout)
    return path


def rigged(log: Path, folder: Path) -> Path:
    """Another order is shown than the one that was bound."""
    path = folder / "rigged.jsonl"
    text = log.read_text()
    shown = re.search(r'"order":"([\w ]+)"', text)
    assert shown
    cards = shown[1].split()
    place = next(n for n, card in enumerate(cards) if card != cards[n + 1])
    cards[place], cards[place + 1] = cards[place + 1], cards[place]
    path.write_text(text.replace(shown[1], " ".join(cards)))
    return path


def test_the_command_checks_every_shoe(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", str(log), "--table", "1", "--shoe", "--json"]) == 0
    first, *_ = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert first["is_bound"] and first["cards"] > 100 and not first["wrong"] and first["coups"]
    assert main(["audit", str(log), "--table", "1", "--shoe"]) == 0
    assert "opened as it was bound" in capsys.readouterr().out
    assert main(["audit", str(rigged(log, tmp_path)), "--table", "1", "--shoe"]) == 1
    assert "NOT" in capsys.readouterr().out
    assert main(["audit", str(log), "--shoe"]) == 2


def test_twenty_lines_of_your_own_check_it_too(log: Path, tmp_path: Path) -> None:
    text = (ROOT / "docs" / "trust.md").read_text()
    (script,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert script.count("\n") <= 22

    def said(of: Path) -> str:
        words = [sys.executable, "-c", script, str(of), "table:1"]
        return subprocess.run(words, capture_output=True, check=True, text=True).stdout

    assert " bound " in said(log) and ", 0 wrong" in said(log) and "NOT" not in said(log)
    assert "NOT BOUND" in said(rigged(log, tmp_path))
