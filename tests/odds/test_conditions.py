"""Odds given what is known: conditions, first cards, hands, cards removed by number, decisions."""

import json
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sabot import Refusal, deal, rulebook
from sabot.cli import main
from sabot.core.cards import DECK
from sabot.counting.outcomes import pays_on
from sabot.odds import Composition, odds
from sabot.odds.conditions import ranks_of
from sabot.odds.counters.decision import decision_worth
from sabot.odds.removed_cards import cards_removed, composition_in
from support.plain_baccarat import all_coups, ways

EIGHT_DECKS = [128, *[32] * 9]
FIRST, SECOND, THIRD = (np.indices((10,) * 6, np.int8)[place] for place in (0, 1, 2))
"""The values of the Player's first card, the Banker's first and the Player's second."""


def shares(holds: Any) -> tuple[float, float, float]:
    """Return how often the Player wins, the Banker wins and they tie, where it holds."""
    player, banker, _ = all_coups()
    weight = ways(EIGHT_DECKS) * holds
    total = weight.sum()
    return tuple(float(weight[won].sum() / total) for won in (
        player > banker, player < banker, player == banker
    ))  # type: ignore[return-value]  # fmt: skip


def told(*words: str, capsys: pytest.CaptureFixture[str]) -> Any:
    assert main(("odds", *words, "--json")) == 0
    return json.loads(capsys.readouterr().out)


def won(answer: Any) -> list[float]:
    return [each["ways"]["win"] / each["ways"]["total"] for each in answer["wagers"][:3]]


def test_the_player_s_first_two_are_five(capsys: pytest.CaptureFixture[str]) -> None:
    answer = told("star-baccarat", "--if", "player_first_two == 5", capsys=capsys)
    assert won(answer) == pytest.approx([0.358488, 0.537849, 0.103663], abs=5e-7)
    assert won(answer) == pytest.approx(shares((FIRST + THIRD) % 10 == 5), abs=1e-12)
    assert answer["condition"] == "player_first_two == 5"


def test_edge_sorting(capsys: pytest.CaptureFixture[str]) -> None:
    """Player if the first card is a 6 to 9, else Banker: weighted 4 to 9, and by one condition."""
    high = told("star-baccarat", "--first", "6-9", capsys=capsys)
    low = told("star-baccarat", "--first", "A-5,T-K", capsys=capsys)
    assert won(high) == pytest.approx(shares(FIRST > 5), abs=1e-12)
    assert won(low) == pytest.approx(shares(FIRST < 6), abs=1e-12)
    player, banker = (Fraction(each["wagers"][at]["ev"]) for at, each in enumerate((high, low)))
    assert float((4 * player + 9 * banker) / 13) == pytest.approx(0.06765, abs=5e-6)
    both = [Fraction(each["wagers"][0]["ev"]) for each in (high, low)]
    assert (4 * both[0] + 9 * both[1]) / 13 == odds("star-baccarat")["player"].ev


def test_edge_sorting_by_one_condition(capsys: pytest.CaptureFixture[str]) -> None:
    """The first card is known to be a 6 to 9 or not, and the better wager is bet each time."""
    high, low = FIRST > 5, FIRST < 6
    advantage = [
        4 / 13 * (shares(high)[0] - shares(high)[1]),
        9 / 13 * (0.95 * shares(low)[1] - shares(low)[0]),
    ]
    for words in (("--if", "first_card in [6, 7, 8, 9]"), ("--if", "5 < first_card"),
                  ("--first", "6-9")):  # fmt: skip
        knowing = told("star-baccarat", *words, capsys=capsys)["knowing"]
        assert knowing["probability"] == "4/13"
        assert (knowing["if_it_holds"]["wager"], knowing["if_not"]["wager"]) == ("player", "banker")
        assert float(Fraction(knowing["ev"])) == pytest.approx(sum(advantage), abs=1e-12)
        assert float(Fraction(knowing["ev"])) == pytest.approx(0.06765, abs=5e-6)
    assert main(("odds", "star-baccarat", "--if", "first_card > 5")) == 0
    assert "+6.7647% of a unit a coup" in capsys.readouterr().out


def test_what_it_is_worth_to_know_a_condition() -> None:
    given = odds("star-baccarat", given="P:6", condition="banker_first_two > 5").knowing
    assert given is not None and str(given) in str(
        odds("star-baccarat", given="P:6", condition="banker_first_two > 5")
    )
    parts = [
        odds("star-baccarat", given="P:6", condition=f"banker_first_two {which} 5")
        for which in (">", "<=")
    ]
    assert (given.holds, given.fails) == (parts[0].wagers, parts[1].wagers)
    weighted = [max(each.ev for each in part.wagers) * part["tie"].total for part in parts]
    assert given.ev == sum(weighted) / sum(part["tie"].total for part in parts)
    # Nothing is asked, or the answer is always yes: nothing is gained by knowing it.
    assert odds("star-baccarat", given="P:6").knowing is None
    assert odds("star-baccarat", condition="cards > 3").knowing is None
    sevens = odds("star-seven-up", first="7").knowing
    assert sevens is not None and sevens.best_if_not is None and "nothing if not" in str(sevens)
    assert sevens == odds("star-seven-up", condition="first_card == 7").knowing


def test_hands_and_ranks_are_what_dealing_them_gives() -> None:
    dealt = odds("star-baccarat", given="2S 4H 3H 4C")
    assert odds("star-baccarat", given="P:2S,3H B:4H,4C")["player"].ev == dealt["player"].ev
    by_suit = odds("star-baccarat", given="P:2S,3H;B:4,4")["player"].ev
    assert by_suit == odds("star-baccarat", given="B:4,4 P:2,3")["player"].ev
    in_order = odds("panda-8", given="2,4,3,4")["panda-8"].ev
    assert in_order == odds("panda-8", given="player:2,3 banker:4,4")["panda-8"].ev
    both = odds("panda-8", given="P:2,3", condition="banker_first_two == 7")["panda-8"]
    assert (
        both.ev == odds("panda-8", condition="banker_first_two == 7", given="P:2,3")["panda-8"].ev
    )
    third = odds("panda-8", given="P:2,3,3 B:4,3")["panda-8"]
    assert third.win == third.total  # an 8 of three cards beats the Banker's seven


def test_all_conditions_together_are_the_whole() -> None:
    """Parts of all coups add up to all of them, wager by wager."""
    whole = odds("star-seven-up")
    parts = [odds("star-seven-up", first=ranks) for ranks in ("A-6", "7", "8-K")]
    for wager in whole.wagers:
        assert sum(part[wager.wager].total for part in parts) == wager.total
        assert sum(part[wager.wager].win for part in parts) == wager.win
    # The first card of 7-Up goes to the Banker, behind no printed card.
    given = [odds("star-seven-up", given=f"{rank}S")["tie"] for rank in "8"]
    named = odds("star-seven-up", given="B:8S")["tie"]
    assert given[0].ev == named.ev == odds("star-seven-up", given="B:8")["tie"].ev


@pytest.mark.parametrize(
    ("known", "says"),
    [
        ({"condition": "player_total == 5 and player_total == 6"}, "cannot happen"),
        ({"given": "P:2S,,3H"}, "card is missing"),
        ({"given": "X:2S"}, "is not clear"),
        ({"given": "P:2S P:3S"}, "twice"),
        ({"given": "P:2S,3S,4S,5S"}, "3 cards at most"),
        ({"given": "2,3,4,5,6"}, "name the hands"),
        ({"given": "2S 3H", "first": "2"}, "Name the hands"),
        ({"first": "9-6"}, "goes down"),
        ({"first": "1"}, "no ranks"),
        ({"condition": "player_totl == 3"}, "did you mean"),
        ({"given": "P:2S,2S", "composition": Composition.full(8).without(["2S"] * 7)}, "cannot"),
    ],
)
def test_what_is_not_clear_or_cannot_happen(known: dict[str, Any], says: str) -> None:
    with pytest.raises(Refusal, match=says):
        odds("star-baccarat", **known)


def test_ranks() -> None:
    assert ranks_of("A-3, 10") == ("A", "2", "3", "T")
    assert ranks_of("T-K") == tuple("TJQK") and ranks_of("6,6-7") == ("6", "7")


def test_boxes_have_no_conditions() -> None:
    with pytest.raises(Refusal, match="dealt to boxes"):
        odds("star-three-card", first="6-9")
    assert main(("odds", "star-lucky-draw", "--first", "6-9")) == 2


def test_cards_removed_by_number(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    full = Composition.full(8)
    gone = full.without(cards_removed("6x32", full))
    assert gone.size == 384 and gone.by_value[6] == 0
    uneven = full.without(cards_removed("6x3,6Sx2,KD", full))
    held = dict(zip((card.name for card in DECK), uneven.counts, strict=True))
    assert [held[f"6{suit}"] for suit in "SHDC"] == [5, 7, 7, 8] and held["KD"] == 7
    answer = told("star-baccarat", "--removed", "6x32", capsys=capsys)
    assert "as evenly as can be" in answer["spread"]
    assert Fraction(answer["wagers"][2]["ev"]) == odds("star-baccarat", composition=gone)["tie"].ev
    file = tmp_path / "left.json"
    file.write_text(json.dumps(dict.fromkeys("A2345789TJQK", 32) | {"6": 0}))
    assert composition_in(str(file), 8) == gone
    same = told("star-baccarat", "--composition", str(file), capsys=capsys)
    assert same["wagers"] == answer["wagers"]
    burned = told("star-baccarat", "--burned", "6S", capsys=capsys)
    assert burned["wagers"] == told("star-baccarat", "--removed", "6S", capsys=capsys)["wagers"]
    file.write_text('{"A": 32}')
    for words in (("--removed", "6x33"), ("--removed", "6y2"), ("--composition", str(file))):
        assert main(("odds", "star-baccarat", *words)) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_the_worth_of_a_decision(capsys: pytest.CaptureFixture[str]) -> None:
    """Both decisions by dealing every end from a shoe that is nearly empty."""
    book, shoe = rulebook("star-lucky-draw"), ["4S", "2H", "7C", "9S", "5D", "KH"]
    counts = tuple(shoe.count(card.name) for card in DECK)
    found = decision_worth(book, "4S,2H", "7C", Composition(counts, 8))
    worth: dict[str, Fraction] = {}
    rest = ["9S", "5D", "KH"]
    orders = [(a, b, c) for a in rest for b in rest for c in rest if len({a, b, c}) == 3]
    for decision in ("stand", "draw"):
        earned = Fraction()
        for order in orders:
            cards = ["4S", "7C", "2H", *order]
            earned += _earned(book, cards, decision)
        worth[decision] = earned / len(orders)
    assert (found.stand, found.draw) == (worth["stand"], worth["draw"])
    answer = told("star-lucky-draw", "--given", "P:4S,2H D:7C", capsys=capsys)
    full = decision_worth(book, "4S,2H", "7C")
    assert (answer["stand"], answer["draw"], answer["best"]) == (
        float(full.stand), float(full.draw), "stand",
    )  # fmt: skip
    assert full.stand == decision_worth(book, "2,4", "7").stand  # suits matter of threes alone
    assert main(("odds", "star-lucky-draw", "--given", "P:4S")) == 2


def _earned(book: Any, cards: list[str], decision: Any) -> Fraction:
    """Return the result of ENTER, and of DRAW if the box draws, in a round of these cards."""
    for number in (4, 5, 6):
        with suppress(Refusal):
            coup = deal(book, cards[:number], [1], {1: decision})
    total = Fraction()
    for wager in book.wagers:
        facts = coup.facts(wager.space, 1)
        if wager.played_when is None or wager.played_when(facts):
            total += pays_on(wager, None, facts)
    return total
