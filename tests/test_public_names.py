"""The top of the package: its verbs, what they answer, and that nothing is imported for nothing."""

import json
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast
from xml.etree import ElementTree

import pytest

import sabot
from sabot import odds, simulate
from sabot.cli import main
from sabot.core.frames import Tabular, wanted
from sabot.core.refusal import Refusal
from sabot.counting import counts
from sabot.coup.scorecard import loads
from sabot.odds import whatif


def test_every_public_name_is_there_and_shadows_no_module() -> None:
    assert sabot.__all__ == [*sabot.PLACES]
    for name in sabot.__all__:
        assert getattr(sabot, name) is not None and name in dir(sabot)
    assert sabot.price is odds.odds and sabot.sample is simulate.simulate
    assert sabot.roads.ROWS == 6
    with pytest.raises(AttributeError, match="no attribute 'pirce'"):
        _ = sabot.pirce  # type: ignore[attr-defined]


def test_every_public_name_is_in_the_reference() -> None:
    text = (Path(__file__).parents[1] / "docs" / "guide" / "reference.md").read_text()
    words = set(re.findall(r"\w+", text))
    assert not {*sabot.__all__} - words


def test_the_import_brings_neither_numpy_nor_a_rulebook() -> None:
    told = "import sys, sabot; print([m for m in ('numpy', 'sabot.rules') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_sheet_is_a_mapping() -> None:
    sheet = sabot.price("star-baccarat")
    assert isinstance(sheet, Mapping) and list(sheet)[:3] == ["player", "banker", "tie"]
    assert len(sheet) == len(sheet.wagers) and sheet["tie"] is dict(sheet)["tie"]
    tie: object = sheet.rulebook.wager("tie")
    assert "tie" in sheet and tie in sheet and "dragon" not in sheet
    assert sheet.get("dragon") is None
    with pytest.raises(KeyError) as missing:
        _ = sheet["dragon"]
    assert isinstance(missing.value, Refusal)
    assert str(missing.value).startswith('There are no odds of "dragon", only of player')
    assert len(repr(sheet)) < 100 and len(repr(sheet.composition)) < 60


@pytest.mark.parametrize("words", [["star-baccarat"], ["panda-8", "--given", "P:2,3"]])
def test_a_sheet_prints_as_the_command_does(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["odds", *words]) == 0
    given = words[2] if len(words) > 1 else ""
    assert capsys.readouterr().out == f"{sabot.price(words[0], given=given)}\n"


def test_a_sheet_goes_into_other_peoples_tables() -> None:
    sheet = sabot.price("star-seven-up")
    frame = sheet.to_pandas()
    assert list(frame["wager"]) == list(sheet) and frame["edge"][0] == sheet.wagers[0].edge
    assert sheet.to_polars()["win"].to_list() == list(frame["win"])
    assert wanted("pyarrow").table(sheet).num_rows == len(sheet)
    assert sheet.to_dict()["rulebook"] == "star-seven-up"
    total = frame["win"] + frame["push"] + frame["lose"]
    assert total.to_list() == pytest.approx([1.0] * len(sheet))


def test_every_sheet_is_a_table_and_short() -> None:
    """Odds, counts, simulations, sessions, bots and scorecards go the same ways."""

    class Banker:
        def stakes(self, view: object) -> dict[str, int]:
            return {"banker": 10}

    run = sabot.sample("star-baccarat", 20_000, seed=1)
    plan = {"stakes": {"banker": 1}, "bankroll": 20, "coups": 10}
    count = sabot.count("dragon-7", tags="8:1,6:-1", trigger=1, shoes=3)
    night = loads("rulebook star-baccarat\n4S 5H KD KC 8H | banker 25")
    sheets: list[tuple[Tabular, int]] = [
        (sabot.price("star-seven-up"), 4),
        (run.wagers, len(run.wagers)),
        (sabot.sample("star-baccarat", 100, seed=1, keep=True), 100),
        (count, 1),
        (counts("star-seven-up", shoes=2), 4),
        (sabot.play("star-baccarat", Banker()), 83),
        (night, 1),
    ]
    for sheet, rows in sheets:
        frame = sheet.to_pandas()
        assert len(frame) == rows == sheet.to_polars().height
        assert wanted("pyarrow").table(sheet).column_names == list(frame.columns)
        assert len(repr(sheet)) < 200, repr(sheet)
    sessions = sabot.bankroll("star-baccarat", plan, 50, seed=1)
    for told in (run, count, counts("star-seven-up", shoes=2), sessions, sheets[0][0]):
        json.dumps(told.to_dict())  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "star-baccarat", "--coups", "1000", "--seed", "1", "--removed", "AS"],
        ["count", "dragon-7", "--shoes", "2", "--trigger", "4"],
        ["count", "star-seven-up", "--all", "--shoes", "2"],
    ],
)
def test_runs_print_as_the_command_does(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 0
    shown = capsys.readouterr().out
    if words[0] == "simulate":
        run = sabot.sample("star-baccarat", 1000, seed=1, removed="AS")
        timed = re.compile(r"in .* a second")
        assert timed.sub("", shown) == timed.sub("", f"{run}\n") and "without AS" in shown
    elif "--all" in words:
        assert shown == f"{counts('star-seven-up', shoes=2)}\n"
    else:
        assert shown == f"{sabot.count('dragon-7', shoes=2, trigger=4)}\n"


def test_odds_and_counts_are_drawn() -> None:
    drawn = str(sabot.price("star-baccarat").plot())
    bars = ElementTree.fromstring(drawn).findall(".//{http://www.w3.org/2000/svg}rect")
    assert len(bars) == len(sabot.price("star-baccarat")) and "14.3596%" in drawn
    widest = max(bars, key=lambda bar: float(bar.get("width", "0")))
    edges = [each.edge for each in sabot.price("star-baccarat").wagers]
    assert bars.index(widest) == edges.index(max(edges))
    changed = sabot.price(whatif.changed(sabot.rulebook("star-baccarat"), {"tie": "9:1"}))
    assert "CHANGED, not approved" in str(changed.plot())
    counted = counts("star-seven-up", shoes=2)
    bars = ElementTree.fromstring(str(counted.plot())).findall(
        ".//{http://www.w3.org/2000/svg}rect"
    )
    assert len(bars) == len(counted) == len(counted[:4]) and counted[:1][0] is counted[0]


def test_nothing_exact_is_said_of_a_strategy_without_a_name() -> None:
    run = sabot.sample("star-lucky-draw", 1000, seed=1, strategy=[[True] * 10] * 10)
    assert {each["exact_ev"] for each in cast(Any, run.to_dict())["wagers"]} == {None}
