"""Shoe, shuffling device, randomness and commitments, under any rulebook."""

import secrets
from collections import Counter
from dataclasses import replace
from itertools import pairwise, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import GAMES
from sabot import RULEBOOKS, Card, Refusal, Rulebook
from sabot.core.cards import DECK, decks_of, read_cards
from sabot.shoe import (
    LastCoup,
    Opening,
    OperatingSystem,
    RunDown,
    Seeded,
    Shoe,
    ShufflingDevice,
    burn,
    check_replacement,
    check_riffle,
    commit,
    cut,
    load,
    offers_of_the_cut,
    shuffle,
    verify,
)
from sabot.shoe.procedure import SUPERVISOR
from sabot.shoe.randomness import _below


class Told:
    """A source that gives the numbers it was told, and keeps the limits it was asked for."""

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self.numbers = list(numbers)
        self.limits: list[int] = []

    def below(self, limit: int) -> int:
        self.limits.append(limit)
        return self.numbers.pop(0)


def test_a_shuffle_takes_one_draw_for_each_swap_and_reaches_every_order_just_once() -> None:
    cards = DECK[:5]
    choices = product(*(range(limit) for limit in (5, 4, 3, 2)))
    orders = Counter(shuffle(cards, Told(chosen)) for chosen in choices)
    assert set(orders) == set(permutations(cards))
    assert set(orders.values()) == {1}


def test_a_shuffle_asks_for_shrinking_limits() -> None:
    source = Told((0, 0, 0, 0))
    shuffle(DECK[:5], source)
    assert source.limits == [5, 4, 3, 2]


@given(st.integers(1, 500), st.integers(0, 2**30))
def test_a_number_that_does_not_fit_is_drawn_again_not_folded(limit: int, start: int) -> None:
    width = (limit - 1).bit_length()
    drawn = iter([(start + step) % 2**width for step in range(2**width)])
    first = _below(limit, lambda bits: next(drawn) if bits == width else pytest.fail("width"))
    fits = ((start + step) % 2**width for step in range(2**width))
    assert first == next(number for number in fits if number < limit)


def test_the_operating_system_is_asked_for_every_number(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def randbits(bits: int) -> int:
        asked.append(bits)
        return 0

    monkeypatch.setattr(secrets, "randbits", randbits)
    assert [OperatingSystem().below(limit) for limit in (1, 2, 3, 416)] == [0, 0, 0, 0]
    assert asked == [0, 1, 2, 9]


def test_two_shuffles_from_the_operating_system_differ() -> None:
    assert shuffle(decks_of(8), OperatingSystem()) != shuffle(decks_of(8), OperatingSystem())


@given(st.integers(1, 8), st.integers() | st.text())
def test_a_seed_repeats_and_no_card_is_lost(decks: int, seed: int | str) -> None:
    cards = decks_of(decks)
    once, again = shuffle(cards, Seeded(seed)), shuffle(cards, Seeded(seed))
    assert once == again
    assert Counter(once) == Counter(cards)


def test_seeded_places_are_even() -> None:
    source, trials = Seeded(7), 30_000
    firsts = Counter(shuffle(DECK[:6], source)[0] for _ in range(trials))
    expected = trials / 6
    chi_square = sum((firsts[card] - expected) ** 2 / expected for card in DECK[:6])
    assert chi_square < 20.5, "beyond 0.999 of the chi-square distribution with 5 degrees"


@given(st.integers(0, 312), st.integers(0, 312))
def test_a_shoe_deals_its_order_and_shows_the_cutting_card_once(dealt: int, at: int) -> None:
    shoe = Shoe(shuffle(decks_of(6), Seeded(1)), cutting_card=at)
    seen: list[Card] = []
    came = []
    for number in range(dealt):
        drawn, shoe = shoe.draw()
        seen.append(drawn.card)
        if drawn.cutting_card:
            came.append(number)
    assert tuple(seen) == shoe.cards[:dealt]
    assert shoe.remaining == 312 - dealt
    assert came == ([at] if at < dealt else [])


def test_an_empty_shoe_or_device_says_so() -> None:
    for source in (Shoe((), 0), ShufflingDevice((), 0)):
        with pytest.raises(Refusal, match="is empty"):
            source.draw()


@given(st.integers(0, 2), st.lists(st.integers(4, 6), max_size=12), st.integers())
def test_a_device_holds_back_the_cards_of_its_last_coups(
    rack_coups: int, coups: list[int], seed: int
) -> None:
    source = Seeded(seed)
    device = ShufflingDevice.load(decks_of(1), rack_coups, source)
    used: list[tuple[Card, ...]] = []
    for size in coups:
        cards = []
        for _ in range(size):
            drawn, device = device.draw()
            cards.append(drawn.card)
        used.append(tuple(cards))
        device = device.coup_ended(cards, source)
        waiting = [card for coup in device.rack for card in coup]
        assert Counter([*device.cards, *waiting]) == Counter(DECK)
        assert device.rack == tuple(used[-rack_coups:] if rack_coups else ())


def test_how_many_coups_wait_in_the_rack_of_each_game() -> None:
    """The rack holds a coup in 7-Up (8.4) and, by our reading, in Lucky Draw; elsewhere none."""
    racks = {book.id: book.preparation.rack_coups for book in RULEBOOKS.values()}
    assert racks == {game.id: game.rack_coups for game in GAMES.values()}


def test_a_burned_card_waits_in_the_rack_with_the_first_coup() -> None:
    device = ShufflingDevice.load(decks_of(1), 1, Seeded(3))
    burned, device = device.draw()
    device = device.discard([burned.card])
    used = []
    for _ in range(4):
        drawn, device = device.draw()
        used.append(drawn.card)
    device = device.coup_ended(used, Seeded(4))
    assert device.rack == (tuple(used),)
    assert burned.card in device.cards


def test_a_commitment_binds_to_the_order_and_hides_it() -> None:
    order = shuffle(decks_of(8), OperatingSystem())
    commitment, opening = commit(order)
    assert verify(commitment, opening)
    assert commitment.cards == 416 and len(commitment.digest) == 64
    assert commit(order)[0].digest != commitment.digest, "another salt, another digest"
    swapped = (order[1], order[0], *order[2:])
    assert order[0] == order[1] or not verify(commitment, replace(opening, order=swapped))
    assert not verify(commitment, replace(opening, order=order[:-1]))
    assert not verify(commitment, replace(opening, salt="00" * 32))
    assert not verify(replace(commitment, digest="0" * 64), opening)


def test_anyone_can_check_a_commitment_by_hand() -> None:
    commitment, opening = commit(read_cards("AS TH 9D"), salt=bytes(32))
    assert opening == Opening("00" * 32, read_cards("AS TH 9D"))
    # printf 'sabot stack 1\n%064d\nAS TH 9D\n' 0 | sha256sum
    expected = "71b6d55df60485b98f84b15f6afeff5f62972bce830ea7890f7083e1a8f7c62c"
    assert commitment.digest == expected


RULE_SETS = [
    # rule, where the cutting card comes, results of the coups from there, coups dealt
    pytest.param(LastCoup(1, "", 1, ""), False, "bpb", 2, id="mid-coup: one more"),
    pytest.param(LastCoup(1, "", 1, ""), True, "bpb", 1, id="first: this one"),
    pytest.param(LastCoup(0, "", 1, ""), False, "bpb", 1, id="mid-coup: this one"),
    pytest.param(LastCoup(0, "", 0, ""), True, "bpb", 0, id="first: shuffle now"),
    pytest.param(LastCoup(0, "", 1, "", tie_adds=1), False, "bpb", 1, id="tie rule, no tie"),
    pytest.param(LastCoup(0, "", 1, "", tie_adds=1), False, "tbb", 2, id="tie rule, tie"),
    pytest.param(LastCoup(0, "", 1, "", tie_adds=1), True, "ttt", 2, id="tie rule, ties"),
    pytest.param(LastCoup(1, "", 1, ""), False, "ttt", 2, id="ties add nothing elsewhere"),
]


@pytest.mark.parametrize(("rule", "first", "results", "coups"), RULE_SETS)
def test_the_shoe_runs_down(rule: LastCoup, first: bool, results: str, coups: int) -> None:
    run = RunDown(rule)
    for _ in range(3):
        run = run.coup_ended(tie=True)
    assert not run.must_shuffle and not run.is_last_coup
    run = run.cutting_card_out(first=first)
    dealt = 0
    while not run.must_shuffle:
        last = run.is_last_coup
        run = run.coup_ended(tie=results[dealt] == "t")
        dealt += 1
        assert run.must_shuffle <= last
    assert dealt == coups
    assert run.coup_ended(tie=False).must_shuffle
    assert run.cutting_card_out(first=False) == run, "the cutting card comes out once"


@pytest.mark.parametrize("book", RULEBOOKS.values(), ids=RULEBOOKS)
def test_every_rulebook_prepares_its_cards_from_start_to_first_coup(book: Rulebook) -> None:
    rules = book.preparation
    for decks in rules.decks.allowed:
        stack = shuffle(decks_of(decks), Seeded(decks))
        source: Shoe | ShufflingDevice
        if rules.cut is None or rules.cutting_card is None:
            source = ShufflingDevice.load(stack, rules.rack_coups or 0, Seeded(1))
        else:
            stack = cut(stack, len(stack) // 2, rules.cut)
            source = load(stack, rules.cutting_card.deepest(len(stack)), rules.cutting_card)
        for way in rules.burns:
            burned, left = burn(source, way, approved=True)
            assert left.remaining == decks * 52 - len(burned.cards)
            assert len(burned.face_up) == (1 if way.counted else 0)


@pytest.mark.parametrize("book", RULEBOOKS.values(), ids=RULEBOOKS)
def test_an_unknown_burn_or_replacement_is_refused(book: Rulebook) -> None:
    with pytest.raises(Refusal, match="The burn here is"):
        book.preparation.burn_named("sideways")
    with pytest.raises(Refusal, match="not boredom"):
        check_replacement(
            book.preparation.replacements,
            "boredom",
            in_coup=False,
            old_back="red",
            new_back="blue",
        )


@pytest.mark.parametrize("book", RULEBOOKS.values(), ids=RULEBOOKS)
def test_pre_shuffled_cards_are_shuffled_by_hand_only_for_those_who_may_ask(book: Rulebook) -> None:
    rules = book.preparation.pre_shuffled
    for rule in rules:
        for asks in rule.asked_by:
            assert asks in check_riffle(rules, asks, approved=True).asked_by
            if rule.approved_by:
                with pytest.raises(Refusal, match=rule.approved_by):
                    check_riffle(rules, asks, approved=False)
    with pytest.raises(Refusal, match="A spectator cannot ask"):
        check_riffle(rules, "spectator", approved=True)


@given(st.sets(st.integers(1, 9), max_size=9), st.integers(1, 9))
def test_the_cut_is_offered_to_every_seat_once_and_last_to_the_supervisor(
    seats: set[int], named: int
) -> None:
    taken = sorted(seats)
    for book in RULEBOOKS.values():
        rule = book.preparation.cut
        if rule is None:
            continue
        for offer in rule.offers:
            order = offers_of_the_cut(rule, offer.occasion, taken, named)
            assert order[-1] == SUPERVISOR
            assert sorted(order[:-1]) == taken
            back = [one > other for one, other in pairwise(order[:-1])]
            assert sum(back) <= 1, "clockwise, past the dealer once at most"
