"""The compiled dealing against the plain one: the same cards, the same facts, the same shoes."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import pytest

from sabot import RULEBOOKS, Card, Rulebook
from sabot.core.cards import DECK
from sabot.coup import deal, deal_so_far
from sabot.rules import Choice, CommonHands, Decision
from sabot.shoe import RunDown, Shoe, burn
from sabot.simulate.dealing.choice import Deal, dealer_of, spaces_of
from sabot.simulate.dealing.common import CommonShoes
from sabot.simulate.dealing.pit import UNSEEN, Pit, burned, pit, stack
from sabot.simulate.execution.blocks import DealingWork
from sabot.simulate.kernels.common import coup_at, deal_devices
from sabot.simulate.kernels.compilation import Longs, U, Words, stream
from sabot.simulate.kernels.shuffling import shuffle
from sabot.simulate.lookup.common import LookaheadLookup, common_lookup
from sabot.simulate.lookup.lookahead import lookahead_lookup
from sabot.simulate.lookup.strategies import Strategy
from sabot.simulate.results.encoder import _packed

SHOE_GAMES = [game for game, book in RULEBOOKS.items() if book.preparation.cutting_card]
COMMON_GAMES = [game for game, book in RULEBOOKS.items() if isinstance(book.procedure, CommonHands)]
BOX_GAMES = [game for game in RULEBOOKS if game not in COMMON_GAMES]
SOME_STRATEGY: Strategy = [[(3 * total + up) % 7 < 4 for up in range(10)] for total in range(10)]


def random_state(block: int) -> Longs:
    state = np.zeros(4, U)
    stream(U(2026), U(block), state)
    return state


def cards_of(shoe: Words) -> tuple[Card, ...]:
    """The cards of a compiled shoe in the order in which they are dealt."""
    return tuple(DECK[int(card) & 255] for card in reversed(shoe))


def plain_coup(
    book: Rulebook, cards: Iterator[Card], boxes: Sequence[int], strategy: Strategy
) -> tuple[list[Card], dict[int, Decision]]:
    """Draw cards until the coup is finished; boxes decide when they are asked."""
    used: list[Card] = []
    decisions: dict[int, Decision] = {}
    while (dealing := deal_so_far(book, used, boxes, decisions)).due:
        if isinstance(dealing.due, Choice):
            hand = dealing.hands[f"box {dealing.due.box}"]
            total, up = sum(card.value for card in hand) % 10, dealing.hands["dealer"][0].value
            decisions[dealing.due.box] = "draw" if strategy[total][up] else "stand"
        else:
            used.append(next(cards))
    return used, decisions


def codes_of(
    book: Rulebook, used: list[Card], boxes: Sequence[int], decisions: dict[int, Decision]
) -> list[list[int]]:
    """For each facts space, the codes of a coup dealt and read plainly."""
    coup = deal(book, used, boxes, decisions)
    return [
        [space.code(coup.facts(space, box)) for box in (boxes if space.per_box else (None,))]
        for space in spaces_of(book)
    ]


def plain_shoe(
    book: Rulebook, cards: tuple[Card, ...], behind: int, boxes: int, strategy: Strategy
) -> list[list[int]]:
    """Burn and deal a shoe down to its last coup with the plain shoe and its run-down."""
    preparation = book.preparation
    assert preparation.last_coup
    shoe, down = Shoe(cards, len(cards) - behind), RunDown(preparation.last_coup)
    _, shoe = burn(shoe, preparation.burns[0])
    codes: list[list[int]] = [[] for _ in spaces_of(book)]
    while not down.must_shuffle:
        if shoe.draw()[0].cutting_card:
            down = down.cutting_card_out(first=True)
            if down.must_shuffle:
                break
        numbers = range(1, boxes + 1) if book.procedure.takes_boxes else ()
        used, decisions = plain_coup(book, iter(cards[shoe.dealt :]), numbers, strategy)
        for _ in used:
            drawn, shoe = shoe.draw()
            if drawn.cutting_card:
                down = down.cutting_card_out(first=False)
        for found, more in zip(codes, codes_of(book, used, numbers, decisions), strict=True):
            found.extend(more)
        down = down.coup_ended(tie=deal(book, used, numbers, decisions).result == "tie")
    return codes


def assert_same_shoes(book: Rulebook, how: Deal, pits: int) -> None:
    dealer = dealer_of(book, how)
    opened, state = dealer.open(), random_state(how.boxes)
    behind = dealer.prepared.behind  # type: ignore[attr-defined]
    for _ in range(pits):
        dealer.deal(state, opened)
        for number, shoe in enumerate(opened[0].shoes):
            plain = plain_shoe(book, cards_of(shoe), behind, how.boxes, how.strategy or [])
            compiled = [each.codes[number, : int(each.dealt[number])].tolist() for each in opened]
            assert compiled == plain


@pytest.mark.parametrize("game", [game for game in COMMON_GAMES if game in SHOE_GAMES])
def test_whole_shoes_of_common_hands(game: str) -> None:
    """Same codes in the same order, so also the same number of coups in every shoe."""
    book = RULEBOOKS[game]
    for decks in book.preparation.decks.allowed:
        assert_same_shoes(book, Deal(decks), 1)


@pytest.mark.parametrize("behind", [12, 13, 14, 15, 16, 17, 100])
def test_last_coups_with_the_cutting_card_at_several_depths(behind: int) -> None:
    assert_same_shoes(RULEBOOKS["canberra-mini"], Deal(8, behind=behind), 1)


@pytest.mark.parametrize("boxes", [1, 4])
@pytest.mark.parametrize("game", BOX_GAMES)
def test_whole_shoes_with_boxes(game: str, boxes: int) -> None:
    book = RULEBOOKS[game]
    strategy = SOME_STRATEGY if book.procedure.takes_decisions else None
    for decks in book.preparation.decks.allowed:
        assert_same_shoes(book, Deal(decks, boxes=boxes, strategy=strategy), 1)


def test_three_threes_are_seen() -> None:
    """Rare in a shuffled shoe: only threes, drawn by a box that always draws."""
    book = RULEBOOKS["star-lucky-draw"]
    dealer = dealer_of(book, Deal(8, strategy=[[True] * 10] * 10))
    (opened,) = dealer.open()
    threes = [number for number, card in enumerate(DECK) if card.rank == "3"]
    opened.shoes[:] = np.array([number | 3 << 8 for number in threes] * 104, np.uint16)
    seen: set[tuple[int, ...]] = set()
    for block in range(4):
        dealer.deal(random_state(block), (opened,))
        for number, shoe in enumerate(opened.shoes):
            behind = dealer.prepared.behind  # type: ignore[attr-defined]
            (plain,) = plain_shoe(book, cards_of(shoe), behind, 1, [[True] * 10] * 10)
            assert opened.codes[number, : int(opened.dealt[number])].tolist() == plain
            seen |= {spaces_of(book)[0].facts(code) for code in plain}
    assert {facts[2] for facts in seen} == {2, 3}


@pytest.mark.parametrize("game", COMMON_GAMES)
def test_coups_of_random_cards(game: str) -> None:
    book = RULEBOOKS[game]
    (space,) = spaces_of(book)
    assert isinstance(book.procedure, CommonHands)
    lookup = common_lookup(book.procedure, space)
    shoes = np.tile(stack(1), (4, 1))
    flat, state = shoes.reshape(-1).view(np.uint8), random_state(1)
    for _ in range(1000):
        shuffle(state, shoes, 52)
        for number, shoe in enumerate(shoes):
            used, _ = plain_coup(book, iter(cards_of(shoe)), (), [])
            code, ending = coup_at(U(104 * (number + 1)), flat, lookup)
            assert code == space.code(deal(book, used).facts(space))
            assert ending & U(14) == 2 * len(used)


@pytest.mark.parametrize("game", RULEBOOKS)
def test_fresh_coups_begin_with_full_decks(game: str) -> None:
    """The last coup of each row still lies in its shoe."""
    book = RULEBOOKS[game]
    boxes = [1, 2, 3] if book.procedure.takes_boxes else []
    strategy = SOME_STRATEGY if book.procedure.takes_decisions else None
    dealer = dealer_of(book, Deal(book.decks(), True, boxes=len(boxes) or 1, strategy=strategy))
    opened, state = dealer.open(), random_state(3)
    for _ in range(10):
        dealer.deal(state, opened)
        for number, shoe in enumerate(opened[0].shoes):
            used, decisions = plain_coup(book, iter(cards_of(shoe)), boxes, SOME_STRATEGY)
            for each, plain in zip(opened, codes_of(book, used, boxes, decisions), strict=True):
                assert each.codes[number, -len(plain) :].tolist() == plain


def device_after(coups: int, state: Longs) -> tuple[Pit, Rulebook]:
    """Devices with a single deck, so that every card can be told from every other."""
    book = RULEBOOKS["star-seven-up"]
    assert isinstance(book.procedure, CommonHands) and book.preparation.rack_coups == 1
    lookup = common_lookup(book.procedure, spaces_of(book)[0])
    opened = pit(stack(1), coups)
    # A single device: with more, the second would begin where the first has ended.
    only = opened._replace(shoes=opened.shoes[:1], dealt=opened.dealt[:1])
    deal_devices(state, only, burned(book), 1, lookup, UNSEEN)
    return only, book


@pytest.mark.parametrize("block", range(20))
def test_a_coups_cards_wait_in_the_rack_for_one_coup(block: int) -> None:
    waiting: set[Card] = set()
    dealt: set[Card] = set()
    for coups in range(1, 40):
        opened, book = device_after(coups, random_state(block))
        cards = cards_of(opened.shoes[0])
        # The coup dealt last lies at the very back, its first card last.
        used, _ = plain_coup(book, iter(cards), (), [])
        assert codes_of(book, used, (), {}) == [[int(opened.codes[0, -1])]]
        assert not waiting & set(used)
        waiting = set(used)
        dealt |= waiting
        assert sorted(map(str, cards)) == sorted(map(str, DECK))
    assert len(dealt) > 45


def test_work_can_go_to_another_process() -> None:
    import pickle

    dealer = dealer_of(RULEBOOKS["star-baccarat"], Deal(8))
    assert pickle.loads(pickle.dumps(DealingWork(dealer, (), 1))).seed == 1


@pytest.mark.parametrize("game", ["star-baccarat", "canberra-mini"])
def test_dealing_card_by_card_is_the_same_as_by_lookahead(game: str) -> None:
    book = RULEBOOKS[game]
    ahead = dealer_of(book, Deal(book.decks()))
    assert isinstance(ahead, CommonShoes) and isinstance(ahead.lookup, LookaheadLookup)
    assert isinstance(book.procedure, CommonHands)
    by_card = replace(ahead, lookup=common_lookup(book.procedure, spaces_of(book)[0]))
    found = []
    for dealer in (ahead, by_card):
        (opened,) = dealer.open()
        dealer.deal(random_state(5), (opened,))
        dealt = [int(number) for number in opened.dealt]
        found.append([opened.codes[row, :coups].tolist() for row, coups in enumerate(dealt)])
    assert found[0] == found[1]


def test_cards_that_lookahead_cannot_see_are_dealt_one_by_one() -> None:
    """A lookup whose classes tell more than pairs apart: here one hand has a class of its own."""
    book = RULEBOOKS["star-baccarat"]
    assert isinstance(book.procedure, CommonHands)
    lookup = common_lookup(book.procedure, spaces_of(book)[0])
    assert lookahead_lookup(book.procedure, lookup) is not None
    classes = lookup.classes.copy()
    classes[0 << 6 | 14] = classes.max() + 1
    assert lookahead_lookup(book.procedure, lookup._replace(classes=classes)) is None
    assert lookahead_lookup(book.procedure, lookup._replace(most_cards=5)) is None


def test_sums_of_a_shoe_have_room_in_two_words_or_in_four() -> None:
    for most, words in ((30, 2), (600, 4)):
        wide = [np.array([0, most - number, number]) for number in range(9)]
        packed = _packed(wide, 100)
        assert packed.rows.shape == (3, words)
        sums = packed.rows[1] * U(100)
        for number, (word, bit, mask) in enumerate(
            zip(packed.words[:9], packed.bits, packed.masks, strict=False)
        ):
            assert (sums[word] >> bit) & mask == 100 * (most - number)
