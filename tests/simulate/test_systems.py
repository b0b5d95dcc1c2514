"""Stakes that follow a rule: ladders, functions and counts of cards, against plain arithmetic."""

import json
from collections.abc import Generator
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from sabot import RULEBOOKS, Refusal
from sabot.cli import main
from sabot.core.cards import DECK
from sabot.odds import odds
from sabot.simulate import play_sessions
from sabot.simulate.sessions.systems import SYSTEMS, ByCount, Ladder, named, read_system

PLAN: dict[str, Any] = {"stakes": {"player": 1}, "bankroll": 200, "coups": 40}
Playing = Generator[int, Fraction, None]


def by_hand(ladder: Ladder, coups: int, bankroll: int) -> tuple[float, float, float]:
    """The exact mean, the mean of what is staked, and the risk of ruin, of one unit on Player."""
    player = odds("star-baccarat")["player"]
    chances = {
        won: ways / player.total
        for won, ways in ((1, player.win), (0, player.push), (-1, player.lose))
    }
    now, mean, staked, ruined = {(0, 0): 1.0}, 0.0, 0.0, 0.0
    for _ in range(coups):
        after: dict[tuple[int, int], float] = {}
        for (result, level), chance in now.items():
            times = int(ladder.levels[level])
            staked += chance * times
            for won, share in chances.items():
                then, at = result + won * times, ladder.after(level, won)
                mean += chance * share * won * times
                if bankroll + then < ladder.levels[at]:
                    ruined += chance * share
                else:
                    after[then, at] = after.get((then, at), 0.0) + chance * share
        now = after
    return mean, staked, ruined


@pytest.mark.parametrize("name", [each for each in SYSTEMS if each != "flat"])
def test_a_ladder_comes_to_what_a_walk_by_hand_makes_it(name: str) -> None:
    mean, staked, ruined = by_hand(named(name), 30, 40)
    plan = PLAN | {"rule": name, "coups": 30, "bankroll": 40}
    run = play_sessions("star-baccarat", plan, 60_000, seed=4, fresh=True)
    assert abs(run.mean - mean) < 4 * run.stderr
    assert abs(float(run.staked) / run.sessions / staked - 1) < 0.02
    error = sqrt(max(ruined * (1 - ruined), 1e-9) / run.sessions)
    assert abs(run.risk_of_ruin - ruined) < 4 * error + 1e-4


def test_no_rule_changes_the_edge() -> None:
    exact = odds("star-baccarat")["player"].edge
    for name in SYSTEMS:
        run = play_sessions("star-baccarat", PLAN | {"rule": name}, 40_000, seed=9)
        assert abs(run.edge - exact) < 4 * run.stderr * run.sessions / float(run.staked)


def martingale() -> Playing:
    stake = 1
    while True:
        net = yield stake
        stake = 1 if net > 0 else min(2 * stake, 512) if net < 0 else stake


def paroli() -> Playing:
    while True:
        for stake in (1, 2, 4):
            net = yield stake
            while net == 0:
                net = yield stake
            if net < 0:
                break


@pytest.mark.parametrize("rule", [martingale, paroli])
@pytest.mark.parametrize("fresh", [False, True])
def test_a_function_plays_as_the_ladder_of_its_name(rule: Any, fresh: bool) -> None:
    limits = {"stop_loss": 60, "win_goal": 12}
    written = play_sessions(
        "star-baccarat", PLAN | limits | {"rule": rule}, 600, seed=3, fresh=fresh
    )
    ladder = PLAN | limits | {"rule": rule.__name__}
    ready = play_sessions("star-baccarat", ladder, 600, seed=3, fresh=fresh)
    assert written.results == ready.results and written.staked == ready.staked
    assert (written.ruined, written.stopped, written.reached) == (
        ready.ruined, ready.stopped, ready.reached
    )  # fmt: skip


def test_a_function_may_leave_the_table() -> None:
    def hit_and_run() -> Playing:
        for _ in range(20):
            if (yield 1) > 0:
                return

    run = play_sessions("star-baccarat", PLAN | {"rule": hit_and_run}, 500, seed=1)
    assert max(run.results) == 1 and run.coups < 500 * 8
    assert sum(run.results.values()) == 500


def test_the_same_seed_plays_the_same_whoever_deals() -> None:
    count = {"count": {"4": -1, "6": 1}, "levels": [[0, 1], [2, 3]]}
    for rule in ("fibonacci", count):
        one, two = (
            play_sessions("star-baccarat", PLAN | {"rule": rule}, 30_000, seed=6, workers=workers)
            for workers in (1, 2)
        )
        assert one.results == two.results and one.staked == two.staked


EACH_ALONE = {"count": {"A": 1}, "levels": [[-1000, 0], [2, 1]], "true": False}


def test_a_count_stakes_only_when_it_calls_for_it() -> None:
    """Two aces seen, and every coup that follows in that shoe is staked on."""
    run = play_sessions("star-baccarat", PLAN | {"rule": EACH_ALONE, "coups": 10}, 2000, seed=2)
    assert 0 < float(run.staked) < 2000 * 9
    never = EACH_ALONE | {"levels": [[900, 1]]}
    idle = play_sessions("star-baccarat", PLAN | {"rule": never}, 100, seed=2)
    assert idle.staked == 0 and idle.results == {Fraction(0): 100} and idle.edge == 0


def test_a_count_finds_the_shoes_that_favour_the_player() -> None:
    """By the effects of removal on Dragon 7, a count that waits beats the wager's edge by far."""
    from sabot.bench import book_of

    book = book_of("dragon-7")
    full = odds(book)["dragon-7"].edge
    tags = {"4": -1, "5": -1, "6": -1, "7": -1, "8": 2, "9": 2}
    rule = {"count": tags, "levels": [[4, 1]]}
    plan = {"stakes": {"dragon-7": 1}, "bankroll": 10_000, "coups": 80, "rule": rule}
    run = play_sessions(book, plan, 30_000, seed=5)
    share = float(run.staked) / run.coups
    error = 6.1 / sqrt(float(run.staked))
    assert 0.02 < share < 0.2
    assert run.edge < full - 0.05 and run.edge - 4 * error < 0


def test_counting_is_by_the_cards_of_the_coups() -> None:
    """The levels that compiled counting chooses, against cards read out of the shoe by hand."""
    import numpy as np

    from sabot.simulate.dealing.choice import Deal, dealer_of
    from sabot.simulate.dealing.eye import Eye, levels_by_count
    from sabot.simulate.kernels.compilation import U, stream

    for game in RULEBOOKS:
        book = RULEBOOKS[game]
        if "shoe" not in book.preparation.sources.allowed[:1]:
            continue
        dealer = dealer_of(book, Deal(book.decks()))
        pits, state = dealer.open(), np.zeros(4, U)
        stream(U(1), U(0), state)
        before = state.copy()
        dealer.deal(state, pits)
        drawn = Eye(dealer).see(before, pits)
        tags = np.array([card.value - 4 for card in DECK])
        levels = np.zeros(drawn.lengths.shape, np.int64)
        levels_by_count(pits[0], drawn, dealer.hands[0], tags, np.array([0, 1, 2]), True, levels)
        for row in range(3):
            seen: list[int] = []
            for coup in range(int(pits[0].dealt[row]) // dealer.hands[0]):
                left = (book.decks() * 52 - len(seen)) / 52
                true = sum(DECK[card].value - 4 for card in seen) / left
                assert levels[row, coup] == sum(true >= trigger for trigger in (0, 1, 2)) - 1
                seen += drawn.cards[row, coup, : drawn.lengths[row, coup]].tolist()


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        ("martingal", "no rule"),
        (7, "a name or an object"),
        ({"name": "martingale", "most": 0}, "The most of a rule"),
        ({"name": "1-3-2-6", "most": 9}, "its own stakes"),
        ({"name": "paroli", "step": 9}, "but no"),
        ({"levels": []}, "a list of multiples"),
        ({"levels": [1, 0]}, "above zero"),
        ({"levels": [1, "x"]}, "must be a number"),
        ({"levels": [1], "win": "up"}, "so many levels"),
        ({"levels": [1], "top": 3}, "Beyond the last level"),
        ({"count": {}}, "A count is an object"),
        ({"count": {"Z": 1}, "levels": [[1, 1]]}, "and not of"),
        ({"count": {"A": 1}, "levels": [[2, 1], [1, 2]]}, "rise"),
        ({"count": {"A": 1}, "levels": [3]}, "A level is"),
        ({"count": {"K": 1, "Q": 2}, "levels": [[1, 1]]}, "alike"),
        ({"count": {"A": 1}, "levels": [[1, 1]], "true": 1}, "true or false"),
    ],
)
def test_a_rule_that_is_none(rule: object, says: str) -> None:
    with pytest.raises(Refusal, match=says):
        play_sessions("star-baccarat", PLAN | {"rule": rule}, 10)


def test_what_cannot_be_played() -> None:
    with pytest.raises(Refusal, match="whole shoe"):
        play_sessions("star-baccarat", PLAN | {"rule": EACH_ALONE}, 10, fresh=True)
    with pytest.raises(Refusal, match="a device"):
        play_sessions("star-seven-up", PLAN | {"rule": EACH_ALONE}, 10)
    with pytest.raises(Refusal, match="this process"):
        play_sessions("star-baccarat", PLAN | {"rule": martingale}, 10, workers=2)

    def greedy() -> Playing:
        while True:
            yield 500

    with pytest.raises(Refusal, match="does not cover"):
        play_sessions("star-baccarat", PLAN | {"rule": greedy}, 10)

    def odd() -> Generator[Any, Fraction, None]:
        yield 1
        yield "two"

    with pytest.raises(Refusal, match="multiple from 0"):
        play_sessions("star-baccarat", PLAN | {"rule": odd}, 10)


def test_rules_as_data() -> None:
    ladder = read_system({"levels": [1, "1.5", 2], "win": 1, "lose": "first", "top": "first"})
    assert isinstance(ladder, Ladder) and ladder.levels[1] == Fraction(3, 2)
    assert [ladder.after(2, won) for won in (1, 0, -1)] == [0, 2, 0]
    count = read_system({"count": {"T": 1}, "levels": [[1, 2]]})
    assert isinstance(count, ByCount) and count.tags[0] == 1 and count.true
    half = play_sessions("star-baccarat", PLAN | {"rule": ladder}, 500, seed=1)
    assert any(each.denominator == 2 for each in half.results)


def test_the_command_takes_a_rule(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = tmp_path / "plan.json"
    plan.write_text(json.dumps(PLAN))
    words = ["simulate", "star-baccarat", "--plan", str(plan), "--sessions", "500", "--seed", "1"]
    answers = []
    for rule in ([], ["--rule", "martingale"], ["--rule", "paroli"]):
        assert main([*words, *rule, "--json"]) == 0
        answers.append(json.loads(capsys.readouterr().out))
    assert len({answer["staked"] for answer in answers}) == 3
    assert [answer["plan"]["rule"] for answer in answers] == ["flat", "martingale", "paroli"]
    assert main([*words, "--rule", "martingale"]) == 0
    said = capsys.readouterr().out
    assert "1 on player, martingale" in said and "of what was staked" in said
    assert main([*words, "--rule", "martingal"]) == 2
    assert "did you mean martingale?" in capsys.readouterr().err
    assert main(["simulate", "star-baccarat", "--coups", "10", "--rule", "paroli"]) == 2
    assert "--rule goes only with --plan" in capsys.readouterr().err
