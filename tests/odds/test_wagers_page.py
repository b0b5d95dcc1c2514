"""Everything that the page on wagers shows is what happens."""

import doctest
import io
import json
import re
import sys
from pathlib import Path

import pytest

from sabot.bench import LIBRARY, book_of, read_wager, with_wagers
from sabot.bench.names import names_of
from sabot.cli import main
from sabot.coup.adjudication import answering_with
from sabot.odds import odds
from sabot.simulate import simulate
from support.house_games import BACCARAT

PAGE = (Path(__file__).parent.parent.parent / "docs" / "wagers.md").read_text()
FILES = {
    "panda-8.toml": re.findall(r"```toml\n(.*?)```", PAGE, re.S)[0],
    "ez.py": re.findall(r"```python ez.py\n(.*?)```", PAGE, re.S)[0],
}
SHOWN = re.findall(r"```console\n\$ sabot (.*?)\n(.*?)```", PAGE, re.S)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("words", "output"), SHOWN, ids=[words for words, _ in SHOWN])
def test_a_command_shown_prints_what_is_shown(
    words: str, output: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words.split()) == 0
    assert capsys.readouterr().out == output


def test_the_python_shown_does_what_is_shown() -> None:
    found = doctest.DocTestParser().get_doctest(PAGE, {}, "wagers", "wagers.md", 0)
    assert len(found.examples) > 10
    assert doctest.DocTestRunner().run(found).failed == 0


@pytest.mark.usefixtures("folder")
def test_the_sixth_game_is_simulated_as_it_is_counted() -> None:
    book = book_of("ez.py")
    exact = odds(book)
    for each in simulate(book, 200_000, seed=4).wagers.values():
        assert each.stderr is not None
        assert abs(each.ev - float(exact[each.wager].ev)) < 4 * each.stderr


def test_the_sixth_game_is_reported(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    few = ["--coups", "20000", "--shoes", "1", "--decks", "8"]
    assert main(["math-report", "ez.py", *few, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["title"] == "EZ Baccarat" and told["approved"] is False
    edges = {each["wager"]: each["edge"] for each in told["wagers"]}
    assert edges == {each.wager: each.edge for each in odds(book_of("ez.py"), 8).wagers}
    assert main(["math-report", "ez.py", *few, "--output", "ez.html"]) == 0
    page = (folder / "ez.html").read_text()
    assert "EZ Baccarat" in page and "7.6113%" in page


@pytest.mark.usefixtures("folder")
def test_a_wager_beside_an_approved_game_is_told_before_the_first_card(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for game, told in (("panda-8.toml", True), ("star-baccarat", False)):
        monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
        assert main(["play", game, "--seed", "3", "--no-wait"]) == 0
        assert capsys.readouterr().out.startswith("CHANGED, not approved: Baccarat,") == told


@pytest.mark.usefixtures("folder")
def test_the_sixth_game_is_played_and_adjudicated(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = "\nbanker 10, dragon-7 5\n\nrules 4.5\nodds\nquit\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(words))
    assert main(["play", "ez.py", "--seed", "3", "--no-wait"]) == 0
    out = capsys.readouterr().out
    assert "EZ Baccarat, a game of one's own" in out and "Banker wins" in out
    assert "it has no clauses" in out and "Thank you for playing: 1 coup," in out
    assert "goes in 14 cards from the back." in out and "(own)" not in out
    cards = ["4S", "2H", "AD", "KC", "3H", "5C"]
    asked = {
        "rulebook": "ez-baccarat",
        "cards": cards,
        "wagers": [{"on": "panda-8", "amount": "1"}],
    }
    own = with_wagers(["ez.py"])
    answer = json.loads(answering_with(own)(json.dumps(asked).encode()))
    assert answer["wagers"][0]["pays"] == "25.00" and answer["result"] == "player"


def test_every_name_is_on_the_page_and_every_wager_named_there_is_in_the_library() -> None:
    listed = set(re.findall(r"`(\w+)`", PAGE.split("| name |")[1].split("In `star")[0]))
    assert listed == set(names_of(BACCARAT.procedure, BACCARAT.title))
    named = re.search(r"Public side bets.*?are in", PAGE, re.S)
    assert named is not None
    ids = re.findall(r"`(?:sabot odds )?([\w-]+)`", named[0])
    assert len(ids) == 4 and set(ids) <= set(LIBRARY)
    assert read_wager(FILES["panda-8.toml"])[1].id == "panda-8"
