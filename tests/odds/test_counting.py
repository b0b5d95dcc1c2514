"""Exact counting against published figures, and against dealing every sequence by hand."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot import RULEBOOKS, Refusal, Rulebook, rulebook
from sabot.core.cards import DECK, Card, read_cards
from sabot.odds import Composition, count_facts, falling, odds, pattern
from sabot.odds.counters.lucky import HANDS, KIND_OF_CARD, cell, count_choices, optimal, states
from sabot.odds.observation.trial import composition_of, coups
from sabot.rulebooks import edition
from sabot.rules import Decision, FactsSpace

EIGHT = falling(416, 6)


def test_eight_deck_baccarat_as_published() -> None:
    """As printed at casinoexploit.com/baccarat.html, which also has six and four decks."""
    sheet = odds(rulebook("star-baccarat"), 8)
    assert EIGHT == 4_998_398_275_503_360
    assert sheet["banker"].win == 2_292_252_566_437_888
    assert sheet["player"].win == 2_230_518_282_592_256
    assert sheet["tie"].win == 475_627_426_473_216
    assert {each.total for each in sheet.wagers} == {EIGHT}


def test_six_and_four_deck_baccarat_as_published() -> None:
    """As printed at casinoexploit.com/baccarat.html."""
    six, four = (odds(rulebook("star-baccarat"), decks) for decks in (6, 4))
    assert six["banker"].win == 403_095_751_234_560
    assert six["player"].win == 392_220_492_728_832
    assert six["tie"].win == 83_552_962_932_288
    assert four["banker"].win == 34_543_624_867_840
    assert four["player"].win == 33_608_344_225_792


def test_six_deck_seven_up_player_as_published() -> None:
    """As printed at wizardofodds.com/games/7-up-baccarat/, the Player bet."""
    player = odds(rulebook("star-seven-up"))["player"]
    ways = {line.pays: line.ways for line in player.lines}
    assert ways[Fraction(1)] == 818_970_471_360
    assert ways[Fraction(1, 2)] == 561_338_904_384
    assert ways[Fraction(0)] == 308_245_281_984
    assert player.total == 2_862_766_146_240


def test_edges_that_every_book_prints() -> None:
    book = edition("star-baccarat", "version 4")
    sheet = odds(book, 8)
    printed = {"player": 1.2351, "banker": 1.0579, "tie": 14.3596, "pairs-player": 10.3614}
    assert {name: round(100 * sheet[name].edge, 4) for name in printed} == printed
    assert round(100 * odds(book, 8, "even-money")["banker"].edge, 4) == 1.4581


@pytest.mark.parametrize("book", RULEBOOKS.values(), ids=RULEBOOKS)
def test_ways_add_up_and_wagers_forbidden_at_a_deck_count_are_left_out(book: Rulebook) -> None:
    for decks in book.preparation.decks.allowed:
        sheet = odds(book, decks)
        for each in sheet.wagers:
            assert each.win + each.lose + each.push == each.total
            assert -1 < each.ev < 0
        if not book.procedure.takes_decisions:
            allowed = [w.id for w in book.wagers if w.decks is None or decks in w.decks]
            assert [each.wager for each in sheet.wagers] == allowed


def test_star_baccarat_with_four_decks_has_four_wagers() -> None:
    listed = [each.wager for each in odds(rulebook("star-baccarat"), 4).wagers]
    assert listed == ["player", "banker", "tie", "super-six"]


NO_CHOICE = [
    pytest.param(book, space, length, id=f"{book.id} {space.fields}")
    for book, space, length in (
        (rulebook("star-baccarat"), rulebook("star-baccarat").wagers[0].space, 6),
        (rulebook("canberra-mini"), rulebook("canberra-mini").wagers[0].space, 6),
        (rulebook("star-seven-up"), rulebook("star-seven-up").wagers[0].space, 5),
        (rulebook("star-three-card"), rulebook("star-three-card").wager("player").space, 6),
        (rulebook("star-three-card"), rulebook("star-three-card").wager("three-pictures").space, 3),
    )
]
seven_cards = st.lists(st.sampled_from(DECK), min_size=7, max_size=7).map(tuple)
few_ranks = st.lists(
    st.sampled_from([card for card in DECK if card.rank in "37TK6"]), min_size=7, max_size=7
).map(tuple)


@pytest.mark.parametrize(("book", "space", "length"), NO_CHOICE)
@settings(max_examples=8, deadline=None)
@given(cards=seven_cards | few_ranks)
def test_counting_equals_dealing_every_sequence(
    book: Rulebook, space: FactsSpace, length: int, cards: tuple[Card, ...]
) -> None:
    ways, total = count_facts(book, space, composition_of(cards))
    by_hand: Counter[int] = Counter()
    for _, code, number in coups(book, space, cards):
        by_hand[code] += number
    # By hand, every coup is completed to six of the seven cards.
    assert total == falling(7, length) and sum(by_hand.values()) == falling(7, 6)
    more = falling(7 - length, 6 - length)
    counted = {code: int(number) * more for code, number in enumerate(ways) if number}
    assert counted == by_hand


@settings(max_examples=8, deadline=None)
@given(seven_cards | few_ranks)
def test_both_choices_of_lucky_draw_equal_dealing_every_sequence(cards: tuple[Card, ...]) -> None:
    book = rulebook("star-lucky-draw")
    choices = count_choices(book, composition_of(cards))
    both: tuple[tuple[Decision, np.ndarray[tuple[int, ...], np.dtype[np.int64]]], ...] = (
        ("stand", choices.standing),
        ("draw", choices.drawing),
    )
    for decision, counted in both:
        by_hand: Counter[tuple[int, int, int]] = Counter()
        for dealt, code, number in coups(book, choices.space, cards, decision):
            first, up, second = (KIND_OF_CARD[DECK.index(card)] for card in dealt[:3])
            hand = HANDS.tolist().index(sorted((first, second)))
            by_hand[hand, up, code] += number
        found = {key: int(counted[key]) for key in zip(*counted.nonzero(), strict=True)}
        assert found == by_hand


def test_the_best_choice_is_never_beaten() -> None:
    book = rulebook("star-lucky-draw")
    values = {
        name: odds(book, 8, strategy_name=name)["round"].ev
        for name in ("optimal", "total", "draw-0-5", "always", "never")
    }
    assert sorted(values, key=lambda name: -values[name]) == list(values)
    choices = count_choices(book, Composition.full(8))
    draws = optimal(choices)
    assert not draws[choices.worth_drawing == choices.worth_standing].any(), "equal values stand"


def test_every_state_has_both_values_and_they_make_the_whole() -> None:
    book = rulebook("star-lucky-draw")
    choices = count_choices(book, Composition.full(8))
    listed = states(choices)
    assert len(listed) == 91 * 13
    best = [max(each.stand, each.draw) for each in listed]
    weights = [int(choices.seen[at]) for at in zip(*choices.seen.nonzero(), strict=True)]
    whole = sum(value * weight for value, weight in zip(best, weights, strict=True))
    assert whole / choices.total == odds(book, 8)["round"].ev
    stand, draw = cell(choices, 5, 9)
    assert draw < stand < 0, "on 5 against a 9, standing loses less"


def test_threes_draw_for_the_thirty_to_one() -> None:
    """A pair of threes totals 6: it draws against cards on which other sixes stand."""
    choices = count_choices(rulebook("star-lucky-draw"), Composition.full(8))
    draws = optimal(choices)
    suited = HANDS.tolist().index([3, 3])
    assert draws[suited].sum() > draws[HANDS.tolist().index([0, 9])].sum()


@pytest.mark.parametrize("name", ["star-baccarat", "star-seven-up", "star-three-card"])
def test_big_shoes_are_counted_in_big_integers(name: str) -> None:
    book = rulebook(name)
    space = book.wagers[0].space
    ways, total = count_facts(book, space, Composition.full(200))
    assert total > 2**63 and sum(map(int, ways)) == total


def test_a_big_lucky_draw_shoe_is_counted_in_big_integers_too() -> None:
    threes = Composition(tuple(400 if card.rank in "3T" else 0 for card in DECK), 400)
    choices = count_choices(rulebook("star-lucky-draw"), threes)
    assert choices.standing.dtype == object
    assert choices.standing.sum() == choices.drawing.sum() == falling(3200, 6)


def test_removed_cards_change_the_odds_the_way_they_should() -> None:
    book = rulebook("star-seven-up")
    full = Composition.full(6)
    without_sevens = full.without([card for card in DECK if card.rank == "7"] * 6)
    gone = odds(book, composition=without_sevens)["super-sevens"]
    assert gone.win == 0 and gone.ev == -1


def test_a_pattern_adds_up() -> None:
    book = rulebook("star-baccarat")
    sheet = odds(book)
    both = pattern(book, {"player": 1, "banker": 1})
    assert both.ev == sheet["player"].ev + sheet["banker"].ev
    assert both.variance < sheet["player"].variance, "opposite wagers cancel"
    alone = pattern(book, {"tie": 1})
    assert alone.variance == sheet["tie"].variance


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Composition((0,) * 51, 8), "52 counts, not 51"),
        (lambda: Composition((9, *[0] * 51), 8), "cannot be 9 of AS"),
        (lambda: Composition((-1, *[0] * 51), 8), "cannot be -1 of AS"),
        (lambda: Composition.full(1).without(read_cards("AS AS")), "2 of AS cannot be removed"),
        (lambda: odds(rulebook("star-baccarat"), 5), "not 5"),
        (
            lambda: odds(
                rulebook("star-baccarat"), composition=Composition((1,) * 5 + (0,) * 47, 8)
            ),
            "5 cards are left",
        ),
        (lambda: odds(rulebook("star-lucky-draw"), strategy_name="luck"), 'no strategy "luck"'),
        (lambda: odds(rulebook("star-baccarat"))["draw"], 'no odds of "draw"'),
        (
            lambda: pattern(rulebook("star-three-card"), {"player": 1, "three-pictures": 1}),
            "no joint facts",
        ),
    ],
)
def test_bad_requests_are_one_sentence(make, sentence: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(Refusal, match=sentence):
        make()
