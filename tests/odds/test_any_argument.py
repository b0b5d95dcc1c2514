"""Every public function is given any kind of argument: it reads it, or refuses it in a sentence."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import sabot
from sabot import Refusal, read_card, read_cards, rulebook
from sabot.counting import counts, sweep, tags_of
from sabot.odds import Composition, covariance, expected_values, pattern
from sabot.odds.counters.decision import decision_worth
from sabot.odds.edges import Edges
from sabot.odds.presentation.removal import effects
from sabot.odds.whatif import changed
from sabot.simulate import play_sessions

BOOK, DEALT = rulebook("star-baccarat"), sabot.deal("star-baccarat", "4S 5H KD KC 8H")
FULL = Composition.full(8)
PLAN = {"stakes": {"tie": 1}, "bankroll": 9, "coups": 2}
GAME, TAGS = "dragon-7", "8:1,6:-1"
garbage = st.one_of(
    st.sampled_from(["star-baccarat", BOOK, read_card("4S"), read_cards("4S 5H"), "4S,5H", "4S,,5H",
                     "tie", BOOK.wager("tie"), "", " ", "-", "6-9", "8:1", Path("/"), b"x", object,
                     float("nan"), float("inf"), Decimal("NaN"), Decimal("1e999"), 10**30, True]),
    st.none(), st.integers(-3, 9), st.decimals(places=1), st.fractions(), st.floats(),
    st.text(max_size=6), st.lists(st.integers(-1, 9) | st.text(max_size=2), max_size=3),
    st.dictionaries(st.sampled_from(["tie", "x", "stakes"]), st.integers(), max_size=2),
)  # fmt: skip
"""Cards, rulebooks, wagers and amounts of every kind where they belong, and where not."""
ACTS: dict[str, Callable[[Any], object]] = {
    "rulebook": rulebook, "read_card": read_card, "read_cards": read_cards,
    "point_count": sabot.point_count, "deal a book": lambda it: sabot.deal(it, "4S 5H KD KC 8H"),
    "deal cards": lambda it: sabot.deal(BOOK, it), "deal boxes": lambda it: sabot.deal(
        "star-three-card", "4S 5H KD KC 8H 2S", it),
    "decisions": lambda it: sabot.deal("star-lucky-draw", "4S 5H KD KC 8H", [1], it),
    "stake on": lambda it: sabot.stake(it, 5), "stake amount": lambda it: sabot.stake("tie", it),
    "stake box": lambda it: sabot.settle(DEALT, [sabot.stake("tie", 5, it)]),
    "settle": lambda it: sabot.settle(DEALT, it),
    "chip": lambda it: sabot.settle(DEALT, [sabot.stake("tie", 5)], chip=it),
    "scheme": lambda it: sabot.settle(DEALT, [sabot.stake("tie", 5)], scheme=it),
    "adjudicate": sabot.adjudicate, "price": sabot.price,
    "price decks": lambda it: sabot.price(GAME, it),
    "price scheme": lambda it: sabot.price(GAME, scheme=it),
    "price composition": lambda it: sabot.price(GAME, composition=it),
    "price strategy": lambda it: sabot.price("star-lucky-draw", strategy_name=it),
    "price given": lambda it: sabot.price(GAME, given=it),
    "price condition": lambda it: sabot.price(GAME, condition=it),
    "price first": lambda it: sabot.price(GAME, first=it),
    "sheet": lambda it: sabot.price(GAME)[it], "expected": expected_values,
    "full": Composition.full, "without": FULL.without,
    "effects": effects, "edges": Edges, "edges of": lambda it: Edges(BOOK, it),
    "pattern": lambda it: pattern(BOOK, it), "pattern of": lambda it: pattern(BOOK, {"tie": it}),
    "covariance": lambda it: covariance(BOOK, it, "tie"),
    "changed": lambda it: changed(BOOK, it), "odds of": lambda it: changed(BOOK, {"tie": it}),
    "any decks": lambda it: changed(BOOK, None, it), "tags": tags_of,
    "decision": lambda it: decision_worth("star-lucky-draw", it, "7C"),
    "up card": lambda it: decision_worth("star-lucky-draw", "4S,2H", it),
    "sample": lambda it: sabot.sample(it, 1, seed=1, workers=1),
    "sample coups": lambda it: sabot.sample(BOOK, it if _small(it) else 0, seed=1, workers=1),
    "sample seed": lambda it: sabot.sample(BOOK, 1, seed=it, workers=1),
    "removed": lambda it: sabot.sample(BOOK, 1, seed=1, workers=1, removed=it),
    "bankroll plan": lambda it: sabot.bankroll(BOOK, it, 1, seed=1, workers=1),
    "bankroll": lambda it: play_sessions(BOOK, {**PLAN, "bankroll": it}, 1, seed=1, workers=1),
    "count": lambda it: sabot.count(it, "tie", tags=TAGS, trigger=9, shoes=1),
    "count wager": lambda it: sabot.count(GAME, it, tags=TAGS, trigger=9, shoes=1),
    "count tags": lambda it: sabot.count(GAME, tags=it, trigger=9, shoes=1),
    "count trigger": lambda it: sabot.count(GAME, tags=TAGS, trigger=9 if it is None else it,
                                            shoes=1),
    "count limit": lambda it: sabot.count(GAME, tags=TAGS, trigger=9, shoes=1, hands_per_hour=70,
                                          hourly_limit=it),
    "count cut": lambda it: sabot.count(GAME, tags=TAGS, trigger=9, shoes=1, cut=it),
    "counts": lambda it: counts(GAME, it, shoes=1), "sweep": lambda it: sweep(
        GAME, None, it, tags=TAGS, trigger=9, shoes=1),
    "coups": lambda it: next(sabot.coups(it, seed=1)),
    "coups seed": lambda it: next(sabot.coups(BOOK, seed=it)),
    "play": lambda it: sabot.play(BOOK, it),
    "stakes": lambda it: sabot.play(BOOK, _Stakes(it), seed=1),
    "bet": lambda it: sabot.bet("a", "A", it), "bet odds": lambda it: sabot.bet("a", "A",
                                                                               (it, "natural")),
    "bet id": lambda it: sabot.bet(it, "A", ("1:1", "natural")),
    "game": lambda it: sabot.game("g", "G", BOOK.procedure, it),
    "game decks": lambda it: sabot.game("g", "G", BOOK.procedure, sabot.bet(
        "a", "A", ("1:1", "natural")), decks=it),
    "deal of": lambda it: sabot.game("g", "G", it, sabot.bet("a", "A", ("1:1", "natural"))),
    "load": sabot.load, "results": sabot.roads.read_results, "roads": sabot.roads.plot,
}  # fmt: skip


class _Stakes:
    """A bot whose stakes are not what they should be."""

    def __init__(self, it: Any) -> None:
        self.it = it

    def stakes(self, seen: object) -> Any:
        return self.it


def _small(it: Any) -> bool:
    return not isinstance(it, int) or it < 1000


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    yield


@pytest.mark.parametrize("act", ACTS)
def test_any_argument_is_read_or_refused(act: str) -> None:
    @settings(max_examples=5, deadline=None, database=None)
    @given(it=garbage)
    @example(it=None)
    @example(it=read_card("4S"))
    @example(it=Fraction(1, 3))
    @example(it={"tie": 1})
    @example(it=[7])
    def read_or_refused(it: Any) -> None:
        try:
            ACTS[act](it)
        except Refusal as refusal:
            said = str(refusal)
            assert said[-1] in ".?" and said.count("\n") == 0 and " at 0x" not in said, said

    read_or_refused()
