"""The package with its core dependencies alone, and the words around the commands."""

import subprocess
import sys
from pathlib import Path

import pytest

from sabot.cli import COMMANDS, main

CASINO = (
    "argon2 cryptography httptools httpx prometheus_client psycopg starlette uvicorn uvloop"
    " websockets pyarrow distributed dask pandas polars"
)
CORE = {
    "games": [], "rules": ["star-baccarat", "5.8"], "adjudicate": ["coups.jsonl"],
    "odds": ["panda-8"], "completion": ["bash"], "tournament": ["rank", "rank.jsonl"],
    "math-report": ["star-seven-up", "--coups", "1000", "--json"],
    "simulate": ["star-baccarat", "--coups", "1000", "--seed", "1"],
    "promotion": ["--help"], "play": ["--help"], "drill": ["star-baccarat"],
    "count": ["--help"], "policy": ["--help"], "proof": ["--help"],
}  # fmt: skip
RUN = f"""
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in "{CASINO}".split():
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Missing())
from sabot.cli import main
for words in {{commands!r}}:
    try:
        status = main(words)
    except SystemExit as end:
        status = end.code
    print(words[0], status, file=sys.stderr)
"""


@pytest.mark.slow
def test_core_commands_need_nothing_of_the_casino(tmp_path: Path) -> None:
    coup = '{"rulebook": "star-baccarat", "cards": ["4S", "5H", "KD", "KC", "8H"]}\n'
    (tmp_path / "coups.jsonl").write_text(coup)
    rank = '{"rulebook": "star-baccarat", "advance": 1, "in": [{"name": "A", "chips": "5"}]}\n'
    (tmp_path / "rank.jsonl").write_text(rank)
    commands = [[name, *words] for name, words in CORE.items()]
    others = [[name] for name in COMMANDS if name not in CORE]
    done = subprocess.run(
        [sys.executable, "-c", RUN.replace("{commands!r}", repr([*commands, *others]))],
        capture_output=True, text=True, cwd=tmp_path, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    told = done.stderr.splitlines()
    assert [f"{name} 0" in told for name in CORE] == [True] * len(CORE), done.stderr
    for name in (each[0] for each in others):
        assert f"{name} 2" in told, done.stderr
    assert done.stderr.count("pip install 'sabot[casino]'") == len(others)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["gmes"], "did you mean games?"),
        (["xyzzy"], "`sabot --help` lists them."),
        (["odds", "star-baccarat", "--dekcs", "8"], "did you mean --decks?"),
        (["odds", "star-baccarat", "--qqq"], "`sabot odds --help` tells more."),
        (["completion", "tcsh"], "tells more"),
    ],
)
def test_what_was_meant(words: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert why in capsys.readouterr().err


def test_completion_knows_commands_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    for shell in ("bash", "zsh", "fish"):
        assert main(["completion", shell]) == 0
        script = capsys.readouterr().out
        assert all(name in script for name in COMMANDS) and "star-baccarat" in script
    asked = 'COMP_WORDS=(sabot odds --de); COMP_CWORD=2; _sabot; echo "${COMPREPLY[@]}"'
    assert main(["completion", "bash"]) == 0
    script = capsys.readouterr().out
    done = subprocess.run(["bash", "-c", script + asked], capture_output=True, text=True)
    assert done.stdout.split() == ["--decks"], done.stderr
