"""Card counting: exact expectations, whole shoes and published counts, against code written apart.

The plain enumeration (`support/plain_baccarat.py`) knows nothing of Sabot.
"""

import json
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
import pytest

from sabot import Refusal, rulebook
from sabot.bench import book_of
from sabot.cli import main
from sabot.core.cards import DECK
from sabot.counting import (
    Expectations,
    betting_correlation,
    count,
    counts,
    removal,
    search,
    sweep,
    tags_of,
)
from sabot.counting.count import prepare
from sabot.counting.count_sheet import CountSheet
from sabot.counting.shoes import Shoes
from sabot.odds import Composition, odds
from sabot.odds.presentation.removal import effects
from sabot.odds.whatif import changes
from sabot.simulate.dealing.choice import Deal
from support.plain_baccarat import all_coups, ways

DRAGON = "4:-1,5:-1,6:-1,7:-1,8:2,9:2"
KEYS = [
    "game",
    "wager",
    "decks",
    "cut",
    "shoes",
    "tags",
    "trigger",
    "coups_per_shoe",
    "bets_per_shoe",
    "frequency",
    "advantage",
    "advantage_se",
    "units_per_shoe",
    "units_per_shoe_se",
    "units_per_100",
    "sd_per_bet",
    "desirability",
    "maximum",
]


# Written apart


def dragon_7(left: list[int]) -> float:
    """The exact expectation of the Dragon 7 at 40 to 1."""
    player, banker, drew = all_coups()
    won = (banker == 7) & drew & (player < 7)
    weight = ways(left)
    return float(41 * weight[won].sum() / weight.sum() - 1)


def by_value(unseen: Any) -> list[int]:
    return [
        int(sum(n for card, n in zip(DECK, unseen, strict=True) if card.value == value))
        for value in range(10)
    ]


# Expectations


def some_shoes(book_id: str, number: int) -> Any:
    """Compositions of some depth, the full shoe among them."""
    book = book_of(book_id)
    rng, decks = np.random.default_rng(7), book.decks()
    stack = np.repeat(np.arange(52), decks)
    found = [np.full(52, decks)]
    for cards in np.linspace(20, 52 * decks - 60, number - 1).astype(int):
        found.append(np.bincount(rng.permutation(stack)[:cards], minlength=52))
    return np.array(found, np.uint8)


@pytest.mark.parametrize(
    "game",
    ["star-baccarat", "star-seven-up", "star-three-card", "canberra-mini", "dragon-7",
     "perfect-pairs-both", "either-pair"],
)  # fmt: skip
def test_expectations_are_those_of_the_exact_odds(game: str) -> None:
    expectations, left = Expectations(game), some_shoes(game, 2)
    means = expectations.means(left)
    for row, cards in enumerate(left):
        shoe = Composition(tuple(cards.tolist()), expectations.decks)
        sheet = odds(game, composition=shoe)
        for place, wager in enumerate(expectations.wagers):
            assert means[row, place] == pytest.approx(float(sheet[wager].ev), abs=1e-12)
            square = float(sheet[wager].variance + sheet[wager].ev ** 2)
            found = expectations.squares(left[row : row + 1], place)
            assert found[0] == pytest.approx(square, rel=1e-10)


def test_a_decision_is_played_by_the_strategy_of_a_full_shoe() -> None:
    """From a full shoe both are one; from others the fixed strategy earns no more than the best."""
    expectations, left = Expectations("star-lucky-draw"), some_shoes("star-lucky-draw", 3)
    means = expectations.means(left)
    for row, cards in enumerate(left):
        sheet = odds("star-lucky-draw", composition=Composition(tuple(cards.tolist()), 8))
        best = float(sheet["round"].ev)
        assert means[row, 0] <= best + 1e-12
        if row == 0:
            assert means[0, 0] == pytest.approx(best, abs=1e-12)
            assert means[0, 1] == pytest.approx(float(sheet["enter"].ev), abs=1e-12)
    with pytest.raises(Refusal, match="not staked before the cards"):
        Expectations("star-lucky-draw", ["draw"])


def test_the_dragon_by_plain_enumeration() -> None:
    left = some_shoes("dragon-7", 3)
    means = Expectations("dragon-7").means(left)[:, 0]
    for mean, cards in zip(means, left, strict=True):
        assert mean == pytest.approx(dragon_7(by_value(cards)), abs=1e-12)


# Whole shoes


def test_a_shoe_counted_by_hand() -> None:
    """A shoe dealt by hand: true counts, bets and expectations, and all that follows."""
    book, seed = book_of("dragon-7"), 7
    shoes = Shoes(book, Deal(8), seed)
    (seen,) = shoes.seen(2)
    tags = {4: -1, 5: -1, 6: -1, 7: -1, 8: 2, 9: 2}
    units, bets, gained = [], [], 0.0
    for shoe in (0, 1):
        rows = seen.unseen[seen.shoe == shoe]
        assert rows[0].sum() == 416  # the burned card is unseen
        assert all(4 <= int(n) <= 6 for n in -np.diff(rows.sum(axis=1, dtype=int)))
        staked, earned = 0, 0.0
        for cards in rows:
            left = by_value(cards)
            running = sum(tag * (32 - left[value]) for value, tag in tags.items())
            if running / (sum(left) / 52) >= 6:
                staked, earned = staked + 1, earned + dragon_7(left)
        units.append(earned)
        bets.append(staked)
    found = count("dragon-7", tags=DRAGON, trigger=6, shoes=2, seed=seed)
    gains, gained = found.gains, sum(units)
    assert found.betting_correlation == pytest.approx(0.9642, abs=1e-4) and sum(bets) > 0
    assert gains.bets_per_shoe == sum(bets) / 2
    assert gains.units_per_shoe == pytest.approx(gained / 2)
    assert gains.advantage == pytest.approx(gained / sum(bets))
    assert gains.coups_per_shoe == len(seen.shoe) / 2
    assert gains.frequency == sum(bets) / len(seen.shoe)
    assert gains.units_per_100 == pytest.approx(100 * gained / len(seen.shoe))
    assert gains.units_per_shoe_se == pytest.approx(abs(units[0] - units[1]) / 2)


def test_results_vary_as_the_outcomes_do() -> None:
    """The Dragon wins 40 or loses 1: mean square, deviation of a bet, and of a hundred coups."""
    gains = count("dragon-7", tags=DRAGON, trigger=4, shoes=40).gains
    assert gains.advantage is not None and gains.sd_per_bet is not None
    won = (gains.advantage + 1) / 41
    square = won * 1600 + (1 - won)
    assert gains.sd_per_bet == pytest.approx(sqrt(square - gains.advantage**2))
    mean = gains.frequency * gains.advantage
    spread = sqrt(100 * (gains.frequency * square - mean**2))
    assert gains.desirability == pytest.approx(100 * gains.units_per_100 / spread)


def test_a_device_is_counted_by_its_rack() -> None:
    """7-Up holds one coup's cards out (8.4): only those are known to be gone."""
    shoes = Shoes(rulebook("star-seven-up"), Deal(6), 1)
    (seen,) = shoes.seen(1)
    sizes = seen.unseen.sum(axis=1, dtype=int)
    assert sizes[0] == 312 and set(sizes[1:].tolist()) <= {309, 308, 307}
    found = {each.wager: each for each in counts("star-seven-up", shoes=16)}
    assert found["tie"].best > float(odds("star-seven-up")["tie"].ev)
    assert all(each.best < 0 and each.cut is None for each in found.values())
    alone = Shoes(rulebook("star-baccarat"), Deal(8, source="device"), 1)
    (full,) = alone.seen(1)
    assert (full.unseen == 8).all()  # star-baccarat's device takes the cards back at once


def test_triggers_are_fitted_on_other_shoes() -> None:
    shoes = Shoes(book_of("dragon-7"), Deal(8), 1)
    (fitted,), (tested,) = shoes.seen(2, fitting=True), shoes.seen(2)
    assert fitted.unseen.shape != tested.unseen.shape or (fitted.unseen != tested.unseen).any()
    one, again = (count("dragon-7", tags=DRAGON, shoes=60) for _ in range(2))
    assert one == again and one.trigger is not None and 1 < one.trigger < 9
    assert one.fitted_on == 60 and one.gains.shoes == 60
    assert one.perfect.units_per_shoe >= one.gains.units_per_shoe


# Tags


def exhaustive(effect: Any, largest: int) -> float:
    """The best correlation of balanced tags of five free values, by trying all of them."""
    weights = np.array([1] * 9 + [4])
    best = 0.0
    grid = np.stack(np.meshgrid(*[range(-largest, largest + 1)] * 9, indexing="ij"), -1)
    tags = grid.reshape(-1, 9)
    rest = -tags.sum(axis=1)
    whole = (rest % 4 == 0) & (abs(rest) <= 4 * largest)
    tags = np.column_stack([tags, rest // 4])[whole]
    centred = effect - weights @ effect / 13
    size = np.sqrt((tags**2 * weights).sum(axis=1) * (weights @ centred**2))
    with np.errstate(invalid="ignore"):
        best = np.nanmax(tags @ (weights * centred) / size)
    return float(best)


@pytest.mark.parametrize("wager", ["tie", "big-tiger"])
def test_the_search_finds_the_best_tags(wager: str) -> None:
    effect = removal(Expectations("star-baccarat", [wager]))[:, 0]
    found = search(effect, 1)
    best = exhaustive(effect, 1)
    assert found.balanced and betting_correlation(found, effect) == pytest.approx(best)
    assert betting_correlation(search(effect, 1, balanced=False), effect) >= best


@pytest.mark.parametrize(
    ("game", "wager", "largest", "published", "correlation"),
    [
        ("dragon-7", None, 2, DRAGON, 0.9642),
        ("eights-and-nines", None, 3, "A:1,2:1,T:1,8:-3,9:-3", 0.9845),
        ("panda-8", None, 4, "A:1,2:1,T:1,3:-2,4:-2,5:-2,6:-1,7:-1,8:-2,9:4", 0.9943),
    ],
)
def test_published_counts_are_the_best_of_their_size(
    game: str, wager: str | None, largest: int, published: str, correlation: float
) -> None:
    """As published by Eliot Jacobson; tags are added for each card that is gone."""
    effect = removal(Expectations(game, None if wager is None else [wager]))[:, 0]
    assert search(effect, largest) == tags_of(published)
    assert betting_correlation(tags_of(published), effect) == pytest.approx(correlation, abs=1e-4)


def test_the_published_count_of_big_tiger_is_near_the_best() -> None:
    """3-5 -1, 6 -2, 7 +1, 8-9 +2 correlates 0.9807; 3 -2 and 7 +2 instead, 0.9864."""
    effect = removal(Expectations("star-baccarat", ["big-tiger"]))[:, 0]
    published = tags_of("3:-1,4:-1,5:-1,6:-2,7:1,8:2,9:2")
    assert betting_correlation(published, effect) == pytest.approx(0.9807, abs=1e-4)
    better = tags_of("3:-2,4:-1,5:-1,6:-2,7:2,8:2,9:2")
    assert search(effect, 2) == better
    assert betting_correlation(better, effect) == pytest.approx(0.9864, abs=1e-4)


def test_effects_of_removal_are_those_of_the_odds() -> None:
    fast = removal(Expectations("star-baccarat", ["tie"]))[:, 0]
    exact = effects("star-baccarat")["tie"]
    assert fast[:9] == pytest.approx([exact[rank] for rank in "A23456789"], abs=1e-14)
    assert fast[9] == pytest.approx(sum(exact[rank] for rank in "TJQK") / 4, abs=1e-14)


def test_pairs_have_no_linear_count() -> None:
    """A pair of sixes gets rarer with every six and likelier with every other card alike: only the
    composition tells."""
    found = count("star-baccarat", "pairs-player", shoes=60)
    assert str(found.tags) == "none" and found.trigger is None
    assert found.gains.advantage is None and found.gains.units_per_shoe == 0
    known = count("star-baccarat", "pairs-player", by_composition=True, shoes=60)
    assert known.tags is None and known.gains == found.perfect
    assert known.gains.units_per_shoe > 0.05 and known.vulnerable == "by composition"


def test_depth_decides() -> None:
    deep, shallow = sweep("dragon-7", None, [14, 150], tags=DRAGON, trigger=4, shoes=60)
    assert deep.gains.units_per_shoe > 3 * shallow.gains.units_per_shoe
    assert deep.cut == 14 and shallow.cut == 150


def test_what_no_document_allows_is_marked() -> None:
    book = rulebook("star-baccarat")
    assert changes(prepare(book, None, 20)) == () == changes(prepare(book, 8, 150))
    assert changes(prepare(book, None, 14)) == ("the cutting card 14 cards from the back",)
    assert changes(prepare(book, 2, None))[0] == "2 decks"
    assert count("star-baccarat", "tie", decks=2, shoes=2, cut=14).to_dict()["changed"]


# The command


def told(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main(("count", *words, "--json")) == 0
    return json.loads(capsys.readouterr().out)


def test_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("dragon-7", "--tags", DRAGON, "--trigger", "4", "--shoes", "40")
    limit = ("--hands-per-hour", "70", "--hourly-limit", "100")
    answer = told(capsys, *words, *limit)
    assert list(answer) == [*KEYS, "changed"]
    assert (answer["game"], answer["wager"], answer["decks"], answer["cut"]) == (
        "dragon-7", "dragon-7", 8, 20,
    )  # fmt: skip
    assert answer["tags"] == {
        "A": 0, "2": 0, "3": 0, "4": -1, "5": -1, "6": -1, "7": -1, "8": 2, "9": 2, "T": 0
    }  # fmt: skip
    hourly = Fraction(answer["units_per_100"]) * 70 / 100
    assert Fraction(answer["maximum"]) * hourly < 100
    assert (Fraction(answer["maximum"]) + Fraction(1, 100)) * hourly >= 100
    found = count("dragon-7", tags=DRAGON, trigger=4, shoes=40)
    assert {**found.to_dict(), "maximum": answer["maximum"]} == answer
    plain = told(capsys, "star-baccarat", "--wager", "tie", "--shoes", "3", "--trigger", "99")
    assert list(plain) == KEYS and plain["maximum"] is None and plain["advantage"] is None


def test_tables_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("count", "dragon-7", "--shoes", "10")) == 0
    shown = capsys.readouterr().out
    assert "betting correlation" in shown and "units a shoe" in shown
    assert main(("count", "star-seven-up", "--all", "--shoes", "3")) == 0
    assert "super-sevens" in capsys.readouterr().out
    assert main(("count", "dragon-7", "--cut", "14,104", "--shoes", "3", "--trigger", "4")) == 0
    assert capsys.readouterr().out.count("+4") == 2


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("star-baccarat", "Name a wager"),
        ("star-baccarat --wager ties", "no wager"),
        ("dragon-7 --tags 8", "rank and a number"),
        ("dragon-7 --tags K:1", "T stands for ten, jack, queen and king"),
        ("dragon-7 --tags 8:1,8:2", "two tags of 8"),
        ("dragon-7 --tags 8:many", "tag of 8 is a number"),
        ("dragon-7 --trigger high", "trigger is a number"),
        ("dragon-7 --trigger nan", "trigger is a number"),
        ("dragon-7 --shoes 0", "Shoes must be"),
        ("dragon-7 --cut 3", "cutting card goes"),
        ("dragon-7 --cut x", "--cut must be"),
        ("dragon-7 --decks 0", "Decks must be"),
        ("dragon-7 --hands-per-hour 70", "needs both"),
        ("dragon-7 --tags 8:1 --by-composition", "says nothing beside"),
        ("dragon-7 --largest-tag 10", "largest tag"),
        ("star-seven-up --wager tie --cut 20", "dealt from a device"),
        ("star-lucky-draw --wager draw", "not staked before"),
        ("star-baccarat --all --wager tie", "says nothing beside"),
    ],
)
def test_bad_words_are_one_sentence(
    words: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(("count", *words.split())) == 2
    printed = capsys.readouterr()
    assert printed.out == "" and says in printed.err and printed.err.count("\n") == 1


def test_ctrl_c_gives_what_is_done(capsys: pytest.CaptureFixture[str]) -> None:
    calls = 0

    def stop(done: int) -> None:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise KeyboardInterrupt

    found = count("dragon-7", tags=DRAGON, trigger=4, shoes=1000, watch=stop)
    assert not found.complete and found.gains.shoes == 512 and found.asked == 1000
    assert str(CountSheet((found,))).startswith(f"{str(found).splitlines()[0]}\n\n")
