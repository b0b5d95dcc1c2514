"""Cards, rulebooks, wagers and amounts are read alike by every public function, or refused."""

from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction

import pytest

from sabot import Refusal, deal, read_card, read_cards, rulebook, settle, stake
from sabot.bench import book_of
from sabot.core.cards import point_count
from sabot.counting import sweep
from sabot.counting.bots import coups, play
from sabot.coup.roads import read_results
from sabot.math_report import report
from sabot.odds import Composition, count_facts, covariance, expected_values, odds, pattern
from sabot.odds.counters.decision import decision_worth
from sabot.odds.edges import Edges
from sabot.odds.presentation.removal import effects
from sabot.odds.whatif import changed
from sabot.simulate import play_sessions, simulate

NOW = datetime(2026, 11, 18, tzinfo=UTC)
BOOK = rulebook("star-baccarat")
SIXES = ("6S", "6H", "6D", "6C")


@pytest.mark.parametrize(
    "cards",
    ["6S 6H 6D 6C", "6S,6H,6D,6C", "6S, 6H 6D,6C", SIXES, list(SIXES), read_cards(SIXES)],
)
def test_cards_are_removed_however_they_are_named(cards: str) -> None:
    left = Composition.full(8).without(cards)
    assert left.size == 412 and left.by_value.tolist()[6] == 28
    assert Composition.full(8).without(["6S"] * 8).by_card.tolist()[5] == 0
    assert Composition.full(8).without(read_card("6S")).size == 415


def test_one_game_by_every_name() -> None:
    word, stakes = "star-baccarat", {"player": 1, "tie": 1}
    assert odds(word).wagers == odds(BOOK).wagers
    assert expected_values(word) == expected_values(BOOK)
    assert pattern(word, stakes) == pattern(BOOK, {"player": Decimal(1), "tie": "1"})
    assert covariance(word, "player", "tie") == covariance(BOOK, "player", "tie")
    assert Edges(word, ["tie"]).wagers == Edges(BOOK, [BOOK.wager("tie")]).wagers == ["tie"]
    space, full = BOOK.wagers[0].space, Composition.full(8)
    assert count_facts(word, space, full)[1] == count_facts(BOOK, space, full)[1]
    assert odds(changed(word, {"tie": "9:1"}))["tie"].ev > odds(BOOK)[BOOK.wager("tie")].ev
    assert effects("panda-8").keys() == {"panda-8"}
    assert simulate("panda-8", 100, seed=1, removed="6S 6H").coups == 100
    plan = {"stakes": {"panda-8": 1}, "bankroll": 9, "coups": 5}
    assert play_sessions("panda-8", plan, 10, seed=1).sessions == 10
    given = odds("star-baccarat", given="4S, 5H")
    assert given["tie"].ev == odds(BOOK, given=read_cards("4S 5H"))["tie"].ev


def test_one_amount_by_every_name() -> None:
    coup = deal(BOOK, "4S, 5H KD KC 8H")
    amounts: list[str | int | Decimal] = ["25", 25, Decimal(25), Decimal("25.00")]
    for amount in amounts:
        (end,) = settle(coup, [stake(BOOK.wager("banker"), amount)], chip=Decimal("0.5"))
        assert end.pays == 2400
    assert pattern("star-baccarat", {"tie": Fraction(1, 2)}).staked == Fraction(1, 2)


FULL = Composition.full(8)
REFUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: FULL.without("6S,,6H"), "missing between two commas"),
    (lambda: FULL.without("6"), '"6" is not a card'),
    (lambda: FULL.without([6]), "6 is not a card"),  # type: ignore[list-item]
    (lambda: FULL.without(6), "6 is not a list of cards"),  # type: ignore[arg-type]
    (lambda: FULL.without({"6S": 2}), "an object is not a list of cards"),
    (lambda: FULL.without(["6S"] * 9), "9 of 6S cannot be removed"),
    (lambda: Composition.full("8"), 'not of "8"'),  # type: ignore[arg-type]
    (lambda: Composition.full(0), "not of 0"),
    (lambda: Composition((8.0,) * 52, 8), "52 whole numbers"),  # type: ignore[arg-type]
    (lambda: odds(7), "no rulebook 7"),  # type: ignore[arg-type]
    (lambda: odds(None), "no rulebook nothing"),  # type: ignore[arg-type]
    (lambda: odds("star-bacarat"), "did you mean star-baccarat"),
    (lambda: odds(BOOK, "8"), '"8"'),  # type: ignore[arg-type]
    (lambda: odds(BOOK, 6, composition=FULL), "composition is of 8 decks, not of 6"),
    (lambda: odds(BOOK, composition=[8] * 52), "is not a composition"),  # type: ignore[arg-type]
    (lambda: odds(BOOK, given="4S 4X"), '"4X" is not a card'),
    (lambda: expected_values(3), "no rulebook 3"),  # type: ignore[arg-type]
    (lambda: Edges(3), "no rulebook 3"),  # type: ignore[arg-type]
    (lambda: Edges(BOOK, ["ties"]), 'no wager "ties"'),
    (lambda: effects([]), "no rulebook a list"),  # type: ignore[arg-type]
    (lambda: changed(BOOK, {"tie": 9}), "9 is not odds"),  # type: ignore[dict-item]
    (lambda: pattern(BOOK, {"tie": 0.5}), "0.5 is not a stake"),  # type: ignore[dict-item]
    (lambda: pattern(BOOK, {"tie": "x"}), '"x" is not a stake'),
    (lambda: stake("banker", 2.5), "2.5 is not an amount"),  # type: ignore[arg-type]
    (lambda: stake("banker", True), "true is not an amount"),
    (lambda: stake("banker", 1 << 500), "below"),
    (lambda: stake("banker", Decimal("NaN")), '"NaN" is not an amount'),
    (lambda: settle(deal(BOOK, "4S 5H KD KC 8H"), ["banker"]), "is not a stake"),  # type: ignore[list-item]
    (lambda: simulate(BOOK, 10, removed="6"), '"6" is not a card'),
    (lambda: book_of(None), "no rulebook nothing"),  # type: ignore[arg-type]
    (lambda: odds(BOOK, first=6), "is a text such as"),  # type: ignore[arg-type]
    (lambda: odds(BOOK, condition=5), "is a text such as"),  # type: ignore[arg-type]
    (lambda: odds(BOOK, strategy_name="x"), "no player decisions"),
    (lambda: decision_worth("star-lucky-draw", 42, 7), "A hand is a text"),  # type: ignore[arg-type]
    (lambda: stake(None, 5), "A wager is a text"),  # type: ignore[arg-type]
    (lambda: sweep("dragon-7", None, []), "at least one depth"),
    (lambda: play(BOOK, object()), "A bot has a method"),  # type: ignore[arg-type]
    (lambda: next(coups(BOOK, seed=None)), "A seed is"),  # type: ignore[arg-type]
    (lambda: read_results(5), "A night is a text"),  # type: ignore[arg-type]
    (lambda: point_count(5), "5"),  # type: ignore[arg-type]
    (lambda: report("panda-8", "today"), "is of a datetime"),  # type: ignore[arg-type]
    (lambda: report("panda-8", NOW, cover="me"), "A cover is"),  # type: ignore[arg-type]
    (lambda: report("panda-8", NOW, maximum=1.5), "1.5 is not an amount"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("act", "says"), REFUSED)
def test_what_cannot_be_read_is_refused_in_a_sentence(act: Callable[[], object], says: str) -> None:
    with pytest.raises(Refusal) as refused:
        act()
    assert says in str(refused.value) and str(refused.value)[-1] in ".?"
