"""Betting plans: sessions come to their exact mean and variance, and end when they should."""

import json
from collections.abc import Callable
from concurrent.futures import Executor, Future
from fractions import Fraction
from math import floor, sqrt
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from sabot import RULEBOOKS, Refusal
from sabot.cli import main
from sabot.odds import odds, pattern
from sabot.simulate import BankrollRun, Plan, play_sessions
from sabot.simulate.lookup.strategies import exact_strategy

PLAN: dict[str, Any] = {"stakes": {"banker": 1}, "bankroll": 20, "coups": 80}


def fourth_moment(run: BankrollRun) -> float:
    return (
        sum((float(each) - run.mean) ** 4 * times for each, times in run.results.items())
        / run.sessions
    )


@pytest.mark.parametrize(
    ("game", "stakes"),
    [
        ("star-baccarat", {"banker": 1}),
        ("star-baccarat", {"player": 2, "tie": "0.5", "super-six": "1/3"}),
        ("star-seven-up", {"player": 1, "super-sevens": 1}),
        ("star-three-card", {"player": 1, "tie": 1}),
        ("canberra-mini", {"banker": "2.5", "perfect-pairs-player": 1}),
    ],
)
def test_sessions_without_limits_come_to_the_exact_mean_and_variance(
    game: str, stakes: dict[str, Any]
) -> None:
    """Coups from full decks are independent: mean and variance are those of a coup, times 60."""
    book = RULEBOOKS[game]
    exact = pattern(book, {wager: Fraction(stake) for wager, stake in stakes.items()})
    plan = {"stakes": stakes, "bankroll": 10_000, "coups": 60}
    run = play_sessions(book, plan, 40_000, seed=6, fresh=True)
    assert run.coups == 60 * run.sessions and not run.ruined
    mean, variance = float(60 * exact.ev), float(60 * exact.variance)
    assert abs(run.mean - mean) < 4 * sqrt(variance / run.sessions)
    error = sqrt((fourth_moment(run) - run.variance**2) / run.sessions)
    assert abs(run.variance - variance) < 4 * error


def test_whole_shoes_and_several_boxes_come_to_the_exact_mean() -> None:
    book = RULEBOOKS["star-three-card"]
    sheet = odds(book)
    plan = {"stakes": {"player": 1, "three-pictures": 2}, "bankroll": 9999, "coups": 50}
    run = play_sessions(book, plan, 40_000, seed=3, boxes=3)
    exact = 50 * (3 * sheet["player"].ev + 2 * sheet["three-pictures"].ev)
    assert abs(run.mean - float(exact)) < 4 * run.stderr


def test_a_second_wager_follows_the_first_when_a_box_draws() -> None:
    book = RULEBOOKS["star-lucky-draw"]
    plan = {"stakes": {"enter": 2}, "bankroll": 9999, "coups": 50}
    best = exact_strategy(book, 8, "optimal")
    run = play_sessions(book, plan, 40_000, seed=3, strategy=best, decks=8, fresh=True)
    exact = odds(book, 8)["round"]
    assert run.plan.stakes == {"enter": 2, "draw": 2}
    assert abs(run.mean - float(100 * exact.ev)) < 4 * run.stderr
    assert run.variance == pytest.approx(float(200 * exact.variance), rel=0.03)


def ruin_by_hand(chances: dict[int, float], bankroll: int, goal: int, coups: int) -> list[float]:
    """The chances of ruin, of the goal, and of neither, by every bankroll after every coup."""
    now, ruin, won = {bankroll: 1.0}, 0.0, 0.0
    for _ in range(coups):
        after: dict[int, float] = {}
        for money, chance in now.items():
            for net, share in chances.items():
                if money + net < 1:
                    ruin += chance * share
                elif money + net >= bankroll + goal:
                    won += chance * share
                else:
                    after[money + net] = after.get(money + net, 0) + chance * share
        now = after
    return [ruin, won, sum(now.values())]


def test_risk_of_ruin_is_what_a_walk_by_hand_makes_it() -> None:
    book = RULEBOOKS["star-baccarat"]
    player = odds(book)["player"]
    chances = {
        1: player.win / player.total,
        0: player.push / player.total,
        -1: player.lose / player.total,
    }
    ruin, won, neither = ruin_by_hand(chances, 8, 6, 100)
    plan = {"stakes": {"player": 1}, "bankroll": 8, "coups": 100, "win_goal": 6}
    run = play_sessions(book, plan, 100_000, seed=8, fresh=True)
    over = run.sessions - run.ruined - run.reached
    for exact, seen in ((ruin, run.ruined), (won, run.reached), (neither, over)):
        assert abs(seen / run.sessions - exact) < 4 * sqrt(exact * (1 - exact) / run.sessions)
    assert run.risk_of_ruin == run.ruined / run.sessions and run.stopped == 0


@pytest.mark.parametrize("fresh", [False, True])
def test_sessions_end_at_their_limits(fresh: bool) -> None:
    plan = {"stakes": {"player": 1}, "bankroll": 10, "coups": 200, "stop_loss": 7, "win_goal": 4}
    run = play_sessions("star-baccarat", plan, 5000, seed=2, fresh=fresh)
    assert min(run.results) == -7 and max(run.results) == 4
    assert run.results[Fraction(-7)] == run.stopped and run.results[Fraction(4)] == run.reached
    assert run.ruined == 0 and sum(run.results.values()) == run.sessions == 5000
    lost_all = play_sessions("star-baccarat", plan | {"stop_loss": 10}, 5000, seed=2)
    assert lost_all.ruined == lost_all.stopped > 0


def test_quantiles_and_shares() -> None:
    run = play_sessions("star-baccarat", PLAN | {"coups": 1}, 10_000, seed=2, fresh=True)
    assert list(run.results) == [-1, 0, Fraction(19, 20)]
    assert [run.quantile(share) for share in (0, 0.01, 0.5, 1)] == [-1, -1, 0, Fraction(19, 20)]
    assert run.ahead == run.results[Fraction(19, 20)] / 10_000
    with pytest.raises(Refusal):
        run.quantile(2)


@pytest.mark.parametrize("game", ["star-baccarat", "star-seven-up"])
def test_the_same_seed_plays_the_same_sessions_whoever_deals(game: str) -> None:
    one, two = (play_sessions(game, PLAN, 30_001, seed=4, workers=workers) for workers in (1, 2))
    assert one.results == two.results and one.coups == two.coups and one.ruined == two.ruined
    assert one.sessions == 30_001
    few = play_sessions(game, PLAN, 100, seed=4)
    assert all(one.results[result] >= times for result, times in few.results.items())
    assert play_sessions(game, PLAN, 30_001, seed=5).results != one.results


class BreaksOff(Executor):
    """Play one unit of work, and then press Ctrl-C."""

    units = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.units += 1
        future: Future[Any] = Future()
        if self.units > 1:
            future.set_exception(KeyboardInterrupt())
        else:
            future.set_result(fn(*args, **kwargs))
        return future


def test_what_is_done_when_somebody_breaks_it_off() -> None:
    run = play_sessions("star-baccarat", PLAN, 100_000, executor=BreaksOff(), workers=1)
    assert not run.complete and 0 < run.sessions == sum(run.results.values()) < 100_000


@pytest.mark.parametrize(
    "change",
    [
        {"stakes": {}},
        {"stakes": 5},
        {"stakes": None},
        {"stakes": {"banker": 0}},
        {"stakes": {"banker": -1}},
        {"stakes": {"banker": "1e999999999"}},
        {"stakes": {"banker": float("nan")}},
        {"stakes": {"banker": True}},
        {"stakes": {"banker": "1/0"}},
        {"stakes": {"banker": [1]}},
        {"stakes": {"dragon": 1}},
        {"stakes": {"banker": 21}},
        {"bankroll": 0},
        {"bankroll": None},
        {"bankroll": 10**10},
        {"coups": 0},
        {"coups": 1.5},
        {"coups": "80"},
        {"coups": 10**9},
        {"stop_loss": 21},
        {"stop_loss": 0},
        {"win_goal": "much"},
        {"goal": 5},
    ],
)
def test_bad_plans_are_one_sentence(change: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as refusal:
        play_sessions("star-baccarat", PLAN | change, 100)
    assert refusal.value.code in ("bad-plan", "unknown-wager")
    assert refusal.value.message.endswith(".") and "\n" not in refusal.value.message


def test_a_plan_made_by_hand_is_checked_too() -> None:
    with pytest.raises(Refusal):
        play_sessions("star-baccarat", Plan({"banker": Fraction(-1)}, Fraction(5), 10), 100)


@pytest.mark.parametrize("stakes", [{"draw": 1}, {"enter": 1, "draw": 2}])
def test_a_wager_that_must_equal_another(stakes: dict[str, int]) -> None:
    with pytest.raises(Refusal, match="as large as"):
        play_sessions("star-lucky-draw", PLAN | {"stakes": stakes}, 100)


@pytest.mark.parametrize("sessions", [0, -1, 1.5, "many", 10**13])
def test_bad_numbers_of_sessions(sessions: Any) -> None:
    with pytest.raises(Refusal):
        play_sessions("star-baccarat", Plan.read(PLAN), sessions)


def test_the_command_plays_a_plan(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "plan.json"
    file.write_text(json.dumps(PLAN | {"stop_loss": 12.5, "win_goal": 6}))
    words = ["simulate", "star-baccarat", "--plan", str(file), "--sessions", "2000", "--seed", "1"]
    assert main([*words, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    run = play_sessions("star-baccarat", json.loads(file.read_text()), 2000, seed=1)
    assert answer["mean"] == run.mean and answer["risk_of_ruin"] == run.risk_of_ruin
    assert answer["stop_loss"] == run.stopped / 2000 and answer["plan"]["stop_loss"] == 12.5
    assert sum(times for _, times in answer["results"]) == answer["sessions"] == 2000
    assert main(words) == 0
    said = capsys.readouterr().out
    assert "ruined" in said and "seed 1" in said and "1 on banker" in said


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", ("--sessions", "10")),
        ("\xff", ("--sessions", "10")),
        ("[" * 100_000, ("--sessions", "10")),
        ("[]", ("--sessions", "10")),
        (None, ("--sessions", "10")),
        (json.dumps(PLAN), ()),
        (json.dumps(PLAN), ("--sessions", "0")),
        (json.dumps(PLAN), ("--sessions", "few")),
        (json.dumps(PLAN), ("--sessions", "10", "--coups", "10")),
        (json.dumps(PLAN), ("--sessions", "10", "--output", "coups.parquet")),
    ],
)
def test_the_command_refuses_nonsense(
    text: str | None, words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "plan.json"
    if text is not None:
        file.write_bytes(text.encode("latin-1"))
    assert main(["simulate", "star-baccarat", "--plan", str(file), *words]) == 2
    said = capsys.readouterr()
    assert not said.out and said.err.startswith("sabot: ") and said.err.count("\n") == 1


@pytest.mark.parametrize("words", [(), ("--sessions", "10"), ("--coups", "5", "--sessions", "5")])
def test_the_command_needs_coups_or_a_plan(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "star-baccarat", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_sessions_as_a_sheet_and_a_picture(capsys: pytest.CaptureFixture[str]) -> None:
    plan = PLAN | {"stop_loss": 10, "win_goal": 15}
    run = play_sessions("star-baccarat", plan, 400, seed=2)
    frame = run.to_pandas()
    assert int(frame["sessions"].sum()) == 400 and list(frame["result"]) == sorted(frame["result"])
    mean = float((frame["result"] * frame["sessions"]).sum()) / 400
    assert mean == pytest.approx(run.mean) and repr(run).startswith(
        "BankrollRun(star-baccarat: 400"
    )
    told: Any = run.to_dict()
    assert told["plan"]["stop_loss"] == 10 and told["results"][0] == [
        frame["result"][0],
        frame["sessions"][0],
    ]
    assert "400 sessions" in str(run) and "lost 10" in str(run) and "won 15" in str(run)
    drawn = ElementTree.fromstring(str(run.plot()))
    bars = drawn.findall(".//{http://www.w3.org/2000/svg}rect")
    tall = [float(bar.get("height", "0")) for bar in bars]
    lost = [h for bar, h in zip(bars, tall, strict=True) if bar.get("fill") == "#a33"]
    scale = max(tall) / max(_in_steps(run).values())
    assert sum(lost) / scale == pytest.approx(
        sum(times for each, times in run.results.items() if each < 0), abs=2
    )
    assert "ahead" in str(run.plot())


def _in_steps(run: BankrollRun) -> dict[int, int]:
    """Sessions by whole units of result, where the picture has a bar for each unit."""
    assert max(run.results) - min(run.results) <= 40
    found: dict[int, int] = {}
    for result, times in run.results.items():
        found[floor(result)] = found.get(floor(result), 0) + times
    return found
