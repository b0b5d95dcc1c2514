"""The parts of the report that a laboratory signs: cover, joint counts, bounds, awards."""

import json
import re
from datetime import UTC, datetime
from math import comb
from pathlib import Path
from typing import Any

import pytest

import sabot
from sabot.bench import book_of
from sabot.cli import main
from sabot.core.refusal import Refusal
from sabot.math_report import CoverSheet, page, report
from sabot.math_report.bounds import awards, return_bounds
from sabot.math_report.figures import figures
from sabot.math_report.matrix import folded, matrices
from sabot.math_report.randomness import randomness
from sabot.odds import odds

AT = datetime(2026, 11, 18, tzinfo=UTC)
GUIDE = Path(__file__).parents[2] / "docs" / "report.md"


def test_the_script_of_the_guide_adds_up_every_wager(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (script,) = re.findall(r"^```python\n(.*?)^```$", GUIDE.read_text(), re.M | re.S)
    assert len([line for line in script.splitlines() if line.strip()]) <= 30
    sheet = odds("star-baccarat")
    wagers = [{"wager": each.wager, **figures(each)} for each in sheet.wagers]
    data = {"matrix": matrices(book_of("star-baccarat"), sheet), "wagers": wagers}
    (tmp_path / "report.json").write_text(json.dumps(data))
    monkeypatch.chdir(tmp_path)
    exec(compile(script, "script", "exec"), {})
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert len(rows) == 11 and all(ours == theirs for _, ours, theirs in rows)


def test_joint_counts_add_up_to_the_pay_lines() -> None:
    book = sabot.rulebook("star-seven-up")
    (matrix,) = matrices(book, odds(book))
    cells = folded(matrix, ("player", "banker"))
    exact = odds(book)
    assert sum(ways for (p, b), ways in cells.items() if p > b) == exact["player"].win
    assert sum(ways for (p, b), ways in cells.items() if p == b) == exact["tie"].win
    won = [matrix["apart"]["sevens"], folded(matrix, ("sevens",))]  # type: ignore[index]
    assert exact["super-sevens"].win == sum(won[1][int(v),] for v, who in won[0].items() if who)


def test_every_game_has_its_matrix() -> None:
    boxed = matrices(book_of("star-lucky-draw"), odds("star-lucky-draw"))
    assert boxed[0]["fields"] == ["player", "dealer", "drawn"] and boxed[0]["split"] == ["drawn"]
    side = matrices(book_of("panda-8"), odds("panda-8"))
    assert side[0]["fields"] == ["player", "banker", "banker_cards", "pairs"]


def test_bounds_are_the_quantiles_of_a_binomial() -> None:
    wager = odds("panda-8")["panda-8"]
    found = return_bounds(wager)
    won, coups, grown = wager.win / wager.total, 1_000, 0.0
    ends: list[float] = []
    for hits in range(coups + 1):
        grown += comb(coups, hits) * won**hits * (1 - won) ** (coups - hits) if hits < 200 else 0.0
        while len(ends) < 2 and grown >= (0.025, 0.975)[len(ends)]:
            ends.append(26 * hits / coups)
    assert [found[0]["low"], found[0]["high"]] == pytest.approx(ends)
    assert [each["coups"] for each in found] == [10**power for power in range(3, 8)]


def test_bounds_by_moments_meet_those_that_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    wager = odds("star-baccarat")["tiger-pair"]
    counted = return_bounds(wager)[1]
    monkeypatch.setattr("sabot.math_report.bounds.EXACT_UP_TO", 0)
    moments = return_bounds(wager)[1]
    assert counted["exact"] and not moments["exact"]
    for end in ("low", "high"):
        assert moments[end] == pytest.approx(counted[end], abs=2e-4)


def test_the_liability_is_the_worst_of_all_coups() -> None:
    """By hand: a three-card Banker's 6 that wins, after twin pairs."""
    found: Any = awards(book_of("star-baccarat"), odds("star-baccarat"), 500_000)
    assert found["paid_in_a_coup"] == pytest.approx(0.95 + 15 + 22 + 55 + 11 + 11 + 100)
    lost = 4  # Player, Tie, Tiger Tie and Small Tiger
    assert found["net_in_a_coup"] == pytest.approx(found["paid_in_a_coup"] - lost)
    assert found["joint"] and found["liability"] == "1074750.00"
    rows = {each["wager"]: each for each in found["wagers"]}
    assert rows["tiger-pair"]["units"] == 100 and rows["tie"]["award"] == "40000.00"


def test_the_page_has_every_part() -> None:
    made = report(book_of("panda-8"), AT, coups=1_000, shoes=1, cover=CoverSheet(author="<A>"))
    shown = page(made)
    for part in ("Purpose and limits", "Sign-off", "&lt;A&gt;", "Third cards", "Banker cards 3",
                 "Return bounds", "10,000,000 coups", "Largest awards", "Randomness"):  # fmt: skip
        assert part in shown, part
    assert CoverSheet(limits=("A draft.",)).told("it")["limits"][-1] == "A draft."  # type: ignore[index]
    drawing: Any = made.told["drawing"]["banker"]  # type: ignore[index]
    assert drawing["columns"][0] == "none" and drawing["rows"][3]["draws"][9] == "S"


def test_the_battery_of_the_report_was_passed() -> None:
    battery: Any = randomness()["battery"]
    assert battery["passed"] and battery["shoes"] >= 1_000_000 and battery["raw"]
    assert min(min(e["p"], 1 - e["p"]) for e in battery["tests"]) == battery["smallest"]


def test_depths_are_swept_where_a_wager_is_vulnerable() -> None:
    found: Any = report(book_of("dragon-7"), AT, coups=1_000, shoes=40).told["counting"]
    assert [each["cut"] for each in found["depths"]] == [26, 52, 104]
    units = [each["units_per_shoe"] for each in found["depths"]]
    assert units[0] > units[1] > units[2]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--author", " "), "The author is a text"),
        (("--author", "A", "--reviewer", "A"), "another person"),
        (("--purpose", "x" * 1001), "The purpose is a text"),
        (("--maximum", "a lot"), "is not an amount"),
    ],
)
def test_what_cannot_be_on_a_cover_is_refused(
    words: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(("math-report", "panda-8", "--coups", "10", "--shoes", "1", *words)) == 2
    assert says in capsys.readouterr().err
    with pytest.raises(Refusal, match="list of at most"):
        CoverSheet(limits="one text")  # type: ignore[arg-type]
