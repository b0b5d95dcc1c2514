"""The small programs of docs/programs.md: each is short, runs, and prints what is so."""

import re
from pathlib import Path

import pytest

import sabot

PAGE = Path(__file__).parents[1] / "docs" / "programs.md"
PROGRAMS = dict(re.findall(r"^## (.+?)\n.*?^```python\n(.*?)^```$", PAGE.read_text(), re.M | re.S))
PRINTS = {
    "Price a side bet": "10.1876%",
    "Compare pay tables": "  9:1  4.8440%",
    "A bankroll": "ruined, half of the sessions end at",
    "A night's scorecard": "33.75",
    "Is it countable?": "betting correlation     0.9642",
    "A game of your own": "player 2S 3D = 5, banker 9H KC = 9: banker",
    "Roads": "{'player': 4, 'banker': 7, 'tie': 1",
    "Replay a log": "events, 5 coups",
    "A bot": "Name: won",
    "Plots": "",
}


def test_there_are_ten_short_programs() -> None:
    assert list(PROGRAMS) != [] and set(PROGRAMS) == set(PRINTS)
    assert all(len(text.splitlines()) < 15 for text in PROGRAMS.values())


@pytest.mark.parametrize("name", PRINTS)
def test_a_program_runs(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(PROGRAMS[name], name, "exec"), {"__name__": "__main__"})
    shown = capsys.readouterr().out
    assert PRINTS[name] in shown
    if name == "Plots":
        assert len(list(tmp_path.glob("*.svg"))) == 4
    if name == "A night's scorecard":
        assert f"{sabot.deal('star-baccarat', '4S 5H KD KC 8H')}" in shown
