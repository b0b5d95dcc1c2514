"""Simulations: the same seed, the same answer; the right answer; and one sentence for nonsense."""

import json
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from math import sqrt
from typing import Any

import numpy as np
import pytest

from sabot import RULEBOOKS, Refusal
from sabot.odds import Composition, count_facts, odds
from sabot.rules import FactsSpace, verdict
from sabot.rules.coup.results import result_of
from sabot.simulate import Simulation, simulate
from sabot.simulate.dealing.choice import spaces_of
from sabot.simulate.kernels.compilation import Counts
from sabot.simulate.lookup.strategies import exact_strategy

COUPS = 300_000


def share(done: Simulation, result: str) -> float:
    """The share of coups that the Player or the Banker won, or that were tied."""
    space = spaces_of(done.rulebook)[0]
    won = np.array([result_of(facts[0], facts[1]) == result for facts in space])
    return float(done.tally[won].sum() / done.coups)


@pytest.mark.parametrize("fresh", [False, True])
@pytest.mark.parametrize("game", RULEBOOKS)
def test_the_same_seed_deals_the_same_coups_whoever_deals_them(game: str, fresh: bool) -> None:
    one, two = (simulate(game, COUPS, seed=7, workers=number, fresh=fresh) for number in (1, 2))
    with ThreadPoolExecutor(3) as threads:
        three = simulate(game, COUPS, seed=7, workers=3, fresh=fresh, executor=threads)
    assert one.coups == COUPS == one.tally.sum()
    assert one.wagers == two.wagers == three.wagers
    assert one.shoes == two.shoes == three.shoes
    for space, tally in one.tallies.items():
        assert (tally == two.tallies[space]).all() and (tally == three.tallies[space]).all()
    assert (simulate(game, COUPS, seed=8, fresh=fresh).tally != one.tally).any()


def test_fewer_coups_are_the_first_of_more() -> None:
    few, more = (simulate("star-baccarat", coups, seed=3) for coups in (1, 82_000))
    assert few.tally.sum() == 1 and few.shoes == 1 and few.wagers["tie"].stderr is None
    assert (more.tally >= few.tally).all()


@pytest.mark.parametrize("boxes", [1, 3])
def test_every_box_of_every_coup_is_counted(boxes: int) -> None:
    done = simulate("star-three-card", 10_000, seed=1, boxes=boxes)
    box, banker = done.tallies.values()
    assert box.sum() == 10_000 * boxes and banker.sum() == 10_000
    assert done.wagers["player"].stakes == 10_000 * boxes
    assert done.wagers["three-pictures"].stakes == 10_000


def test_player_banker_and_tie_of_eight_decks() -> None:
    """44.6247%, 45.8597% and 9.5156%: the figures that every book on baccarat has."""
    done = simulate("star-baccarat", 2_000_000, seed=12, fresh=True)
    for result, known in (("player", 0.446247), ("banker", 0.458597), ("tie", 0.095156)):
        assert abs(share(done, result) - known) < 5 * sqrt(known * (1 - known) / done.coups)


@pytest.mark.parametrize("fresh", [False, True])
@pytest.mark.parametrize("game", RULEBOOKS)
def test_every_wager_comes_to_its_exact_value(game: str, fresh: bool) -> None:
    book = RULEBOOKS[game]
    decides = book.procedure.takes_decisions is not None
    for decks in book.preparation.decks.allowed:
        strategy = exact_strategy(book, decks, "optimal") if decides else None
        done = simulate(book, 1_000_000, decks=decks, seed=31, fresh=fresh, strategy=strategy)
        exact = {each.wager: float(each.ev) for each in odds(book, decks).wagers}
        assert set(done.wagers) == set(exact)
        for each in done.wagers.values():
            assert each.stderr
            assert abs(each.ev - exact[each.wager]) < 5 * each.stderr, each


@pytest.mark.parametrize(
    "game", [game for game, book in RULEBOOKS.items() if not book.procedure.takes_decisions]
)
def test_every_facts_code_comes_as_often_as_it_should(game: str) -> None:
    """Chi-square over all codes; rare ones are taken together. Five standard deviations."""
    book = RULEBOOKS[game]
    done = simulate(book, 2_000_000, seed=17, fresh=True)
    for space, tally in done.tallies.items():
        ways, total = count_facts(book, space, Composition.full(done.decks))
        expected = np.array([int(each) / int(total) for each in ways]) * done.coups
        assert not tally[expected == 0].any()
        rare = expected < 10
        seen = np.append(tally[~rare], tally[rare].sum())
        due = np.append(expected[~rare], expected[rare].sum())
        seen, due = seen[due > 0], due[due > 0]
        freedom = len(due) - 1
        assert abs(((seen - due) ** 2 / due).sum() - freedom) < 5 * sqrt(2 * freedom)


def plain_value(space: FactsSpace, tally: Counts, game: str) -> tuple[float, float]:
    """A wager's value and the error of independent coups, by the lines, without any packing."""
    book = RULEBOOKS["star-baccarat"]
    total = squares = 0.0
    for code in np.flatnonzero(tally).tolist():
        outcome, paid, _ = verdict(book.wager(game), book.scheme(), space.facts(code))
        net = paid.pays / paid.per if paid else -1.0 * (outcome == "lose")
        total += net * int(tally[code])
        squares += net * net * int(tally[code])
    coups = int(tally.sum())
    mean = total / coups
    return mean, sqrt((squares / coups - mean**2) / (coups - 1))


def test_values_and_errors_are_those_of_the_pay_lines() -> None:
    fresh = simulate("star-baccarat", COUPS, seed=4, fresh=True)
    shoes = simulate("star-baccarat", COUPS, seed=4)
    space = spaces_of(fresh.rulebook)[0]
    for game in fresh.wagers:
        value, error = plain_value(space, fresh.tally, game)
        assert fresh.wagers[game].ev == pytest.approx(value, abs=1e-12)
        assert fresh.wagers[game].stderr == pytest.approx(error, rel=1e-9)
        value, error = plain_value(space, shoes.tally, game)
        assert shoes.wagers[game].ev == pytest.approx(value, abs=1e-12)
        assert shoes.wagers[game].stderr == pytest.approx(error, rel=0.1)


def test_a_device_instead_of_a_shoe() -> None:
    done = simulate("star-baccarat", COUPS, seed=4, source="device")
    known = float(odds(RULEBOOKS["star-baccarat"])["tie"].ev)
    result = done.wagers["tie"]
    assert result.stderr and abs(result.ev - known) < 5 * result.stderr


class BreaksOff(Executor):
    """Deal two units of work, and then press Ctrl-C."""

    def __init__(self) -> None:
        self.units = 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.units += 1
        future: Future[Any] = Future()
        if self.units > 2:
            future.set_exception(KeyboardInterrupt())
        else:
            future.set_result(fn(*args, **kwargs))
        return future


def test_what_is_done_when_somebody_breaks_it_off() -> None:
    done = simulate("star-baccarat", 1_000_000, seed=4, executor=BreaksOff(), workers=1)
    assert not done.complete and 0 < done.coups == done.tally.sum() < 1_000_000


@pytest.mark.parametrize(
    ("game", "options", "code"),
    [
        ("baccarat", {}, "unknown-rulebook"),
        ("star-baccarat", {"coups": 0}, "bad-coups"),
        ("star-baccarat", {"coups": 1.5}, "bad-coups"),
        ("star-baccarat", {"decks": 5}, "wrong-decks"),
        ("star-baccarat", {"scheme": "free"}, "wrong-scheme"),
        ("star-baccarat", {"seed": -1}, "bad-seed"),
        ("star-baccarat", {"workers": 0}, "bad-workers"),
        ("star-baccarat", {"boxes": 2}, "bad-box"),
        ("star-baccarat", {"behind": 5}, "wrong-cutting-card"),
        ("star-seven-up", {"source": "shoe"}, "wrong-source"),
        ("star-seven-up", {"strategy": [[True] * 10] * 10}, "bad-strategy"),
        ("star-lucky-draw", {"strategy": [[True] * 9] * 10}, "bad-strategy"),
        ("star-lucky-draw", {"boxes": 8}, "bad-box"),
        ("star-three-card", {"source": "device"}, "wrong-source"),
    ],
)
def test_nonsense_is_refused(game: str, options: dict[str, Any], code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        simulate(game, **({"coups": 1000} | options))
    assert refusal.value.code == code


def run_command(*words: str) -> int:
    import argparse

    from sabot.cli.analysis import simulate as command

    parser = argparse.ArgumentParser()
    command.declare(parser)
    return command.run(parser.parse_args(words))


@pytest.mark.parametrize("game", RULEBOOKS)
def test_the_command_answers_as_the_contract_says(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(game, "--coups", "20000", "--seed", "5", "--workers", "1", "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["rulebook"] == game and answer["coups"] == 20000 and answer["shoes"] > 1
    assert answer["seconds"] > 0 and answer["coups_per_second"] > 0
    for each in answer["wagers"]:
        assert set(each) == {"wager", "ev", "stderr", "exact_ev", "z"}
        assert abs(each["z"]) < 5
    assert run_command(game, "--coups", "1000", "--seed", "5") == 0
    assert "seed 5" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        ("--coups", "many"),
        ("--coups", "0"),
        ("--coups", "-5"),
        ("--coups", "10", "--decks", "7"),
        ("--coups", "10", "--workers", "0"),
        ("--coups", "10", "--boxes", "0"),
        ("--coups", "10", "--strategy", "optimal"),
    ],
)
def test_the_command_refuses_nonsense(words: tuple[str, ...]) -> None:
    with pytest.raises(Refusal):
        run_command("star-baccarat", *words)


def test_what_is_dealt_so_far_can_be_asked() -> None:
    seen: list[Simulation] = []
    done = simulate("star-baccarat", 400_000, seed=3, so_far=lambda report: seen.append(report()))
    assert len(seen) > 1 and [each.coups for each in seen] == sorted(each.coups for each in seen)
    assert seen[-1].wagers == done.wagers and seen[0].wagers != done.wagers
    assert all(each.asked == 400_000 for each in seen)
