"""Simulating games of users: dealt as their rulebook says, or refused."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sabot import Refusal, rulebook
from sabot.bench import bet as house_bet
from sabot.bench import game
from sabot.cli import main
from sabot.core.cards import Card, point_count, read_cards
from sabot.math_report import report
from sabot.odds import Composition, odds
from sabot.odds.observation import function_tables
from sabot.odds.whatif import changed
from sabot.rules import BANKER, PLAYER, Hands, to
from sabot.rules.coup.deal import Due
from sabot.simulate import play_sessions, simulate
from sabot.simulate.dealing import real_cards as plain
from sabot.simulate.execution import blocks
from support.house_games import BACCARAT, COUP, DRAGON_7, PANDA_8, bet, offering, seeing

THREE_CARD = rulebook("star-three-card")


def test_panda_8_comes_to_its_published_edge() -> None:
    """As printed at wizardofodds.com/games/ez-baccarat/: 10.19% with eight decks."""
    panda = simulate(replace(BACCARAT, wagers=(PANDA_8,)), 400_000, seed=8).wagers["panda-8"]
    assert panda.stderr is not None
    assert abs(panda.ev + 0.1019) < 4 * panda.stderr < 0.04


def test_two_kinds_of_facts_are_refused_in_a_sentence() -> None:
    both = offering(BACCARAT, PANDA_8)
    plan = {"stakes": {"panda-8": 1}, "bankroll": 20, "coups": 80}
    for ask in (lambda: simulate(both, 1000), lambda: play_sessions(both, plan, 10)):
        with pytest.raises(Refusal, match=r"one kind of facts .* player_cards\)\."):
            ask()


def test_facts_that_see_anything_of_the_cards_are_simulated() -> None:
    """Compiled dealing and the exact count come to the same, from shoes and from full decks."""

    def red_and_low(hands: Hands) -> bool:
        last = hands[BANKER].cards[-1]
        return all(card.is_red for card in hands[PLAYER].cards) and last.rank in "2KQ"

    book = replace(BACCARAT, wagers=(seeing(red_and_low),))
    exact = odds(book)["seen"].ev
    for fresh in (False, True):
        seen = simulate(book, 200_000, seed=3, fresh=fresh).wagers["seen"]
        assert seen.stderr is not None
        assert abs(seen.ev - float(exact)) < 4 * seen.stderr < 0.03


def test_facts_that_see_too_much_to_be_counted_are_dealt_plainly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Plain dealing is checked by facts that can be counted too, in one game and in another."""
    monkeypatch.setattr(blocks, "PITS_IN_A_BLOCK", 1)
    monkeypatch.setattr(plain, "PITS_IN_A_BLOCK", 1)
    book = replace(BACCARAT, wagers=(PANDA_8,))
    exact = float(odds(book)["panda-8"].ev)
    monkeypatch.setattr(function_tables, "MOST_RUNS", 5)
    copied = replace(PANDA_8, space=replace(PANDA_8.space))
    for fresh in (False, True):
        again = replace(book, wagers=(copied,))
        seen = simulate(again, 3000, seed=2, fresh=fresh).wagers["panda-8"]
        assert seen.stderr is not None and abs(seen.ev - exact) < 4 * seen.stderr
    with pytest.raises(Refusal, match="in this process alone"):
        simulate(again, 3000, workers=2)
    with pytest.raises(Refusal, match="A simulation can deal them"):
        odds(again)
    own = THREE_CARD.wager("player")
    wagers = [replace(each, space=replace(own.space)) if each is own else each
              for each in THREE_CARD.wagers if each.id in ("player", "three-pictures")]  # fmt: skip
    done = simulate(replace(THREE_CARD, wagers=tuple(wagers)), 1500, seed=2, boxes=2)
    assert done.wagers["player"].stakes == 3000
    assert abs(done.wagers["player"].ev + 0.025) < 0.1


def test_wagers_that_contradict_themselves_are_refused() -> None:
    with pytest.raises(Refusal, match="depends on banker_cards"):
        simulate(offering(BACCARAT, replace(DRAGON_7, reads=("player", "banker"))), 1000)
    many = (bet(f"Nine {n}", COUP, (to(8, 1), lambda f: f.player == 9)) for n in range(9))
    with pytest.raises(Refusal, match="more than 16 wagers"):
        simulate(offering(BACCARAT, *many), 1000)


def test_other_odds_and_cards_gone_from_every_shoe(capsys: pytest.CaptureFixture[str]) -> None:
    fives = ",".join(f"5{suit}" for suit in "SHDC" for _ in range(8))
    words = ["simulate", "star-baccarat", "--coups", "300000", "--seed", "2", "--removed", fives]
    assert main([*words, "--change", "tie=9:1", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    shoe = Composition.full(8).without(read_cards(answer["removed"]))
    exact = odds(changed(BACCARAT, {"tie": "9:1"}), composition=shoe)
    assert answer["changed"] == ["Tie pays 9:1, not 8:1"] and len(answer["removed"]) == 32
    for each in answer["wagers"]:
        assert each["exact_ev"] == float(exact[each["wager"]].ev) and abs(each["z"]) < 4
    assert main([*words, "--change", "tie=9:1"]) == 0
    assert capsys.readouterr().out.startswith("CHANGED, not approved: Baccarat, but Tie pays 9:1")
    plan = ["simulate", "star-baccarat", "--plan", "none.json", "--sessions", "5"]
    assert main([*plan, "--removed", "5S"]) == 2
    assert "does not go with --plan" in capsys.readouterr().err
    assert main([*words[:6], "--removed", ",".join(["5S"] * 9)]) == 2


def test_z_and_interval_are_of_the_edge_that_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "star-baccarat", "--coups", "1", "--seed", "2"]
    assert main(words) == 0
    assert "1 coup from 1 shoe in" in capsys.readouterr().out
    assert main([*words[:2], "--coups", "200000", "--seed", "2"]) == 0
    rows = [row.split() for row in capsys.readouterr().out.splitlines()[4:]]
    for _, edge, _, low, _, high, exact, z in rows:
        shown, true = float(edge.rstrip("%")), float(exact.rstrip("%"))
        assert float(low.rstrip("%")) < shown < float(high.rstrip("%"))
        assert (float(z) > 0) == (shown > true) or abs(float(z)) < 0.01


@dataclass(frozen=True)
class War:
    """Deal one card each, and on equal totals a second one each."""

    house: tuple[str, ...] = (PLAYER, BANKER)
    takes_boxes: bool = False
    takes_decisions: str | None = None

    def open(self, boxes: tuple[int, ...]) -> dict[str, list[Card]]:
        return {PLAYER: [], BANKER: []}

    def initial(self, boxes: tuple[int, ...]) -> tuple[Due, ...]:
        return Due(PLAYER, "1"), Due(BANKER, "1")

    def then(self, hands: Mapping[str, list[Card]], decisions: object) -> Iterator[Due]:
        if point_count(hands[PLAYER]) == point_count(hands[BANKER]):
            yield from (Due(PLAYER, "2"), Due(BANKER, "2"))


def test_a_procedure_of_ones_own_is_counted_simulated_and_reported() -> None:
    high = house_bet(
        "high", "High", ("1:1", lambda hands: hands[PLAYER].total > hands[BANKER].total)
    )
    book = game("war", "War", War(), high)  # type: ignore[arg-type]
    left, ways = [128, *[32] * 9], 0
    for cards in product(range(10), repeat=4):
        drawn, each = list(left), 1
        for value in cards:
            each *= drawn[value]
            drawn[value] -= 1
        one, two, three, four = cards
        again = one == two
        won = (one + three) % 10 > (two + four) % 10 if again else one > two
        ways += each if won else 0
    exact = odds(book)["high"]
    assert Fraction(exact.win, exact.total) == Fraction(ways, 416 * 415 * 414 * 413)
    for fresh in (False, True):
        seen = simulate(book, 2_500, seed=3, fresh=fresh).wagers["high"]
        assert seen.stderr is not None and abs(seen.ev - float(exact.ev)) < 4 * seen.stderr
    told: Any = report(book, datetime.now(UTC), coups=200, shoes=1).told
    assert told["simulation"]["coups"] >= 200 and told["drawing"] is None
    assert "cannot be counted" in told["counting"]["refused"]
    with pytest.raises(Refusal, match="not dealt to boxes"):
        simulate(book, 100, boxes=2)
