"""Facts, exhaustively: every code, every line, every deal."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, product

import pytest

from sabot import RULEBOOKS, Coup, Rulebook, deal, rulebook
from sabot.core.cards import DECK, RANKS, Card, Hand, read_card, read_cards, value_of
from sabot.coup import deal_so_far
from sabot.rulebooks import star_baccarat, star_lucky_draw, star_seven_up, star_three_card
from sabot.rules import Choice, Decision, FactsSpace, Wager, verdict
from sabot.rules.coup.facts import Facts

SPACES = [
    (book, space)
    for book in RULEBOOKS.values()
    for space in dict.fromkeys(wager.space for wager in book.wagers)
]
NAMES = [f"{book.id} {space.kind.__name__}" for book, space in SPACES]
WAGERS = [(book, wager) for book in RULEBOOKS.values() for wager in book.wagers]
SCHEMED = [
    pytest.param(wager, scheme, id=f"{book.id} {wager.id} {scheme}")
    for book, wager in WAGERS
    for scheme in (book.schemes or [None])
]


@pytest.mark.parametrize(("book", "space"), SPACES, ids=NAMES)
def test_codes_number_all_facts_once(book: Rulebook, space: FactsSpace) -> None:
    assert [space.code(facts) for facts in space] == list(range(len(space)))
    assert all(space.facts(space.code(facts)) == facts for facts in space)


@pytest.mark.parametrize(("wager", "scheme"), SCHEMED)
def test_no_two_lines_apply_to_one_code(wager: Wager, scheme: str | None) -> None:
    for facts in wager.space:
        assert len(wager.applying(scheme, facts)) <= 1, facts


@pytest.mark.parametrize(("wager", "scheme"), SCHEMED)
def test_a_wager_reads_only_what_it_says(wager: Wager, scheme: str | None) -> None:
    seen: dict[tuple[int, ...], object] = {}
    for facts in wager.space:
        read = tuple(getattr(facts, name) for name in wager.reads)
        assert seen.setdefault(read, verdict(wager, scheme, facts)) == verdict(wager, scheme, facts)


@pytest.mark.parametrize(("wager", "scheme"), SCHEMED)
def test_every_line_can_apply(wager: Wager, scheme: str | None) -> None:
    for line in wager.in_scheme(scheme):
        assert any(line.when(facts) for facts in wager.space), line.clause


def test_initial_wagers_read_only_the_first_two_cards_of_a_hand() -> None:
    early = [wager for _, wager in WAGERS if wager.settles == "initial"]
    assert [wager.id for wager in early] == [
        "perfect-pairs-player",
        "perfect-pairs-banker",
        "canberra-pairs-player",
        "canberra-pairs-banker",
    ]
    assert {name for wager in early for name in wager.reads} == {"player_pair", "banker_pair"}


# Every deal there is, up to what no wager can tell apart: a reachable code has a witness among
# them, and a code without one is proven out of reach.

VALUES = [read_card(name + "S") for name in "TA23456789"]


def finish(
    book: Rulebook,
    cards: tuple[Card, ...],
    boxes: Sequence[int] = (),
    decisions: Mapping[int, Decision] | None = None,
) -> Iterator[Coup]:
    """Every way to finish a deal, with one card of each value."""
    due = deal_so_far(book, cards, boxes, decisions).due
    if due is None:
        yield deal(book, cards, boxes, decisions)
        return
    assert not isinstance(due, Choice)
    for card in VALUES:
        yield from finish(book, (*cards, card), boxes, decisions)


def reached(book: Rulebook, starts: Iterator[tuple[Card, ...]]) -> set[Facts]:
    space = book.wagers[0].space
    return {coup.facts(space) for start in starts for coup in finish(book, start)}


def rank_starts() -> Iterator[tuple[Card, ...]]:
    """Yield a start of four cards for each total of each hand and each way to be paired."""
    kinds: dict[tuple[int, int, bool, bool, bool], tuple[str, ...]] = {}
    for a, b, c, d in product(RANKS, repeat=4):
        player, banker = (value_of(a) + value_of(c)) % 10, (value_of(b) + value_of(d)) % 10
        kinds.setdefault((player, banker, a == c, b == d, a == c == b == d), (a, b, c, d))
    for ranks in kinds.values():
        yield tuple(read_card(rank + suit) for rank, suit in zip(ranks, "SHDC", strict=True))


def suited_starts() -> Iterator[tuple[Card, ...]]:
    """Yield a start of four cards for each total of each hand and each kind of pair it can be."""
    kinds: dict[tuple[int, str], tuple[Card, Card]] = {}
    for first, second in product(DECK, repeat=2):
        kind = "none" if first.rank != second.rank else "mixed"
        if kind == "mixed" and first.is_red == second.is_red:
            kind = "perfect" if first.suit == second.suit else "coloured"
        kinds.setdefault(((first.value + second.value) % 10, kind), (first, second))
    for (a, c), (b, d) in product(kinds.values(), repeat=2):
        yield a, b, c, d


def out_of_reach(book: Rulebook, found: set[Facts]) -> list[Facts]:
    return [facts for facts in book.wagers[0].space if facts not in found]


def test_star_baccarat_reaches_689_of_1000_codes() -> None:
    book = rulebook("star-baccarat")
    found = reached(book, rank_starts())
    lost = [star_baccarat.BaccaratFacts(*facts) for facts in out_of_reach(book, found)]
    assert (len(found), len(lost)) == (689, 311)
    # The largest families among the impossible: two pairs of one rank tie unless somebody draws,
    # and a Banker who stands on 0 to 2 faces a natural.
    assert all(
        f in lost
        for f in (star_baccarat.BaccaratFacts(8, 6, 2, 4), star_baccarat.BaccaratFacts(5, 0, 2, 0))
    )
    assert not [f for f in lost if f.banker_cards == 3 and f.pairs == 0 and f.player < 8]


def test_star_seven_up_reaches_404_of_600_codes() -> None:
    book = rulebook("star-seven-up")
    found = reached(book, iter([()]))
    lost = [star_seven_up.SevenUpFacts(*facts) for facts in out_of_reach(book, found)]
    assert (len(found), len(lost)) == (404, 196)
    # Six sevens are three in each hand: 1 against 1.
    assert [f[:2] for f in found if f[2] == 6] == [(1, 1)]


def test_canberra_mini_reaches_every_code() -> None:
    book = rulebook("canberra-mini")
    assert out_of_reach(book, reached(book, suited_starts())) == []


HAND_OF_ORDER = {
    star_three_card.order_of(Hand(cards, sum(card.value for card in cards) % 10)): cards
    for cards in combinations_with_replacement([read_card(rank + "S") for rank in RANKS], 3)
}


def test_star_three_card_reaches_every_code() -> None:
    book = rulebook("star-three-card")
    box = book.wager("player").space
    alone = book.wager("three-pictures").space
    found, found_alone = set(), set()
    for player, banker in product(HAND_OF_ORDER.values(), repeat=2):
        dealt = [card for both in zip(player, banker, strict=True) for card in both]
        coup = deal(book, dealt, boxes=[1])
        found.add(coup.facts(box, 1))
        found_alone.add(coup.facts(alone))
    assert found == set(box)
    assert found_alone == set(alone)


def test_star_lucky_draw_reaches_all_codes_but_three_threes_off_nine() -> None:
    book = rulebook("star-lucky-draw")
    space = book.wagers[0].space
    ten = read_card("TS")
    found: set[Facts] = set()
    for own, up in product(VALUES, repeat=2):
        found |= _facts_of_box(book, (ten, up, own), "stand")
        found |= _facts_of_box(book, (ten, up, ten, own), "draw")
        for threes in ("3S 3S 3S", "3S 3S 3H"):
            first, second, third = read_cards(threes)
            found |= _facts_of_box(book, (first, up, second, third), "draw")
    lost = {star_lucky_draw.LuckyDrawFacts(*facts) for facts in space if facts not in found}
    assert lost == {
        star_lucky_draw.LuckyDrawFacts(player, dealer, drawn)
        for player, dealer, drawn in product(range(9), range(10), (2, 3))
    }


def _facts_of_box(book: Rulebook, start: tuple[Card, ...], decision: Decision) -> set[Facts]:
    space = book.wagers[0].space
    return {coup.facts(space, 1) for coup in finish(book, start, [1], {1: decision})}
