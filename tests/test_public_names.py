"""The top of the package: its verbs, what they answer, and that nothing is imported for nothing."""

import subprocess
import sys
from collections.abc import Mapping

import pytest

import sabot
from sabot import odds, simulate
from sabot.cli import main
from sabot.core.frames import wanted
from sabot.core.refusal import Refusal


def test_every_public_name_is_there_and_shadows_no_module() -> None:
    assert sabot.__all__ == [*sabot.PLACES]
    for name in sabot.__all__:
        assert getattr(sabot, name) is not None and name in dir(sabot)
    assert sabot.price is odds.odds and sabot.sample is simulate.simulate
    assert sabot.roads.ROWS == 6
    with pytest.raises(AttributeError, match="no attribute 'pirce'"):
        _ = sabot.pirce  # type: ignore[attr-defined]


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
