"""The mathematical report: what it says is what the odds say, and what was changed says so."""

import json
from datetime import UTC, datetime
from functools import cache
from inspect import signature
from pathlib import Path
from typing import Any, cast

import pytest

from sabot import RULEBOOKS, __version__, rulebook
from sabot.bench import book_of
from sabot.cli import main
from sabot.math_report import page, report
from sabot.math_report.report import Report
from sabot.odds import odds
from sabot.odds.whatif import changed
from sabot.rulebooks.catalogue import catalogue
from sabot.rulebooks.rejected_readings import REJECTED

AT = datetime(2026, 11, 17, 10, tzinfo=UTC)
SMALL: dict[str, Any] = {"coups": 20_000, "shoes": 1, "seed": 3}


@cache
def reported(name: str) -> Report:
    return report(book_of(name), AT, **SMALL)


@pytest.mark.parametrize("name", ["star-seven-up", "star-lucky-draw", "panda-8"])
def test_every_figure_is_there_and_the_odds_are_the_odds(name: str) -> None:
    told: Any = reported(name).told
    sheet = odds(book_of(name))
    for wager, exact in zip(told["wagers"], sheet.wagers, strict=True):
        assert wager["edge"] == exact.edge and wager["ways"]["total"] == exact.total
        assert sum(line["ways"] for line in wager["lines"]) == exact.total
        assert sum(line["return"] for line in wager["lines"]) == pytest.approx(wager["return"])
        assert wager["cycle"] == pytest.approx(1 / wager["hit_frequency"])
        assert wager["volatility_index"] == pytest.approx(1.644854 * wager["standard_deviation"])
    assert told["release"] == __version__ and told["date"] == "2026-11-17T10:00:00+00:00"
    assert told["digest"] == book_of(name).digest and told["method"] and told["rules"]
    assert told["simulation"]["coups"] == 20_000 and told["simulation"]["seed"] == 3
    for wager in told["simulation"]["wagers"]:
        low, high = wager["interval"]
        assert low < wager["edge"] < high and abs(wager["z"]) < 5
    assert {each["decks"] for each in told["sensitivity"]} == {
        *book_of(name).preparation.decks.allowed
    }
    json.dumps(told)


def test_the_element_of_risk_is_of_all_that_is_staked() -> None:
    told: Any = reported("star-lucky-draw").told
    by_name = {each["wager"]: each for each in told["wagers"]}
    drawn = by_name["round"]["stakes"] - 1
    together = by_name["enter"]["edge"] + drawn * by_name["draw"]["edge"]
    assert by_name["round"]["edge"] == pytest.approx(together)
    assert by_name["round"]["element_of_risk"] == pytest.approx(together / (1 + drawn))


def test_the_skew_of_a_plain_wager() -> None:
    told: Any = reported("panda-8").told
    (wager,) = told["wagers"]
    won = wager["hit_frequency"]
    skew = (1 - 2 * won) / (won * (1 - won)) ** 0.5
    assert wager["skewness"] == pytest.approx(skew)
    assert wager["rules"] == [
        "line 1: winner == 'player' and player_total == 8 and player_cards == 3"
    ]


def test_a_counter_gains_at_most_what_the_composition_gains() -> None:
    told: Any = reported("panda-8").told
    counting = told["counting"]
    (count,) = counting["wagers"]
    assert counting["shoes"] == SMALL["shoes"] and counting["fitted_on"] == SMALL["shoes"]
    assert sum(count["tags"].values()) + 3 * count["tags"]["T"] == 0
    assert max(map(abs, count["tags"].values())) <= 4
    assert count["units_per_shoe"] <= count["by_composition"]["units_per_shoe"]
    assert {"advantage_se", "units_per_shoe_se", "sd_per_bet", "desirability"} <= set(count)
    shown = page(reported("panda-8"))
    assert "units by composition" in shown and "Units a shoe that a counter gains" in shown


def test_counting_has_two_thousand_shoes_by_default() -> None:
    assert signature(report).parameters["shoes"].default >= 2000


def test_a_device_has_its_counting_too() -> None:
    told: Any = reported("star-seven-up").told
    assert all(each["trigger"] is None for each in told["counting"]["wagers"])
    assert told["counting"]["cut"] is None


@pytest.mark.parametrize("game", ["star-three-card", "star-lucky-draw"])
def test_boxes_are_counted_too(game: str) -> None:
    told: Any = reported(game).told
    found = {each["wager"]: each for each in told["counting"]["wagers"]}
    # A stake after the decision is no stake that a count could call for.
    assert set(found) == {each["wager"] for each in told["wagers"]} - {"draw"}
    assert any(count["by_composition"]["units_per_shoe"] > 0 for count in found.values())


def test_a_report_that_is_interrupted_is_none(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sabot.math_report.counters.counts", stop)
    to = tmp_path / "r.html"
    assert main(("math-report", "panda-8", "--output", str(to))) == 130
    assert "no report was written" in capsys.readouterr().err and not to.exists()


def test_a_pdf_is_a_pdf_or_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    to = tmp_path / "d.pdf"
    words = ("math-report", "panda-8", "--coups", "1000", "--shoes", "1", "--output", str(to))
    assert main(words) == 0
    assert to.read_bytes().startswith(b"%PDF-")
    monkeypatch.setenv("SABOT_BROWSER", "/nowhere/chromium")
    to.unlink()
    assert main(words) == 2
    assert "printed by Chromium" in capsys.readouterr().err and not to.exists()
    assert main((*words[:-1], str(tmp_path / "d.docx"))) == 2
    assert main((*words[:-1], str(tmp_path / "d.json"))) == 2


def test_what_is_changed_is_marked_and_has_no_approved_name() -> None:
    book = changed(rulebook("star-seven-up"), {"tie": "8:1"})
    made = report(book, AT, **SMALL)
    told: Any = made.told
    shown = page(made)
    assert told["approved"] is False and told["changed"] and told["readings"] == []
    assert set(told["document"].values()) == {None}
    assert "CHANGED, not approved" in shown and "The Star Sydney" not in shown
    (tie,) = (each for each in told["wagers"] if each["wager"] == "tie")
    assert [line["clause"] for line in tie["lines"] if line["pays"] == "8:1"] == [None] * len(
        [line for line in tie["lines"] if line["pays"] == "8:1"]
    )
    assert "CHANGED" not in page(reported("star-seven-up"))
    assert "The Star Sydney" in page(reported("star-seven-up"))


def test_every_rejected_reading_belongs_to_a_ruling() -> None:
    for name, rows in REJECTED.items():
        rulings = [each.clauses for each in catalogue(name).rulings]
        assert all(row.clauses in rulings for row in rows)
    assert set(REJECTED) <= set(RULEBOOKS)


def test_both_readings_are_priced() -> None:
    edges: Any = {
        each["priced"]: each["edges"]
        for name in ("star-seven-up", "star-lucky-draw")
        for each in cast(list[dict[str, Any]], reported(name).told["readings"])
    }
    sevens = edges["only sevens that are dealt"]["super-sevens"]
    assert round(sevens["taken"], 5) == 0.08862 and round(sevens["rejected"], 5) == 0.90146
    assert edges["3-3-3 is paid on ENTER too"]["enter"]["rejected"] < 0
    natural = edges["the Player never has a natural"]
    assert natural["tie"]["rejected"] < 0 < natural["tie"]["taken"]


def test_a_reading_is_priced_by_hand() -> None:
    """Super Six that also wins on a tie of 6: both events' ways, at 15 to 1."""
    sheet = odds(rulebook("star-baccarat"))
    won = sheet["super-six"].win + sheet["tiger-tie"].win
    row = next(each for each in REJECTED["star-baccarat"] if each.clauses == ("10.13",))
    found = odds(row.book)["super-six"]
    assert found.win == won and found.ev == (15 * won - (found.total - won)) / found.ev.__class__(
        found.total
    )


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    few = ("--coups", "1000", "--shoes", "1")
    assert main(["math-report", "star-seven-up", *few, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rulebook"] == "star-seven-up"
    file = tmp_path / "report.html"
    assert main(["math-report", "star-seven-up", *few, "--output", str(file)]) == 0
    assert capsys.readouterr().out == "" and "Mathematical report" in file.read_text()
    for words, why in (
        (("--coups", "0"), "--coups is 1 to"),
        (("--shoes", "0"), "--shoes is 1 to"),
        (("--decks", "5"), "not 5"),
        (("--change", "ti=8:1"), "no wager or pay line"),
        (("--any-decks", "2", "--decks", "6"), "says nothing beside"),
        (("--output", str(tmp_path / "no" / "where")), "cannot be written"),
    ):
        assert main(["math-report", "star-seven-up", *few, *words]) == 2
        assert why in capsys.readouterr().err
