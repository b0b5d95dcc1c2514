"""Check that the README and the page of commands show what happens."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sabot import RULEBOOKS
from sabot.cli import COMMANDS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
CLI = (ROOT / "docs" / "cli.md").read_text()
SHOWN = [
    (block.split("\n", 1)[0].removeprefix("$ "), block.split("\n", 1)[1])
    for block in re.findall(r"```console\n(.*?)```", README + CLI, re.S)
]


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command[-40:] for command, _ in SHOWN])
def test_a_command_shown_prints_what_is_shown(command: str, output: str) -> None:
    bin_folder = str(Path(sys.executable).parent)
    environment = os.environ | {"PATH": f"{bin_folder}:{os.environ['PATH']}", "COLUMNS": "80"}
    done = subprocess.run(
        command,
        shell=True,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.stdout == output


def test_the_python_shown_does_what_is_shown() -> None:
    found = doctest.DocTestParser().get_doctest(README, {}, "README", "README.md", 0)
    assert len(found.examples) == 4
    assert doctest.DocTestRunner().run(found).failed == 0


def test_the_table_of_games_lists_every_wager_and_scheme() -> None:
    for book in RULEBOOKS.values():
        (row,) = (line for line in README.splitlines() if line.startswith(f"| `{book.id}` |"))
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        assert cells[1].startswith(f"{book.title}, {book.casino}")
        assert cells[2] == ", ".join(map(str, book.preparation.decks.allowed))
        assert re.findall(r"`(.*?)`", cells[3]) == list(book.schemes)
        listed = re.findall(r"`(.*?)`", cells[4])
        ids = [wager.id for wager in book.wagers]
        if "…" in cells[4]:
            ids = [each for each in ids if not re.search(r"-[1-8]$", each)]
        assert listed == ids


@pytest.mark.parametrize("command", COMMANDS)
def test_the_table_of_commands_lists_every_command(command: str) -> None:
    assert re.search(rf"^\| `sabot [^|]*\b{command}\b", CLI, re.M)


def test_links_lead_somewhere() -> None:
    """Resolve each link from the folder of its page."""
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            assert (page.parent / target).exists(), (page.name, target)


def test_the_two_commands_exist_and_ci_calls_one() -> None:
    makefile = (ROOT / "Makefile").read_text()
    assert all(
        re.search(rf"^{name}:", makefile, re.M) for name in ("run", "test", "campaign", "bench")
    )
    assert "make test" in (ROOT / ".ci" / "run").read_text()


def test_the_project_speaks_of_itself_alone() -> None:
    texts = [path for path in ROOT.rglob("*") if path.suffix in {".py", ".md", ".toml", ".tsv"}]
    ours = [path for path in texts if ".venv" not in path.parts]
    assert len(ours) > 50
    assert not [path for path in ours if "../" + "shared" in path.read_text()]
