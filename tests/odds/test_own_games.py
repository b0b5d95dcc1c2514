"""Games of users: counted exactly, or refused in a sentence."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, cycle
from typing import Any, NamedTuple

import pytest

from sabot import Refusal, Rulebook, rulebook
from sabot.core.cards import DECK, Card, is_pair, read_cards
from sabot.odds import Composition, count_facts, falling, odds, pattern
from sabot.odds.counters.lucky import count_choices
from sabot.odds.edges import Edges
from sabot.odds.observation import function_tables, trial
from sabot.odds.observation.small_shoes import small_shoes
from sabot.odds.observation.trial import composition_of, coups
from sabot.odds.presentation import removal
from sabot.odds.presentation.removal import effects
from sabot.odds.whatif import changed
from sabot.rules import (
    BANKER,
    PLAYER,
    CommonHands,
    FactsSpace,
    Hands,
    LuckyDrawHands,
    ThreeCardHands,
    Wager,
    box_name,
    to,
)
from support.house_games import (
    BACCARAT,
    CARDS_SPACE,
    COUP,
    DRAGON_7,
    NATURAL_SPACE,
    PANDA_8,
    YES_OR_NO,
    bet,
    dragon_bonus,
    offering,
    repaid,
    seeing,
    space_of,
)

THREE_CARD, LUCKY = rulebook("star-three-card"), rulebook("star-lucky-draw")
SEVEN_UP = rulebook("star-seven-up")
BOX = box_name(1)


def test_every_two_cards_and_every_copy_lie_in_a_small_shoe() -> None:
    shoes = [Counter(shoe) for shoe in small_shoes()]
    for one, other in combinations(DECK, 2):
        assert any(one in shoe and other in shoe for shoe in shoes)
    assert all(any(shoe[card] >= 3 for shoe in shoes) for card in DECK)


def _run(hands: Hands) -> bool:
    places = sorted("A23456789TJQK".index(card.rank) for card in hands[PLAYER].cards)
    return len(places) == 3 and places == [*range(places[0], places[0] + 3)]


def _seven_first(hands: Hands) -> bool:
    match hands[PLAYER].cards[0]:
        case Card(rank="7", suit="H"):
            return True
    return False


def _swallowed(hands: Hands) -> bool:
    try:
        return "JQK".index(hands[BANKER].cards[0].rank) == 2
    except Exception:  # as somebody's careless facts might
        return False


SEEN: dict[str, Callable[[Hands], bool]] = {
    "all red": lambda hands: all(card.is_red for card in hands[PLAYER].cards),
    "three cards": lambda hands: len(hands[PLAYER].cards) == 3,
    "king and queen of one suit": lambda hands: (
        {card.rank for card in hands[PLAYER].cards[:2]} == {"K", "Q"}
        and len({card.suit for card in hands[PLAYER].cards[:2]}) == 1
    ),
    "ace of spades and king of hearts": lambda hands: all(
        card in hands[BANKER].cards for card in read_cards("AS KH")
    ),
    "two clubs of a pair": lambda hands: (
        is_pair(hands[PLAYER].cards) and hands[PLAYER].cards[0].suit == "C"
    ),
    "all of a kind": lambda hands: len({card.suit for card in hands[BANKER].cards}) == 1,
    "a run": _run,
    "rising": lambda hands: hands[PLAYER].cards[0].value < hands[PLAYER].cards[1].value,
    "the ace of spades": lambda hands: any(card.name == "AS" for card in hands[BANKER].cards),
    "a third nine of hearts": lambda hands: hands[PLAYER].cards[-1].name == "9H",
    "a seven by its shape": _seven_first,
    "a rank that is swallowed": _swallowed,
    "six cards of one colour": lambda hands: (
        len({card.is_red for hand in hands.values() for card in hand.cards}) == 1
    ),
}


def by_dealing(book: Rulebook, space: FactsSpace, cards: tuple[Card, ...]) -> Counter[int]:
    """The ways to each code, from dealing every sequence of these cards."""
    found: Counter[int] = Counter()
    for _, code, number in coups(book, space, cards):
        found[code] += number
    return found


@pytest.mark.parametrize("what", SEEN.values(), ids=SEEN)
def test_whatever_facts_see_is_counted_exactly(what: Callable[[Hands], bool]) -> None:
    space = seeing(what).space
    for shoe in ("2C 3C 4C KS QS 9H AS", "AS AS AS KH KH 2D 2D", "8D 9H 9H JC QC KC 7H"):
        cards = read_cards(shoe)
        ways, total = count_facts(BACCARAT, space, composition_of(cards))
        assert sum(ways) == total
        counted = {code: number for code, number in enumerate(ways) if number}
        assert counted == by_dealing(BACCARAT, space, cards)


def test_three_given_cards_are_seen_wherever_they_lie() -> None:
    """No small shoe holds these three: what was not tried must be counted all the same."""

    def given(hands: Hands) -> bool:
        return [card.name for card in hands[PLAYER].cards] == ["2S", "3H", "KC"]

    seen = odds(offering(BACCARAT, seeing(given)))["seen"]
    by_decks = Fraction(8**3, 416 * 415 * 414)
    drawn = 1 - Fraction(seen.lose, seen.total)
    # A Banker's natural leaves the Player without a third card.
    assert 0.8 * by_decks < drawn < 0.82 * by_decks


def test_published_figures_of_facts_by_cards() -> None:
    """As printed at wizardofodds.com/games/baccarat/side-bets/: eight decks."""
    book = offering(BACCARAT, PANDA_8, dragon_bonus(CARDS_SPACE))
    sheet = odds(book)
    assert sheet["panda-8"].win == 172_660_763_262_976
    assert round(sheet["dragon-bonus"].edge, 6) == 0.026517
    assert round(pattern(book, {"panda-8": 1}).edge, 4) == 0.1019
    with pytest.raises(Refusal, match="Fast edges are of the facts of approved documents"):
        Edges(book, ["panda-8"])


def test_facts_that_see_too_much_are_refused_and_a_simulation_is_offered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(function_tables, "MOST_RUNS", 2000)

    def every_card(hands: Hands) -> bool:
        cards = [card.name for hand in hands.values() for card in hand.cards]
        return sorted(cards) == cards

    with pytest.raises(Refusal, match="A simulation can deal them") as refused:
        odds(offering(BACCARAT, seeing(every_card)))
    assert refused.value.code == "not-counted"


def test_facts_that_change_their_mind_are_refused() -> None:
    answers = cycle((True, False, False))
    with pytest.raises(Refusal, match="cannot be counted"):
        odds(offering(BACCARAT, seeing(lambda hands: next(answers))))


def test_shoes_beyond_64_bits_are_counted_all_the_same() -> None:
    ways, total = count_facts(BACCARAT, PANDA_8.space, Composition.full(400))
    assert total > 2**64 and sum(ways) == total
    eight_decks = Fraction(odds(offering(BACCARAT, PANDA_8))["panda-8"].win, falling(416, 6))
    won = sum(ways[PANDA_8.space.code((8, banker, 3))] for banker in range(8))
    assert abs(Fraction(won, total) - eight_decks) < Fraction(1, 1000)


def test_odds_in_the_middle_of_a_coup() -> None:
    """The remaining cards follow from those on the table, and sum over those that may come."""
    start = read_cards("4S 5H")
    few = Counter(read_cards("2S 2S 7D 7D 7H 9C KC KC QS AH 6D 3C"))
    shoe = Composition(tuple(few[card] for card in DECK), 6)
    sheet = odds(SEVEN_UP, composition=shoe, given=start)
    ways = Counter[str]()
    for card, copies in few.items():
        then = odds(SEVEN_UP, composition=shoe.without([card]), given=(*start, card))
        for each in then.wagers:
            ways[each.wager] += each.win * copies
    assert ways == {each.wager: each.win for each in sheet.wagers}
    over = odds(SEVEN_UP, given=read_cards("KS 2H 2D"))
    assert over["player"].ev == 1 and over["tie"].ev == -1
    with pytest.raises(Refusal, match="finished with 3 cards, and 4 were given"):
        odds(SEVEN_UP, given=read_cards("KS 2H 2D 3C"))
    box = odds(THREE_CARD, given=read_cards("KS 9H QS 8H JS"))["player"]
    assert box.lose == 0, "nothing beats three pictures"


def test_a_dragon_bonus_that_the_counter_can_tell_is_exact() -> None:
    """As printed at wizardofodds.com/games/baccarat/side-bets/dragon-bonus/, eight decks."""
    sheet = odds(offering(BACCARAT, dragon_bonus(NATURAL_SPACE)))
    assert round(100 * sheet["dragon-bonus"].edge, 2) == 2.65
    assert sheet["banker"].ev == odds(BACCARAT)["banker"].ev


def test_a_wager_on_known_facts_is_exact_and_costs_no_trial(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As printed at wizardofodds.com/games/ez-baccarat/: the Dragon 7 with eight decks."""
    monkeypatch.setattr(trial, "small_shoes", lambda: pytest.fail("nothing to try"))
    book = offering(BACCARAT, DRAGON_7)
    dragon = odds(book)["dragon-7"]
    assert round(100 * dragon.edge, 2) == 7.61
    assert Edges(book)(Composition.full(8))["dragon-7"] == pytest.approx(dragon.edge, abs=1e-15)
    dearer = odds(repaid(BACCARAT, "tie", to(9, 1)))
    assert round(dearer["tie"].edge, 6) == 0.04844


@dataclass(frozen=True)
class Stubborn(CommonHands):
    """No hand ever draws."""

    def then(self, hands, decisions):  # type: ignore[no-untyped-def]
        return iter(())


def test_another_deal_is_counted_whether_another_table_or_another_rule() -> None:
    procedure = BACCARAT.procedure
    assert isinstance(procedure, CommonHands)
    shy = replace(BACCARAT, procedure=replace(procedure, player_draws=(0, 1, 2, 3, 4)))
    shoe = read_cards("5S 6D 7C TH 4H 5D TS")
    ways, _ = count_facts(shy, NATURAL_SPACE, composition_of(shoe))
    counted = {code: int(number) for code, number in enumerate(ways) if number}
    assert counted == by_dealing(shy, NATURAL_SPACE, shoe)
    fields = {name: getattr(procedure, name) for name in procedure.__dataclass_fields__}
    stubborn = replace(BACCARAT, procedure=Stubborn(**fields))
    ways, _ = count_facts(stubborn, NATURAL_SPACE, composition_of(shoe))
    counted = {code: int(number) for code, number in enumerate(ways) if number}
    assert counted == by_dealing(stubborn, NATURAL_SPACE, shoe)


@pytest.mark.parametrize(
    ("book", "wager"), [(book, book.wagers[0]) for book in (SEVEN_UP, THREE_CARD, LUCKY)]
)
def test_every_document_stands_its_own_trial(
    book: Rulebook, wager: Wager, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copy of the facts is not known by its name: it is tried, and counted alike."""
    monkeypatch.setattr(trial, "small_shoes", lambda: small_shoes()[5::40])
    copy = replace(wager.space)
    copied = tuple(
        replace(each, space=copy) if each.space is wager.space else each for each in book.wagers
    )
    assert odds(replace(book, wagers=copied)).wagers == odds(book).wagers


class Flush(NamedTuple):
    flush: int


def _flush(hands: Hands, box: str) -> Flush:
    return Flush(int(len({card.suit for card in hands[box].cards}) == 1))


FLUSH = bet(
    "Flush", space_of(Flush, YES_OR_NO, read=_flush, per_box=True), (to(4, 1), lambda f: f.flush)
)


def test_facts_of_a_box_are_counted_too() -> None:
    cards = read_cards("2C 3C 4C KS QS 9H AC")
    ways, total = count_facts(THREE_CARD, FLUSH.space, composition_of(cards))
    assert sum(ways) == total
    assert {0: ways[0], 1: ways[1]} == by_dealing(THREE_CARD, FLUSH.space, cards)
    with pytest.raises(Refusal, match="cannot be counted"):
        odds(offering(LUCKY, FLUSH))


def test_a_space_that_lucky_draw_does_not_count_is_refused() -> None:
    class Strange(NamedTuple):
        player: int
        dealer: int
        drawn: int

    read = LUCKY.wagers[0].space.read
    domains = LUCKY.wagers[0].space.domains
    suited = space_of(
        Strange, *domains, per_box=True,
        read=lambda hands, box: Strange(read(hands, box)[0], 0, _flush(hands, box).flush),
    )  # fmt: skip
    wagers = tuple(replace(each, space=suited) for each in LUCKY.wagers)
    with pytest.raises(Refusal, match="cannot be counted"):
        count_choices(replace(LUCKY, wagers=wagers), Composition.full(8))


def test_three_given_cards_of_a_box_are_no_secret_to_lucky_draw() -> None:
    """No small shoe holds these three, and no counter of decisions tells them from others."""
    own = LUCKY.wagers[0].space

    def read(hands: Hands, box: str) -> Any:
        facts = own.read(hands, box)
        given = [card.name for card in hands[box].cards] == ["2S", "4H", "KC"]
        return own.kind(facts[0], facts[1], 0 if given else facts[2])

    sly = replace(own, read=read)
    wagers = tuple(replace(each, space=sly) for each in LUCKY.wagers)
    with pytest.raises(Refusal, match="see more of the cards"):
        odds(replace(LUCKY, wagers=wagers))


def test_a_third_wager_on_a_box_leaves_the_round_alone() -> None:
    space = LUCKY.wagers[0].space
    nines = bet("Nines", space, (to(5, 1), lambda f: f.player == 9), reads="player")
    sheet, before = odds(offering(LUCKY, nines)), odds(LUCKY)
    assert sheet["round"].ev == before["round"].ev
    assert -1 < sheet["nines"].ev < 0


# What a wager says of itself


def test_reads_that_do_not_cover_the_lines_are_found() -> None:
    sly = replace(DRAGON_7, reads=("player", "banker"))
    book = offering(BACCARAT, sly)
    for ask in (lambda: odds(book), lambda: Edges(book), lambda: pattern(book, {sly.id: 1})):
        with pytest.raises(
            Refusal, match="reads player and banker, and it depends on banker_cards"
        ):
            ask()
    blind = replace(DRAGON_7, reads=("player", "banker", "banker_card"))
    with pytest.raises(Refusal, match="its facts are player, banker, banker_cards, pairs"):
        odds(offering(BACCARAT, blind))
    careful = replace(DRAGON_7, reads=COUP.fields)
    assert odds(offering(BACCARAT, careful))["dragon-7"].edge < 0.08


def test_two_lines_for_one_coup_are_refused() -> None:
    both = bet(
        "Both", COUP, (to(1, 1), lambda f: f.player == 9), (to(2, 1), lambda f: f.banker == 9)
    )
    with pytest.raises(Refusal, match="Two lines of Both apply to one coup: line 1 and line 2"):
        odds(offering(BACCARAT, both))


def test_a_wager_on_pairs_and_totals_has_odds_but_no_fast_edge() -> None:
    winning_pair = bet(
        "Winning pair", COUP, (to(20, 1), lambda f: f.pairs in (1, 3, 4) and f.player > f.banker)
    )
    book = offering(BACCARAT, winning_pair)
    assert 0 < odds(book)["winning-pair"].edge < 1
    with pytest.raises(Refusal, match="no fast edge"):
        Edges(book)


def test_facts_outside_their_fields_or_of_missing_hands_are_told() -> None:
    class Cards(NamedTuple):
        cards: int

    def dealt(hands: Hands, _box: str) -> Cards:
        return Cards(sum(len(hand.cards) for hand in hands.values()))

    few = bet("Few", space_of(Cards, (4, 5), read=dealt), (to(1, 1), lambda f: f.cards == 4))
    with pytest.raises(Refusal, match="do not allow: cards 6"):
        odds(offering(BACCARAT, few))
    dealer = bet(
        "Dealer",
        space_of(Cards, (2, 3), read=lambda hands, _: Cards(len(hands["dealer"].cards))),
        (to(1, 1), lambda f: f.cards == 2),
    )
    with pytest.raises(Refusal, match="a hand that is not dealt"):
        odds(offering(BACCARAT, dealer))
    boxed = bet(
        "Boxed", space_of(Cards, (4,), read=dealt, per_box=True), (to(1, 1), lambda f: True)
    )
    with pytest.raises(Refusal, match="deals no hands to boxes"):
        odds(offering(BACCARAT, boxed))


def test_games_that_no_counter_deals_are_refused() -> None:
    @dataclass(frozen=True)
    class War:
        house: tuple[str, ...] = (PLAYER, BANKER)
        takes_boxes: bool = False
        takes_decisions: str | None = None

    with pytest.raises(Refusal, match="no counter knows how it is dealt"):
        odds(replace(BACCARAT, procedure=War()))  # type: ignore[arg-type]
    assert isinstance(THREE_CARD.procedure, ThreeCardHands)
    assert isinstance(LUCKY.procedure, LuckyDrawHands)
    with pytest.raises(Refusal, match="players decide there"):
        count_facts(LUCKY, LUCKY.wagers[0].space, Composition.full(8))


def test_enormous_odds_are_still_exact() -> None:
    """Ways times odds no longer fit into 64 bits."""
    draw = odds(changed(LUCKY, {"draw": "9999999:1"}))["draw"]
    assert draw.ev == Fraction(9_999_999 * draw.win - draw.lose, draw.total)
    best = odds(changed(LUCKY, {"draw": "9999999:1"}), strategy_name="optimal")["round"].ev
    assert best >= odds(changed(LUCKY, {"draw": "9999999:1"}), strategy_name="always")["round"].ev


def test_fast_edges_of_a_shoe_too_large_or_too_small_are_refused() -> None:
    edges = Edges(BACCARAT, ["player"])
    for shoe in (Composition.full(28), Composition((1,) * 5 + (0,) * 47, 8)):
        with pytest.raises(Refusal, match="Fast edges are of shoes of 6 to"):
            edges(shoe)


def test_the_effect_of_removal_looks_at_every_suit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of black cards alone it would be the other way round."""

    def red(hands: Hands) -> bool:
        return hands[PLAYER].cards[0].is_red

    book = replace(BACCARAT, wagers=(seeing(red),))
    monkeypatch.setattr(removal, "RANKS", "5K")
    assert effects(book)["seen"] == pytest.approx({"5": 0, "K": 0}, abs=1e-12)
